// A wheel that rolls round a circular track until a brake blocks it (Avanzini et al. 2003, figure 8.11a).
//
// The hand drives it along the track; let go, it rolls on and slows down, sooner where it is braked. Its rim stands still while
// it slides, and spins up again when it is freed: at the rates F / M and `grip` of the setup.

import { colours } from "../look/colours.js";
import { disc, glow, line, reading, ring, shaded, Sheet, tint } from "./drawing.js";
import { clamped, follow, nudge, OneHanded, parameter, strength } from "./playing.js";
import { Pedal } from "./pedal.js";

const COMFORTABLE = 2; // rad/s round the track
const HEAVY = 0.05; // s, by which the wheel lags behind the hand
const ROLLS = 2.2; // s, in which a free wheel slows down
const BRAKED = 2.5; // rad/s each second under the usual force
const STILL = 0.03; // rad/s
const MARKED = 2.5; // s, for which the track shows where the wheel slid

export class Wheel extends OneHanded {
  static help = "Drag the wheel round its track; hold the pedal or space to block it. Left and right arrows drive it, up and down change the force.";
  static usesPress = true;

  constructor(given) {
    super(given);
    const { press } = given;
    this.pedal = new Pedal(press);
    this.angle = 0.5 * Math.PI;
    this.goal = this.angle;
    this.speed = 0; // rad/s round the track
    this.rim = 0; // the rim's own, in the same measure
    this.turned = 0;
    this.held = null;
    this.pushed = 0;
    this.marks = [];
    this.sheet = new Sheet();
  }

  aim(point) {
    return Math.atan2((point.y - 0.5) * point.height, (point.x - 0.5) * point.width);
  }

  down(point) {
    if (this.pedal.contains(point)) return this.pedal.take(point);
    if (this.held) return;
    this.held = point;
    this.goal = this.angle;
    this.last = this.aim(point);
  }

  move(point) {
    this.pedal.follow(point);
    if (point.id !== this.held?.id) return;
    const angle = this.aim(point);
    this.goal += Math.atan2(Math.sin(angle - this.last), Math.cos(angle - this.last));
    this.last = angle;
    this.held = point;
  }

  up(point) {
    this.pedal.leave(point);
    if (point.id === this.held?.id) this.held = null;
  }

  wheel(direction) {
    nudge(this.press, direction);
  }

  key(name, down) {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[name];
    if (name === " ") this.pedal.key = down;
    else if (way) this.pushed = down ? way : this.pushed === way ? 0 : this.pushed;
    else if (down && name === "ArrowUp") nudge(this.press, 1);
    else if (down && name === "ArrowDown") nudge(this.press, -1);
  }

  released() {
    this.pedal.key = false;
    this.pushed = 0;
    super.released();
  }

  /** A touch drives the wheel; only its pressure brakes. */
  lead(hand, touch) {
    this.pedal.led = touch.pressure;
    this.control(hand, "normal_force", this.braking());
    this.control(hand, "velocity", touch.speed * this.controls.velocity.usual);
  }

  lift(hand) {
    this.pedal.led = 0;
    this.speed = 0;
    super.lift(hand);
  }

  braking() {
    return this.pedal.down ? strength(this.controls.normal_force, this.pedal.share) : 0;
  }

  advance(lapse) {
    const braked = this.pedal.down;
    const usual = this.controls.velocity.usual;
    this.force = this.braking();
    const led = this.led(this.hand);
    const before = this.angle;
    if (this.held) {
      this.angle = follow(this.angle, this.goal, lapse, HEAVY);
      if (lapse > 0) this.speed = follow(this.speed, (this.angle - before) / lapse, lapse, HEAVY);
    } else {
      if (led) this.speed = led.speed * COMFORTABLE;
      else if (this.pushed) this.speed = follow(this.speed, this.pushed * COMFORTABLE, lapse, 0.3);
      else {
        const slowed = (BRAKED * this.force * lapse) / this.controls.normal_force.usual;
        this.speed = follow(this.speed, 0, lapse, ROLLS);
        this.speed = Math.sign(this.speed) * Math.max(0, Math.abs(this.speed) - slowed);
      }
      this.angle += this.speed * lapse;
    }
    if (Math.abs(this.speed) < STILL) this.speed = 0;
    this.velocity = (this.speed * usual) / COMFORTABLE;
    this.spin(lapse, usual);
    this.engine.watched = braked ? this.engine.places.sliding : this.engine.places.rolling;
    if (!this.speed && !this.moved) return;
    this.moved = this.speed !== 0 || braked;
    this.control(this.hand, "velocity", this.velocity);
    this.control(this.hand, "normal_force", this.force);
  }

