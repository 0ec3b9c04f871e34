// A nail violin: nails of many lengths in a block of wood, each of them bowed below its head.

import { disc, grain, line, paint, shaded, tint, words } from "../drawing.js";
import { isBlack, printed } from "../letters.js";
import { bow, inset } from "./tools.js";

const ROOM = 52; // px of a nail
const MOST = 15;

/** The keys of the nails: whole tones and halves of a scale round the own one, as many as there is room for. */
function shown(width, [lowest, highest, own]) {
  const count = Math.min(MOST, Math.max(5, Math.floor((0.9 * width) / ROOM)));
  const keys = [];
  for (let key = Math.max(lowest, Math.round(own) - Math.ceil(0.85 * count)); keys.length < count && key <= highest; key++) if (!isBlack(key)) keys.push(key);
  return keys;
}

const across = (place, count, width) => width * (0.08 + (0.86 * (place + 0.5)) / count);

export const nails = {
  stroke: 2.4,
  reach: 60,
  upright: true,
  box: (width, height) => inset(width, height, 0.02),

  keyAt(x, width, range) {
    const keys = shown(width, range);
    const place = Math.floor(((x / width - 0.08) / 0.86) * keys.length);
    return keys[Math.min(keys.length - 1, Math.max(0, place))];
  },

  placeOf(key, width, range) {
    const keys = shown(width, range);
    const near = keys.reduce((best, each) => (Math.abs(each - key) < Math.abs(best - key) ? each : best));
    return across(keys.indexOf(near), keys.length, width);
  },

  /** Under the head of the nail. */
  contact({ x, key }, { width, height, keys: range }) {
    const keys = shown(width, range);
    const place = Math.max(0, keys.indexOf(key ?? nails.keyAt(x, width, range)));
    return { x: across(place, keys.length, width), y: this.top(place, keys.length, height) + 26 };
  },

  top: (place, count, height) => height * (0.16 + (0.22 * place) / count),

  ground(context, { width, height, keys: range, ink }) {
    const keys = shown(width, range);
    const deck = 0.72 * height;
    context.beginPath();
    context.moveTo(0.04 * width, deck);
    context.quadraticCurveTo(0.5 * width, deck - 0.1 * height, 0.98 * width, deck);
    context.lineTo(0.96 * width, 0.93 * height);
    context.quadraticCurveTo(0.5 * width, 0.86 * height, 0.06 * width, 0.93 * height);
    context.closePath();
    paint(context, shaded(context, [0, deck], [width, height], [[0, ink.woodPale], [0.3, ink.varnish], [1, ink.varnishDeep]]), tint(ink.outline, 0.6));
    context.save();
    context.clip();
    grain(context, 0, deck - 0.1 * height, width, 0.4 * height, tint("#1a0d05", 0.2), 12, 6);
    context.restore();
    keys.forEach((key, place) => {
      const [x, top] = [across(place, keys.length, width), this.top(place, keys.length, height)];
      const foot = deck - 0.045 * height + 14;
      line(context, [[x + 5, top + 8], [x + 5, foot]], "rgb(0 0 0 / 0.35)", 7);
      line(context, [[x, top], [x, foot]], ink.steelDeep, 7);
      line(context, [[x - 2, top], [x - 2, foot]], ink.steel, 2.5);
      disc(context, x, foot, 5, "#140a04");
      context.beginPath();
      context.ellipse(x, top, 13, 5, 0, 0, 2 * Math.PI);
      paint(context, ink.steel, ink.steelDeep);
      words(context, printed(key), x, foot + 34, { size: 16, colour: "#f7ecd8", align: "center", serif: true });
    });
  },

  tool(context, { ink, travel, height }) {
    context.rotate(Math.PI / 2 - 0.06);
    bow(context, { ink, travel, length: 0.5 * height, angle: 0 });
  },
};
