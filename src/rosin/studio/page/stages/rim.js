// A glass or bowl from above (Avanzini et al. 2003, figure 8.11b): a finger travels round its rim.
//
// The finger's speed is its angular velocity times the radius of the rim. The rim moves as its lowest mode does,
// w = sin 2 (theta - theta_finger): the finger rubs where it moves along, which is where it does not move across.

import { colours } from "../colours.js";
import { clamped, follow, nudge, OneHanded, parameter, pressed, reading, strength } from "./playing.js";

const REACH = 0.45; // how far from the rim, in radii, a finger still takes hold
const INNERMOST = 0.2; // nearer to the middle an angle says little
const SMOOTHED = 0.06; // s
const DRY = 1.4; // s, after which the wet trail is gone
const SHOWN = 2.2; // Hz at which the picture swings
const LARGEST = 0.1; // deflection of the picture, in radii

export class Rim extends OneHanded {
  static help = "Take the rim and circle along it, as with a wet finger. Space circles by itself; arrows change speed and force.";
  static usesPress = true;

  constructor(given) {
    super(given);
    this.angle = 0.25 * Math.PI;
    this.pattern = this.angle;
    this.turning = 0; // rad/s
    this.travelled = 0; // rad since the last picture
    this.pace = 1;
    this.held = null;
    this.circling = false;
    this.touching = false;
    this.trail = [];
  }

  /** Angle and distance from the middle, in radii. */
  polar(point) {
    const radius = 0.36 * Math.min(point.width, point.height);
    const [x, y] = [(point.x - 0.5) * point.width, (point.y - 0.5) * point.height];
    return { angle: Math.atan2(y, x), distance: Math.hypot(x, y) / radius };
  }

  down(point) {
    const { angle, distance } = this.polar(point);
    if (this.held || Math.abs(distance - 1) > REACH) return;
    this.held = point;
    this.angle = angle;
    this.travelled = 0;
    this.turning = 0;
  }

  move(point) {
    if (point.id !== this.held?.id) return;
    const { angle, distance } = this.polar(point);
    this.held = point;
    if (distance < INNERMOST) return;
    const turn = Math.atan2(Math.sin(angle - this.angle), Math.cos(angle - this.angle));
    this.angle += turn;
    this.travelled += turn;
  }

  up(point) {
    if (point.id === this.held?.id) this.held = null;
  }

  wheel(direction) {
    nudge(this.press, direction);
  }

  key(name, down) {
    if (name === " ") this.circling = down;
    else if (down && name === "ArrowUp") nudge(this.press, 1);
    else if (down && name === "ArrowDown") nudge(this.press, -1);
    else if (down && name === "ArrowRight") this.pace = clamped(this.pace * 1.08, 0.125, 2.5);
    else if (down && name === "ArrowLeft") this.pace = clamped(this.pace / 1.08, 0.125, 2.5);
  }

  released() {
    this.circling = false;
    super.released();
  }

  /** The finger moves on, and the instrument hears of it. */
  advance(lapse) {
    const radius = parameter(this.plan, "resonator.radius", 0.05);
    const { velocity, normal_force: normal } = this.controls;
    const led = this.held || this.circling ? undefined : this.led(this.hand);
    if (this.held) {
      if (lapse > 0) this.turning = follow(this.turning, this.travelled / lapse, lapse, SMOOTHED);
      this.travelled = 0;
    } else if (this.circling) {
      this.turning = follow(this.turning, (this.pace * velocity.usual) / radius, lapse, SMOOTHED);
      this.angle += this.turning * lapse;
    } else if (led) {
      this.turning = (led.speed * velocity.usual) / radius;
      this.angle += this.turning * lapse;
    }
    const touching = Boolean(this.held || this.circling || led?.force > 0);
    if (touching) {
      this.velocity = clamped(this.turning * radius, velocity.low, velocity.high);
      this.force = led ? clamped(led.force * normal.usual, 0, normal.high) : strength(normal, pressed(this.held, this.press));
      this.pattern = this.angle;
    } else [this.velocity, this.force, this.turning] = [0, 0, 0];
    if (touching || this.touching) {
      this.engine.control(this.hand, "velocity", this.velocity);
      this.engine.control(this.hand, "normal_force", this.force);
    }
    this.touching = touching;
  }

