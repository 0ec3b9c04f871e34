// A door with two shutters from above (Avanzini et al. 2003, figure 8.11c): each is swung about its hinge.
//
// The pin of a hinge is dragged at the angular velocity of its shutter times the radius of the pin, which is taken so that a
// comfortable swing gives the usual speed: about 5 to 10 mm. A shutter that is let go swings on for a while.

import { colours } from "../colours.js";
import { clamped, follow, glow, Led, nudge, pressed, reading, strength, trace } from "./playing.js";

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
      this.engine.control(shutter.name, "velocity", shutter.velocity);
      this.engine.control(shutter.name, "normal_force", shutter.force);
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
    for (const shutter of this.shutters) this.drawWall(context, width, height, shutter, ink);
    for (const shutter of this.shutters) this.drawShutter(context, width, height, shutter, ink);
    for (const shutter of this.shutters) this.drawHinge(context, width, height, shutter, time, ink);
    const hands = this.shutters.filter(({ speed }) => speed);
    reading(context, height, ink, hands.map(({ name, velocity, force }) => `${name} ${(1000 * velocity).toFixed(1)} mm/s  ${force.toFixed(1)} N`).join("     "));
  }

  drawWall(context, width, height, shutter, ink) {
    const { x, y, length } = this.place(shutter, width, height);
    const end = shutter.side > 0 ? 0 : width;
    context.fillStyle = ink.line;
    context.fillRect(Math.min(x, end), y - 16, Math.abs(x - end), 32);
    context.fillStyle = ink.soft;
    context.globalAlpha = 0.6;
    context.fillRect(x - (shutter.side > 0 ? 14 : 0), y - 20, 14, 40);
    context.globalAlpha = 1;
    context.strokeStyle = ink.line;
    context.lineWidth = 1.5;
    context.setLineDash([3, 7]);
    context.beginPath();
    for (let i = 0; i <= 40; i++) {
      const angle = (WIDEST * i) / 40;
      context.lineTo(x + shutter.side * length * Math.cos(angle), y + length * Math.sin(angle));
    }
    context.stroke();
    context.setLineDash([]);
  }

  drawShutter(context, width, height, shutter, ink) {
    const { x, y, length } = this.place(shutter, width, height);
    context.save();
    context.translate(x, y);
    context.scale(shutter.side, 1);
    context.rotate(shutter.angle);
    context.fillStyle = "rgb(0 0 0 / 0.1)";
    context.beginPath();
    context.roundRect(8, -4, length - 4, 22, 8);
    context.fill();
    context.fillStyle = ink.warm;
    context.beginPath();
    context.roundRect(4, -9, length - 4, 18, 4);
    context.fill();
    context.fillStyle = ink.card;
    context.globalAlpha = 0.35;
    for (const place of [0.06, 0.52]) {
      context.beginPath();
      context.roundRect(place * length + 4, -4, 0.42 * length - 8, 8, 2);
      context.fill();
    }
    context.globalAlpha = 1;
    context.fillStyle = ink.ink;
    for (const side of [-1, 1]) {
      context.beginPath();
      context.arc(0.94 * length, side * 14, 4.5, 0, 2 * Math.PI);
      context.fill();
    }
    context.restore();
  }

  drawHinge(context, width, height, shutter, time, ink) {
    const { x, y } = this.place(shutter, width, height);
    shutter.flashes = shutter.flashes.filter((begun) => time - begun < 0.35);
    context.strokeStyle = ink.bad;
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
    glow(context, x, y, 46, ink.bad, slipping ? 0.7 : 0);
    context.fillStyle = slipping ? ink.bad : ink.ink;
    context.beginPath();
    context.arc(x, y, 11, 0, 2 * Math.PI);
    context.fill();
    context.strokeStyle = ink.card;
    context.lineWidth = 2.5;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + 9 * shutter.side * Math.cos(shutter.angle), y + 9 * Math.sin(shutter.angle));
    context.stroke();
    if (!shutter.speed) return;
    context.fillStyle = ink.soft;
    context.font = "13px system-ui";
    context.textAlign = shutter.side > 0 ? "left" : "right";
    context.fillText(shutter.slips >= 0.5 ? `${shutter.slips.toFixed(0)} slips each second` : "sticking", x + shutter.side * 52, y - 26);
    context.textAlign = "left";
  }
}
