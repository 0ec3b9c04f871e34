// A bar of a vibraphone on two cords, with a bow at either end.

import { grain, line, paint, shaded, tint } from "../drawing.js";
import { bow, inset } from "./tools.js";

const ends = ({ width }) => [0.14 * width, 0.86 * width];

export const bar = {
  stroke: 3,
  reach: 80,
  upright: true,
  box: (width, height) => inset(width, height, 0.02),

  contact: ({ hand }, size) => ({ x: ends(size)[Object.keys(size.plan.hands).indexOf(hand) ? 1 : 0], y: 0.5 * size.height }),

  ground(context, { width, height, ink }) {
    const [left, right] = ends({ width });
    const [y, half] = [0.5 * height, Math.min(0.13 * height, 70)];
    context.fillStyle = shaded(context, [0, 0], [0, height], [[0, ink.ground], [1, ink.panel]]);
    context.fillRect(0, 0, width, height);
    for (const share of [0.224, 0.776]) {
      const x = left + share * (right - left);
      line(context, [[x, 0.12 * height], [x, 0.88 * height]], tint(ink.hair, 0.6), 4);
      line(context, [[x + 10, y + half], [x + 10, 0.88 * height]], ink.steelDeep, 7);
    }
    context.beginPath();
    context.roundRect(left + 4, y - half + 12, right - left, 2 * half, 8);
    paint(context, "rgb(0 0 0 / 0.4)");
    context.beginPath();
    context.roundRect(left, y - half, right - left, 2 * half, 8);
    paint(context, shaded(context, [left, y - half], [left + 0.3 * (right - left), y + half], [[0, "#ffffff"], [0.25, ink.steel], [0.6, ink.steelDeep], [1, ink.steel]]), tint(ink.outline, 0.7));
    grain(context, left, y - half, right - left, 2 * half, "rgb(255 255 255 / 0.1)", 14, 2);
    for (const share of [0.224, 0.776]) line(context, [[left + share * (right - left), y - half], [left + share * (right - left), y + half]], tint(ink.hair, 0.8), 4);
  },

  tool(context, { ink, height, travel, held }) {
    bow(context, { ink, travel, length: 0.44 * height, angle: held.hand === "right" ? -0.1 : 0.1 });
  },
};
