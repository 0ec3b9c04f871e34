// Something that is struck: a click throws the hammer, at the speed of the stroke or by how high the object is hit.

import { colours } from "../colours.js";
import { Clock, clamped, glow, Led, reading, strength, Swell } from "./playing.js";
import { pictureOf } from "./objects.js";

const SWIFT = 0.6; // heights of the stage each second: what comes down faster is a stroke
const FIRM = 3; // such a stroke has the usual speed
const LATELY = 0.12; // s, in which a stroke is measured
const KEYS = "asdfghjk";
const BLOW = 0.16; // s, for which the hammer is seen to fall
const WAVE = 0.9; // s, for which a blow is seen to spread
const SHOWN = 7; // Hz at which the picture swings

export class Strike extends Led {
  static help = "Click to strike: higher up is harder, and so is a fast stroke down. Keys a to k strike from soft to hard.";

  static buttons = ["a", "d", "g", "k"];

  constructor(given) {
    super(given);
    const { plan } = given;
    this.hand = Object.keys(plan.hands)[0];
    this.controls = plan.hands[this.hand];
    this.picture = pictureOf(plan.object);
    this.clock = new Clock();
    this.swell = new Swell();
    this.hammer = { x: 0.56, y: 0.4 };
    this.recent = [];
    this.waves = [];
    this.struck = -1;
    this.time = 0;
  }

  box(width, height) {
    return { x: 0.2 * width, y: 0.17 * height, wide: 0.6 * width, high: 0.66 * height };
  }

  hover(point) {
    this.hammer = point;
    this.recent.push(point);
    if (this.recent.length > 12) this.recent.shift();
  }

  /** How fast the pointer came down lately, in heights each second. */
  stroke(point) {
    const first = this.recent.find(({ time }) => point.time - time < LATELY);
    return first && point.time > first.time ? (point.y - first.y) / (point.time - first.time) : 0;
  }

  down(point) {
    const stroke = this.stroke(point);
    const { y, high } = this.box(point.width, point.height);
    const share = point.pressure ?? clamped(1 - (point.y * point.height - y) / high);
    const { usual, high: fastest } = this.controls.velocity;
    this.strike(point, stroke > SWIFT ? clamped((usual * stroke) / FIRM, usual / 8, fastest) : strength(this.controls.velocity, share));
  }

  move(point) {
    this.hammer = point;
  }

  key(name, down, repeated) {
    const place = KEYS.indexOf(name);
    if (place < 0 || !down || repeated) return;
    const share = (place + 0.5) / KEYS.length;
    this.strike({ x: 0.3 + 0.4 * share, y: 0.5 }, strength(this.controls.velocity, share));
  }

  /** A note takes the pitch of its key at once and strikes; it is left to ring. */
  lead(hand, touch) {
    this.raise(hand, touch, touch.begun ? "jump" : "control");
    if (touch.begun) this.strike({ x: 0.2 + 0.6 * touch.place, y: 0.5 }, touch.speed * this.controls.velocity.usual);
  }

  heard(touch) {
    if (touch.begun) this.show({ x: 0.2 + 0.6 * touch.place, y: 0.5 }, touch.speed * this.controls.velocity.usual);
  }

  strike(point, velocity) {
    if (this.controls.position) this.engine.control(this.hand, "position", clamped((point.x - 0.2) / 0.6));
    this.engine.strike(this.hand, velocity);
    this.show(point, velocity);
  }

  show(point, velocity) {
    this.hammer = point;
    this.velocity = velocity;
    this.struck = this.time;
    this.waves.push({ x: point.x, y: point.y, begun: this.time, strong: clamped(velocity / this.controls.velocity.usual, 0.15, 1) });
  }

  draw(context, width, height, time, seen) {
    this.time = time;
    const ink = colours();
    const swell = this.swell.follow(seen, this.clock.lapse(time));
    const box = this.box(width, height);
    glow(context, width / 2, height / 2, 0.62 * height, ink.accent, 0.7 * swell);
    context.save();
    this.picture(context, box, swell * Math.cos(2 * Math.PI * SHOWN * time), ink);
    context.clip();
    this.drawWaves(context, width, height, time, ink);
    context.restore();
    this.drawHammer(context, width, height, time, ink);
    reading(context, height, ink, time - this.struck < 2 && this.velocity ? `${this.velocity.toFixed(2)} m/s` : "");
  }

  /** Circles that spread over the object from where it was hit. */
  drawWaves(context, width, height, time, ink) {
    this.waves = this.waves.filter(({ begun }) => time - begun < WAVE);
    context.strokeStyle = ink.accent;
    for (const { x, y, begun, strong } of this.waves) {
      for (const delay of [0, 0.12, 0.24]) {
        const age = (time - begun - delay) / (WAVE - delay);
        if (age < 0) continue;
        context.globalAlpha = 0.7 * strong * (1 - age) ** 2;
        context.lineWidth = 3.5;
        context.beginPath();
        context.arc(x * width, y * height, 8 + age * 0.6 * width, 0, 2 * Math.PI);
        context.stroke();
      }
    }
    context.globalAlpha = 1;
  }

  drawHammer(context, width, height, time, ink) {
    const since = (time - this.struck) / BLOW;
    const raised = since < 1 ? Math.abs(2 * since - 1) * 24 * (since < 0.5 ? 0 : 1) : 24;
    const [x, y] = [this.hammer.x * width, this.hammer.y * height - raised];
    context.save();
    context.translate(x, y);
    context.rotate(since < 1 ? 0 : 0.12);
    context.strokeStyle = ink.soft;
    context.lineWidth = 6;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(4, 4);
    context.lineTo(150, 96);
    context.stroke();
    context.fillStyle = ink.ink;
    context.beginPath();
    context.arc(0, 0, 15, 0, 2 * Math.PI);
    context.fill();
    context.restore();
  }
}
