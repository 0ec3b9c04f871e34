// A disc that runs freely until its brake is pressed: the speed in the picture is that of the mass that flies (inertial_mass.py).

import { colours } from "../look/colours.js";
import { glow, reading } from "./drawing.js";
import { follow, nudge, OneHanded, parameter, pressed, strength, trace } from "./playing.js";

const RADIUS = 0.25; // m, at which the disc is braked
const STILL = 0.01; // m/s
const SLOW = 0.5; // of its first speed: a note brakes what is faster, and rolls again what is slower
const BUTTON = { x: 16, y: 16, wide: 112, high: 36 };

export class Brake extends OneHanded {
  static help = "Press and hold to brake, or hold space. Roll again with the button or r; up and down arrows change the force.";
  static usesPress = true;
  static buttons = [" ", "r"];

  constructor(given) {
    super(given);
    const { plan } = given;
    this.held = null;
    this.space = false;
    this.braking = false;
    this.force = 0;
    this.turned = 0;
    this.speed = parameter(plan, "exciter.velocity", 1);
    this.first = Math.abs(this.speed);
    this.frame = 0;
  }

  down(point) {
    const [x, y] = [point.x * point.width - BUTTON.x, point.y * point.height - BUTTON.y];
    if (x > 0 && y > 0 && x < BUTTON.wide && y < BUTTON.high) this.engine.restart();
    else this.held ??= point;
  }

  move(point) {
    if (point.id === this.held?.id) this.held = point;
  }

  up(point) {
    if (point.id === this.held?.id) this.held = null;
  }

  wheel(direction) {
    nudge(this.press, direction);
  }

  key(name, down, repeated) {
    if (name === " ") this.space = down;
    else if (down && name === "r" && !repeated) this.engine.restart();
    else if (down && name === "ArrowUp") nudge(this.press, 1);
    else if (down && name === "ArrowDown") nudge(this.press, -1);
  }

  released() {
    this.space = false;
    super.released();
  }

  lead(hand, touch) {
    if (touch.begun && Math.abs(this.speed) < SLOW * this.first) this.engine.restart();
    super.lead(hand, touch);
  }

  advance(lapse, { seen }) {
    const byHand = this.held !== null || this.space;
    const led = (this.led(this.hand)?.force ?? 0) * this.controls.normal_force.usual;
    const braking = byHand || led > 0;
    this.force = byHand ? strength(this.controls.normal_force, pressed(this.held, this.press)) : led;
    if (braking || this.braking) this.control(this.hand, "normal_force", this.force);
    this.braking = braking;
    if (seen.frame !== this.frame) {
      this.frame = seen.frame;
      const rows = trace(seen, this.plan, "relative_velocity");
      this.flying = rows.reduce((sum, value) => sum + value, 0) / rows.length;
    }
    if (this.flying !== undefined) this.speed = follow(this.speed, this.flying, lapse, 0.05);
    this.turned += (this.speed * lapse) / RADIUS;
  }

  draw(context, width, height, time, seen) {
    const lapse = this.clock.lapse(time);
    const ink = colours();
    const swell = this.swell.follow(seen, lapse);
    const radius = 0.38 * Math.min(width, height);
    context.save();
    context.translate(width / 2, height / 2);
    this.drawDisc(context, radius, ink);
    this.drawPads(context, radius, swell, ink);
    context.restore();
    this.drawButton(context, ink);
    const speed = Math.abs(this.speed) < STILL ? "it stands" : `${this.speed.toFixed(2)} m/s`;
    reading(context, height, ink, this.braking ? `${speed}   ${this.force.toFixed(0)} N` : speed);
  }

  drawDisc(context, radius, ink) {
    context.save();
    context.rotate(this.turned);
    context.fillStyle = ink.line;
    context.beginPath();
    context.arc(0, 0, radius, 0, 2 * Math.PI);
    context.arc(0, 0, 0.5 * radius, 0, 2 * Math.PI, true);
    context.fill();
    context.strokeStyle = ink.soft;
    context.lineWidth = 2;
    for (const share of [1, 0.5]) {
      context.beginPath();
      context.arc(0, 0, share * radius, 0, 2 * Math.PI);
      context.stroke();
    }
    context.fillStyle = ink.ground;
    for (let i = 0; i < 36; i++) {
      const [angle, share] = [(i / 18) * Math.PI, 0.62 + 0.13 * (i % 3)];
      context.beginPath();
      context.arc(share * radius * Math.cos(angle), share * radius * Math.sin(angle), 0.022 * radius, 0, 2 * Math.PI);
      context.fill();
    }
    context.fillStyle = ink.soft;
    for (let i = 0; i < 5; i++) {
      const angle = (i * 2 * Math.PI) / 5;
      context.beginPath();
      context.arc(0.32 * radius * Math.cos(angle), 0.32 * radius * Math.sin(angle), 0.05 * radius, 0, 2 * Math.PI);
      context.fill();
    }
    context.fillStyle = ink.amber;
    context.beginPath();
    context.arc(0, 0, 0.12 * radius, 0, 2 * Math.PI);
    context.fill();
    context.restore();
  }

  /** The pads at the right, closed while they press; the disc shines where it squeals. */
  drawPads(context, radius, swell, ink) {
    glow(context, 0.78 * radius, 0, 0.75 * radius, ink.crunch, swell);
    const open = this.braking ? 0 : 9;
    context.fillStyle = this.braking ? ink.crunch : ink.soft;
    for (const side of [-1, 1]) {
      context.beginPath();
      context.arc(0, 0, 1.02 * radius, side * 0.07, side * 0.4, side < 0);
      context.arc(0, 0, 0.6 * radius, side * 0.4, side * 0.07, side > 0);
      context.closePath();
      context.save();
      context.translate(0, side * open);
      context.fill();
      context.restore();
    }
    context.strokeStyle = ink.ink;
    context.lineWidth = 12;
    context.lineCap = "round";
    context.beginPath();
    context.arc(0, 0, 1.1 * radius, -0.42, 0.42);
    context.stroke();
  }

  drawButton(context, ink) {
    const { x, y, wide, high } = BUTTON;
    const stands = Math.abs(this.speed) < STILL;
    context.beginPath();
    context.roundRect(x, y, wide, high, 8);
    context.fillStyle = stands ? ink.sings : ink.panel;
    context.fill();
    context.strokeStyle = ink.sings;
    context.lineWidth = 1.5;
    context.stroke();
    context.fillStyle = stands ? ink.panel : ink.sings;
    context.font = "600 14px system-ui";
    context.textAlign = "center";
    context.fillText("roll again", x + wide / 2, y + 23);
    context.textAlign = "left";
  }
}
