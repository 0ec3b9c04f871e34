// Which notes there are: keys are locked to the nearest note of a scale, and tuned. Either counts from a root, which stays where it is in
// equal temperament (A4 = 440 Hz).

import { keep, kept } from "../files/keeping.js";

const KEPT = "rosin notes";
const MIDDLE = 60; // the C about which scales are laid out
export const ROOTS = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"];

/** Semitones above the root. */
export const SCALES = {
  chromatic: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  major: [0, 2, 4, 5, 7, 9, 11],
  minor: [0, 2, 3, 5, 7, 8, 10],
  "harmonic minor": [0, 2, 3, 5, 7, 8, 11],
  dorian: [0, 2, 3, 5, 7, 9, 10],
  mixolydian: [0, 2, 4, 5, 7, 9, 10],
  "major pentatonic": [0, 2, 4, 7, 9],
  "minor pentatonic": [0, 3, 5, 7, 10],
  blues: [0, 3, 5, 6, 7, 10],
  "whole tones": [0, 2, 4, 6, 8, 10],
};

const within = (value, period) => ((value % period) + period) % period;
const ratios = (...all) => all.map((ratio) => 1200 * Math.log2(ratio));

/** Twelve notes by fifths of so many cents, from three below the root (E flat on C) to eight above it (G sharp), and the octave. */
const fifths = (cents) => [...SCALES.chromatic.slice(1).map((semitone) => within((within(7 * semitone + 3, 12) - 3) * cents, 1200)), 1200];

/** Cents above the root, of eleven notes and the octave. */
export const TUNINGS = {
  equal: fifths(700),
  "just (5-limit)": ratios(16 / 15, 9 / 8, 6 / 5, 5 / 4, 4 / 3, 45 / 32, 3 / 2, 8 / 5, 5 / 3, 9 / 5, 15 / 8, 2),
  "quarter-comma meantone": fifths(300 * Math.log2(5)),
  Pythagorean: fifths(1200 * Math.log2(3 / 2)),
};

/** What was kept; what is damaged is as at first. */
function read(data) {
  const { scale, root, tuning, file } = data ?? {};
  const cents = file?.cents;
  const sound = Array.isArray(cents) && cents.length > 0 && cents.every(Number.isFinite) && cents.at(-1) > 0 && typeof file.name === "string";
  return {
    scale: Object.hasOwn(SCALES, scale) ? scale : "chromatic",
    root: Number.isInteger(root) && root >= 0 && root < 12 ? root : 0,
    tuning: Object.hasOwn(TUNINGS, tuning) || (sound && tuning === file.name) ? tuning : "equal",
    file: sound ? { name: file.name, description: String(file.description ?? ""), cents } : null,
  };
}

/** It tells of its changes by the event "change". */
export class Tuning extends EventTarget {
  constructor(data = kept(KEPT)) {
    super();
    Object.assign(this, read(data)); // scale, root, tuning, and a Scala file that was opened: { name, description, cents }
  }

  /** Have other notes from now on. */
  choose(changes) {
    const { scale, root, tuning, file } = { ...this, ...changes };
    Object.assign(this, read({ scale, root, tuning, file }));
    keep(KEPT, { scale: this.scale, root: this.root, tuning: this.tuning, file: this.file });
    this.dispatchEvent(new Event("change"));
  }

  get cents() {
    return this.tuning === this.file?.name ? this.file.cents : TUNINGS[this.tuning];
  }

  /** Whether keys can be locked to a scale: not where an octave has other notes than twelve. */
  get locks() {
    return this.cents.length === 12;
  }

  /** The nearest key of the scale; of two the lower one. */
  locked(key) {
    if (!this.locks) return key;
    const away = [0, -1, 1, -2, 2, -3, 3].find((by) => SCALES[this.scale].includes(within(key + by - this.root, 12)));
    return key + (away ?? 0);
  }

  /** The pitch that a key sounds at, in semitones as keys are counted. */
  pitch(key) {
    const { cents, root } = this;
    const degree = this.locked(key) - MIDDLE - root;
    const place = within(degree, cents.length);
    return MIDDLE + root + ((Math.floor(degree / cents.length) * cents.at(-1)) + (place ? cents[place - 1] : 0)) / 100;
  }
}
