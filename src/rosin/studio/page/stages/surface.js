// A surface that is rubbed: the real thing, drawn. Height is pressure, motion is speed; the glow round the hand is where it speaks at this speed.
//
// A hand that only presses goes to and fro by itself, at the speed at which it speaks, so that every touch sounds.

import { RegimeLamp } from "../scopes/regime.js";
import { speakingWindow } from "../scopes/speaking.js";
import { clamped, leaning, Led } from "./playing.js";
import { speakingSpeed } from "./region.js";
import { Replayed } from "./replayed.js";
import { forceAt, heightOf, Rubbing } from "./rubbing.js";
import { SurfacePicture } from "./surface_picture.js";
import { surfaceOf } from "./surfaces/index.js";
import { kindOf } from "./trail.js";

const BENT = 2; // semitones, by a pen that leans by half a right angle to the right
const STEP = 0.03; // of the height, by an arrow key
const KEYS = "keys"; // the hand that the computer's keys move

export class Surface extends Led {
  static help = "Press and rub: higher up presses harder, the speed is that of your hand, and one that rests goes to and fro by itself. "
    + "Space presses; arrows change speed and pressure.";
  static automatic = "Keep rubbing";

  constructor(given) {
    super(given);
    const { plan } = given;
    this.hands = Object.keys(plan.hands);
    this.surface = surfaceOf(plan);
    this.rubbing = new Map(); // what rubs now, by id: Rubbing, of a hand
    this.picture = new SurfacePicture(this);
    this.replayed = new Replayed();
    this.lamp = new RegimeLamp();
    this.kind = "whispers"; // of the trace that is left
    this.keys = { pace: 1, share: heightOf(1) };
    this.size = { width: 1, height: 1 };
    this.window = null;
    speakingWindow(plan.name).then((found) => (this.window = found));
  }

  /** The speed (m/s) at which a hand rubs that goes as usual. */
  usualSpeed(hand) {
    const { velocity, normal_force: normal } = this.plan.hands[hand];
    const usual = velocity?.usual || 0.1;
    if (!this.window || hand !== this.hands[0]) return usual;
    return (this.spoken ??= speakingSpeed(this.window, usual, normal.usual));
  }

  /** The hand that plays at a point, and the box in which it does: several share the surface from left to right. */
  handAt(x) {
    return this.hands[clamped(Math.floor(x * this.hands.length), 0, this.hands.length - 1)];
  }

  shareAt(point) {
    const { y, high } = this.surface.box(point.width, point.height);
    return point.pressure ?? clamped(1 - (point.y * point.height - y) / high);
  }

  down(point) {
    const { stroke, reach, loops } = this.surface;
    const hand = this.handAt(point.x);
    this.rubbing.set(point.id, new Rubbing({ hand, stroke, reach, loops, x: point.x * point.width, y: point.y * point.height, share: this.shareAt(point), time: point.time, led: true }));
    this.bend(hand, point);
    this.sound(point.id);
  }

  move(point) {
    const held = this.rubbing.get(point.id);
    if (!held) return;
    held.move(point.x * point.width, point.y * point.height, point.time);
    held.share = this.shareAt(point);
    this.bend(held.hand, point);
    this.sound(point.id);
  }

  up(point) {
    this.end(point.id);
  }

  bend(hand, point) {
    if (point.kind === "pen" && this.plan.hands[hand].bend) this.engine.control(hand, "bend", BENT * leaning(point));
  }

  /** Let a hand be heard: its speed, its force, and its place where it has one. */
  sound(id) {
    const held = this.rubbing.get(id);
    const key = this.surface.keyAt?.(held.x, this.size.width, this.keyRange());
    const [speed, force] = [held.speed, forceAt(held.share)];
    if (key !== undefined) {
      if (held.key !== undefined && held.key !== key) this.leave(`rub ${id}`);
      held.key = key;
      return void this.touch({ id: `rub ${id}`, key, bend: 0, speed: (speed * this.usualSpeed(held.hand)) / this.plan.hands[held.hand].velocity.usual, force });
    }
    for (const [name, known] of Object.entries(this.plan.hands[held.hand])) {
      if (name === "velocity") this.engine.control(held.hand, name, speed * this.usualSpeed(held.hand) * (known.usual < 0 ? -1 : 1));
      else if (name === "normal_force" || (name === "force" && !this.plan.hands[held.hand].normal_force)) this.engine.control(held.hand, name, force * known.usual);
      else if (name === "position") this.engine.control(held.hand, name, this.surface.positionAt?.(held.hand, held.x / this.size.width) ?? known.usual);
    }
  }

