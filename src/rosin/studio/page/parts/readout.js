// What the contact does, in plain words, and which note sounds.

import { LOOK } from "../audio/watching.js";
import { pitchOf } from "../scopes/pitch.js";

const PACE = 250; // ms from one reading to the next
const LOUD = 2e-3; // rms below which no note is named
const NOTES = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"];

/** The lamp's physical words as a player says them, with advice; what is not here is said as it is. */
const PLAIN = {
  Helmholtz: ["Sings", "one slip in every period: a full tone"],
  "double slip": ["Airy", "two slips in a period: press a little more, or slow down"],
  "multiple slip": ["Airy", "several slips in a period: press more, or slow down"],
  raucous: ["Crunches", "ease the pressure, or move faster"],
  "anomalous low frequency": ["Growls", "lower than the string: ease the pressure"],
  "quasi-sinusoidal": ["Whispers", "it hardly sticks: press more"],
  decaying: ["Fades", "it moves less and less"],
  sticks: ["Sticks", "move it, or press less"],
  slides: ["Slides", "press a little more"],
  "slides and sounds": ["Whispers", "it slides without sticking"],
  "sticks and slips": ["Stutters", "it sticks and slips, not yet evenly"],
  rings: ["Rings on", "nothing touches it now"],
  hits: ["Struck", "it rings until it fades"],
  touches: ["Touches", "it lies on what sounds"],
  sounds: ["Sounds", ""],
  silent: ["Silent", "touch it anywhere"],
};

/** A word and advice for what the lamp says; even slips of what is made to sing are no squeal. */
export function plainly(words, singing = false) {
  const [, frequency] = /^stick-slip (\d+) Hz$/.exec(words) ?? [];
  if (frequency) return [singing ? "Sings" : Number(frequency) > 300 ? "Squeals" : "Judders", `it sticks and slips ${frequency} times a second`];
  return PLAIN[words] ?? [words[0].toUpperCase() + words.slice(1), ""];
}

export class Readout {
  /** @param parts  the elements lamp, regime, advice and tuner */
  constructor({ lamp, regime, advice, tuner }) {
    Object.assign(this, { lamp, regime, advice, tuner, last: 0, named: "" });
  }

  /** Show what was seen at a time (ms), and what the lamp says of it. */
  show(seen, { words, kind, rate, singing }, now) {
    if (now - this.last < PACE) return;
    this.last = now;
    if (words !== this.named) {
      this.named = words;
      [this.regime.textContent, this.advice.textContent] = plainly(words, singing);
      this.lamp.dataset.kind = kind;
      this.lamp.dataset.regime = words;
      this.lamp.title = `In the physics: ${words}`;
    }
    this.tune(seen.rows.subarray(0, LOOK.SEEN), rate);
  }

  tune(output, rate) {
    const loud = output.reduce((sum, each) => sum + each * each, 0) / output.length > LOUD * LOUD;
    const frequency = loud ? pitchOf(output, rate) : null;
    this.tuner.classList.toggle("still", frequency === null);
    if (frequency === null) return;
    const key = 69 + 12 * Math.log2(frequency / 440);
    const near = Math.round(key);
    const cents = Math.round(100 * (key - near));
    const [note, dial, words] = this.tuner.children;
    note.innerHTML = `${NOTES[((near % 12) + 12) % 12]}<sub>${Math.floor(near / 12) - 1}</sub>`;
    dial.innerHTML = `${Array.from({ length: 11 }, (_, i) => `<path class="tick" d="M${10 + 10 * i} ${i === 5 ? 4 : 11}V20"/>`).join("")}<path class="needle" d="M${60 + cents} 2l5 8v13h-10V10z"/>`;
    words.textContent = `${cents < 0 ? "−" : "+"}${Math.abs(cents)} cents`;
    this.tuner.title = `${frequency.toFixed(1)} Hz`;
  }
}
