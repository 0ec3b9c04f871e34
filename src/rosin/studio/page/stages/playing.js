// What the stages share: how strongly a hand presses, how loud the instrument is, and how pictures follow what they show.

import { LOOK } from "../engine.js";
import { pressed as pressedBy } from "../hand.js";

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

/** Words in a corner of the stage: what the hand does now. */
export function reading(context, height, ink, words) {
  context.fillStyle = ink.soft;
  context.font = "13px system-ui";
  context.textAlign = "left";
  context.fillText(words, 12, height - 12);
}

/** A disc of light, of a colour in six digits: something that sounds. */
export function glow(context, x, y, radius, colour, strength) {
  if (strength < 0.01) return;
  const light = context.createRadialGradient(x, y, 0, x, y, radius);
  light.addColorStop(0, colour);
  light.addColorStop(1, `${colour}00`);
  context.globalAlpha = 0.35 * clamped(strength);
  context.fillStyle = light;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
  context.globalAlpha = 1;
}

/** The key at which something sounds that plays notes by being bent, null where notes have no pitch (instruments/setups/one_contact.py). */
export function ownKey(plan, hand) {
  const [controls, layer] = [plan.hands[hand], plan.layers[hand]];
  const notes = plan.parameters.find(({ path }) => path === "notes")?.value ?? "none";
  const playable = layer?.exciter === "Hammer" || (controls.velocity && controls.normal_force);
  if (notes === "none" || !controls.bend || !playable || !layer.shape?.frequencies) return null;
  return 69 + 12 * Math.log2(parameter(plan, "resonator.frequency", Math.min(...layer.shape.frequencies)) / 440);
}

/**
 * A stage that is played, too, by hands that are no pointers: those that play notes (notes.js) or hold a gamepad (gamepad.js).
 *
 * What such a hand does comes as a touch: its id; its key, or null; bend (semitones); speed and force in shares of the usual;
 * pressure and place from 0 to 1; and whether it has just begun. Of several touches of one thing, the last one leads.
 */
export class Led {
  static buttons = [" "]; // the keys that the buttons of a gamepad stand for
  touches = new Map(); // by id, with the hand that makes them
  notes = new Set(); // ids of those that pairs play

  constructor({ plan, engine, press }) {
    Object.assign(this, { plan, engine, press });
  }

  /** Whether notes are played on pairs of their own, so that what was played rings on. */
  get keyed() {
    return Boolean(this.plan.layers.keys?.keys);
  }

  /** Whether notes have pitches that vibrato can move. */
  get tuned() {
    return this.keyed || Object.keys(this.plan.hands).some((hand) => ownKey(this.plan, hand) !== null);
  }

  /** Whether the place of a touch is somewhere on the stage. */
  get slides() {
    return false;
  }

  /** The touch that leads a hand. */
  led(hand) {
    return [...this.touches.values()].findLast((each) => each.hand === hand);
  }

  /** Begin a touch, or move it on. */
  touch(touch) {
    if (this.keyed && touch.key !== null) {
      this.notes.add(touch.id);
      this.engine.note(touch);
      return this.heard(touch);
    }
    const before = this.touches.get(touch.id)?.hand;
    const hand = before && touch.key !== null ? before : this.handFor(touch);
    if (before && before !== hand) this.leave(touch.id);
    this.touches.set(touch.id, { ...touch, hand, begun: false });
    if (this.led(hand).id === touch.id) this.lead(hand, touch);
  }

  leave(id) {
    if (this.notes.delete(id)) return this.engine.leave(id);
    const gone = this.touches.get(id);
    const leading = gone && this.led(gone.hand) === gone;
    this.touches.delete(id);
    if (!leading) return;
    const next = this.led(gone.hand);
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
    for (const hand of new Set([...this.touches.values()].map((touch) => touch.hand))) this.lead(hand, this.led(hand));
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
