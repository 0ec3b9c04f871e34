// A door with two shutters from above (Avanzini et al. 2003, figure 8.11c): each is swung about its hinge.
//
// The pin of a hinge is dragged at the angular velocity of its shutter times the radius of the pin, which is taken so that a
// comfortable swing gives the usual speed: about 5 to 10 mm. A shutter that is let go swings on for a while.

import { colours } from "../look/colours.js";
import { disc, glow, line, paint, reading, ring, shaded, Sheet, tint, words } from "./drawing.js";
import { planks } from "./surfaces/tools.js";
import { clamped, follow, Led, nudge, pressed, strength, trace } from "./playing.js";

const COMFORTABLE = 1.4; // rad/s
const WIDEST = 1.95; // rad
const HEAVY = 0.05; // s, by which a shutter lags behind the hand
const SWING = 0.4; // s, in which it comes to rest
const STILL = 0.02; // rad/s
const KEYS = { a: ["left", -1], d: ["left", 1], j: ["right", -1], l: ["right", 1] };
const MIDDLE = 60; // the first key of the right shutter

class Shutter {
  constructor(name, side, place) {
    Object.assign(this, { name, side, place });
    this.angle = 0.35;
    this.speed = 0;
    this.held = null;
    this.offset = 0;
    this.pushed = 0; // by keys: -1, 0, 1
    this.way = 1; // in which notes swing it
    this.slips = 0; // each second
    this.flashes = [];
  }

  /** Move for a while: towards the hand, led, pushed by a key, or on by itself until it rests or meets its stop. */
  advance(lapse, goal, led) {
    const before = this.angle;
    if (this.held) {
      this.angle = clamped(follow(this.angle, goal, lapse, HEAVY), 0, WIDEST);
      if (lapse > 0) this.speed = follow(this.speed, (this.angle - before) / lapse, lapse, HEAVY);
    } else if (led) {
      this.speed = this.wayOf(led) * led.speed * COMFORTABLE;
      this.angle = clamped(before + this.speed * lapse, 0, WIDEST);
      if (this.angle === 0) this.way = 1;
      if (this.angle === WIDEST) this.way = -1;
    } else {
      this.speed = this.pushed ? follow(this.speed, this.pushed * COMFORTABLE, lapse, 0.1) : follow(this.speed, 0, lapse, SWING);
      this.angle = clamped(before + this.speed * lapse, 0, WIDEST);
      if (this.angle === 0 || this.angle === WIDEST) this.speed = 0;
    }
    if (Math.abs(this.speed) < STILL) this.speed = 0;
  }

  /** Notes swing it to and fro; other hands say themselves which way. */
  wayOf({ key }) {
    return key === null ? 1 : this.way;
  }
}

export class Door extends Led {
  static help = "Take a shutter and swing it; slow is creakier. Both at once with two fingers. Keys: a d and j l; arrows change the load.";
  static usesPress = true;
  static buttons = ["d", "l", "a", "j"];

  constructor(given) {
    super(given);
    const { plan } = given;
    const names = Object.keys(plan.hands);
    this.shutters = names.map((name, place) => new Shutter(name, place === 0 ? 1 : -1, place));
    this.sheet = new Sheet();
    this.frame = 0;
  }

  /** Where a hinge is, and how long its shutter, on a stage of some size. */
  place(shutter, width, height) {
    const length = Math.min(0.37 * width, 0.7 * height);
    return { x: width / 2 - shutter.side * 1.02 * length, y: 0.17 * height, length };
  }

  /** The angle at which a shutter would point to a point. */
  aim(shutter, point) {
    const { x, y } = this.place(shutter, point.width, point.height);
    const angle = Math.atan2(point.y * point.height - y, shutter.side * (point.x * point.width - x));
    return angle < -0.5 * Math.PI ? angle + 2 * Math.PI : angle;
  }

  /** How far a point is from a shutter. */
  distance(shutter, point) {
    const { x, y, length } = this.place(shutter, point.width, point.height);
    const [across, along] = [shutter.side * Math.cos(shutter.angle), Math.sin(shutter.angle)];
    const [dx, dy] = [point.x * point.width - x, point.y * point.height - y];
    const on = clamped(dx * across + dy * along, 0, length);
    return Math.hypot(dx - on * across, dy - on * along);
  }

