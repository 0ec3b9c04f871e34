// A surface from above and a tip that scrapes over it while it is held: its speed is the hand's, its force the pressure.

import { bead, glow, paint, shaded, tint } from "./drawing.js";
import { follow, nudge, pressed, strength } from "./playing.js";
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
      this.control(this.hand, "velocity", this.velocity);
      this.control(this.hand, "force", this.force);
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
    context.strokeStyle = "#e8efe9";
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
    glow(context, x, y, 80, ink.sings, this.touching ? swell : 0);
    this.drawTip(context, x, y - (this.touching ? 0 : 8), ink);
    if (this.touching) bead(context, x, y, 5, ink);
  }

  /** A point of steel in a handle of wood, held slantwise. */
  drawTip(context, x, y, ink) {
    context.save();
    context.translate(x, y);
    context.rotate(-Math.PI / 4);
    context.beginPath();
    context.roundRect(34, 2, 130, 20, 9);
    paint(context, "rgb(0 0 0 / 0.3)");
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(40, -5);
    context.lineTo(40, 5);
    context.closePath();
    paint(context, shaded(context, [0, -5], [0, 5], [[0, "#ffffff"], [0.4, ink.steel], [1, ink.steelDeep]]), tint(ink.shade, 0.7), 1);
    context.fillStyle = shaded(context, [0, -7], [0, 7], [[0, ink.brass], [1, ink.brassDeep]]);
    context.fillRect(38, -7, 12, 14);
    context.beginPath();
    context.roundRect(50, -10, 112, 20, 9);
    paint(context, shaded(context, [0, -10], [0, 10], [[0, ink.woodPale], [0.4, ink.varnish], [1, ink.varnishDeep]]), tint(ink.shade, 0.7), 1);
    context.restore();
  }
}
