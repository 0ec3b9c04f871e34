// What the stages share: how strongly a hand presses, how loud the instrument is, and how pictures follow what they show.

import { LOOK } from "../audio/watching.js";
import { pressed as pressedBy } from "../hands/hand.js";
import { Tuning } from "../hands/tuning.js";

const OCTAVE = 12; // semitones that bending reaches to either side

export function clamped(value, low = 0, high = 1) {
  return Math.min(high, Math.max(low, value));
}

/** A force or speed for a share from 0 to 1, of a control whose usual value may be unknown. */
export function strength({ usual, high }, share) {
  return pressedBy({ usual: usual || high / 2, high }, share);
}

/** How strongly a point presses: a pen says it itself, the slider says it for all others. */
export function pressed(point, press) {
  return point?.pressure ?? Number(press.value);
}

/** How far a pen leans to the right: 1 for half a right angle. */
export function leaning(point) {
  return clamped((point.tilt ?? 0) / 45, -1, 1);
}

/** Move the slider of the force by some steps. */
export function nudge(press, steps) {
  press.value = clamped(Number(press.value) + 0.04 * steps);
}

/** What is left of the way from a value to its goal after a lapse of time, for a time constant. */
export function follow(value, goal, lapse, constant) {
  return goal + (value - goal) * Math.exp(-lapse / constant);
}

/** Root mean square of the output that was last seen. */
export function level(seen) {
  let sum = 0;
  for (let i = 0; i < LOOK.SEEN; i++) sum += seen.rows[i] * seen.rows[i];
  return Math.sqrt(sum / LOOK.SEEN);
}

/** The trace of a name in what was last seen, of the layer that was watched. */
export function trace(seen, plan, name) {
  const layers = Object.values(plan.layers);
  const place = 1 + (layers[seen.layer] ?? layers[0]).traces.indexOf(name);
  return seen.rows.subarray(place * LOOK.SEEN, (place + 1) * LOOK.SEEN);
}

/** A parameter's present value, by the end of its path. */
export function parameter(plan, path, otherwise) {
  const value = plan.parameters.find((each) => each.path.endsWith(path))?.value;
  return Number.isFinite(value) ? value : otherwise;
}

/** The time from one picture to the next. */
export class Clock {
  lapse(time) {
    const lapse = clamped(time - (this.last ?? time), 0, 0.1);
    this.last = time;
    return lapse;
  }
}

/** How much the picture moves with the sound, 0 to 1: it rises at once and falls slowly. */
export class Swell {
  value = 0;

  follow(seen, lapse) {
    const goal = Math.min(1, Math.sqrt(level(seen) / 0.2));
    this.value = goal > this.value ? follow(this.value, goal, lapse, 0.05) : follow(this.value, goal, lapse, 0.15);
    return this.value;
  }
}

/** The key at which something sounds that plays notes by being bent, null where notes have no pitch (instruments/setups/one_contact.py). */
export function ownKey(plan, hand) {
  const [controls, layer] = [plan.hands[hand], plan.layers[hand]];
  const notes = plan.parameters.find(({ path }) => path === "notes")?.value ?? "none";
  const playable = layer?.exciter === "Hammer" || (controls.velocity && controls.normal_force);
  if (notes === "none" || !controls.bend || !playable || !layer.shape?.frequencies) return null;
  return 69 + 12 * Math.log2(parameter(plan, "resonator.frequency", Math.min(...layer.shape.frequencies)) / 440);
}

/** The key of the lowest tone of an instrument, as its parameters have it, or else the one of its pool that is played with the usual force. */
export function lowestKey(plan, { first = 69, firmer = [{}] } = {}) {
  const frequencies = plan.parameters.find(({ path }) => path === "resonator.frequencies")?.value;
  const frequency = parameter(plan, "resonator.frequency", frequencies?.[0]);
  if (frequency) return 69 + 12 * Math.log2(frequency / 440);
  const off = firmer.map(({ normal_force: force = 1 }) => Math.abs(Math.log(force)));
  return first + off.indexOf(Math.min(...off));
}

/**
 * A stage that is played, too, by hands that are no pointers: those that play notes (notes.js) or hold a gamepad (gamepad.js).
 *
 * What such a hand does comes as a touch: its id; its key, which scale and tuning make a pitch (semitones), or null; bend (semitones); speed and force in shares of the usual;
 * pressure and place from 0 to 1; and whether it has just begun. Of several touches of one thing, the last one leads.
 */
export class Led {
  static buttons = [" "]; // the keys that the buttons of a gamepad stand for
  touches = new Map(); // by id, with the hand that makes them
  notes = new Set(); // ids of those that pairs play
  pitches = new Map(); // by id, what their keys were tuned to when they began

  constructor({ plan, engine, press, tuning = new Tuning({}) }) {
    Object.assign(this, { plan, engine, press, tuning });
  }

  /** Whether notes are played on pairs of their own, so that what was played rings on. */
  get keyed() {
    return Boolean(this.plan.layers.keys?.keys);
  }

