// Things that are seen from the side: a bell and a tumbler.

import { disc, line, paint, shaded, tint } from "../drawing.js";
import { middleOf } from "./round.js";

const ROUND = 2 * Math.PI;

/** What is seen from the side is struck somewhere round it: an eighth of a turn away the lowest tone has its node. */
const upright = {
  tall: 0.95,
  edge([x], box) {
    const { cx } = middleOf(box);
    return Math.asin(Math.min(1, Math.abs(x - cx) / (0.5 * this.breadth(box)))) / (Math.PI / 4);
  },
  zones(context, box, colours) {
    const { cx } = middleOf(box);
    const half = 0.5 * this.breadth(box);
    return shaded(context, [cx - half, 0], [cx + half, 0], [[0.1, colours[2]], [0.3, colours[1]], [0.5, colours[0]], [0.7, colours[1]], [0.9, colours[2]]]);
  },
};

export const bell = {
  ...upright,
  steps: [0, 4, 7, 12],
  breadth: ({ wide, high }) => 0.96 * Math.min(wide, 1.1 * high),
  tall: 1.1,
  named: [0.8, "#2a1a06"],
  draw(context, box, swing, ink) {
    const { y, high } = box;
    const { cx } = middleOf(box);
    const foot = y + high;
    const mouth = 0.5 * this.breadth(box) * (1 + 0.04 * swing);
    const crown = 0.46 * 0.5 * this.breadth(box);
    context.strokeStyle = ink.brassDeep;
    context.lineWidth = 9;
    context.beginPath();
    context.arc(cx, y + 2, 16, Math.PI, ROUND);
    context.stroke();
    line(context, [[cx, y - 0.2 * high], [cx, y - 12]], tint(ink.hair, 0.6), 5);
    const outline = () => {
      context.beginPath();
      context.moveTo(cx - mouth, foot);
      context.bezierCurveTo(cx - 0.7 * mouth, foot - 0.2 * high, cx - crown * 1.12, foot - 0.42 * high, cx - crown, y + 0.16 * high);
      context.quadraticCurveTo(cx - crown, y, cx, y);
      context.quadraticCurveTo(cx + crown, y, cx + crown, y + 0.16 * high);
      context.bezierCurveTo(cx + crown * 1.12, foot - 0.42 * high, cx + 0.7 * mouth, foot - 0.2 * high, cx + mouth, foot);
      context.quadraticCurveTo(cx, foot + 0.08 * high, cx - mouth, foot);
      context.closePath();
    };
    disc(context, cx, foot + 0.045 * high, 0.045 * high, ink.brassDeep);
    outline();
    paint(context, shaded(context, [cx - mouth, 0], [cx + mouth, 0], [[0, ink.brassDeep], [0.25, ink.brass], [0.34, ink.hair], [0.45, ink.brass], [0.8, ink.brassDeep], [1, ink.shade]]), tint(ink.shade, 0.8), 2);
    context.save();
    context.clip();
    for (const [share, bold] of [[0.2, 2], [0.24, 1], [0.66, 1], [0.88, 3], [0.92, 1.5]]) {
      context.beginPath();
      context.ellipse(cx, y + share * high, mouth * 1.1, 0.05 * high, 0, 0, Math.PI);
      paint(context, "rgb(0 0 0 / 0)", tint("#2a1a06", 0.45), bold);
    }
    context.restore();
    outline();
  },
};

/** A tumbler from the side. */
export const glass = {
  ...upright,
  breadth: ({ wide, high }) => 0.8 * Math.min(wide, 0.9 * high),
  steps: [0, 2, 4, 7, 9],
  draw(context, box, swing, ink) {
    const { y, high } = box;
    const { cx } = middleOf(box);
    const rim = 0.5 * this.breadth(box) * (1 + 0.05 * swing);
    const [base, flat] = [0.37 * this.breadth(box), 0.09 * high];
    const [top, foot] = [y + flat, y + high - flat];
    const outline = () => {
      context.beginPath();
      context.moveTo(cx - rim, top);
      context.lineTo(cx - base, foot);
      context.ellipse(cx, foot, base, 0.7 * flat, 0, Math.PI, 0, true);
      context.lineTo(cx + rim, top);
      context.ellipse(cx, top, rim, flat, 0, 0, Math.PI, true);
      context.closePath();
    };
    outline();
    paint(context, shaded(context, [cx - rim, 0], [cx + rim, 0], [[0, tint(ink.glass, 0.5)], [0.18, tint(ink.glass, 0.14)], [0.8, tint(ink.glass, 0.1)], [1, tint(ink.glass, 0.4)]]), tint(ink.outline, 0.8), 1.6);
    context.beginPath();
    context.ellipse(cx, foot - 0.06 * high, 0.96 * base, 0.65 * flat, 0, 0, ROUND);
    paint(context, tint(ink.glass, 0.22), tint(ink.outline, 0.4), 1);
    context.beginPath();
    context.ellipse(cx, top, rim, flat, 0, 0, ROUND);
    paint(context, tint(ink.glass, 0.1), ink.outline, 2.2);
    line(context, [[cx - 0.78 * rim, top + 0.14 * high], [cx - 0.66 * rim, top + 0.5 * high]], "rgb(255 255 255 / 0.45)", 3);
    outline();
  },
};
