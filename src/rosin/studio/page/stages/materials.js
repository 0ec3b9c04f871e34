// What things are made of: slabs seen from above, balls and bars, in the colours of their material.

import { disc, grain, line, paint, shaded, tint } from "./drawing.js";
import { planks } from "./surfaces/tools.js";

const METALS = new Set(["steel", "brass", "bronze", "aluminium"]);
const GLASSES = new Set(["glass", "lead crystal", "fused quartz"]);
const WOODS = new Set(["wood", "spruce", "rosewood", "board"]);

/** The kind of material of what is touched: metal, glass, wood or stone. */
export function materialOf(plan) {
  const name = plan.parameters.find(({ path }) => path.endsWith("resonator.material.name"))?.value;
  return METALS.has(name) ? "metal" : GLASSES.has(name) ? "glass" : WOODS.has(name) ? "wood" : "stone";
}

/** A slab that fills a box, in a frame. */
export function slab(context, box, material, ink) {
  const { x, y, wide, high } = box;
  context.save();
  context.beginPath();
  context.roundRect(x - 12, y - 12, wide + 24, high + 24, 16);
  paint(context, shaded(context, [x, y], [x + wide, y + high], [[0, ink.wood], [1, ink.woodDeep]]), tint(ink.outline, 0.5));
  context.beginPath();
  context.roundRect(x, y, wide, high, 6);
  context.clip();
  SLABS[material](context, box, ink);
  context.restore();
  context.beginPath();
  context.roundRect(x, y, wide, high, 6);
  paint(context, "rgb(0 0 0 / 0)", tint(ink.shade, 0.8), 3);
}

const SLABS = {
  wood(context, box, ink) {
    planks(context, box, 5, [ink.wood, ink.varnishDeep], tint("#120803", 0.5));
  },

  stone(context, { x, y, wide, high }, ink) {
    const light = shaded(context, [x, y], [x + 0.4 * wide, y + high], [[0, tint("#ffffff", 0.1)], [1, tint("#000000", 0.25)]]);
    for (const fill of [ink.slate, light]) {
      context.fillStyle = fill;
      context.fillRect(x, y, wide, high);
    }
    grain(context, x, y, wide, high, tint("#c9d6d0", 0.09), 26, 3);
    for (let i = 0; i < 260; i++) {
      const [across, down] = [(Math.sin(i * 12.9898) * 43758.5453) % 1, (Math.sin(i * 78.233) * 24634.6345) % 1].map(Math.abs);
      disc(context, x + across * wide, y + down * high, 0.8, tint(i % 3 ? "#dfe9e4" : "#000000", 0.18));
    }
  },

  glass(context, { x, y, wide, high }, ink) {
    context.fillStyle = ink.raised;
    context.fillRect(x, y, wide, high);
    context.fillStyle = shaded(context, [x, y], [x + wide, y + high], [[0, tint(ink.glass, 0.34)], [0.5, tint(ink.water, 0.16)], [1, tint(ink.glass, 0.26)]]);
    context.fillRect(x, y, wide, high);
    for (const [at, share, light] of [[0.12, 0.12, 0.1], [0.3, 0.04, 0.14], [0.68, 0.18, 0.07]]) {
      context.beginPath();
      context.moveTo(x + at * wide, y);
      context.lineTo(x + (at + share) * wide, y);
      context.lineTo(x + (at + share) * wide - 0.5 * high, y + high);
      context.lineTo(x + at * wide - 0.5 * high, y + high);
      context.closePath();
      paint(context, tint("#ffffff", light));
    }
    line(context, [[x + 6, y + high - 6], [x + 6, y + 6], [x + wide - 6, y + 6]], tint("#ffffff", 0.35), 1.5);
  },

  metal(context, { x, y, wide, high }, ink) {
    context.fillStyle = shaded(context, [x, y], [x + wide, y + 0.6 * high], [[0, ink.steel], [0.3, ink.steelDeep], [0.55, ink.steel], [1, ink.steelDeep]]);
    context.fillRect(x, y, wide, high);
    grain(context, x, y, wide, high, tint("#ffffff", 0.08), 30, 5);
  },
};

/** A ball from above with spots all over it, [x, y, z] on a ball of radius one, by which it is seen to roll. */
export function ball(context, x, y, radius, material, spots, ink) {
  context.beginPath();
  context.ellipse(x + 0.28 * radius, y + 0.4 * radius, 1.02 * radius, radius, 0, 0, 2 * Math.PI);
  paint(context, "rgb(0 0 0 / 0.28)");
  const [pale, mid, deep, spot] = material === "glass" ? ["#e9fff4", ink.sings, "#1f5a4c", "#f2fff9"] : ["#ffffff", ink.steel, ink.steelDeep, "#2b2f2e"];
  const body = context.createRadialGradient(x - 0.4 * radius, y - 0.45 * radius, 0.1 * radius, x, y, 1.05 * radius);
  for (const [place, colour] of [[0, pale], [0.35, mid], [1, deep]]) body.addColorStop(place, colour);
  disc(context, x, y, radius, body);
  for (const [dx, dy, dz] of spots) if (dz > 0.05) disc(context, x + radius * dx, y + radius * dy, 0.13 * radius, tint(spot, 0.5 * dz));
  disc(context, x - 0.35 * radius, y - 0.4 * radius, 0.2 * radius, tint("#ffffff", 0.75));
}
