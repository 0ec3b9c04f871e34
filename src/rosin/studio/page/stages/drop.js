// A ball that falls and bounces: the picture shows its height over the surface as the kernel finds it, a moment later.

import { colours } from "../colours.js";
import { LOOK } from "../engine.js";
import { Clock, clamped, Led, parameter, reading, Swell, trace } from "./playing.js";

const BEHIND = 1800; // samples by which the picture lags, so that it always has what it shows
const RADIUS = 17; // pixels

export class Drop extends Led {
  static help = "Click, or press space, to drop it again.";

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
    context.fillStyle = ink.warm;
    this.trail.forEach((past, index) => {
      context.globalAlpha = 0.16 * (index / this.trail.length);
      this.disc(context, width / 2, past, RADIUS);
    });
    context.globalAlpha = 0.16 * (1 - clamped(this.height / this.highest));
    context.fillStyle = "#000";
    context.beginPath();
    context.ellipse(width / 2, ground + 4, RADIUS * 1.3, 4, 0, 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = ink.warm;
    this.disc(context, width / 2, y, RADIUS);
    context.globalAlpha = 0.6;
    context.fillStyle = "#fff";
    this.disc(context, width / 2 - 5, y - 6, 5);
    context.globalAlpha = 1;
    reading(context, height, ink, `${(100 * this.height).toFixed(1)} cm`);
  }

  disc(context, x, y, radius) {
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }

  drawSurface(context, width, height, ground, swell, time, ink) {
    const [left, right] = [0.14 * width, 0.86 * width];
    context.fillStyle = ink.line;
    context.beginPath();
    context.roundRect(left, ground, right - left, 0.055 * height, 5);
    context.fill();
    context.fillStyle = ink.accent;
    context.globalAlpha = 0.5 * swell;
    context.fill();
    this.waves = this.waves.filter(([begun]) => time - begun < 0.6);
    context.strokeStyle = ink.accent;
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
