// Strings of one key of a piano, over a soundboard.

import { grain, line, paint, shaded, tint } from "../drawing.js";

const STRINGS = 3;

export const strings = {
  tall: 0.62,
  edge: ([x], box) => Math.abs((2 * (x - box.x)) / box.wide - 1),
  zones: (context, { x, wide }, colours) => shaded(context, [x, 0], [x + wide, 0], [[0, colours[2]], [0.25, colours[1]], [0.5, colours[0]], [0.75, colours[1]], [1, colours[2]]]),
  draw(context, { x, y, wide, high }, swing, ink) {
    const outline = () => {
      context.beginPath();
      context.roundRect(x, y, wide, high, 10);
    };
    context.save();
    context.translate(8, 14);
    outline();
    paint(context, "rgb(0 0 0 / 0.35)");
    context.restore();
    outline();
    paint(context, shaded(context, [x, y], [x + wide, y + high], [[0, ink.woodPale], [0.4, ink.wood], [1, ink.woodDeep]]), tint(ink.outline, 0.8), 2);
    context.save();
    context.clip();
    grain(context, x, y, wide, high, tint("#1a0d05", 0.13), 40, 4);
    for (const share of [0.07, 0.93]) {
      context.beginPath();
      context.roundRect(x + share * wide - 6, y + 0.12 * high, 12, 0.76 * high, 5);
      paint(context, shaded(context, [x + share * wide - 6, 0], [x + share * wide + 6, 0], [[0, ink.brass], [1, ink.woodDeep]]), tint(ink.outline, 0.7));
    }
    for (let i = 0; i < STRINGS; i++) {
      const level = y + high * (0.5 + 0.11 * (i - (STRINGS - 1) / 2));
      const points = Array.from({ length: 41 }, (_, k) => [x + (0.07 + 0.86 * (k / 40)) * wide, level + 8 * swing * Math.sin((Math.PI * k) / 40)]);
      line(context, points.map(([across, down]) => [across + 2, down + 4]), "rgb(0 0 0 / 0.35)", 3);
      line(context, points, ink.steel, 3);
    }
    context.restore();
    outline();
  },
};
