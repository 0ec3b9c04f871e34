// The picture of a row of bars: wood on two cords over tubes. A bar that rings glows as long as it is heard; under the mallet it shows its zones.

import { colours } from "../look/colours.js";
import { bead, disc, ghostHand, glow, grain, LIT, line, mallet, paint, ring, shaded, Sheet, tint, words } from "./drawing.js";
import { isBlack, nameOf, octaveOf } from "./letters.js";
import { materialOf } from "./materials.js";

const NODES = [0.224, 0.776]; // of the lowest mode of a free bar: there the cords run
const SHOWN = 9; // Hz at which the picture swings
const FALL = 0.3; // s, for which the mallet rises again
const WAVE = 0.8; // s, for which a blow is seen to spread
const ZONES = [[0, "airy"], [0.12, "airy"], [0.224, "crunch"], [0.33, "sings"], [0.67, "sings"], [0.776, "crunch"], [0.88, "airy"], [1, "airy"]];

export class BarsPicture {
  constructor(stage) {
    this.stage = stage;
    this.sheet = new Sheet();
    this.metal = materialOf(stage.plan) === "metal";
    this.blows = new Map(); // by key: the last blow's place, strength and time
    this.mallet = null;
    this.time = 0;
  }

  struck(key, place, strong) {
    this.mallet = { key, place, strong, time: this.time };
    this.blows.set(key, this.mallet);
  }

  draw(context, width, height, time) {
    this.time = time;
    const ink = colours();
    const bars = this.stage.layout(width, height);
    this.sheet.draw(context, width, height, ink, this.stage.size, (sheet) => this.drawAtRest(sheet, width, height, bars, ink));
    for (const bar of bars) {
      const [light, over] = [this.stage.ringing.of(bar.key), this.stage.hovered?.key === bar.key];
      if (light > 0.01 || over) this.drawLit(context, bar, light, over, time, ink);
    }
    this.drawLetters(context, bars, ink);
    this.drawMallet(context, width, height, bars, time, ink);
  }

  drawAtRest(context, width, height, bars, ink) {
    glow(context, 0.4 * width, 0.55 * height, 0.6 * width, ink.brass, 0.18);
    for (const bar of bars) if (bar.front) this.drawTube(context, bar, height, ink);
    for (const front of [false, true]) {
      const row = bars.filter((bar) => bar.front === front);
      for (const node of NODES) line(context, row.map((bar) => [bar.x + bar.wide / 2, bar.y + node * bar.high]), tint(ink.hair, 0.35), 2);
      for (const bar of row) this.drawBar(context, bar, 0, ink);
    }
  }

  drawTube(context, { x, y, wide, high }, height, ink) {
    const [left, across, end] = [x + 0.2 * wide, 0.6 * wide, Math.min(height - 4, y + high + 0.1 * height)];
    context.beginPath();
    context.roundRect(left, y + high / 2, across, end - y - high / 2, [0, 0, across / 2, across / 2]);
    context.globalAlpha = 0.6;
    paint(context, shaded(context, [left, 0], [left + across, 0], [[0, ink.brassDeep], [0.3, ink.brass], [1, ink.shade]]));
    context.globalAlpha = 1;
  }

  /** The outline of a bar that bends by so many pixels. */
  outline(context, { x, y, wide, high }, bend) {
    context.beginPath();
    context.moveTo(x + 4, y + bend);
    context.quadraticCurveTo(x + wide / 2, y - 3 + bend, x + wide - 4, y + bend);
    context.quadraticCurveTo(x + wide, y + bend, x + wide, y + 6 + bend);
    context.quadraticCurveTo(x + wide + 0.8 * bend, y + high / 2, x + wide, y + high - 5 + bend);
    context.quadraticCurveTo(x + wide / 2, y + high + 3 + bend, x, y + high - 5 + bend);
    context.quadraticCurveTo(x - 0.8 * bend, y + high / 2, x, y + 6 + bend);
    context.closePath();
  }

  /** Wood or metal, darker at the back. */
  colours(back, ink) {
    if (this.metal) return back ? ["#2a2e2d", ink.steelDeep, "#7c8280", ink.steel] : [ink.steelDeep, "#8b918f", ink.steel, "#f4f6f5"];
    return back ? [ink.woodDeep, ink.woodDeep, ink.varnishDeep, ink.wood] : [ink.woodDeep, ink.varnishDeep, ink.wood, ink.woodPale];
  }

