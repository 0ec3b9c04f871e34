// A musical saw: the blade is bent into a curve and bowed at its back edge; it lifts as its pitch rises.

import { line, paint, shaded, tint } from "../drawing.js";
import { bow, inset } from "./tools.js";

/** The back edge of the blade: an S, from the handle on the left to the tip. */
const edge = (share, { width, height }) => [0.1 * width + 0.82 * width * share, height * (0.42 + 0.13 * Math.sin(2 * Math.PI * share - 0.5))];
const breadth = (share, { height }) => height * (0.3 - 0.2 * share);

export const saw = {
  stroke: 2.4,
  reach: 70,
  upright: true,
  box: (width, height) => inset(width, height, 0.02),

  contact({ x }, size) {
    const share = Math.min(0.92, Math.max(0.12, (x / size.width - 0.1) / 0.82));
    const [at, y] = edge(share, size);
    return { x: at, y };
  },

  ground(context, { width, height, ink }) {
    const size = { width, height };
    const along = Array.from({ length: 81 }, (_, i) => i / 80);
    context.beginPath();
    for (const share of along) context.lineTo(...edge(share, size));
    for (const share of [...along].reverse()) { // the teeth
      const [x, y] = edge(share, size);
      const foot = y + breadth(share, size);
      context.lineTo(x + 4, foot - 7);
      context.lineTo(x, foot);
    }
    context.closePath();
    paint(context, shaded(context, [0, 0.2 * height], [0.5 * width, 0.9 * height], [[0, "#ffffff"], [0.2, ink.steel], [0.45, ink.steelDeep], [0.6, ink.steel], [1, ink.steelDeep]]), tint(ink.outline, 0.7));
    line(context, along.map((share) => edge(share, size)), tint("#ffffff", 0.6), 2);
    context.save();
    context.translate(0.1 * width, 0.5 * height);
    context.beginPath();
    context.roundRect(-0.085 * width, -0.16 * height, 0.13 * width, 0.42 * height, 26);
    paint(context, shaded(context, [-0.08 * width, -0.1 * height], [0.05 * width, 0.3 * height], [[0, ink.woodPale], [0.4, ink.wood], [1, ink.woodDeep]]), tint(ink.outline, 0.6));
    context.beginPath();
    context.roundRect(-0.055 * width, -0.06 * height, 0.06 * width, 0.2 * height, 18);
    paint(context, ink.ground, tint(ink.shade, 0.8));
    context.restore();
  },

  tool(context, { ink, height, travel }) {
    bow(context, { ink, travel, length: 0.5 * height, angle: 0.12 });
  },
};
