// What a rubbing hand leaves behind, by what it does there: dots where it squeals, dashes where it judders, a thin line where it whispers.

import { tint } from "./drawing.js";

const MOST = 1500; // points that are kept
const STYLES = { squeals: { beat: 9, drawn: 0.4, wide: 4.5, seen: 0.92 }, judders: { beat: 30, drawn: 0.55, wide: 6, seen: 0.92 }, whispers: { beat: 1, drawn: 1, wide: 2.2, seen: 0.4 } };

/** A kind of trace for the lamp's words (scopes/regime.js). */
export function kindOf(words) {
  const [, frequency] = /^stick-slip (\d+) Hz$/.exec(words) ?? [];
  if (frequency) return Number(frequency) > 300 ? "squeals" : "judders";
  if (["Helmholtz", "sounds", "rings"].includes(words)) return "squeals";
  return words === "raucous" || words === "sticks and slips" ? "judders" : "whispers";
}

export class Trail {
  points = [];

  /** Of a colour, seen for some seconds. */
  constructor({ colour, lasts }) {
    Object.assign(this, { colour, lasts });
  }

  /** A hand (by id) is at a place at a time, and does something of a kind there. */
  add(id, x, y, time, kind) {
    const before = this.points.findLast((point) => point.id === id);
    const far = before ? Math.hypot(x - before.x, y - before.y) : Infinity;
    if (far < 1.5) return;
    this.points.push({ id, x, y, time, kind, cut: !before || time - before.time > 0.25, gone: before ? before.gone + Math.min(far, 200) : 0 });
    if (this.points.length > MOST) this.points.shift();
  }

  draw(context, time) {
    while (this.points.length && time - this.points[0].time > this.lasts) this.points.shift();
    context.lineCap = "round";
    const last = new Map();
    for (const point of this.points) {
      const from = last.get(point.id);
      last.set(point.id, point);
      const { beat, drawn, wide, seen } = STYLES[point.kind];
      if (!from || point.cut || (point.gone / beat) % 1 > drawn) continue;
      context.strokeStyle = tint(this.colour, seen * Math.min(1, 2 * (1 - (time - point.time) / this.lasts)));
      context.lineWidth = wide;
      context.beginPath();
      context.moveTo(from.x, from.y);
      context.lineTo(point.x, point.y);
      context.stroke();
    }
  }
}