  down(point) {
    const free = this.shutters.filter((shutter) => !shutter.held);
    if (!free.length) return;
    const nearest = free.reduce((one, two) => (this.distance(two, point) < this.distance(one, point) ? two : one));
    nearest.held = point;
    nearest.offset = nearest.angle - this.aim(nearest, point);
  }

  move(point) {
    for (const shutter of this.shutters) if (shutter.held?.id === point.id) shutter.held = point;
  }

  up(point) {
    for (const shutter of this.shutters) if (shutter.held?.id === point.id) shutter.held = null;
  }

  wheel(direction) {
    nudge(this.press, direction);
  }

  key(name, down) {
    const [swung, way] = KEYS[name] ?? [];
    const shutter = this.shutters.find((each) => each.name === swung);
    if (shutter) {
      if (down) shutter.pushed = way;
      else if (shutter.pushed === way) shutter.pushed = 0;
    } else if (down && name === "ArrowUp") nudge(this.press, 1);
    else if (down && name === "ArrowDown") nudge(this.press, -1);
  }

  released() {
    for (const shutter of this.shutters) shutter.pushed = 0;
    super.released();
  }

  /** The keys of the left hand swing the left shutter; other hands choose by their place. */
  handFor({ key, place }) {
    return this.shutters[(key === null ? place > 0.5 : key >= MIDDLE) ? 1 : 0].name;
  }

  shutter(hand) {
    return this.shutters.find(({ name }) => name === hand);
  }

  lead(hand, touch) {
    super.lead(hand, touch, this.shutter(hand).wayOf(touch));
  }

  lift(hand) {
    this.shutter(hand).speed = 0;
    super.lift(hand);
  }

  advance(lapse) {
    for (const shutter of this.shutters) {
      const before = shutter.speed;
      const led = shutter.held ? undefined : this.led(shutter.name);
      shutter.advance(lapse, shutter.held && shutter.offset + this.aim(shutter, shutter.held), led);
      const controls = this.plan.hands[shutter.name];
      shutter.velocity = (shutter.speed * controls.velocity.usual) / COMFORTABLE;
      shutter.force = led ? led.force * controls.normal_force.usual : strength(controls.normal_force, pressed(shutter.held, this.press));
      if (!before && !shutter.speed) continue;
      this.control(shutter.name, "velocity", shutter.velocity);
      this.control(shutter.name, "normal_force", shutter.force);
    }
    const moving = this.shutters.filter(({ speed }) => speed);
    if (moving.length) this.engine.watched = (moving.length > 1 ? this.shutters[1 - this.engine.watched] : moving[0]).place;
  }

  /** How often the watched hinge slips: each time its pin breaks away from where it stuck. */
  observe(seen, time) {
    if (seen.frame === this.frame) return;
    this.frame = seen.frame;
    const shutter = this.shutters[seen.layer];
    if (!shutter) return;
    const sliding = trace(seen, this.plan, "relative_velocity");
    const fast = 0.5 * this.plan.hands[shutter.name].velocity.usual;
    let [begun, slipping] = [0, true];
    for (let i = 0; i < sliding.length; i++) {
      const speed = Math.abs(sliding[i]);
      if (!slipping && speed > fast) begun += 1;
      if (speed > fast) slipping = true;
      else if (speed < 0.2 * fast) slipping = false;
    }
    const lately = shutter.speed ? (begun * this.plan.sampleRate) / sliding.length : 0;
    shutter.slips = 0.8 * shutter.slips + 0.2 * lately;
    if (begun && shutter.speed && time - (shutter.flashes.at(-1) ?? 0) > 0.05) shutter.flashes.push(time);
  }

  draw(context, width, height, time, seen) {
    this.observe(seen, time);
    const ink = colours();
    this.sheet.draw(context, width, height, ink, "", (sheet) => this.drawHouse(sheet, width, height, ink));
    for (const shutter of this.shutters) this.drawShutter(context, width, height, shutter, ink);
    for (const shutter of this.shutters) this.drawHinge(context, width, height, shutter, time, ink);
    const hands = this.shutters.filter(({ speed }) => speed);
    reading(context, height, ink, hands.map(({ name, velocity, force }) => `${name} ${(1000 * velocity).toFixed(1)} mm/s  ${force.toFixed(1)} N`).join("     "));
  }

