// A table from above with a ball on it: a hand rolls it, and let go it rolls on, slows down and turns back at the edge.

import { colours } from "../look/colours.js";
import { glow, reading, Sheet } from "./drawing.js";
import { ball, materialOf, slab } from "./materials.js";
import { clamped, follow, OneHanded } from "./playing.js";

const ACROSS = 0.55; // widths of the stage each second, that are the usual speed
const MARGIN = 26; // pixels
const LAG = 0.04; // s, by which the ball follows the hand
const ROLLS = 5; // s, in which the usual speed is lost
const RESTITUTION = 0.6; // at the edge
const BALL = 24; // pixels
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Table extends OneHanded {
  static help = "Drag the ball and let it roll. Arrow keys push it, space stops it.";

  constructor(given) {
    super(given);
    this.place = null; // pixels
    this.speed = [0, 0]; // pixels each second
    this.moved = [0, 0]; // pixels since the last picture
    this.held = null;
    this.keys = new Set();
    this.dots = dots();
    this.sheet = new Sheet();
    this.material = materialOf(this.plan);
  }

  down(point) {
    if (this.held) return;
    this.held = point;
  }

  move(point) {
    if (point.id === this.held?.id) this.held = point;
  }

  up(point) {
    if (point.id === this.held?.id) this.held = null;
  }

  key(name, down) {
    if (name === " " && down) this.speed = [0, 0];
    if (!WAYS[name]) return;
    if (down) this.keys.add(name);
    else this.keys.delete(name);
  }

  released() {
    this.keys.clear();
    super.released();
  }

  lead(hand, touch) {
    super.lead(hand, touch, Math.sign(touch.speed));
  }

  lift(hand) {
    this.speed = [0, 0];
    super.lift(hand);
  }

  /** The way that a touch rolls the ball: its own, or on as it rolls. */
  wayOf(touch) {
    const [x, y] = touch.way ?? this.speed;
    const length = Math.hypot(x, y);
    return length > 0 ? [x / length, y / length] : [1, 0];
  }

  /** The way that keys push, of length one. */
  way() {
    const sum = [...this.keys].reduce(([x, y], name) => [x + WAYS[name][0], y + WAYS[name][1]], [0, 0]);
    const length = Math.hypot(...sum) || 1;
    return sum.map((part) => part / length);
  }

  /** What a free ball does: pushed by keys, slowed down by friction. */
  free(lapse, usual) {
    const way = this.way();
    const speed = Math.hypot(...this.speed);
    const kept = speed > 0 ? Math.max(0, speed - (usual * lapse) / ROLLS) / speed : 0;
    this.speed = this.speed.map((part, axis) => clamped(kept * part + 1.5 * usual * way[axis] * lapse, -2.5 * usual, 2.5 * usual));
  }

  advance(lapse, { width, height }) {
    const usual = ACROSS * width; // pixels each second
    const size = [width, height];
    const led = this.held ? undefined : this.led(this.hand);
    this.place ??= [0.5 * width, 0.5 * height];
    const before = [...this.place];
    if (this.held) {
      const goal = [this.held.x * width, this.held.y * height];
      this.place = this.place.map((part, axis) => follow(part, goal[axis], lapse, LAG));
      if (lapse > 0) this.speed = this.speed.map((part, axis) => follow(part, (this.place[axis] - before[axis]) / lapse, lapse, LAG));
    } else {
      if (led) this.speed = this.wayOf(led).map((part) => part * Math.abs(led.speed) * usual);
      else this.free(lapse, usual);
      this.place = this.place.map((part, axis) => part + this.speed[axis] * lapse);
    }
    for (const axis of [0, 1]) {
      const [low, high] = [MARGIN + BALL, size[axis] - MARGIN - BALL];
      if (this.place[axis] > low && this.place[axis] < high) continue;
      this.place[axis] = clamped(this.place[axis], low, high);
      if (!this.held) this.speed[axis] = (this.place[axis] === low ? 1 : -1) * (led ? 1 : RESTITUTION) * Math.abs(this.speed[axis]);
    }
    const speed = Math.hypot(...this.speed);
    this.velocity = speed < 0.02 * usual ? 0 : (speed * this.controls.velocity.usual) / usual;
    this.sound();
    this.moved = this.moved.map((part, axis) => part + this.place[axis] - before[axis]);
  }

  /** Tell the instrument how fast the ball rolls. */
  sound() {
    if (this.velocity || this.moving) this.control(this.hand, "velocity", this.velocity);
    this.moving = this.velocity > 0;
  }

  draw(context, width, height, time, seen) {
    const lapse = this.clock.lapse(time);
    const moved = this.moved;
    this.moved = [0, 0];
    const ink = colours();
    const swell = this.swell.follow(seen, lapse);
    const box = { x: MARGIN, y: MARGIN, wide: width - 2 * MARGIN, high: height - 2 * MARGIN };
    this.sheet.draw(context, width, height, ink, this.material, (sheet) => slab(sheet, box, this.material, ink));
    this.drawMover(context, moved, swell, time, ink);
    reading(context, height - 4, ink, this.words());
  }

  words() {
    return this.velocity ? `     ${this.velocity.toFixed(2)} m/s` : "";
  }

  drawMover(context, moved, swell, time, ink) {
    const [x, y] = this.place;
    glow(context, x, y, 3.2 * BALL, ink.sings, swell);
    roll(this.dots, moved[0] / BALL, moved[1] / BALL);
    ball(context, x, y, BALL, this.material, this.dots, ink);
  }
}

/** Dots all over a ball, so that it is seen to roll. */
function dots() {
  return Array.from({ length: 14 }, (_, i) => {
    const z = 1 - (2 * i + 1) / 14;
    const angle = 2.39996 * i;
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(angle), r * Math.sin(angle), z];
  });
}

/** Turn dots as a ball does that rolls by some radii to the right and down. */
function roll(places, right, down) {
  const angle = Math.hypot(right, down);
  if (!angle) return;
  const [ux, uy] = [right / angle, down / angle];
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  for (const place of places) {
    const along = place[0] * ux + place[1] * uy;
    const turned = along * cosine + place[2] * sine;
    place[2] = place[2] * cosine - along * sine;
    place[0] += (turned - along) * ux;
    place[1] += (turned - along) * uy;
  }
}
