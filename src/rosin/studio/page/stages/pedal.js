// A brake pedal in a corner of a stage: held by a pointer or by the space bar.

import { pressed } from "./playing.js";

const [WIDE, HIGH, MARGIN] = [104, 128, 18];

export class Pedal {
  constructor(press) {
    this.press = press;
    this.held = null;
    this.key = false;
    this.led = 0; // how strongly a hand presses it that is no pointer
  }

  get down() {
    return this.byHand || this.led > 0;
  }

  get byHand() {
    return this.key || this.held !== null;
  }

  /** How strongly it is pressed, 0 to 1. */
  get share() {
    return this.byHand ? pressed(this.held, this.press) : this.led;
  }

  place(width, height) {
    return { x: width - WIDE - MARGIN, y: height - HIGH - MARGIN };
  }

  contains(point) {
    const { x, y } = this.place(point.width, point.height);
    const [dx, dy] = [point.x * point.width - x, point.y * point.height - y];
    return dx > -MARGIN && dy > -MARGIN && dx < WIDE + MARGIN && dy < HIGH + MARGIN;
  }

  take(point) {
    this.held = point;
  }

  follow(point) {
    if (point.id === this.held?.id) this.held = point;
  }

  leave(point) {
    if (point.id === this.held?.id) this.held = null;
  }

  draw(context, width, height, ink) {
    const { x, y } = this.place(width, height);
    const sunk = this.down ? 3 + 7 * this.share : 0;
    context.fillStyle = ink.line;
    context.beginPath();
    context.roundRect(x, y, WIDE, HIGH, 16);
    context.fill();
    context.save();
    context.translate(x + 8, y + 8 + sunk);
    context.fillStyle = this.down ? ink.crunch : ink.soft;
    context.beginPath();
    context.roundRect(0, 0, WIDE - 16, HIGH - 28, 12);
    context.fill();
    context.strokeStyle = ink.panel;
    context.globalAlpha = 0.5;
    context.lineWidth = 4;
    context.lineCap = "round";
    for (let line = 0; line < 3; line++) {
      context.beginPath();
      context.moveTo(18, 22 + 18 * line);
      context.lineTo(WIDE - 34, 22 + 18 * line);
      context.stroke();
    }
    context.globalAlpha = 1;
    context.fillStyle = ink.panel;
    context.font = "600 13px system-ui";
    context.textAlign = "center";
    context.fillText("brake", (WIDE - 16) / 2, HIGH - 40);
    context.textAlign = "left";
    context.restore();
  }
}