  /** The rim as it is drawn: the track takes it up, the brake down, and the stronger has the last word (bodies/braked.py). */
  spin(lapse, usual) {
    const most = (rate) => (rate * lapse * COMFORTABLE) / usual;
    const pulls = [[this.speed, most(parameter(this.plan, "grip", 5))], [0, most(this.force / parameter(this.plan, "rim_mass", 2))]];
    for (const [goal, step] of pulls.sort((a, b) => a[1] - b[1])) this.rim += clamped(goal - this.rim, -step, step);
  }

  draw(context, width, height, time, seen) {
    const lapse = this.clock.lapse(time);
    const ink = colours();
    const track = 0.42 * Math.min(width, height);
    const radius = 0.34 * track;
    this.turned -= (this.rim * lapse * track) / radius;
    const swell = this.swell.follow(seen, lapse);
    const sliding = Math.abs(this.speed - this.rim);
    this.sheet.draw(context, width, height, ink, "", (sheet) => drawRails(sheet, width / 2, height / 2, track, ink));
    context.save();
    context.translate(width / 2, height / 2);
    this.drawMarks(context, track, time, sliding, ink);
    context.rotate(this.angle);
    context.translate(track - 6 - radius, 0);
    glow(context, radius, 0, 0.9 * radius, sliding > STILL ? ink.crunch : ink.sings, swell);
    context.rotate(-this.angle + this.turned);
    this.drawWheel(context, radius, ink);
    context.restore();
    this.pedal.draw(context, width, height, ink);
    const words = this.speed ? `${Math.abs(this.velocity).toFixed(2)} m/s   ${sliding > STILL ? `sliding under ${this.force.toFixed(0)} N` : "rolling"}` : "";
    reading(context, height, ink, words);
  }

  drawMarks(context, track, time, sliding, ink) {
    this.marks.push([this.angle, time, sliding > STILL]);
    while (time - this.marks[0][1] > MARKED) this.marks.shift();
    context.strokeStyle = ink.crunch;
    context.lineWidth = 5;
    for (let i = 1; i < this.marks.length; i++) {
      const [[from], [to, when, slid]] = [this.marks[i - 1], this.marks[i]];
      if (!slid) continue;
      context.globalAlpha = 0.6 * (1 - (time - when) / MARKED);
      context.beginPath();
      context.arc(0, 0, track - 4, Math.min(from, to), Math.max(from, to));
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  drawWheel(context, radius, ink) {
    disc(context, 6, 8, radius, "rgb(0 0 0 / 0.3)");
    ring(context, 0, 0, radius - 5, ink.steelDeep, 11);
    ring(context, 0, 0, radius - 4, shaded(context, [-radius, -radius], [radius, radius], [[0, "#ffffff"], [0.3, ink.steel], [1, ink.steelDeep]]), 6);
    ring(context, 0, 0, radius - 14, ink.wood, 8);
    for (let i = 0; i < 8; i++) {
      const [across, down] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)];
      line(context, [[12 * across, 12 * down], [(radius - 14) * across, (radius - 14) * down]], i ? ink.wood : ink.woodPale, 7);
    }
    disc(context, 0, 0, 15, ink.woodDeep);
    disc(context, 0, 0, 9, this.pedal.down ? ink.crunch : ink.brass);
  }
}

/** A ring of rails on sleepers, on a ground of gravel. */
function drawRails(context, x, y, track, ink) {
  glow(context, x, y, 1.5 * track, ink.brass, 0.25);
  for (let i = 0; i < 40; i++) {
    context.save();
    context.translate(x, y);
    context.rotate((i / 20) * Math.PI);
    context.fillStyle = shaded(context, [track - 18, 0], [track + 20, 0], [[0, ink.wood], [1, ink.woodDeep]]);
    context.fillRect(track - 18, -5, 38, 10);
    context.restore();
  }
  ring(context, x, y + 2, track, tint(ink.shade, 0.6), 13);
  ring(context, x, y, track, ink.steelDeep, 10);
  ring(context, x, y, track - 2, ink.steel, 3);
}
