// A daxophone: a wooden tongue in a clamp; a bow at its end, and the dax, a block that is pressed on it and slides along.

import { grain, line, paint, shaded, tint } from "../drawing.js";
import { bow, inset } from "./tools.js";

const [CLAMP, END] = [0.8, 0.16]; // of the width: the tongue points to the left, where the bow is
const level = ({ height }) => 0.56 * height;

export const daxophone = {
  stroke: 2.2,
  reach: 80,
  upright: true,
  box: (width, height) => inset(width, height, 0.02),

  contact({ hand, x }, { width, height }) {
    if (hand === "bowing") return { x: (END + 0.03) * width, y: level({ height }) - 6 };
    return { x: Math.min(CLAMP - 0.06, Math.max(0.45, x / width)) * width, y: level({ height }) - 22 };
  },

  positionAt: (hand, x) => (hand === "pressing" ? Math.min(1, Math.max(0, (CLAMP - x) / (CLAMP - END))) : undefined),

  ground(context, { width, height, ink }) {
    const y = level({ height });
    context.fillStyle = shaded(context, [0, 0], [0, height], [[0, ink.ground], [1, ink.panel]]);
    context.fillRect(0, 0, width, height);
    const [x, wide, high] = [(CLAMP - 0.03) * width, 0.2 * width, 0.46 * height];
    context.beginPath();
    context.roundRect(x, y - 0.35 * high, wide, high, 10);
    paint(context, shaded(context, [x, y - high], [x + wide, y + high], [[0, ink.woodPale], [0.4, ink.wood], [1, ink.woodDeep]]), tint(ink.outline, 0.6));
    grain(context, x, y - 0.35 * high, wide, high, tint("#1a0d05", 0.2), 9, 4);
    context.beginPath(); // the tongue, from the side and a little from above
    context.moveTo(END * width, y - 6);
    context.bezierCurveTo((END - 0.05) * width, y + 0.02 * height, (END - 0.03) * width, y + 0.13 * height, (END + 0.06) * width, y + 0.1 * height);
    context.bezierCurveTo(0.4 * width, y + 0.04 * height, 0.55 * width, y + 0.14 * height, CLAMP * width, y + 0.12 * height);
    context.lineTo(CLAMP * width, y - 16);
    context.quadraticCurveTo(0.45 * width, y - 22, END * width, y - 6);
    context.closePath();
    paint(context, shaded(context, [0, y - 22], [0, y + 0.14 * height], [[0, ink.woodPale], [0.45, ink.varnish], [1, ink.varnishDeep]]), tint(ink.outline, 0.7));
    for (const share of [0.25, 0.75]) {
      const at = x + share * wide;
      line(context, [[at, y - 0.5 * high], [at, y - 0.2 * high]], ink.steelDeep, 9);
      line(context, [[at - 16, y - 0.5 * high], [at + 16, y - 0.5 * high]], ink.steel, 8);
    }
  },

  tool(context, { held, ink, height, travel }) {
    if (held.hand === "bowing") return bow(context, { ink, travel, length: 0.42 * height, angle: 0.06 });
    context.translate(0, 4 * held.share);
    context.beginPath();
    context.moveTo(-96, -56);
    context.quadraticCurveTo(0, 30, 96, -56);
    context.quadraticCurveTo(90, -96, 60, -100);
    context.lineTo(-60, -100);
    context.quadraticCurveTo(-90, -96, -96, -56);
    context.closePath();
    return paint(context, shaded(context, [-60, -80], [60, 0], [[0, ink.wood], [1, ink.woodDeep]]), tint(ink.outline, 0.7));
  },
};
