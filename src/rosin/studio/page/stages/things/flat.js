// Flat things: a plate, and a bar on two cords.

import { grain, line, paint, shaded, tint } from "../drawing.js";
import { round } from "./round.js";

/** A rectangle that bends at its corners. */
export const plate = {
  tall: 0.58,
  edge([x, y], box) {
    return Math.max(Math.abs((2 * (x - box.x)) / box.wide - 1), Math.abs((2 * (y - box.y)) / box.high - 1));
  },
  zones: round.zones,
  draw(context, box, swing, ink) {
    const { x, y, wide, high } = box;
    const bow = 9 * swing;
    const outline = () => {
      context.beginPath();
      context.moveTo(x, y);
      context.quadraticCurveTo(x + wide / 2, y + bow, x + wide, y);
      context.quadraticCurveTo(x + wide - bow, y + high / 2, x + wide, y + high);
      context.quadraticCurveTo(x + wide / 2, y + high - bow, x, y + high);
      context.quadraticCurveTo(x + bow, y + high / 2, x, y);
      context.closePath();
    };
    context.save();
    context.translate(10, 16);
    outline();
    paint(context, "rgb(0 0 0 / 0.4)");
    context.restore();
    outline();
    paint(context, shaded(context, [x, y], [x + wide, y + high], [[0, "#ffffff"], [0.15, ink.steel], [0.5, ink.steelDeep], [0.65, ink.steel], [1, ink.steelDeep]]), tint(ink.outline, 0.7), 2);
    context.save();
    context.clip();
    grain(context, x, y, wide, high, "rgb(255 255 255 / 0.09)", 30, 2);
    context.restore();
    outline();
  },
};

/** A bar on two cords at the nodes of its lowest mode. */
export const bar = {
  tall: 0.5,
  edge: ([x], box) => Math.abs((2 * (x - box.x)) / box.wide - 1),
  zones: (context, { x, wide }, colours) => shaded(context, [x, 0], [x + wide, 0], [[0, colours[2]], [0.224, colours[1]], [0.5, colours[0]], [0.776, colours[1]], [1, colours[2]]]),
  draw(context, box, swing, ink) {
    const { x, y, wide, high } = box;
    const [middle, half] = [y + high / 2, 0.17 * high];
    const bent = (share) => 16 * swing * (1.553 * Math.sin(Math.PI * share) - 1);
    for (const share of [0.224, 0.776]) line(context, [[x + share * wide, middle - 1.5 * half], [x + share * wide, middle + 2.2 * half]], tint(ink.hair, 0.5), 5);
    context.beginPath();
    for (let i = 0; i <= 40; i++) context.lineTo(x + (i / 40) * wide, middle - half + bent(i / 40));
    for (let i = 40; i >= 0; i--) context.lineTo(x + (i / 40) * wide, middle + half + bent(i / 40));
    context.closePath();
    paint(context, shaded(context, [x, middle - half], [x + wide, middle + half], [[0, ink.woodPale], [0.3, ink.wood], [1, ink.woodDeep]]), tint(ink.outline, 0.7));
  },
};
