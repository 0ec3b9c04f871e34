// Instruments of observation, with axes: the wave, its spectrum, force over slip speed, the bristles, and where it speaks.

import { LOOK } from "../audio/watching.js";
import { colours } from "../look/colours.js";
import { transform } from "./fourier.js";
import { drawWindow, placeIn } from "./speaking.js";

const { SEEN } = LOOK;
const SHOWN = 960; // samples of the wave: 20 ms
const [LOWEST, HIGHEST] = [50, 16_000]; // Hz
const [QUIETEST, LOUDEST] = [-90, 0]; // dB
const [LEFT, BOTTOM] = [42, 16]; // pixels for the axes

/** Fit a canvas to its place, in device pixels; gives its context and size in CSS pixels. */
export function fitted(canvas) {
  const ratio = devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return [context, width, height];
}

/** A diagram: its ground with labels, and where a value lies; nothing where it is folded away. */
function diagram(canvas, ink, { across, up, x, y }) {
  if (!canvas.clientWidth) return null;
  const [context, width, height] = fitted(canvas);
  const at = (share) => LEFT + share * (width - LEFT - 6);
  const over = (share) => 6 + (1 - share) * (height - BOTTOM - 6);
  context.font = "11px sans-serif";
  context.fillStyle = ink.faint;
  context.strokeStyle = ink.line;
  context.lineWidth = 1;
  for (const [value, label] of across) {
    line(context, [[at(x(value)), over(0)], [at(x(value)), over(1)]]);
    context.textAlign = x(value) > 0.95 ? "right" : "center";
    context.fillText(label, at(x(value)), height - 3);
  }
  context.textAlign = "right";
  for (const [value, label] of up) {
    line(context, [[at(0), over(y(value))], [at(1), over(y(value))]]);
    context.fillText(label, LEFT - 4, over(y(value)) + 4);
  }
  return { context, place: (a, b) => [at(x(a)), over(Math.min(1, Math.max(0, y(b))))] };
}

function line(context, points) {
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.stroke();
}

/** A round number not below a value: 1, 2 or 5 times a power of ten. */
function round(value) {
  const power = 10 ** Math.floor(Math.log10(value || 1));
  return [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= value) ?? 10 * power;
}

const short = (value) => Number(value.toPrecision(2)).toString().replace("-", "−");

export class Scopes {
  window = null; // where the instrument speaks
  real = new Float32Array(SEEN);
  imaginary = new Float32Array(SEEN);

  constructor(canvases) {
    this.canvases = canvases;
  }

  draw(seen, { traces, speed, force, rate }) {
    const rows = (index) => seen.rows.subarray(index * SEEN, (index + 1) * SEEN);
    const trace = (name) => rows(1 + traces.indexOf(name));
    const ink = colours();
    const wave = triggered(rows(0));
    this.thread(wave, ink);
    if (!this.canvases.scope.clientWidth) return; // folded
    this.oscilloscope(wave, rate, ink);
    this.spectrum(rows(0), rate, ink);
    if (traces.length) this.loop(trace("relative_velocity"), trace("force"), ink);
    else fitted(this.canvases.loop);
    if (traces.includes("bristle")) this.bristles(trace("bristle"), rate, ink);
    else fitted(this.canvases.bristle);
    this.speaks(speed, force, ink);
  }

  /** The wave as one thread, all that is seen of it while the scopes are folded. */
  thread(wave, ink) {
    if (!this.canvases.thread.clientWidth) return;
    const [context, width, height] = fitted(this.canvases.thread);
    const peak = Math.max(0.02, ...wave.map(Math.abs));
    context.strokeStyle = ink.amber;
    context.lineWidth = 1.3;
    line(context, Array.from(wave, (value, i) => [(i / (wave.length - 1)) * width, (0.5 - (0.42 * value) / peak) * height]));
  }

