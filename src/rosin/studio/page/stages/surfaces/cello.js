// A string on the body of a cello, bowed by the bridge.

import { grain, line, paint, shaded, tint } from "../drawing.js";
import { bow, inset } from "./tools.js";

const BRIDGE = 0.86; // of the width
const level = ({ height }) => 0.5 * height;

export const cello = {
  stroke: 2.6,
  reach: 90,
  upright: true,
  box: (width, height) => inset(width, height, 0.02),
  contact: ({ x }, { width, height }) => ({ x: Math.min(BRIDGE - 0.03, Math.max(0.66, x / width)) * width, y: level({ height }) }),
  /** From the bridge, of the length of the string. */
  positionAt: (hand, x) => (BRIDGE - Math.min(BRIDGE - 0.03, Math.max(0.66, x))) * 0.9,

  ground(context, { width, height, ink }) {
    const y = level({ height });
    context.beginPath();
    context.moveTo(0.48 * width, y);
    context.bezierCurveTo(0.42 * width, -0.5 * height, 0.8 * width, -0.2 * height, 0.8 * width, 0.06 * height);
    context.bezierCurveTo(0.84 * width, 0.1 * height, 1.2 * width, -0.4 * height, 1.2 * width, y);
    context.bezierCurveTo(1.2 * width, 1.4 * height, 0.84 * width, 0.9 * height, 0.8 * width, 0.94 * height);
    context.bezierCurveTo(0.8 * width, 1.2 * height, 0.42 * width, 1.5 * height, 0.48 * width, y);
    context.closePath();
    paint(context, shaded(context, [0.5 * width, 0], [width, height], [[0, ink.varnish], [0.6, ink.varnishDeep], [1, ink.woodDeep]]), tint(ink.outline, 0.8));
    context.save();
    context.clip();
    grain(context, 0.4 * width, 0, 0.6 * width, height, tint("#1a0d05", 0.12), 30, 3);
    context.restore();
    context.beginPath();
    context.moveTo(0, y - 0.1 * height);
    context.lineTo(0.62 * width, y - 0.15 * height);
    context.lineTo(0.62 * width, y + 0.15 * height);
    context.lineTo(0, y + 0.1 * height);
    context.closePath();
    paint(context, shaded(context, [0, y - 0.15 * height], [0, y + 0.15 * height], [[0, "#2c2825"], [1, "#0e0c0b"]]), tint(ink.outline, 0.6));
    context.beginPath();
    context.roundRect(BRIDGE * width - 5, y - 0.24 * height, 13, 0.48 * height, 5);
    paint(context, shaded(context, [BRIDGE * width, 0], [BRIDGE * width + 10, 0], [[0, ink.woodPale], [1, ink.wood]]), ink.outline);
    line(context, [[0, y], [width, y]], tint(ink.hair, 0.95), 3.5);
  },

  tool(context, { ink, height, travel }) {
    bow(context, { ink, travel, length: 0.7 * height, angle: 0.08 });
  },
};
