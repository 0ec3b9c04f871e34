// Notes that play the instrument on stage, as phrasing.py plays those of a score: speed and force grow together with
//
//   strength = (0.4 + 0.6 velocity) expression (volume / rest) (1 + 0.6 pressure),
//
// so that their ratio, which decides whether a string or glass speaks, stays. Where notes have pitches, modulation is vibrato;
// elsewhere it drives the hand faster, up to as fast as hands go. Controller 74 moves a bow to the bridge, other hands faster.

import { AT_REST } from "./midi.js";

const [SOFTEST, PRESSING] = [0.4, 0.6]; // strength of velocity 0; what full pressure adds
const [VIBRATO_RATE, VIBRATO_DEPTH] = [5.5, 0.4]; // Hz; semitones at full modulation
const FASTEST = 2.5; // usual speeds
const SLIDE = 4; // by which speed grows from one end of controller 74 to the other
const PACE = 5; // ms in which controllers are gathered

export class Notes {
  /** `stage` gives the stage that is there now. */
  constructor(engine, stage) {
    this.engine = engine;
    this.stage = stage;
    this.held = new Map(); // by the note: when it began, in s
    this.moving = new Set();
    this.timer = 0;
    engine.addEventListener("plan", () => this.again());
  }

  /** The keys that are struck for those of percussion, where the instrument has some. */
  get percussion() {
    const found = this.engine.plan?.percussion ?? {};
    return Object.keys(found).length ? found : null;
  }

  begin(note) {
    this.held.set(note, performance.now() / 1000);
    this.stage()?.touch(this.touch(note, true));
    this.keepShaking();
  }

  /** Controllers may come by the thousand: the hand follows the last of a moment. */
  move(note) {
    if (!this.held.has(note)) return;
    this.moving.add(note);
    this.timer ||= setTimeout(() => this.follow(), PACE);
  }

  end(note) {
    this.held.delete(note);
    this.moving.delete(note);
    this.stage()?.leave(note.id);
  }

  follow() {
    this.timer = 0;
    const stage = this.stage();
    for (const note of this.moving) stage?.touch(this.touch(note));
    this.moving.clear();
    this.keepShaking();
  }

  keepShaking() {
    if (this.stage()?.tuned) for (const note of this.held.keys()) if (note.modulation > 0) this.move(note);
  }

  /** Another instrument came: what is held is held on it. */
  again() {
    for (const note of this.held.keys()) this.move(note);
  }

  /** What a hand does that plays a note. */
  touch(note, begun = false) {
    const { key, velocity, pressure, timbre, modulation, expression, volume } = note;
    const { tuned = false, slides = false } = this.stage() ?? {};
    const strength = ((SOFTEST + (1 - SOFTEST) * velocity) * expression * volume * (1 + PRESSING * pressure)) / AT_REST.volume;
    const place = Math.min(1, Math.max(0, 0.5 + timbre - AT_REST.timbre));
    const driven = (tuned ? 1 : FASTEST ** modulation) * (slides ? 1 : SLIDE ** (place - 0.5));
    const since = performance.now() / 1000 - this.held.get(note);
    const vibrato = tuned ? VIBRATO_DEPTH * modulation * Math.sin(2 * Math.PI * VIBRATO_RATE * since) : 0;
    return { id: note.id, key, bend: note.bend + vibrato, speed: strength * driven, force: strength, pressure, place, begun };
  }
}