  oscilloscope(wave, rate, ink) {
    const peak = round(Math.max(0.02, ...wave.map(Math.abs)));
    const ms = (1000 * wave.length) / rate;
    const { context, place } = diagram(this.canvases.scope, ink, {
      across: [0, 5, 10, 15, 20].map((t) => [t, t === 20 ? "20 ms" : t]),
      up: [-peak, 0, peak].map((v) => [v, short(v)]),
      x: (t) => t / ms,
      y: (v) => 0.5 + v / (2.1 * peak),
    });
    context.strokeStyle = ink.amber;
    line(context, Array.from(wave, (value, i) => place((1000 * i) / rate, value)));
  }

  spectrum(output, rate, ink) {
    for (let i = 0; i < SEEN; i++) {
      this.real[i] = output[i] * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SEEN));
      this.imaginary[i] = 0;
    }
    transform(this.real, this.imaginary);
    const { context, place } = diagram(this.canvases.spectrum, ink, {
      across: [[100, "100"], [1000, "1k"], [10_000, "10k Hz"]],
      up: [[-80, "−80"], [-40, "−40"], [0, "0 dB"]],
      x: (f) => Math.log(f / LOWEST) / Math.log(HIGHEST / LOWEST),
      y: (level) => (level - QUIETEST) / (LOUDEST - QUIETEST),
    });
    const points = [];
    for (let bin = Math.ceil((LOWEST * SEEN) / rate); bin < Math.min(SEEN / 2, (HIGHEST * SEEN) / rate); bin++) {
      points.push(place((bin * rate) / SEEN, 20 * Math.log10(Math.hypot(this.real[bin], this.imaginary[bin]) / (SEEN / 4) + 1e-6)));
    }
    context.strokeStyle = ink.amber;
    line(context, points);
  }

  loop(velocity, force, ink) {
    const [fast, strong] = [velocity, force].map((values) => round(Math.max(1e-4, ...values.map(Math.abs))));
    const { context, place } = diagram(this.canvases.loop, ink, {
      across: [[-fast, short(-fast)], [0, "0"], [fast, `${short(fast)} m/s`]],
      up: [[-strong, short(-strong)], [0, "0"], [strong, `${short(strong)} N`]],
      x: (v) => 0.5 + v / (2 * fast),
      y: (f) => 0.5 + f / (2.1 * strong),
    });
    context.strokeStyle = ink.sings;
    line(context, Array.from(velocity, (v, i) => place(v, force[i])));
  }

  bristles(values, rate, ink) {
    const far = round(Math.max(1e-7, ...values.map(Math.abs)));
    const { context, place } = diagram(this.canvases.bristle, ink, {
      across: [0, 20, 40].map((t) => [t, t === 40 ? "40 ms" : t]),
      up: [-far, 0, far].map((v) => [v, v > 0 ? `${short(1e6 * v)} µm` : short(1e6 * v)]),
      x: (t) => (t * rate) / (1000 * SEEN),
      y: (z) => 0.5 + z / (2.1 * far),
    });
    context.strokeStyle = ink.airy;
    line(context, Array.from(values, (value, i) => place((1000 * i) / rate, value)));
  }

  /** Where it speaks, and where the hand is now. */
  speaks(speed, force, ink) {
    const [context, width, height] = fitted(this.canvases.window);
    if (!this.window) return;
    drawWindow(context, width, height, this.window, ink);
    if (speed === 0 || force <= 0) return;
    const [x, y] = placeIn(this.window, speed, force);
    context.fillStyle = ink.amber;
    context.beginPath();
    context.arc(x * width, (1 - y) * height, 5, 0, 2 * Math.PI);
    context.fill();
  }
}

/** A stretch of the output that begins where it rises through zero, so that a steady tone stands still. */
function triggered(output) {
  let begin = 1;
  while (begin < SEEN - SHOWN && !(output[begin - 1] < 0 && output[begin] >= 0)) begin++;
  const first = begin < SEEN - SHOWN ? begin : 0;
  return output.subarray(first, first + SHOWN);
}
