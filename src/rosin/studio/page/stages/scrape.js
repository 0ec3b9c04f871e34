// A surface from above and a tip that scrapes over it while it is held: its speed is the hand's, its force the pressure.

import { follow, glow, nudge, pressed, strength } from "./playing.js";
import { Table } from "./table.js";

const LASTS = 3; // s, for which a scratch is seen
const STARTS = 0.06; // s

export class Scrape extends Table {
  static help = "Scrape over the surface: a pen's pressure, the slider or the wheel is the force. Arrow keys scrape; w and s change the force.";
  static usesPress = true;

  constructor(given) {
    super(given);
    this.scratch = [];
  }

  down(point) {
    super.down(point);
    this.place = [point.x * point.width, point.y * point.height];
    this.speed = [0, 0];
  }

  wheel(direction) {
    nudge(this.press, direction);
  }

  key(name, down) {
    if (down && name === "w") nudge(this.press, 1);
    else if (down && name === "s") nudge(this.press, -1);
    else super.key(name, down);
  }

  get touching() {
    return this.byHand || this.led(this.hand)?.force > 0;
  }

  get byHand() {
    return Boolean(this.held || this.keys.size);
  }

  free(lapse, usual) {
    const way = this.way();
    this.speed = this.touching ? this.speed.map((part, axis) => follow(part, usual * way[axis], lapse, STARTS)) : [0, 0];
  }

  sound() {
    const led = (this.led(this.hand)?.force ?? 0) * this.controls.force.usual;
    this.force = this.byHand ? strength(this.controls.force, pressed(this.held, this.press)) : led;
    if (this.touching || this.scraping) {
      this.engine.control(this.hand, "velocity", this.velocity);
      this.engine.control(this.hand, "force", this.force);
    }
    this.scraping = this.touching;
  }

  words() {
    return this.touching ? `     ${this.velocity.toFixed(2)} m/s   ${this.force.toFixed(1)} N` : "";
  }

  drawMover(context, moved, swell, time, ink) {
    const [x, y] = this.place;
    if (this.touching) this.scratch.push([x, y, time, pressed(this.held, this.press)]);
    while (this.scratch.length && time - this.scratch[0][2] > LASTS) this.scratch.shift();
    context.strokeStyle = ink.soft;
    context.lineCap = "butt";
    for (let i = 1; i < this.scratch.length; i++) {
      const [[fromX, fromY, begun], [toX, toY, ended, share]] = [this.scratch[i - 1], this.scratch[i]];
      if (ended - begun > 0.2) continue;
      context.globalAlpha = 0.8 * (1 - (time - ended) / LASTS);
      context.lineWidth = 1 + 3 * share;
      context.beginPath();
      context.moveTo(fromX, fromY);
      context.lineTo(toX, toY);
      context.stroke();
    }
    context.globalAlpha = 1;
    glow(context, x, y, 60, ink.warm, this.touching ? swell : 0);
    const lifted = this.touching ? 0 : 8;
    context.fillStyle = ink.warm;
    context.beginPath();
    context.moveTo(x, y - lifted);
    context.lineTo(x + 12, y - 26 - lifted);
    context.lineTo(x + 74, y - 88 - lifted);
    context.lineTo(x + 88, y - 74 - lifted);
    context.lineTo(x + 26, y - 12 - lifted);
    context.closePath();
    context.fill();
    context.fillStyle = ink.ink;
    context.beginPath();
    context.moveTo(x, y - lifted);
    context.lineTo(x + 12, y - 26 - lifted);
    context.lineTo(x + 26, y - 12 - lifted);
    context.closePath();
    context.fill();
  }
}
