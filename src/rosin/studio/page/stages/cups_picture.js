// The picture of a set of cups on a table: rims to be circled, each with the light of what it sings and the ripples of its four-fold motion.

import { colours } from "../look/colours.js";
import { bead, disc, ghostHand, glow, grain, ring, shaded, Sheet, tint, words } from "./drawing.js";
import { printed } from "./letters.js";
import { parameter } from "./playing.js";
import { vesselOf } from "./vessels.js";

const TILT = 0.46; // of a rim that is seen from above at a slant
const SHOWN = 2.2; // Hz at which the picture swings
const LARGEST = 0.06; // deflection of the picture, in radii
const TRAIL = 26; // drops of the wet trail
const SMALLER = 0.33; // power of the frequency ratio, by which higher cups are smaller

export class CupsPicture {
  constructor(stage) {
    this.stage = stage;
    this.sheet = new Sheet();
    this.vessel = vesselOf(stage.plan);
    this.cups = [];
  }

  /** Where the cups stand, those at the back first: in as many rows as make them largest. */
  layout(width, height) {
    const size = `${width} ${height}`;
    if (size === this.size) return this.cups;
    this.size = size;
    const keys = this.stage.keysShown(width);
    const { deep } = this.vessel;
    const sizeOf = (rows) => Math.min((0.42 * width) / (Math.ceil(keys.length / rows) + (rows > 1 ? 0.4 : 0)), height / (deep + 2 * TILT + 0.35 + (rows - 1) * (0.62 * deep + 1.25 * TILT)));
    const rows = [1, 2, 3, 4, 5].reduce((best, each) => (sizeOf(each) > sizeOf(best) ? each : best));
    const [rx, columns] = [sizeOf(rows), Math.ceil(keys.length / rows)];
    const cell = width / (columns + (rows > 1 ? 0.4 : 0));
    const free = height - rx * (deep + 2 * TILT + 0.3);
    const step = rows > 1 ? Math.min(free / (rows - 1), rx * (1.05 * deep + 1.25 * TILT)) : 0;
    const top = (free - (rows - 1) * step) / 2 + rx * (TILT + 0.15);
    this.cups = keys.map((key, i) => {
      const row = Math.floor(i / columns);
      const small = 2 ** ((-SMALLER * (key - keys[0])) / 12);
      const inRow = Math.min(columns, keys.length - row * columns);
      const x = width / 2 + ((i % columns) - (inRow - 1) / 2 + (rows > 1 && inRow === columns ? 0.2 * (row % 2 ? 1 : -1) : 0)) * cell;
      return { key, row, x, y: top + row * step + rx * deep * (1 - small) * 0.5, rx: rx * small, ry: rx * small * TILT, depth: rx * small * deep };
    });
    return this.cups;
  }

  draw(context, width, height, time) {
    const ink = colours();
    const cups = this.layout(width, height);
    this.sheet.draw(context, width, height, ink, "room", (sheet) => drawTable(sheet, width, height, ink));
    const water = parameter(this.stage.plan, "resonator.liquid", 0);
    for (const cup of cups) {
      const light = this.stage.ringing.of(cup.key);
      const fingers = [...this.stage.rubbing.values()].filter(({ key }) => key === cup.key);
      const pattern = (cup.pattern = fingers[0]?.angle ?? cup.pattern ?? 0);
      const swing = light * Math.cos(2 * Math.PI * SHOWN * time);
      this.vessel.draw(context, cup, { light, water, ink });
      if (light > 0.03) this.drawRipples(context, cup, light, swing, pattern, water, ink);
      this.drawRim(context, cup, light, swing, pattern, ink);
      words(context, printed(cup.key), cup.x, cup.y + cup.ry + this.vessel.name * (cup.depth - cup.ry), { size: Math.max(15, 0.24 * cup.rx), colour: this.vessel.ink(ink), align: "center", serif: true });
    }
    for (const cup of cups) for (const finger of this.stage.rubbing.values()) if (finger.key === cup.key) this.drawFinger(context, cup, finger, ink);
  }

  /** A point of a rim that is deflected by its lowest mode, which does not move across where the finger rubs. */
  at(cup, angle, swing = 0, pattern = 0, share = 1) {
    const radius = share * (1 + LARGEST * swing * Math.sin(2 * (angle - pattern)));
    return [cup.x + cup.rx * radius * Math.cos(angle), cup.y + cup.ry * radius * Math.sin(angle)];
  }

  loop(context, cup, swing, pattern, share = 1, sink = 0) {
    context.beginPath();
    for (let i = 0; i <= 72; i++) {
      const [x, y] = this.at(cup, (i / 36) * Math.PI, swing, pattern, share);
      context.lineTo(x, y + sink);
    }
  }

  drawRipples(context, cup, light, swing, pattern, water, ink) {
    const sink = water > 0.02 ? 0 : 0.12 * cup.depth;
    context.lineWidth = 1;
    for (let i = 1; i < 5; i++) {
      this.loop(context, cup, 1.6 * (i % 2 ? 1 : -1) * swing, pattern, 1 - 0.17 * i, sink);
      context.strokeStyle = tint(ink.sings, 0.5 * light * (1 - 0.15 * i));
      context.stroke();
    }
  }

  drawRim(context, cup, light, swing, pattern, ink) {
    if (light > 0.03) {
      for (const [width, share] of [[22, 0.12], [13, 0.2], [7, 0.45]]) {
        this.loop(context, cup, swing, pattern);
        context.strokeStyle = tint(ink.sings, share * light);
        context.lineWidth = width;
        context.stroke();
      }
    }
    this.loop(context, cup, swing, pattern);
    context.strokeStyle = light > 0.2 ? ink.sings : this.vessel.rim(ink);
    context.lineWidth = 2.6;
    context.stroke();
  }

  drawFinger(context, cup, { angle, speed, force }, ink) {
    const way = Math.sign(speed) || 1;
    for (let i = TRAIL; i > 0; i--) {
      const [x, y] = this.at(cup, angle - way * i * 0.05 * Math.min(1.5, Math.abs(speed)));
      disc(context, x, y, 4.5 * (1 - i / (TRAIL + 4)), tint(ink.amberFill, 0.55 * (1 - i / TRAIL)));
    }
    const [x, y] = this.at(cup, angle);
    ring(context, x, y, 12 + 12 * Math.min(2, Math.sqrt(force)), ink.sings, 2);
    bead(context, x, y, 8, ink);
    if (this.stage.engine.replayed) ghostHand(context, x, y, ink.outline, -0.35);
  }
}

function drawTable(context, width, height, ink) {
  const edge = 0.34 * height;
  const light = document.documentElement.dataset.theme === "light";
  context.fillStyle = shaded(context, [0, 0], [0, edge], [[0, ink.ground], [1, ink.panel]]);
  context.fillRect(0, 0, width, edge);
  context.fillStyle = shaded(context, [0, edge], [0, height], [[0, light ? ink.woodPale : ink.woodDeep], [1, light ? ink.raised : ink.shade]]);
  context.fillRect(0, edge, width, height - edge);
  grain(context, 0, edge, width, height - edge, tint(ink.woodPale, 0.09), 12, 3);
  context.fillStyle = tint(ink.brass, 0.5);
  context.fillRect(0, edge, width, 1);
  glow(context, 0.3 * width, 0.1 * height, 0.6 * width, ink.brass, 0.2);
}