  /** The floor, the wall on either side of the door, its sill, and how far each shutter goes. */
  drawHouse(context, width, height, ink) {
    const { y } = this.place(this.shutters[0], width, height);
    planks(context, { x: 0, y, wide: width, high: height - y }, 6, [ink.woodDeep, ink.varnishDeep], tint("#120803", 0.45));
    context.fillStyle = shaded(context, [0, y], [0, height], [[0, tint(ink.ground, 0.1)], [1, tint(ink.ground, 0.75)]]);
    context.fillRect(0, y, width, height - y);
    context.fillStyle = tint(ink.airy, 0.1);
    context.fillRect(0, 0, width, y);
    for (const shutter of this.shutters) this.drawWall(context, width, height, shutter, ink);
  }

  drawWall(context, width, height, shutter, ink) {
    const { x, y, length } = this.place(shutter, width, height);
    const [left, right] = shutter.side > 0 ? [0, x] : [x, width];
    context.fillStyle = shaded(context, [0, y - 22], [0, y + 22], [[0, ink.edge], [0.3, ink.raised], [1, ink.line]]);
    context.fillRect(left, y - 22, right - left, 44);
    for (let at = left + 30; at < right - 8; at += 64) line(context, [[at, y - 22], [at, y], [at + 32, y], [at + 32, y + 22]], tint(ink.shade, 0.5), 1.5);
    context.fillStyle = ink.woodDeep;
    context.fillRect(x - (shutter.side > 0 ? 16 : 0), y - 27, 16, 54);
    const reach = Array.from({ length: 41 }, (_, i) => (WIDEST * i) / 40);
    context.setLineDash([3, 8]);
    line(context, reach.map((angle) => [x + shutter.side * length * Math.cos(angle), y + length * Math.sin(angle)]), tint(ink.outline, 0.45), 1.5);
    context.setLineDash([]);
  }

  drawShutter(context, width, height, shutter, ink) {
    const { x, y, length } = this.place(shutter, width, height);
    context.save();
    context.translate(x, y);
    context.scale(shutter.side, 1);
    context.rotate(shutter.angle);
    context.beginPath();
    context.roundRect(10, 2, length - 4, 26, 8);
    paint(context, "rgb(0 0 0 / 0.35)");
    context.beginPath();
    context.roundRect(4, -12, length - 4, 24, 4);
    paint(context, shaded(context, [0, -12], [0, 12], [[0, ink.woodPale], [0.25, ink.wood], [1, ink.varnishDeep]]), tint(ink.shade, 0.8));
    for (const at of [0.25, 0.5, 0.75]) line(context, [[at * length, -12], [at * length, 12]], tint("#120803", 0.45), 1.5);
    for (const at of [0.1, 0.8]) {
      context.fillStyle = ink.steelDeep;
      context.fillRect(at * length, -13, 0.06 * length, 26);
    }
    for (const side of [-1, 1]) {
      line(context, [[0.93 * length, side * 12], [0.93 * length, side * 21]], ink.brassDeep, 4);
      disc(context, 0.93 * length, side * 22, 6, ink.brass);
    }
    context.restore();
  }

  drawHinge(context, width, height, shutter, time, ink) {
    const { x, y } = this.place(shutter, width, height);
    shutter.flashes = shutter.flashes.filter((begun) => time - begun < 0.35);
    context.strokeStyle = ink.crunch;
    for (const begun of shutter.flashes) {
      const age = (time - begun) / 0.35;
      context.globalAlpha = 0.7 * (1 - age);
      context.lineWidth = 2.5;
      context.beginPath();
      context.arc(x, y, 14 + 30 * age, 0, 2 * Math.PI);
      context.stroke();
    }
    context.globalAlpha = 1;
    const slipping = shutter.flashes.length > 0;
    glow(context, x, y, 60, ink.crunch, slipping ? 0.9 : 0);
    disc(context, x, y, 13, slipping ? ink.crunch : ink.brassDeep);
    ring(context, x, y, 10, ink.brass, 2.5);
    line(context, [[x, y], [x + 10 * shutter.side * Math.cos(shutter.angle), y + 10 * Math.sin(shutter.angle)]], ink.shade, 2.5);
    if (!shutter.speed) return;
    const told = shutter.slips >= 0.5 ? `${shutter.slips.toFixed(0)} slips each second` : "sticking";
    words(context, told, x + shutter.side * 56, y + 44, { colour: ink.ink, align: shutter.side > 0 ? "left" : "right" });
  }
}
