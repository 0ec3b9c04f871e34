// Round things: a skin in its hoop, and a gong on two cords.

import { disc, line, paint, ring, shaded, tint } from "../drawing.js";

/** The middle of a box, and the radius of what fits into it. */
export const middleOf = ({ x, y, wide, high }) => ({ cx: x + wide / 2, cy: y + high / 2, radius: Math.min(wide, high) / 2 });

const ROUND = 2 * Math.PI;

/** What is round lies within a circle. */
export const round = {
  tall: 0.9,
  edge([x, y], box) {
    const { cx, cy, radius } = middleOf(box);
    return Math.hypot(x - cx, y - cy) / radius;
  },
  zones(context, box, colours) {
    const { cx, cy, radius } = middleOf(box);
    const gradient = context.createRadialGradient(cx, cy, 0, cx, cy, radius);
    [0.2, 0.55, 0.95].forEach((place, i) => gradient.addColorStop(place, colours[i]));
    return gradient;
  },
};

export const drum = {
  ...round,
  steps: [0, 5, 9, 14],
  draw(context, box, swing, ink) {
    const { cx, cy, radius } = middleOf(box);
    disc(context, cx + 10, cy + 16, radius, "rgb(0 0 0 / 0.4)");
    disc(context, cx, cy, radius, shaded(context, [cx - radius, cy - radius], [cx + radius, cy + radius], [[0, ink.woodPale], [0.3, ink.varnish], [1, ink.varnishDeep]]));
    ring(context, cx, cy, radius, tint(ink.outline, 0.7), 1.5);
    for (let i = 0; i < 10; i++) {
      const angle = ((i + 0.5) * ROUND) / 10;
      const [x, y] = [cx + 0.96 * radius * Math.cos(angle), cy + 0.96 * radius * Math.sin(angle)];
      disc(context, x, y, 0.035 * radius, shaded(context, [x - 6, y - 6], [x + 6, y + 6], [[0, "#ffffff"], [0.4, ink.steel], [1, ink.steelDeep]]));
    }
    const skin = context.createRadialGradient(cx - 0.4 * radius, cy - 0.5 * radius, 0.1 * radius, cx, cy, 1.1 * radius);
    skin.addColorStop(0, "#fff4dc");
    skin.addColorStop(0.5, ink.skin);
    skin.addColorStop(1, ink.woodPale);
    disc(context, cx, cy, 0.91 * radius, skin);
    ring(context, cx, cy, 0.91 * radius, tint("#4a321c", 0.8), 3);
    for (const share of [0.25, 0.48, 0.7]) ring(context, cx, cy, radius * share * (1 + 0.12 * swing * (1 - share)), tint("#6b4a2a", 0.2), 1);
    context.beginPath();
    context.arc(cx, cy, 0.91 * radius, 0, ROUND);
  },
};

export const gong = {
  ...round,
  steps: [0, 5, 10],
  draw(context, box, swing, ink) {
    const { cx, cy, radius } = middleOf(box);
    const oval = (share) => {
      context.beginPath();
      context.ellipse(cx, cy, share * radius * (1 + 0.03 * swing), share * radius * (1 - 0.03 * swing), 0, 0, ROUND);
    };
    for (const side of [-1, 1]) line(context, [[cx + 0.5 * side * radius, cy - 1.3 * radius], [cx + 0.5 * side * radius, cy - 0.84 * radius]], tint(ink.hair, 0.7), 4);
    disc(context, cx + 12, cy + 16, radius, "rgb(0 0 0 / 0.35)");
    oval(1);
    paint(context, shaded(context, [cx - radius, cy - radius], [cx + radius, cy + radius], [[0, ink.brassDeep], [0.28, ink.brass], [0.36, ink.hair], [0.48, ink.brass], [1, ink.brassDeep]]), tint(ink.shade, 0.8), 2);
    for (const [share, dark] of [[0.92, 0.3], [0.9, 0.12], [0.62, 0.12], [0.45, 0.1], [0.3, 0.35]]) {
      oval(share);
      paint(context, "rgb(0 0 0 / 0)", tint("#2a1a06", dark), 2);
    }
    oval(0.28);
    paint(context, shaded(context, [cx - 0.25 * radius, cy - 0.25 * radius], [cx + 0.25 * radius, cy + 0.25 * radius], [[0, ink.hair], [0.4, ink.brass], [1, ink.brassDeep]]));
    oval(1);
  },
};
