// Notes that play the instrument on stage. The player in the audio thread hears them, too (rosin/playing/live/player.py), and plays them where
// an instrument has bodies for notes; the hands on stage are then only seen to. Elsewhere these play them: speed and force grow together with
// their strength, so that their ratio, which decides whether something speaks, stays; where notes have no pitch, modulation drives the hand
// faster, up to as fast as hands go, and so does controller 74, which moves a bow to the bridge.

import { Channels } from "./midi.js";

const FASTEST = 2.5; // usual speeds
const SLIDE = 4; // by which speed grows from one end of controller 74 to the other
const PACE = 5; // ms in which controllers are gathered
const KEYS = 128;

export class Notes {
  channels = new Channels(this); // of all keyboards

  /** `stage` gives the stage that is there now. */
  constructor(engine, stage, tuning) {
    Object.assign(this, { engine, stage, tuning });
    this.held = new Map(); // by the note: when it began, in s
    this.moving = new Set();
    this.timer = 0;
    engine.addEventListener("plan", () => this.again());
    tuning.addEventListener("change", () => this.tune());
  }

  /** What channels hear with (studio/listening.py), once there is an instrument. */
  get listener() {
    const { plan, server } = this.engine;
    return plan && { ...plan.listener, module: server.modules.get(plan.listener.program.module) };
  }

  /** A message, before it is known what it means. */
  hear(bytes) {
    this.engine.post({ kind: "hear", bytes: Array.from(bytes) });
  }

  /** Scale and tuning, for the player. */
  tune() {
    const off = Float64Array.from({ length: KEYS }, (_, key) => this.tuning.pitch(key) - key);
    if (this.engine.plan?.player) this.engine.post({ kind: "tuned", off });
  }

  begin(note) {
    this.held.set(note, performance.now() / 1000);
    this.engine.follow(() => this.stage()?.touch(this.touch(note, true)));
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
    this.engine.follow(() => this.stage()?.leave(note.id));
  }

  follow() {
    this.timer = 0;
    const stage = this.stage();
    this.engine.follow(() => this.moving.forEach((note) => stage?.touch(this.touch(note))));
    this.moving.clear();
    this.keepShaking();
  }

  keepShaking() {
    if (this.stage()?.tuned) for (const note of this.held.keys()) if (note.modulation > 0) this.move(note);
  }

  /** Another instrument came: what is held is held on it. */
  again() {
    this.tune();
    const { said, order } = this.channels.program?.arrays ?? {};
    if (this.held.size && this.engine.plan.player) this.engine.post({ kind: "adopt", said: said.slice(), order: order[0] });
    for (const note of this.held.keys()) this.move(note);
  }

  /** What a hand does that plays a note. */
  touch(note, begun = false) {
    const { id, key, strength, pressure, timbre, modulation } = note;
    const { tuned = false, slides = false } = this.stage() ?? {};
    const { player, listener: { timbre: rest, vibrato: { rate, depth } } } = this.engine.plan;
    const place = Math.min(1, Math.max(0, 0.5 + timbre - rest));
    const driven = player ? 1 : (tuned ? 1 : FASTEST ** modulation) * (slides ? 1 : SLIDE ** (place - 0.5));
    const since = performance.now() / 1000 - this.held.get(note);
    const vibrato = tuned ? depth * modulation * Math.sin(2 * Math.PI * rate * since) : 0;
    return { id, key, bend: note.bend + vibrato, speed: strength * driven, force: strength, pressure, place, begun };
  }
}
