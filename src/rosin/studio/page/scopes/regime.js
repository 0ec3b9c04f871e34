// What the touched point does, in a word: of a bowed string as the judge says (audio/judge.js), of all else read from the relative
// velocity, slip by slip, over the last fraction of a second.

import { LOOK } from "../audio/watching.js";

const { SEEN } = LOOK;
const KEPT = 0.5; // s of slips that are looked at
const SLIP = 0.3, STICK = 0.1; // of the fastest: where a slip begins and where it is over
const STILL = 0.05; // from peak to peak, of the hand's speed: nothing moves
const CREEP = 1e-5; // m/s: nor by so little
const STICKING = 0.15; // share of time without which nothing sticks
const REGULAR = 0.08, IRREGULAR = 0.25; // median deviation of the intervals over their median
const FEWEST = 3; // intervals
const OF_STRINGS = { // what kind each motion is that the judge tells apart
  Helmholtz: "good",
  "double slip": "warm",
  "multiple slip": "warm",
  raucous: "bad",
  "anomalous low frequency": "warm",
  "quasi-sinusoidal": "warm",
  decaying: "good",
  silent: "silent",
};

/** Follows the slips of the watched contact; `read` gives { words, kind } with kind silent, good, warm or bad. */
export class RegimeLamp {
  constructor() {
    this.reset();
  }

  reset() {
    this.intervals = []; // from slip to slip: { end, length } in frames
    this.last = null; // the last slip's beginning
    this.until = 0; // frame up to which they are known
    this.slipping = false;
    this.layer = -1;
  }

  /** The state of a contact: its traces, whether it is rubbed, the hand's speed, its nominal pitch if it is a string, and what the judge says of that. */
  read(seen, { traces, rate, speed, pitch, rubbed }, judged = null) {
    if (seen.layer !== this.layer) {
      this.reset();
      this.layer = seen.layer;
    }
    const level = rms(seen.rows.subarray(0, SEEN));
    const loud = level > 1e-3;
    if (!traces.length) return loud ? { words: "sounds", kind: "good" } : { words: "silent", kind: "silent" };
    if (!rubbed) return this.blows(seen, traces, loud);
    if (row(seen, traces, "force").every((value) => value === 0)) return loud ? { words: "rings", kind: "good" } : { words: "silent", kind: "silent" };
    const velocity = row(seen, traces, "relative_velocity");
    const [low, high] = span(velocity);
    const fastest = Math.max(Math.abs(low), Math.abs(high));
    if (high - low < Math.max(STILL * Math.abs(speed), CREEP)) return { words: fastest > 0.5 * Math.abs(speed) + CREEP ? "slides" : "sticks", kind: "silent" };
    const stuck = this.follow(velocity, seen.frame, rate, fastest);
    if (pitch) return judged ? { words: judged.words, kind: OF_STRINGS[judged.words] } : { words: "sticks and slips", kind: "warm" };
    if (stuck < STICKING) return { words: loud ? "slides and sounds" : "slides", kind: loud ? "good" : "silent" };
    return this.named(rate);
  }

  /** Add the slips that begin in the new samples, if none were missed; gives the share of samples that stick. */
  follow(velocity, frame, rate, fastest) {
    let stuck = 0;
    const first = frame - SEEN;
    if (first > this.until) this.last = null;
    for (let i = 0; i < SEEN; i++) {
      const v = Math.abs(velocity[i]);
      if (v < STICK * fastest) stuck++;
      if (first + i < this.until) continue;
      if (!this.slipping && v > SLIP * fastest) {
        this.slipping = true;
        if (this.last !== null) this.intervals.push({ end: first + i, length: first + i - this.last });
        this.last = first + i;
      } else if (this.slipping && v < STICK * fastest) this.slipping = false;
    }
    this.until = frame;
    this.intervals = this.intervals.filter(({ end }) => end > frame - KEPT * rate);
    return stuck / SEEN;
  }

  named(rate) {
    if (this.intervals.length < FEWEST) return { words: "sticks and slips", kind: "warm" };
    const lengths = this.intervals.map(({ length }) => length);
    const typical = median(lengths);
    const spread = median(lengths.map((each) => Math.abs(each - typical))) / typical;
    if (spread > IRREGULAR) return { words: "raucous", kind: "bad" };
    return { words: `stick-slip ${Math.round(rate / typical)} Hz`, kind: spread < REGULAR ? "good" : "warm" };
  }

  /** A contact of blows: how often it touches. */
  blows(seen, traces, loud) {
    const force = row(seen, traces, "force");
    const touching = force.filter((value) => value !== 0).length;
    if (touching > 0.5 * SEEN) return { words: "touches", kind: loud ? "good" : "silent" };
    if (touching > 0) return { words: "hits", kind: "good" };
    return loud ? { words: "rings", kind: "good" } : { words: "silent", kind: "silent" };
  }
}

function row(seen, traces, name) {
  const place = 1 + traces.indexOf(name);
  return seen.rows.subarray(place * SEEN, (place + 1) * SEEN);
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function rms(values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i];
  return Math.sqrt(sum / values.length);
}

function span(values) {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < values.length; i++) {
    if (values[i] < low) low = values[i];
    if (values[i] > high) high = values[i];
  }
  return [low, high];
}
