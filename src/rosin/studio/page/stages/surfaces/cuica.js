// A cuica: a wet cloth is pulled along the stick that is tied to the middle of its skin.

import { line, paint, shaded, tint } from "../drawing.js";
import { inset } from "./tools.js";

const middle = ({ height }) => 0.52 * height;
const skinAt = ({ width }) => 0.24 * width;

export const cuica = {
  stroke: 0.7,
  reach: 70,
  box: (width, height) => inset(width, height, 0.02),

  contact: ({ x }, { width, height }) => ({ x: Math.min(0.95 * width, Math.max(skinAt({ width }) + 40, x)), y: middle({ height }) }),

  ground(context, { width, height, ink }) {
    const [x, y, tall] = [skinAt({ width }), middle({ height }), 0.4 * height];
    const deep = Math.min(0.2 * width, 0.62 * tall);
    context.beginPath();
    context.moveTo(x, y - tall);
    context.lineTo(x - deep, y - 0.86 * tall);
    context.ellipse(x - deep, y, 0.24 * tall, 0.86 * tall, 0, 1.5 * Math.PI, 0.5 * Math.PI, true);
    context.lineTo(x, y + tall);
    context.closePath();
    paint(context, shaded(context, [0, y - tall], [0, y + tall], [[0, ink.steelDeep], [0.2, ink.steel], [0.3, "#ffffff"], [0.45, ink.steel], [1, ink.steelDeep]]), tint(ink.outline, 0.6));
    for (let i = 0; i < 5; i++) {
      const at = y - tall * 0.72 + i * 0.36 * tall;
      line(context, [[x - deep, y + (at - y) * 0.86], [x - 6, at]], ink.steelDeep, 5);
    }
    const oval = (share, fill, outline, wide) => {
      context.beginPath();
      context.ellipse(x, y, 0.28 * share * tall, share * tall, 0, 0, 2 * Math.PI);
      paint(context, fill, outline, wide);
    };
    oval(1.03, ink.brass, ink.brassDeep, 3);
    oval(0.95, shaded(context, [x, y - tall], [x, y + tall], [[0, "#fff6e0"], [0.4, ink.skin], [1, ink.woodPale]]), tint(ink.wood, 0.7), 1.5);
    for (const share of [0.3, 0.55, 0.78]) oval(share, "rgb(0 0 0 / 0)", tint(ink.wood, 0.22), 1);
    oval(0.09, ink.wood, ink.woodDeep, 1.5);
    context.lineCap = "round";
    line(context, [[x, y + 6], [0.97 * width, y + 6]], "rgb(0 0 0 / 0.3)", 16);
    line(context, [[x, y], [0.97 * width, y]], ink.woodPale, 15);
    line(context, [[x, y - 4], [0.97 * width, y - 4]], tint("#fff0d0", 0.5), 3);
    for (let i = 1; i < 5; i++) line(context, [[x + (i / 5) * (0.97 * width - x), y - 8], [x + (i / 5) * (0.97 * width - x), y + 8]], tint(ink.wood, 0.8), 3);
  },

  tool(context, { held, ink }) {
    const [wide, tight] = [46, 26 - 10 * held.share];
    context.beginPath();
    context.moveTo(-wide, -tight);
    context.bezierCurveTo(-20, -tight - 10, 22, -tight + 6, wide, -tight - 3);
    context.quadraticCurveTo(wide + 14, 0, wide - 2, tight);
    context.bezierCurveTo(30, tight + 62, -6, tight + 34, -18, tight + 78);
    context.bezierCurveTo(-40, tight + 40, -wide - 16, tight + 22, -wide, tight);
    context.quadraticCurveTo(-wide - 12, 0, -wide, -tight);
    context.closePath();
    paint(context, shaded(context, [-wide, -tight], [wide, tight + 60], [[0, "#e9f0ee"], [0.5, ink.water], [1, tint(ink.water, 0.7)]]), tint(ink.outline, 0.7));
    for (const at of [-26, -6, 16]) line(context, [[at, -tight + 4], [at + 6, 0], [at - 2, tight + 20]], tint("#10302f", 0.35), 1.5);
  },
};
