// What a cup looks like: a wineglass, a glass cup without a stem, or a bowl of brass, seen from above at a slant.
// `deep` is how far down it goes, in radii; `name` is where its name is written, of the way from its front rim to its foot.

import { glow, line, paint, shaded, tint } from "./drawing.js";

const STEPS = 40;

/** A side wall: its half width over the depth, both from 0 to 1. */
function wall(context, { x, y, rx, ry }, bowl, half) {
  context.beginPath();
  for (let i = 0; i <= STEPS; i++) {
    const share = Math.sin(((i / STEPS) * Math.PI) / 2);
    context.lineTo(x - rx * half(share), y + bowl * share);
  }
  for (let i = STEPS; i >= 0; i--) {
    const share = Math.sin(((i / STEPS) * Math.PI) / 2);
    context.lineTo(x + rx * half(share), y + bowl * share);
  }
  context.ellipse(x, y, rx, ry, 0, 0, Math.PI, true);
  context.closePath();
}

/** Glass, lit from the upper left, with water in it. */
function blown(context, cup, bowl, half, { light, water, ink }) {
  const { x, y, rx, ry } = cup;
  const shape = () => wall(context, cup, bowl, half);
  shape();
  paint(context, shaded(context, [x - rx, 0], [x + rx, 0], [[0, tint(ink.glass, 0.4)], [0.16, tint(ink.glass, 0.1)], [0.8, tint(ink.glass, 0.07)], [1, tint(ink.glass, 0.3)]]));
  context.save();
  shape();
  context.clip();
  glow(context, x, y + 0.2 * bowl, 1.7 * rx, ink.sings, 0.8 * light);
  if (water > 0.02) {
    const share = 1 - Math.min(0.95, water);
    const [surface, wide] = [y + bowl * share, rx * half(share)];
    context.fillStyle = tint(ink.water, 0.5);
    context.fillRect(x - rx, surface, 2 * rx, bowl);
    context.beginPath();
    context.ellipse(x, surface, wide, (ry * wide) / rx, 0, 0, 2 * Math.PI);
    paint(context, tint(ink.water, 0.75), tint(ink.glass, 0.9), 1);
  }
  context.restore();
  shape();
  paint(context, "rgb(0 0 0 / 0)", tint(ink.outline, 0.7), 1.5);
  context.lineCap = "round";
  const shine = Array.from({ length: 12 }, (_, i) => 0.14 + 0.035 * i).map((share) => [x - rx * half(share) + 0.16 * rx, y + bowl * share]);
  line(context, shine, "rgb(255 255 255 / 0.4)", 2.5);
}

function shadow(context, x, y, wide, ink) {
  context.save();
  context.translate(x + 0.15 * wide, y);
  context.scale(1, 0.32);
  glow(context, 0, 0, 1.5 * wide, ink.shade, 2);
  context.restore();
}

const goblet = {
  deep: 2.05,
  name: 0.38,
  ink: (ink) => ink.ink,
  rim: (ink) => ink.outline,
  draw(context, cup, look) {
    const { x, y, rx, ry, depth } = cup;
    const [bowl, foot] = [0.7 * depth, y + 0.98 * depth];
    const { ink } = look;
    shadow(context, x, foot, 0.7 * rx, ink);
    context.beginPath();
    context.ellipse(x, foot, 0.56 * rx, 0.5 * ry, 0, 0, 2 * Math.PI);
    paint(context, tint(ink.glass, 0.16), tint(ink.outline, 0.7), 1.5);
    for (const side of [-1, 1]) {
      context.beginPath();
      context.moveTo(x + side * 5, y + bowl - 2);
      context.quadraticCurveTo(x + side * 2, foot - 0.12 * depth, x + side * 9, foot - 2);
      context.strokeStyle = tint(ink.outline, 0.7);
      context.stroke();
    }
    blown(context, cup, bowl, (share) => Math.max(0.05, Math.sqrt(Math.max(0, 1 - share ** 3))) * (1 + 0.06 * Math.sin(Math.PI * share)), look);
  },
};

const cup = {
  deep: 1.2,
  name: 0.55,
  ink: (ink) => ink.ink,
  rim: (ink) => ink.outline,
  draw(context, place, look) {
    shadow(context, place.x, place.y + place.depth, 0.6 * place.rx, look.ink);
    blown(context, place, place.depth, (share) => 0.18 + 0.82 * Math.sqrt(Math.max(0, 1 - share ** 2.6)), look);
  },
};

const bowl = {
  deep: 1.05,
  name: 0.55,
  ink: () => "#2a1a06",
  rim: (ink) => ink.brass,
  draw(context, place, { light, ink }) {
    const { x, y, rx, ry, depth } = place;
    shadow(context, x, y + depth, 0.9 * rx, ink);
    context.beginPath();
    context.ellipse(x, y + depth, 0.72 * rx, 0.62 * ry, 0, 0, 2 * Math.PI);
    paint(context, shaded(context, [x - rx, 0], [x + rx, 0], [[0, ink.felt], [1, tint(ink.felt, 0.6)]]), tint(ink.shade, 0.6));
    wall(context, place, depth, (share) => (1 + 0.07 * Math.sin(Math.PI * share)) * (0.3 + 0.7 * Math.sqrt(Math.max(0, 1 - share ** 2.4))));
    paint(context, shaded(context, [x - rx, y], [x + rx, y + 0.4 * depth], [[0, ink.brassDeep], [0.22, ink.brass], [0.36, ink.hair], [0.5, ink.brass], [1, ink.brassDeep]]), tint(ink.shade, 0.7));
    context.beginPath();
    context.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
    paint(context, shaded(context, [x - rx, y - ry], [x + rx, y + ry], [[0, ink.shade], [0.5, ink.brassDeep], [1, ink.brass]]));
    glow(context, x, y, rx, ink.sings, 0.8 * light);
  },
};

/** The vessel of an instrument: bowls are of brass unless they are of glass, and what turns on a spindle has no stem. */
export function vesselOf({ name, object, setup }) {
  if (/bowl/.test(name)) return object === "Glass" ? cup : bowl;
  return setup === "Wineglass" && !/monica/.test(name) ? goblet : cup;
}
