// What several surfaces share: boxes, wooden frames, bows and soles.

import { disc, grain, line, paint, shaded, tint } from "../drawing.js";

/** All of the stage but a margin. */
export function inset(width, height, margin = 0.025) {
  const edge = Math.max(8, margin * Math.min(width, height));
  return { x: edge, y: edge, wide: width - 2 * edge, high: height - 2 * edge };
}

/** Where a hand is, it touches. */
export const underHand = ({ x, y }, { box }) => ({ x: Math.min(box.x + box.wide, Math.max(box.x, x)), y: Math.min(box.y + box.high, Math.max(box.y, y)) });

/** Floorboards or planks across a box. */
export function planks(context, { x, y, wide, high }, count, [pale, deep], seam, seed = 0) {
  const step = high / count;
  for (let i = 0; i < count; i++) {
    const top = y + i * step;
    context.fillStyle = shaded(context, [x, top], [x + wide, top + step], [[0, i % 2 ? pale : deep], [1, deep]]);
    context.fillRect(x, top, wide, step);
    grain(context, x, top, wide, step, tint("#1a0d05", 0.16), 5, i + seed);
    const joint = x + wide * ((0.37 * i + 0.21) % 1);
    line(context, [[joint, top], [joint, top + step]], seam, 1.5);
    line(context, [[x, top], [x + wide, top]], seam, 2);
  }
}

/** A bow across: hair that runs with the hand, and the stick beside it. Drawn upright about where it touches. */
export function bow(context, { ink, travel, length, angle = 0.08 }) {
  context.save();
  context.rotate(angle);
  const hair = 12;
  context.fillStyle = "rgb(0 0 0 / 0.35)";
  context.fillRect(6, -length, hair + 14, 2 * length);
  context.fillStyle = ink.hair;
  context.fillRect(-hair / 2, -length, hair, 2 * length);
  for (let at = -length + ((((travel * 2 + length) % 26) + 26) % 26); at < length; at += 26) line(context, [[-hair / 2, at], [hair / 2, at - 9]], "rgb(120 96 60 / 0.42)", 1);
  context.beginPath();
  context.moveTo(hair / 2 + 6, -length);
  context.quadraticCurveTo(hair / 2 + 2, 0, hair / 2 + 6, length);
  context.lineTo(hair / 2 + 15, length);
  context.quadraticCurveTo(hair / 2 + 10, 0, hair / 2 + 15, -length);
  context.closePath();
  paint(context, shaded(context, [hair / 2 + 3, 0], [hair / 2 + 14, 0], [[0, ink.woodPale], [0.4, ink.varnish], [1, ink.varnishDeep]]), ink.shade, 1);
  context.restore();
}

/** A shoe from above, its ball at the touch, its toes to the left. */
export function sole(context, { colours: [upper, edge, laces], angle, ink }) {
  context.save();
  context.rotate(angle);
  const outline = () => {
    context.beginPath();
    context.moveTo(-62, -4);
    context.bezierCurveTo(-58, -44, 0, -52, 44, -36);
    context.bezierCurveTo(92, -30, 138, -40, 152, -10);
    context.bezierCurveTo(160, 22, 128, 36, 92, 30);
    context.bezierCurveTo(52, 26, 20, 42, -22, 36);
    context.bezierCurveTo(-50, 32, -64, 18, -62, -4);
    context.closePath();
  };
  context.translate(7, 10);
  outline();
  paint(context, "rgb(0 0 0 / 0.35)");
  context.translate(-7, -10);
  outline();
  paint(context, edge, tint(ink.shade, 0.8));
  context.save();
  context.translate(4, -1);
  context.scale(0.9, 0.84);
  outline();
  paint(context, shaded(context, [-50, -40], [120, 40], [[0, "#ffffff"], [0.12, upper], [1, tint(upper, 0.75)]]), tint(ink.shade, 0.5));
  context.restore();
  context.lineCap = "round";
  for (let i = 0; i < 4; i++) line(context, [[22 + 15 * i, -15], [30 + 15 * i, 13]], laces, 3.5);
  context.beginPath();
  context.ellipse(118, -4, 26, 19, 0.05, 0, 2 * Math.PI);
  paint(context, "rgb(20 14 10 / 0.75)");
  disc(context, -38, -16, 5, tint("#ffffff", 0.25));
  context.restore();
}