  drawBar(context, bar, bend, ink) {
    const { key, x, y, wide, high } = bar;
    context.save();
    context.translate(3, 7);
    this.outline(context, bar, bend);
    paint(context, "rgb(0 0 0 / 0.42)");
    context.restore();
    this.outline(context, bar, bend);
    const [edge, deep, mid, pale] = this.colours(isBlack(key), ink);
    paint(context, shaded(context, [x, y], [x + wide, y + 0.3 * high], [[0, pale], [0.25, mid], [0.85, deep], [1, edge]]));
    context.save();
    context.clip();
    if (!this.metal) grain(context, x, y, wide, high, "rgb(20 8 2 / 0.22)", 6, key);
    context.restore();
    this.outline(context, bar, bend);
    paint(context, "rgb(0 0 0 / 0)", tint(ink.outline, 0.5), 1.2);
    for (const node of NODES) {
      disc(context, x + wide / 2, y + node * high, 3.2, "#1b0e06");
      ring(context, x + wide / 2, y + node * high, 3.2, ink.brass, 1);
    }
    const name = nameOf(key) + (nameOf(key) === "C" ? octaveOf(key) : "");
    words(context, name, x + wide / 2, y + high - Math.max(8, 0.06 * high), { size: Math.min(17, 0.3 * wide), colour: this.metal ? "#f6f8f7" : "#f7ecd8", align: "center", serif: true });
  }

  drawLit(context, bar, light, over, time, ink) {
    const { key, x, y, wide, high } = bar;
    glow(context, x + wide / 2, y + high / 2, 0.75 * high, ink.amberFill, light);
    const bend = 3.5 * light * Math.sin(2 * Math.PI * SHOWN * time);
    this.drawBar(context, bar, bend, ink);
    context.save();
    this.outline(context, bar, bend);
    context.clip();
    const zones = Math.max(over ? 0.5 : 0, 0.45 * Math.min(1, 2 * light));
    context.fillStyle = shaded(context, [0, y], [0, y + high], ZONES.map(([place, name]) => [place, tint(LIT[name], zones)]));
    context.fillRect(x, y - 4, wide, high + 8);
    const blow = this.blows.get(key);
    const age = blow ? (time - blow.time) / WAVE : 1;
    if (age < 1) ring(context, x + wide / 2, y + blow.place * high, 8 + 0.6 * high * age, tint("#fff0cd", (1 - age) ** 2), 2.5);
    context.restore();
    this.outline(context, bar, bend);
    paint(context, "rgb(0 0 0 / 0)", light > 0.05 ? tint(LIT.amber, Math.min(1, 3 * light)) : tint(ink.outline, 0.8), 2);
    if (blow) bead(context, x + wide / 2, y + blow.place * high, 6, ink, Math.min(1, 2 * light));
  }

  drawLetters(context, bars, ink) {
    for (const { key, x, y, wide, high } of bars) {
      const letter = this.stage.letters.letterOf(key);
      if (letter && wide > 48 && high > 150) words(context, letter, x + wide / 2, y + 20, { size: 12, colour: tint(this.metal && !isBlack(key) ? "#1b1f1e" : LIT.soft, 0.8), align: "center" });
    }
  }

  /** The mallet: over the bar that was struck last, or where the pointer is. */
  drawMallet(context, width, height, bars, time, ink) {
    const { hovered, engine } = this.stage;
    const bar = bars.find(({ key }) => key === (hovered ? hovered.key : this.mallet?.key));
    if (!bar) return;
    const raised = Math.min(1, hovered ? 1 : (time - this.mallet.time) / FALL);
    const size = Math.max(11, Math.min(19, 0.24 * bar.wide));
    const [x, y] = hovered ? [hovered.x * width, hovered.y * height - 14] : [bar.x + bar.wide / 2 + 12 * raised, bar.y + bar.high * this.mallet.place - 6 - 36 * raised];
    const held = mallet(context, x, y, size, [x + 0.17 * height, y + 0.5 * height], ink);
    if (engine.replayed) ghostHand(context, ...held, ink.outline);
  }
}
