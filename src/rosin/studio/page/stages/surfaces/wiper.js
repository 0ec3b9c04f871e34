// A wiper blade on a windscreen at night that is nearly dry.

import { disc, line, LIT, paint, shaded, tint } from "../drawing.js";
import { inset } from "./tools.js";

const LAMPS = ["#f2ac3e", "#f58a6b", "#95c0ea", "#ffe9c0"];

/** Where the arm turns. */
const pivot = ({ width, height }) => [0.5 * width, height + 0.12 * height];

export const wiper = {
  stroke: 1.3,
  reach: 60,
  trail: { colour: "#cfe4ee", lasts: 2.5 },
  box: (width, height) => inset(width, height, 0.02),

  scale: LIT.ink,
  contact({ x, y }, { box }) {
    return { x: Math.min(box.x + box.wide, Math.max(box.x, x)), y: Math.min(box.y + 0.9 * box.high, Math.max(box.y, y)) };
  },

  ground(context, { width, height, box, ink }) {
    context.beginPath();
    context.moveTo(box.x + 0.09 * box.wide, box.y);
    context.quadraticCurveTo(width / 2, box.y - 0.03 * height, box.x + 0.91 * box.wide, box.y);
    context.quadraticCurveTo(box.x + box.wide, box.y + 0.5 * box.high, box.x + box.wide, box.y + box.high);
    context.quadraticCurveTo(width / 2, box.y + 0.9 * box.high, box.x, box.y + box.high);
    context.quadraticCurveTo(box.x, box.y + 0.5 * box.high, box.x + 0.09 * box.wide, box.y);
    context.closePath();
    paint(context, shaded(context, [0, 0], [0.4 * width, height], [[0, "#2b3d49"], [0.55, "#16212a"], [1, "#0d1418"]]), ink.steelDeep, 6);
    context.save();
    context.clip();
    for (let i = 0; i < 26; i++) { // lamps of the street, out of focus
      const [a, b] = [Math.abs(Math.sin(i * 12.9898) * 43758.5) % 1, Math.abs(Math.sin(i * 78.233) * 12543.1) % 1];
      disc(context, a * width, (0.3 + 0.45 * b) * height, 6 + 22 * b, tint(LAMPS[i % 4], 0.1 + 0.08 * a));
    }
    for (let i = 0; i < 240; i++) { // drops
      const [a, b, c] = [12.9898, 78.233, 39.425].map((each) => Math.abs(Math.sin(i * each + each) * 43758.5453) % 1);
      disc(context, a * width, b * height, 1 + 2.6 * c * c, tint("#d4e7ef", 0.16 + 0.3 * c));
      disc(context, a * width - 0.6, b * height - 0.8, 0.5 + c, "rgb(255 255 255 / 0.5)");
    }
    const [x, y] = pivot({ width, height }); // what was wiped before
    context.fillStyle = "rgb(24 36 45 / 0.75)";
    context.beginPath();
    context.arc(x, y, 1.02 * height, Math.PI * 1.16, Math.PI * 1.84);
    context.arc(x, y, 0.3 * height, Math.PI * 1.84, Math.PI * 1.16, true);
    context.fill();
    context.restore();
  },

  tool(context, { width, height, x, y, ink }) {
    const [px, py] = pivot({ width, height });
    const angle = Math.atan2(py - y, px - x) - Math.PI / 2; // of the arm, from upright
    context.rotate(angle);
    const [far, reach] = [Math.hypot(px - x, py - y), 0.34 * height];
    context.lineCap = "round";
    line(context, [[0, 0], [0, far]], ink.steelDeep, 9);
    line(context, [[-1.5, 0], [-1.5, far]], tint(ink.steel, 0.6), 2);
    line(context, [[0, -reach], [0, reach]], "#0b0d0e", 11);
    line(context, [[-3, -reach], [-3, reach]], tint(ink.steel, 0.7), 3);
    line(context, [[5, -reach], [5, reach]], "rgb(207 228 238 / 0.35)", 2);
  },
};
