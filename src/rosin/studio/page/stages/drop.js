// A ball that falls and bounces: the picture shows its height over the surface as the kernel finds it, a moment later.

import { colours } from "../look/colours.js";
import { LOOK } from "../audio/watching.js";
import { disc, glow, line, paint, reading, shaded, tint } from "./drawing.js";
import { ball } from "./materials.js";
import { Clock, clamped, Led, parameter, Swell, trace } from "./playing.js";

const BEHIND = 1800; // samples by which the picture lags, so that it always has what it shows
const RADIUS = 17; // pixels

export class Drop extends Led {
  static help = "Click anywhere, or press space, to let it fall again from its height.";

  constructor(given) {
    super(given);
    const { plan } = given;
    this.clock = new Clock();
    this.swell = new Swell();
    this.highest = Math.max(1e-3, -parameter(plan, "exciter.position", -0.3));
    this.height = this.highest;
    this.heights = new Float32Array(LOOK.SEEN);
    this.frame = 0;
    this.begun = 0;
    this.trail = [];
    this.waves = [];
  }

  down() {
    this.engine.restart();
  }

  key(name, down, repeated) {
    if (down && !repeated && name === " ") this.engine.restart();
  }

  lead(hand, touch) {
    if (touch.begun) this.engine.restart();
    super.lead(hand, touch);
  }

  /** Where the ball is now, from the compression that was last seen. */
  observe(seen, time) {
    if (seen.frame !== this.frame) {
      [this.frame, this.begun] = [seen.frame, time];
      this.heights.set(trace(seen, this.plan, "compression"));
      const force = trace(seen, this.plan, "force");
      const hit = force.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      if (hit > 0 && time - (this.waves.at(-1)?.[0] ?? -1) > 0.06) this.waves.push([time, clamped(hit / 60, 0.1, 1)]);
    }
    if (!this.frame) return;
    const place = clamped(LOOK.SEEN - BEHIND + (time - this.begun) * this.plan.sampleRate, 0, LOOK.SEEN - 1);
    this.height = clamped(-this.heights[Math.floor(place)], 0, 2 * this.highest);
  }

  draw(context, width, height, time, seen) {
    const swell = this.swell.follow(seen, this.clock.lapse(time));
    this.observe(seen, time);
    const ink = colours();
    const ground = 0.84 * height;
    const scale = (ground - 2 * RADIUS - 0.06 * height) / this.highest;
    this.drawSurface(context, width, height, ground, swell, time, ink);
    const y = ground - RADIUS - scale * this.height;
    this.trail.push(y);
    if (this.trail.length > 14) this.trail.shift();
    this.trail.forEach((past, index) => disc(context, width / 2, past, RADIUS, tint(ink.steel, 0.14 * (index / this.trail.length))));
    context.beginPath();
    context.ellipse(width / 2, ground + 4, RADIUS * 1.3, 4, 0, 0, 2 * Math.PI);
    paint(context, `rgb(0 0 0 / ${0.35 * (1 - clamped(this.height / this.highest))})`);
    ball(context, width / 2, y, RADIUS, "metal", [], ink);
    reading(context, height, ink, `${(100 * this.height).toFixed(1)} cm`);
  }

  drawSurface(context, width, height, ground, swell, time, ink) {
    const [left, right] = [0.14 * width, 0.86 * width];
    const thick = 0.055 * height;
    for (const at of [left + 40, right - 40]) line(context, [[at, ground + thick], [at, height]], ink.woodDeep, 18);
    glow(context, width / 2, ground, 0.3 * width, ink.sings, swell);
    context.beginPath();
    context.roundRect(left, ground, right - left, thick, 5);
    paint(context, shaded(context, [0, ground], [0, ground + thick], [[0, tint(ink.glass, 0.85)], [0.3, tint(ink.water, 0.6)], [1, tint(ink.glass, 0.4)]]), tint(ink.glass, 0.9));
    line(context, [[left + 8, ground + 3], [right - 8, ground + 3]], tint("#ffffff", 0.5), 1.5);
    this.waves = this.waves.filter(([begun]) => time - begun < 0.6);
    context.strokeStyle = ink.sings;
    context.lineWidth = 2.5;
    for (const [begun, strong] of this.waves) {
      const age = (time - begun) / 0.6;
      context.globalAlpha = strong * (1 - age);
      context.beginPath();
      context.ellipse(width / 2, ground, 20 + age * 0.3 * width, 5 + 26 * age, 0, Math.PI, 2 * Math.PI);
      context.stroke();
    }
    context.globalAlpha = 1;
  }
}