  /** Whether notes have pitches that vibrato can move. */
  get tuned() {
    return this.keyed || Object.keys(this.plan.hands).some((hand) => ownKey(this.plan, hand) !== null);
  }

  /** The lowest and highest key that notes play, and the one that it sounds by itself; null where notes have no pitch. */
  keyRange() {
    const keyed = this.plan.layers.keys?.keys;
    const own = Object.keys(this.plan.hands).map((hand) => ownKey(this.plan, hand)).find((key) => key !== null);
    if (keyed) return [keyed.first, keyed.first + keyed.tunings.length - 1, own ?? lowestKey(this.plan, keyed)];
    return own === undefined ? null : [Math.round(own) - OCTAVE, Math.round(own) + OCTAVE, own];
  }

  /** Whether the place of a touch is somewhere on the stage. */
  get slides() {
    return false;
  }

  /** The touch that leads a hand. */
  leader(hand) {
    return [...this.touches.values()].findLast((each) => each.hand === hand);
  }

  /** The pitch of a touch that has a key: it stays until it ends, whatever scale and tuning come meanwhile. */
  pitchOf({ id, key }) {
    if (key !== null && !this.pitches.has(id)) this.pitches.set(id, this.tuning.pitch(key));
    return key === null ? null : this.pitches.get(id);
  }

  /** What leads a hand: a touch, or a gesture that is played. */
  led(hand) {
    return this.leader(hand) ?? this.ghost(hand);
  }

  /** What a gesture that is played does with a hand, as a touch. */
  ghost(hand) {
    if (!this.engine.replayed) return undefined;
    const known = this.plan.hands[hand];
    const share = (name) => (known[name]?.usual ? (this.engine.hands[hand][name] ?? 0) / known[name].usual : 0);
    return { id: "ghost", hand, key: null, bend: 0, speed: share("velocity"), force: known.normal_force ? share("normal_force") : share("force"), place: 0.5, begun: false };
  }

  /** Move a control, unless a gesture that is played does. */
  control(...given) {
    if (!this.engine.replayed) this.engine.control(...given);
  }

  /** Begin a touch, or move it on. */
  touch(given) {
    const touch = { ...given, key: this.pitchOf(given) };
    if (this.keyed && touch.key !== null) {
      this.notes.add(touch.id);
      this.engine.note(touch);
      return this.heard(touch);
    }
    const before = this.touches.get(touch.id)?.hand;
    const hand = before && touch.key !== null ? before : this.handFor(touch);
    if (before && before !== hand) this.leave(touch.id);
    this.touches.set(touch.id, { ...touch, hand, begun: false });
    if (this.leader(hand).id === touch.id) this.lead(hand, touch);
  }

  leave(id) {
    this.pitches.delete(id);
    if (this.notes.delete(id)) return this.engine.leave(id);
    const gone = this.touches.get(id);
    const leading = gone && this.leader(gone.hand) === gone;
    this.touches.delete(id);
    if (!leading) return;
    const next = this.leader(gone.hand);
    if (next) this.lead(gone.hand, next);
    else this.lift(gone.hand);
  }

  /** A note is played on a pair: what is drawn may show it. */
  heard() {}

  /** The hand that makes a touch. */
  handFor() {
    return Object.keys(this.plan.hands)[0];
  }

  /** Do what a touch says; `way` is the direction of its speed. */
  lead(hand, touch, way = 1) {
    const { velocity, normal_force: normal, force } = this.plan.hands[hand];
    this.raise(hand, touch);
    if (normal) this.engine.control(hand, "normal_force", touch.force * normal.usual);
    else if (force) this.engine.control(hand, "force", touch.force * force.usual);
    if (velocity) this.engine.control(hand, "velocity", way * touch.speed * velocity.usual);
  }

  /** Tune to a key by bending, where that plays notes; elsewhere the bend alone counts. */
  raise(hand, { key, bend }, kind = "control") {
    const own = ownKey(this.plan, hand);
    if (key !== null) this.engine.control(hand, "bend", own === null ? bend : key - own + bend, kind);
  }

  lift(hand) {
    for (const name of ["normal_force", "force", "velocity"]) this.engine.control(hand, name, 0);
  }

  /** Go up or down by semitones. */
  step(semitones) {
    for (const hand of Object.keys(this.plan.hands)) this.engine.control(hand, "bend", (this.engine.hands[hand].bend ?? 0) + semitones);
  }

  /** Another stage takes over. */
  dispose() {
    clearInterval(this.timer);
    this.notes.clear();
  }

  /** All keys and pointers are gone; touches are not. */
  released() {
    for (const hand of new Set([...this.touches.values()].map((touch) => touch.hand))) this.lead(hand, this.leader(hand));
  }
}

/** A stage that one hand plays: its controls, the time since the last picture, and how loud it is. */
export class OneHanded extends Led {
  constructor(given) {
    super(given);
    const { plan } = given;
    this.hand = Object.keys(plan.hands)[0];
    this.controls = plan.hands[this.hand];
    this.clock = new Clock();
    this.swell = new Swell();
  }
}
