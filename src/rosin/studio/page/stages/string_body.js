// What lies under the strings of a violin and its family: the varnished body, the fingerboard of ebony with its marks, nut and bridge.

import { grain, line, paint, shaded, tint } from "./drawing.js";

/** Draw what does not move; `view` has width, height, lane, ink, and x, the place (px) of a share of the string from the nut. */
export function drawBody(context, view, stage) {
  const { width, height, ink, x } = view;
  drawBelly(context, view);
  drawHoles(context, view);
  const end = x(1 - stage.reach);
  context.beginPath();
  context.moveTo(0, 0.06 * height);
  context.lineTo(end, 0.02 * height);
  context.quadraticCurveTo(end + 14, height / 2, end, 0.98 * height);
  context.lineTo(0, 0.94 * height);
  context.closePath();
  context.save();
  context.translate(5, 8);
  paint(context, "rgb(0 0 0 / 0.4)");
  context.restore();
  paint(context, shaded(context, [0, 0], [0.2 * width, height], [[0, "#34302c"], [0.35, "#211e1b"], [1, "#0f0d0c"]]), tint(ink.outline, 0.5));
  for (const name of stage.names) drawMarks(context, view, stage, name);
  context.fillStyle = shaded(context, [x(0) - 6, 0], [x(0), 0], [[0, ink.woodPale], [1, ink.wood]]);
  context.fillRect(x(0) - 5, 0.06 * height, 6, 0.88 * height);
  drawBridge(context, view);
}

function drawBelly(context, { width, height, ink, x }) {
  const from = Math.min(0.5 * width, x(0.42));
  context.beginPath();
  context.moveTo(from, height / 2);
  context.bezierCurveTo(from - 0.06 * width, -0.5 * height, x(0.84), -0.12 * height, x(0.86), 0.02 * height);
  context.quadraticCurveTo(x(0.93), 0.09 * height, x(1), -0.02 * height);
  context.lineTo(width + 4, -4);
  context.lineTo(width + 4, height + 4);
  context.lineTo(x(1), 1.02 * height);
  context.quadraticCurveTo(x(0.93), 0.91 * height, x(0.86), 0.98 * height);
  context.bezierCurveTo(x(0.84), 1.12 * height, from - 0.06 * width, 1.5 * height, from, height / 2);
  context.closePath();
  paint(context, shaded(context, [from, 0], [width, height], [[0, ink.varnish], [0.55, ink.varnishDeep], [1, ink.woodDeep]]), tint(ink.outline, 0.8), 2);
  context.save();
  context.clip();
  grain(context, from, 0, width - from, height, tint("#1a0d05", 0.14), 34, 7);
  const light = context.createRadialGradient(x(0.72), 0.2 * height, 10, x(0.72), 0.2 * height, 0.8 * height);
  light.addColorStop(0, "rgb(255 220 160 / 0.25)");
  light.addColorStop(1, "rgb(255 220 160 / 0)");
  context.fillStyle = light;
  context.fillRect(0, 0, width, height);
  context.restore();
}

function drawHoles(context, { height, x }) {
  context.lineCap = "round";
  for (const side of [-1, 1]) {
    const y = (share) => height * (0.5 + side * share);
    context.beginPath();
    context.moveTo(x(0.86), y(0.27));
    context.bezierCurveTo(x(0.89), y(0.2), x(0.91), y(0.36), x(0.95), y(0.34));
    context.bezierCurveTo(x(0.98), y(0.33), x(0.99), y(0.44), x(1.005), y(0.4));
    context.strokeStyle = "rgb(10 5 2 / 0.75)";
    context.lineWidth = Math.max(4, 0.014 * height);
    context.stroke();
  }
}

function drawMarks(context, { lane, x }, { plan, names }, name) {
  const y = (names.indexOf(name) + 0.5) * lane;
  plan.layers[name].marks.forEach((mark, semitone) => {
    if (semitone === 0) return;
    const half = lane * (semitone % 12 === 0 ? 0.34 : 0.24);
    line(context, [[x(mark), y - half], [x(mark), y + half]], tint("#f0e6d2", semitone % 12 === 0 ? 0.4 : 0.14), semitone % 12 === 0 ? 1.5 : 1);
  });
}

function drawBridge(context, { height, ink, x }) {
  context.beginPath();
  context.moveTo(x(1) - 4, 0.05 * height);
  context.quadraticCurveTo(x(1) + 8, height / 2, x(1) - 4, 0.95 * height);
  context.lineTo(x(1) + 7, 0.95 * height);
  context.quadraticCurveTo(x(1) + 20, height / 2, x(1) + 7, 0.05 * height);
  context.closePath();
  paint(context, shaded(context, [x(1) - 4, 0], [x(1) + 14, 0], [[0, ink.woodPale], [1, ink.wood]]), ink.outline);
}
