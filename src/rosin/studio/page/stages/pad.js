// The plain pad: speed to the right, force upwards; behind it, where the instrument speaks.

import { colours } from "../colours.js";
import { drawWindow, speakingWindow } from "../speaking.js";
import { clamped, leaning, Led } from "./playing.js";

const BENT = 2; // semitones, by a pen that leans by half a right angle to the right

export class Pad extends Led {
  static help = "Press and hold: to the right is faster, upwards is stronger. A pen that leans bends what can be bent. Arrow keys and space play it too.";

  constructor(given) {
    super(given);
    const { plan } = given;
    this.hands = Object.keys(plan.hands);
    this.points = new Map();
    this.window = null;
    speakingWindow(plan.name).then((found) => (this.window = found));
  }

  /** The hand that plays at a height of the stage: several hands share it from top to bottom. */
  hand(point) {
    const index = Math.min(this.hands.length - 1, Math.floor(point.y * this.hands.length));
    return this.hands[Math.max(0, index)];
  }

  within(point) {
    const count = this.hands.length;
    return Math.min(1, Math.max(0, point.y * count - Math.floor(Math.min(point.y, 0.999) * count)));
  }

  moved(point) {
    const hand = this.hand(point);
    const controls = this.plan.hands[hand];
    const share = point.pressure ?? 1 - this.within(point);
    for (const [name, known] of Object.entries(controls)) {
      if (name === "velocity") this.engine.control(hand, name, this.speed(controls, point.x));
      else if (name === "normal_force") this.engine.control(hand, name, this.force(controls, share));
      else if (name === "force" && !controls.normal_force) this.engine.control(hand, name, known.high * share);
      else if (name === "position") this.engine.control(hand, name, known.usual || 0.1);
      else if (name === "bend" && point.kind === "pen") this.engine.control(hand, name, BENT * leaning(point));
    }
    this.points.set(point.id, { ...point, hand });
  }

  /** Logarithmic, as the window is. */
  speed(controls, x) {
    const usual = controls.velocity?.usual || 0.1;
    return (usual / 8) * 40 ** Math.min(1, Math.max(0, x));
  }

  force(controls, share) {
    const usual = controls.normal_force?.usual || 1;
    return (usual / 8) * 40 ** Math.min(1, Math.max(0, share));
  }

  down(point) {
    this.moved(point);
  }

  move(point) {
    this.moved(point);
  }

  up(point) {
    const held = this.points.get(point.id);
    this.points.delete(point.id);
    if (held && ![...this.points.values()].some(({ hand }) => hand === held.hand)) this.lift(held.hand);
  }

  /** A touch is seen where a pointer would do the same. */
  lead(hand, touch) {
    super.lead(hand, touch);
    const [x, share] = [Math.abs(touch.speed), touch.force].map((usuals) => clamped(Math.log(8 * usuals + 1e-9) / Math.log(40)));
    this.points.set(touch.id, { id: touch.id, x, y: (this.hands.indexOf(hand) + 1 - share) / this.hands.length, hand });
  }

  leave(id) {
    this.points.delete(id);
    super.leave(id);
  }

  /** The space bar presses the middle of the pad; arrows move the point. */
  key(name, down) {
    const point = this.points.get("keys") ?? { id: "keys", x: 0.55, y: 0.45 / this.hands.length };
    if (name === " ") return down ? this.moved(point) : this.up(point);
    const step = { ArrowLeft: [-0.03, 0], ArrowRight: [0.03, 0], ArrowUp: [0, -0.03], ArrowDown: [0, 0.03] }[name];
    if (!step || !down) return;
    point.x = Math.min(1, Math.max(0, point.x + step[0]));
    point.y = Math.min(0.999, Math.max(0, point.y + step[1]));
    if (this.points.has("keys")) this.moved(point);
  }

  released() {
    this.points.clear();
    super.released();
  }

  draw(context, width, height) {
    const ink = colours();
    const count = this.hands.length;
    this.hands.forEach((hand, index) => {
      const top = (index * height) / count;
      if (this.window && index === 0) drawWindow(context, width, height / count, this.window, ink);
      context.fillStyle = ink.soft;
      context.font = "13px system-ui";
      if (count > 1) context.fillText(hand, 10, top + 20);
      context.strokeStyle = ink.line;
      context.strokeRect(0.5, top + 0.5, width - 1, height / count - 1);
    });
    context.fillStyle = ink.soft;
    context.fillText("force ↑   speed →", 10, height - 10);
    for (const point of this.points.values()) {
      context.beginPath();
      context.arc(point.x * width, point.y * height, 10, 0, 2 * Math.PI);
      context.fillStyle = ink.warm;
      context.fill();
    }
  }
}
