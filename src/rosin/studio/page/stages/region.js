// Where a surface speaks at the speed of now, around the hand: a glow where it does, coarse hatching where it is too hard, dots where it is silent.

import { LIT, tint } from "./drawing.js";

const KINDS = [null, "sings", "sings", "sings", "sings", "crunch"]; // as WINDOW_REGIMES of rosin.analysis

/** The place of a value among those of an axis, which is logarithmic. */
function nearest(values, value) {
  const off = values.map((each) => Math.abs(Math.log(each / Math.max(value, 1e-12))));
  return off.indexOf(Math.min(...off));
}

/** The stretches of forces (N) that do the same at a speed: { kind, low, high }, from the weakest; kind null is silent. */
export function bandsAt({ speeds, forces, regime }, speed) {
  const column = nearest(speeds, speed);
  const step = Math.sqrt(forces[1] / forces[0]);
  const bands = [];
  forces.forEach((force, row) => {
    const kind = KINDS[regime[row][column]];
    if (bands.at(-1)?.kind === kind) bands.at(-1).high = force * step;
    else bands.push({ kind, low: force / step, high: force * step });
  });
  return bands;
}

/** The speed at which an instrument is rubbed that speaks there with its usual force: the usual one, or the nearest that is safely inside. */
export function speakingSpeed({ speeds, forces, regime }, usual, force) {
  const row = regime[nearest(forces, force)];
  const at = nearest(speeds, usual);
  const runs = [];
  row.forEach((kind, j) => {
    if (!kind) return;
    if (runs.at(-1)?.last === j - 1) runs.at(-1).last = j;
    else runs.push({ first: j, last: j });
  });
  if (!runs.length) return usual;
  const away = ({ first, last }) => Math.max(first - at, 0, at - last);
  const { first, last } = runs.reduce((best, run) => (away(run) < away(best) || (away(run) === away(best) && run.last - run.first > best.last - best.first) ? run : best));
  const inside = Math.max(Math.min(at, last - 2), Math.min(first + 1, Math.floor((first + last) / 2)));
  return inside === at ? usual : speeds[inside];
}

/** Draw the bands round x; `y` gives the height (px) of a force. */
export function drawRegion(context, box, bands, x, y) {
  const reach = Math.max(170, 0.22 * box.wide);
  const soft = (colour, share) => {
    const fade = context.createLinearGradient(x - reach, 0, x + reach, 0);
    for (const [place, part] of [[0, 0], [0.5, share], [1, 0]]) fade.addColorStop(place, tint(colour, part));
    return fade;
  };
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.wide, box.high);
  context.clip();
  for (const { kind, low, high } of bands) {
    const [top, bottom] = [Math.max(box.y, y(high)), Math.min(box.y + box.high, y(low))];
    if (bottom - top < 2) continue;
    if (kind === "sings") drawPool(context, x, top, bottom, reach, soft);
    else if (kind === "crunch") hatch(context, x, top, bottom, reach, soft(LIT.crunch, 0.55));
    else dots(context, x, top, bottom, reach, soft(LIT.airy, 0.4));
  }
  context.restore();
}

function drawPool(context, x, top, bottom, reach, soft) {
  context.save();
  context.translate(x, (top + bottom) / 2);
  context.scale(reach, (bottom - top) / 2);
  const pool = context.createRadialGradient(0, 0, 0, 0, 0, 1.15);
  for (const [place, share] of [[0, 0.34], [0.6, 0.14], [1, 0]]) pool.addColorStop(place, tint(LIT.sings, share));
  context.fillStyle = pool;
  context.fillRect(-1.15, -1, 2.3, 2);
  context.restore();
  context.strokeStyle = soft(LIT.sings, 0.8);
  context.lineWidth = 1.5;
  for (const edge of [top, bottom]) {
    context.beginPath();
    context.moveTo(x - reach, edge);
    context.lineTo(x + reach, edge);
    context.stroke();
  }
}

function hatch(context, x, top, bottom, reach, style) {
  context.strokeStyle = style;
  context.lineWidth = 1.5;
  for (let at = x - reach; at < x + reach; at += 11) {
    context.beginPath();
    context.moveTo(at, top);
    context.lineTo(at - 0.12 * (bottom - top), bottom - 5);
    context.stroke();
  }
}

function dots(context, x, top, bottom, reach, style) {
  context.strokeStyle = style;
  context.lineWidth = 1;
  context.setLineDash([2, 7]);
  for (let at = top + 10; at < bottom; at += 12) {
    context.beginPath();
    context.moveTo(x - reach, at);
    context.lineTo(x + reach, at);
    context.stroke();
  }
  context.setLineDash([]);
}
