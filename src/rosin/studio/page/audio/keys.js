// Notes on pairs of an exciter and a resonator (rosin/studio/keys.py): the pool gives each note to a pair, which is tuned to its key. What
// other pairs play rings on. Rows of controls, addresses and tunings come with the plan; a row 0 is a control that the pairs do not follow.

import { Program } from "./program.js";

const GONE = -1; // the pair of a note that another one took

export class Keys {
  /** @param {object} plan  @param {Program} voice  of the pairs  @param {object} modules */
  constructor(plan, voice, modules) {
    Object.assign(this, { plan, voice });
    this.pool = new Program(plan.pool, modules[plan.pool.module]);
    this.tuned = plan.pairs.map(() => null); // the key of each pair
    this.notes = new Map(); // by id, the pair that plays it
    this.thrown = []; // rows of velocities that last for one block
  }

  /** Begin a note, or move it on: its key, how far it is bent, and what the hand does. */
  play({ id, key, bend, begun, controls }) {
    if (!this.notes.has(id)) {
      if (this.plan.thrown && !begun) return;
      this.begin(id, key);
    }
    const place = this.notes.get(id);
    if (place === GONE) return;
    const { controls: rows } = this.plan.pairs[place];
    const { near, beyond } = this.nearest(key);
    this.move(rows.bend, beyond + bend, begun);
    for (const [name, value] of Object.entries(controls)) {
      if (this.plan.thrown && !begun) continue;
      this.move(rows[name], value * (this.plan.firmer[near][name] ?? 1), this.plan.thrown);
    }
    if (this.plan.thrown && begun) {
      this.thrown.push(rows.velocity);
      this.letGo(place);
    }
  }

  begin(id, key) {
    const place = this.give(key);
    for (const [other, its] of this.notes) if (its === place) this.notes.set(other, GONE);
    this.notes.set(id, place);
  }

  /** The pair that plays a key, tuned to it. */
  give(key) {
    this.pool.arrays.key[0] = key;
    this.pool.process(1);
    const place = this.pool.arrays.place[0];
    if (this.tuned[place] !== key) this.tune(place, key);
    return place;
  }

  /** The hand leaves, and the pair rings on. */
  end(id) {
    const place = this.notes.get(id);
    this.notes.delete(id);
    if (place === undefined || place === GONE) return;
    if (this.plan.thrown) return;
    const { controls } = this.plan.pairs[place];
    for (const row of [controls.velocity, controls.normal_force]) this.move(row, 0);
    this.letGo(place);
  }

  letGo(place) {
    this.pool.arrays.place[0] = place;
    this.pool.process(0);
  }

  /** A control goes to a value, at once or gliding. */
  move(row, value, atOnce = false) {
    if (!(row > 0) || !Number.isFinite(value)) return;
    this.voice.put("goals", row, value);
    if (atOnce) this.voice.put("present", row, value);
  }

  /** The tuning that a key takes, and how many semitones it is beyond it. */
  nearest(key) {
    const near = Math.min(Math.max(Math.round(key - this.plan.first), 0), this.plan.tunings.length - 1);
    return { near, beyond: key - this.plan.first - near };
  }

  tune(place, key) {
    const { changed, parameters } = this.plan.pairs[place];
    this.tuned[place] = key;
    this.voice.write([[parameters + this.plan.offset, this.plan.tunings[this.nearest(key).near]]]);
    this.voice.count("changed", changed);
    this.voice.prepare();
  }

  /** A block is over: what was thrown flies. */
  passed() {
    for (const row of this.thrown) this.move(row, 0, true);
    this.thrown.length = 0;
  }

  /** Other tunings, as a parameter was turned. */
  change(tunings) {
    Object.assign(this.plan, tunings);
    this.tuned.forEach((key, place) => key !== null && this.tune(place, key));
  }

  /** Nobody plays; or the first pairs have these keys, as a replayed score has them. */
  restart(keys = []) {
    this.notes.clear();
    this.pool.start();
    for (const place of keys.map((key) => this.give(key))) {
      this.move(this.plan.pairs[place].controls.bend, this.nearest(this.tuned[place]).beyond, true);
      this.letGo(place);
    }
  }
}
