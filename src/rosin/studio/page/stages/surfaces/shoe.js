// A rubber sole on the varnished floor of a gym.

import { line, tint } from "../drawing.js";
import { inset, planks, sole, underHand } from "./tools.js";

export const shoe = {
  stroke: 0.55,
  reach: 38,
  trail: { colour: "#3a2a1c", lasts: 8 },
  scale: "#2a1a0c",
  box: (width, height) => inset(width, height, 0.01),
  contact: underHand,

  ground(context, { width, height, ink }) {
    planks(context, { x: 0, y: 0, wide: width, high: height }, Math.max(4, Math.round(height / 58)), ["#d9ac74", "#c4935a"], tint("#6b4420", 0.55));
    context.lineCap = "butt";
    line(context, [[0, 0.78 * height], [width, 0.78 * height]], tint("#f4efe6", 0.8), 9);
    context.strokeStyle = tint("#a83a2c", 0.75);
    context.lineWidth = 9;
    context.beginPath();
    context.arc(0.72 * width, 0.78 * height, 0.62 * height, Math.PI, 2 * Math.PI);
    context.stroke();
    const shine = context.createRadialGradient(0.28 * width, 0.1 * height, 10, 0.3 * width, 0.2 * height, 0.6 * width);
    shine.addColorStop(0, "rgb(255 250 235 / 0.4)");
    shine.addColorStop(1, "rgb(255 250 235 / 0)");
    context.fillStyle = shine;
    context.fillRect(0, 0, width, height);
    context.fillStyle = tint(ink.ground, document.documentElement.dataset.theme === "light" ? 0 : 0.3);
    context.fillRect(0, 0, width, height);
  },

  tool(context, { ink, travel }) {
    sole(context, { colours: ["#d8dde0", "#f3efe6", "#a83a2c"], angle: -0.35 + travel / 90, ink });
  },
};
