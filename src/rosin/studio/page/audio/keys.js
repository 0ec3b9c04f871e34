// Hands on pairs of an exciter and a resonator (rosin/studio/keys.py): the player of notes gives each a pair, which is tuned to its key. What
// other pairs play rings on. Rows of controls, addresses and tunings come with the plan; a row 0 is a control that the pairs do not follow.

const GONE = -1; // the pair of a hand that another one took

export class Keys {
  player = null; // who gives pairs to hands, and plays notes on them

  /** @param {object} plan  @param {Program} voice  of the pairs */
  constructor(plan, voice) {
    Object.assign(this, { plan, voice });
    this.tuned = plan.pairs.map(() => null); // the tuning of each pair
    this.hands = new Map(); // by id, the pair that each plays
    this.thrown = []; // rows of velocities that last for one block
  }

  /** Begin to play a key, or go on: its key, how far it is bent, and what the hand does. */
  play({ id, key, bend, begun, controls }) {
    if (!this.hands.has(id)) {
      if (this.plan.thrown && !begun) return;
      this.hands.set(id, this.give(key));
    }
    const place = this.hands.get(id);
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
      this.player.giveBack(place);
    }
  }

  /** The pair that plays a key, tuned to it. */
  give(key) {
    const place = this.player.borrow(key);
    this.leaveTo(place);
    return place;
  }

  /** Notes have taken a pair: all that they do not move is there as usual. */
  taken(place) {
    this.leaveTo(place);
    this.move(this.plan.pairs[place].controls.position, 0, true);
  }

  /** Whoever played a pair plays it no more. */
  leaveTo(place) {
    for (const [other, its] of this.hands) if (its === place) this.hands.set(other, GONE);
  }

  /** The hand leaves, and the pair rings on. */
  end(id) {
    const place = this.hands.get(id);
    this.hands.delete(id);
    if (place === undefined || place === GONE) return;
    if (this.plan.thrown) return;
    const { controls } = this.plan.pairs[place];
    for (const row of [controls.velocity, controls.normal_force]) this.move(row, 0);
    this.player.giveBack(place);
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

  tune(place, tuning) {
    if (this.tuned[place] === tuning) return;
    const { changed, parameters } = this.plan.pairs[place];
    this.tuned[place] = tuning;
    this.voice.write([[parameters + this.plan.offset, this.plan.tunings[tuning]]]);
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
    const tuned = this.tuned.slice();
    this.tuned.fill(null);
    tuned.forEach((tuning, place) => tuning !== null && this.tune(place, tuning));
  }

  /** Nobody plays; or the first pairs have these keys, as a replayed score has them. */
  restart(keys = []) {
    this.hands.clear();
    for (const [place, key] of keys.map((key) => [this.give(key), key])) {
      this.move(this.plan.pairs[place].controls.bend, this.nearest(key).beyond, true);
      this.player.giveBack(place);
    }
  }
}
