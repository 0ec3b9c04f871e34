// Old floorboards under a heavy boot.

import { disc, LIT, shaded, tint } from "../drawing.js";
import { inset, planks, sole, underHand } from "./tools.js";

export const board = {
  stroke: 2.6,
  reach: 16,
  box: (width, height) => inset(width, height, 0.01),
  scale: LIT.ink,
  contact: underHand,

  ground(context, { width, height, ink }) {
    const count = Math.max(3, Math.round(height / 120));
    planks(context, { x: 0, y: 0, wide: width, high: height }, count, [ink.wood, ink.woodDeep], tint(ink.shade, 0.9), 5);
    for (let i = 0; i < count; i++) {
      for (const side of [-9, 9]) disc(context, width * ((0.37 * i + 0.21) % 1) + side, (i + 0.5) * (height / count) + side, 3, tint("#0a0603", 0.8));
      context.strokeStyle = tint("#140a04", 0.35);
      for (const size of [10, 17, 25]) {
        context.beginPath();
        context.ellipse(width * ((0.61 * i + 0.55) % 1), (i + 0.5) * (height / count), 2.2 * size, 0.9 * size, 0.05, 0, 2 * Math.PI);
        context.stroke();
      }
    }
    context.fillStyle = shaded(context, [0, 0], [width, height], [[0, "rgb(255 235 200 / 0.12)"], [0.6, "rgb(0 0 0 / 0)"], [1, "rgb(0 0 0 / 0.25)"]]);
    context.fillRect(0, 0, width, height);
  },

  tool(context, { ink, held, travel }) {
    context.scale(1, 1 - 0.05 * held.share);
    sole(context, { colours: ["#6b4a32", "#2c1d12", "#caa46a"], angle: -0.15 + travel / 400, ink });
  },
};