  end(id) {
    const gone = this.rubbing.get(id);
    this.rubbing.delete(id);
    if (!gone) return;
    if (gone.key !== undefined) this.leave(`rub ${id}`);
    else if (![...this.rubbing.values()].some(({ hand }) => hand === gone.hand)) this.lift(gone.hand);
  }

  /** What no pointer leads is drawn where one would do the same. */
  place(id, hand, pace, share) {
    const { stroke, reach, loops } = this.surface;
    const box = this.surface.box(this.size.width, this.size.height);
    const held = this.rubbing.get(id) ?? new Rubbing({ hand, stroke, reach, loops });
    const x = box.x + box.wide * ((this.hands.indexOf(hand) + 0.5) / this.hands.length);
    this.rubbing.set(id, Object.assign(held, { hand, pace, share, x: held.key === undefined ? x : this.surface.placeOf(held.key, this.size.width, this.keyRange()), y: box.y + box.high * (1 - share) }));
    return held;
  }

  // ---- hands that are no pointers

  lead(hand, touch) {
    const usual = this.plan.hands[hand].velocity?.usual;
    super.lead(hand, usual ? { ...touch, speed: (touch.speed * this.usualSpeed(hand)) / usual } : touch);
    this.place(touch.id, hand, touch.speed, heightOf(touch.force));
  }

  heard({ id, key, speed, force }) {
    if (String(id).startsWith("rub ")) return;
    const held = this.rubbing.get(id) ?? this.place(id, this.hands[0], speed, heightOf(force));
    held.key = key;
    this.place(id, this.hands[0], speed, heightOf(force));
  }

  leave(id) {
    if (!String(id).startsWith("rub ")) this.rubbing.delete(id);
    super.leave(id);
  }

  key(name, down) {
    if (name === " ") {
      if (!down) return void this.end(KEYS);
      this.place(KEYS, this.hands[0], this.keys.pace, this.keys.share).led = true;
      return void this.sound(KEYS);
    }
    const [faster, harder] = [{ ArrowRight: 1.08, ArrowLeft: 1 / 1.08 }[name], { ArrowUp: STEP, ArrowDown: -STEP }[name]];
    if (!down || !(faster || harder)) return;
    this.keys = { pace: clamped(this.keys.pace * (faster ?? 1), 0.125, 2.5), share: clamped(this.keys.share + (harder ?? 0)) };
    if (this.rubbing.has(KEYS)) this.place(KEYS, this.hands[0], this.keys.pace, this.keys.share);
  }

  released() {
    for (const id of [...this.rubbing.keys()]) this.end(id);
    super.released();
  }

  advance(lapse, { width, height, seen }) {
    this.size = { width, height };
    this.followReplay();
    for (const [id, held] of this.rubbing) {
      held.advance(lapse);
      if (held.led) this.sound(id);
    }
    this.kind = kindOf(this.lamp.read(seen, this.engine.present(seen.layer)).words);
  }

  /** A gesture that is played moves the hands that are seen. */
  followReplay() {
    const now = new Set();
    const contacts = this.replayed.moves(this.engine).filter(({ key }) => key !== null);
    const hands = this.engine.replayed ? this.hands.map((hand) => ({ id: hand, hand, ...this.engine.hands[hand] })) : [];
    for (const { id, hand = this.hands[0], key, velocity = 0, normal_force: normal, force } of [...hands, ...contacts]) {
      const known = this.plan.hands[hand];
      const pressing = (normal ?? force ?? 0) / ((known.normal_force ?? known.force)?.usual || 1);
      if (!(pressing > 0)) continue;
      now.add(`ghost ${id}`);
      this.place(`ghost ${id}`, hand, velocity / this.usualSpeed(hand), heightOf(pressing)).key = key;
    }
    for (const id of [...this.rubbing.keys()]) if (String(id).startsWith("ghost ") && !now.has(id)) this.rubbing.delete(id);
  }

  draw(context, width, height, time) {
    this.picture.draw(context, width, height, time);
  }
}
