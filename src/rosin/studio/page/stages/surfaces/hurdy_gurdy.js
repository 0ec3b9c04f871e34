// A hurdy-gurdy from above: a crank turns a wheel of wood under its strings.

import { disc, grain, line, paint, ring, shaded, tint } from "../drawing.js";
import { inset } from "./tools.js";

const place = ({ width, height }) => ({ x: 0.56 * width, y: 0.5 * height, radius: 0.34 * Math.min(height, 0.9 * width) });

export const hurdyGurdy = {
  stroke: 1e9, // a wheel goes round and does not turn back
  reach: 0,
  box: (width, height) => inset(width, height, 0.02),
  contact: (held, size) => ({ x: place(size).x, y: place(size).y - 0.62 * place(size).radius }),

  ground(context, { width, height, ink }) {
    const { x, y, radius } = place({ width, height });
    context.beginPath();
    context.moveTo(0.03 * width, 0.3 * height);
    context.bezierCurveTo(0.3 * width, 0.26 * height, 0.4 * width, -0.06 * height, x + 0.4 * radius, 0.03 * height);
    context.bezierCurveTo(0.98 * width, 0.1 * height, 0.98 * width, 0.9 * height, x + 0.4 * radius, 0.97 * height);
    context.bezierCurveTo(0.4 * width, 1.06 * height, 0.3 * width, 0.74 * height, 0.03 * width, 0.7 * height);
    context.closePath();
    paint(context, shaded(context, [0, 0], [width, height], [[0, ink.varnish], [0.5, ink.varnishDeep], [1, ink.woodDeep]]), tint(ink.outline, 0.7));
    context.save();
    context.clip();
    grain(context, 0, 0, width, height, tint("#1a0d05", 0.18), 26, 8);
    context.restore();
    disc(context, x + 6, y + 9, radius, "rgb(0 0 0 / 0.4)");
    disc(context, x, y, radius, shaded(context, [x - radius, y - radius], [x + radius, y + radius], [[0, ink.woodPale], [0.5, ink.wood], [1, ink.woodDeep]]));
    ring(context, x, y, radius, tint(ink.outline, 0.7), 2);
    for (const share of [0.25, 0.5, 0.75]) ring(context, x, y, share * radius, tint("#1a0d05", 0.25), 1);
    for (const [dy, thick] of [[-0.62, 3], [-0.5, 2], [0.5, 3.5]]) line(context, [[0.04 * width, y + 0.35 * dy * radius * 2], [0.97 * width, y + dy * radius]], tint(ink.hair, 0.85), thick);
  },

  moving(context, { width, height, ink, rubbing, time }) {
    const { x, y, radius } = place({ width, height });
    const speed = rubbing[0]?.speed ?? 0;
    this.angle = (this.angle ?? 0) + 6 * speed * Math.min(0.05, Math.max(0, time - (this.time ?? time)));
    this.time = time;
    for (let i = 0; i < 6; i++) {
      const angle = this.angle + (i * Math.PI) / 3;
      line(context, [[x + 0.12 * radius * Math.cos(angle), y + 0.12 * radius * Math.sin(angle)], [x + 0.95 * radius * Math.cos(angle), y + 0.95 * radius * Math.sin(angle)]], tint("#1a0d05", 0.3), 3);
    }
    const [hx, hy] = [0.9 * width + 0.05 * height * Math.cos(this.angle), y + 0.16 * height * Math.sin(this.angle)];
    line(context, [[x, y], [0.9 * width, y]], ink.steelDeep, 10);
    line(context, [[0.9 * width, y], [hx, hy]], ink.steel, 10);
    disc(context, hx, hy, 18, shaded(context, [hx - 18, hy - 18], [hx + 18, hy + 18], [[0, ink.brass], [1, ink.brassDeep]]));
    disc(context, x, y, 0.12 * radius, ink.brassDeep);
  },

  tool() {},
};