  draw(context, width, height, time, seen) {
    const lapse = this.clock.lapse(time);
    const ink = colours();
    const radius = 0.36 * Math.min(width, height);
    const swell = this.swell.follow(seen, lapse);
    context.save();
    context.translate(width / 2, height / 2);
    this.drawVessel(context, radius, ink);
    this.drawRim(context, radius, swell, time, ink);
    this.drawTrail(context, radius, time, ink);
    if (this.touching) this.drawFinger(context, radius, ink);
    context.restore();
    const hand = this.touching ? `${Math.abs(this.velocity).toFixed(2)} m/s   ${this.force.toFixed(2)} N` : "";
    reading(context, height, ink, hand);
  }

  drawVessel(context, radius, ink) {
    const bowl = context.createRadialGradient(0, 0, 0.1 * radius, 0, 0, radius);
    bowl.addColorStop(0, `${ink.line}00`);
    bowl.addColorStop(1, ink.line);
    context.globalAlpha = 0.55;
    context.fillStyle = bowl;
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 0.9;
    context.strokeStyle = ink.line;
    context.lineWidth = 1.5;
    for (const share of [0.12, 0.45, 0.8]) {
      context.beginPath();
      context.arc(0, 0, share * radius, 0, 2 * Math.PI);
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  /** The rim's outline, deflected by a share of its largest deflection. */
  outline(context, radius, deflection) {
    context.beginPath();
    for (let i = 0; i <= 144; i++) {
      const angle = (i / 144) * 2 * Math.PI;
      const r = radius * (1 + LARGEST * deflection * Math.sin(2 * (angle - this.pattern)));
      context.lineTo(r * Math.cos(angle), r * Math.sin(angle));
    }
    context.closePath();
  }

  drawRim(context, radius, swell, time, ink) {
    if (swell > 0.02) {
      context.strokeStyle = ink.accent;
      for (const side of [-1, 1]) {
        this.outline(context, radius, side * swell);
        context.globalAlpha = 0.35;
        context.lineWidth = 1.2;
        context.stroke();
      }
      this.outline(context, radius, swell * Math.cos(2 * Math.PI * SHOWN * time));
      for (const [wide, faint] of [[26, 0.06], [16, 0.1]]) {
        context.globalAlpha = faint + 0.12 * swell;
        context.lineWidth = wide;
        context.stroke();
      }
    } else this.outline(context, radius, 0);
    context.globalAlpha = 1;
    context.strokeStyle = swell > 0.02 ? ink.accent : ink.soft;
    context.lineWidth = 5;
    context.stroke();
  }

  drawTrail(context, radius, time, ink) {
    if (this.touching) this.trail.push([this.angle, time]);
    while (this.trail.length && time - this.trail[0][1] > DRY) this.trail.shift();
    context.strokeStyle = ink.warm;
    context.lineWidth = 7;
    context.lineCap = "butt";
    for (let i = 1; i < this.trail.length; i++) {
      const [[from, begun], [to, ended]] = [this.trail[i - 1], this.trail[i]];
      if (ended - begun > 0.2) continue;
      context.globalAlpha = 0.5 * (1 - (time - ended) / DRY) ** 2;
      context.beginPath();
      context.arc(0, 0, radius, Math.min(from, to), Math.max(from, to));
      context.stroke();
    }
    context.globalAlpha = 1;
  }

  drawFinger(context, radius, ink) {
    const share = clamped(this.force / this.controls.normal_force.high);
    context.save();
    context.rotate(this.angle);
    context.translate(radius, 0);
    context.fillStyle = ink.warm;
    context.globalAlpha = 0.25 + 0.2 * share;
    context.beginPath();
    context.arc(0, 0, 12 + 10 * share, 0, 2 * Math.PI);
    context.fill();
    context.globalAlpha = 1;
    context.beginPath();
    context.roundRect(-11, -11, 62, 22, 11);
    context.fill();
    context.fillStyle = ink.card;
    context.globalAlpha = 0.55;
    context.beginPath();
    context.roundRect(-6, -6, 15, 12, 5);
    context.fill();
    context.restore();
  }
}
