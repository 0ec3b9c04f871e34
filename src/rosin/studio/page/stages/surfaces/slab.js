// A plain slab of slate: whatever is rubbed and has no picture of its own.

import { disc, LIT, paint, shaded, tint } from "../drawing.js";
import { inset, underHand } from "./tools.js";

export const slab = {
  loops: true,
  trail: { colour: "#f2ecde", lasts: 6 },
  box: (width, height) => inset(width, height, 0.03),
  scale: LIT.ink,
  contact: underHand,

  ground(context, { box, width, height, ink }) {
    context.beginPath();
    context.roundRect(box.x, box.y, box.wide, box.high, 14);
    paint(context, shaded(context, [0, 0], [width, height], [[0, "#33443f"], [1, "#18211e"]]), tint(ink.outline, 0.5));
  },

  tool(context, { ink }) {
    disc(context, 0, 0, 26, tint(ink.felt, 0.9));
  },
};
