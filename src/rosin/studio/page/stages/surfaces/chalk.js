// A stick of chalk on a blackboard in its frame.

import { LIT, paint, shaded, tint } from "../drawing.js";
import { inset, underHand } from "./tools.js";

export const chalk = {
  stroke: 0.45,
  reach: 34,
  loops: true,
  trail: { colour: "#f2ecde", lasts: 14 },
  box: (width, height) => {
    const { x, y, wide, high } = inset(width, height, 0.04);
    return { x, y, wide, high: high - 8 };
  },
  scale: LIT.ink,
  contact: underHand,

  ground(context, { width, height, box, ink }) {
    const edge = 0.7 * box.x;
    context.beginPath();
    context.roundRect(box.x - edge, box.y - edge, box.wide + 2 * edge, box.high + 2 * edge, 5);
    paint(context, shaded(context, [0, 0], [0, height], [[0, ink.woodPale], [0.1, ink.wood], [1, ink.woodDeep]]), tint(ink.outline, 0.5));
    const slate = context.createRadialGradient(0.35 * width, 0.25 * height, 10, 0.5 * width, 0.5 * height, 0.7 * Math.max(width, height));
    slate.addColorStop(0, "#2f3f39");
    slate.addColorStop(1, "#18211e");
    context.fillStyle = slate;
    context.fillRect(box.x, box.y, box.wide, box.high);
    context.save();
    context.beginPath();
    context.rect(box.x, box.y, box.wide, box.high);
    context.clip();
    context.strokeStyle = "rgb(235 230 215 / 0.028)"; // chalk that was wiped away
    context.lineWidth = 0.1 * height;
    context.lineCap = "round";
    for (let i = 0; i < 6; i++) {
      context.beginPath();
      context.moveTo(width * (0.05 + 0.03 * i), height * (0.2 + 0.12 * i));
      context.bezierCurveTo(0.4 * width, height * (0.05 + 0.14 * i), 0.6 * width, height * (0.35 + 0.1 * i), width * (0.95 - 0.04 * i), height * (0.15 + 0.13 * i));
      context.stroke();
    }
    context.restore();
    context.beginPath();
    context.roundRect(box.x + 6, box.y + box.high + edge - 3, box.wide - 12, 10, 3);
    paint(context, ink.wood, tint(ink.outline, 0.4), 1);
  },

  tool(context) {
    context.rotate(0.62);
    context.beginPath();
    context.roundRect(-9, -100, 18, 100, 4);
    paint(context, shaded(context, [-9, 0], [9, 0], [[0, "#fffaf0"], [0.5, "#ece4d2"], [1, "#b5ab97"]]), "#5d5546", 1.2);
  },
};
