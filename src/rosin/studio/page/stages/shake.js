// A rattle: a gourd with seeds, shaken by a hand. What the seeds feel is the acceleration of the gourd, which goes as far as an arm would.

import { METRES } from "../hands/hand.js";
import { colours } from "../look/colours.js";
import { disc, ghostHand, glow, grain, paint, reading, shaded, tint } from "./drawing.js";
import { clamped, follow, OneHanded, parameter } from "./playing.js";

const REACH = 3 * METRES; // of a CSS pixel: an arm goes three times as far as a ruler held to the screen says
const LAG = 0.012; // s, with which the gourd follows the hand
const SETTLING = 0.012; // s, in which an acceleration is believed
const TICK = 8; // ms
const [SHAKES, RATE] = [2, 6]; // to and fro of a shake by itself, and how many a second
const SWUNG = 34; // px, by which the picture swings at the usual acceleration
const KEYS = "asdfghjk";

export class Shake extends OneHanded {
  static help = "Drag the rattle to and fro: how fast it turns back is how loud. A click, the space bar or the keys A to K shake it, from soft to hard.";
  static buttons = ["a", "d", "g", "k"];
  static struck = true;
  static automatic = "Keep shaking";

  constructor(given) {
    super(given);
    this.usual = this.controls.force.usual / parameter(this.plan, "bead_mass", 3e-4); // m/s^2
    this.held = null; // the pointer, and where the gourd was when it came
    this.moved = false;
    this.gourd = { at: 0, speed: 0, acceleration: 0 }; // m, upwards
    this.shaken = null; // by itself: how strongly, and for how long yet
    this.last = performance.now();
    this.timer = setInterval(() => this.tick(), TICK);
  }

  down(point) {
    this.held = { id: point.id, from: point.y * point.height, goal: 0 };
    this.moved = false;
  }

  move(point) {
    if (this.held?.id !== point.id) return;
    this.held.goal = REACH * (this.held.from - point.y * point.height);
    this.moved ||= Math.abs(this.held.goal) > 4 * REACH;
  }

  up(point) {
    if (this.held?.id !== point.id) return;
    if (!this.moved) this.shake(1);
    this.held = null;
  }

  key(name, down, repeated) {
    if (!down || repeated) return;
    if (name === " ") this.shake(1);
    else if (KEYS.includes(name)) this.shake((KEYS.indexOf(name) + 1) / 4);
  }

  lead(hand, touch) {
    if (touch.begun) this.shake(touch.speed);
  }

  lift(hand) {
    this.shaken = null;
    super.lift(hand);
  }

  /** To and fro by itself, so strongly as a share of the usual; it begins at once. */
  shake(strong) {
    this.shaken = { strong: clamped(strong, 0.1, 2.4), left: SHAKES / RATE };
    this.control(this.hand, "force", this.shaken.strong * this.controls.force.usual);
  }

  /** Where the gourd is now, and what its seeds feel. */
  tick() {
    if (this.engine.replayed) return;
    const now = performance.now();
    const lapse = Math.min(0.05, (now - this.last) / 1000);
    this.last = now;
    if (!(lapse > 0)) return;
    const before = this.gourd.speed;
    const goal = this.held?.goal ?? 0;
    const at = follow(this.gourd.at, goal, lapse, LAG);
    this.gourd.speed = follow(before, (at - this.gourd.at) / lapse, lapse, LAG);
    this.gourd.at = at;
    this.gourd.acceleration = follow(this.gourd.acceleration, (this.gourd.speed - before) / lapse, lapse, SETTLING);
    let felt = this.gourd.acceleration;
    if (this.shaken) {
      this.shaken.left -= lapse;
      felt += this.usual * this.shaken.strong * Math.cos(2 * Math.PI * RATE * this.shaken.left);
      if (this.shaken.left <= 0) this.shaken = null;
    }
    this.felt = Math.abs(felt) < 0.02 * this.usual ? 0 : felt;
    this.control(this.hand, "force", (this.felt / this.usual) * this.controls.force.usual);
  }

  released() {
    this.held = null;
    super.released();
  }

  dispose() {
    clearInterval(this.timer);
    this.engine.control(this.hand, "force", 0);
    super.dispose();
  }

  draw(context, width, height, time, seen) {
    const ink = colours();
    const swell = this.swell.follow(seen, this.clock.lapse(time));
    const share = (this.engine.hands[this.hand]?.force ?? 0) / this.controls.force.usual;
    const swung = this.held ? -this.gourd.at / REACH : -SWUNG * clamped(share, -2, 2);
    const [x, y, size] = [0.5 * width, 0.46 * height + clamped(swung, -0.3 * height, 0.3 * height), 0.25 * Math.min(width, height)];
    glow(context, x, y, 2.2 * size, ink.sings, 1.2 * swell);
    context.beginPath();
    context.ellipse(x, 0.93 * height, 1.1 * size, 0.08 * size, 0, 0, 2 * Math.PI);
    paint(context, "rgb(0 0 0 / 0.28)");
    context.beginPath();
    context.roundRect(x - 0.1 * size, y + 0.8 * size, 0.2 * size, 1.1 * size, 0.1 * size);
    paint(context, shaded(context, [x - 0.1 * size, 0], [x + 0.1 * size, 0], [[0, ink.woodPale], [0.5, ink.wood], [1, ink.woodDeep]]), tint(ink.outline, 0.8));
    context.beginPath();
    context.ellipse(x, y, size, 1.02 * size, 0, 0, 2 * Math.PI);
    paint(context, shaded(context, [x - size, y - size], [x + size, y + size], [[0, ink.woodPale], [0.35, ink.wood], [1, ink.woodDeep]]), tint(ink.outline, 0.8), 2);
    context.save();
    context.clip();
    grain(context, x - size, y - size, 2 * size, 2 * size, tint("#1a0d05", 0.14), 26, 9);
    context.restore();
    this.drawSeeds(context, x, y, size, swell, time, ink);
    if (this.engine.replayed) ghostHand(context, x + 0.2 * size, y + 1.5 * size, ink.outline);
    reading(context, height, ink, this.felt ? `${Math.abs(this.felt).toFixed(0)} m/s²` : "");
  }

  /** Seeds as if the gourd were of glass: on its floor, and all over it as loud as it is. */
  drawSeeds(context, x, y, size, swell, time, ink) {
    const many = Math.round(parameter(this.plan, "beads", 8));
    for (let i = 0; i < many; i++) {
      const turn = 2.39996 * i;
      const flown = swell * (0.5 + 0.5 * Math.sin((9 + i) * time + turn));
      const [across, down] = [0.5 * Math.cos(turn) * (1 - 0.3 * swell), 0.72 - 1.4 * flown];
      disc(context, x + across * size, y + down * size * Math.sqrt(1 - across * across), 0.055 * size, tint(ink.outline, 0.55));
    }
  }
}
