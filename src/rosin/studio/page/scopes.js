// Instruments of observation: the output over time, its spectrum, force over relative velocity, and the bristle.

import { colours } from "./colours.js";
import { LOOK } from "./engine.js";
import { drawWindow, placeIn } from "./speaking.js";

const { SEEN } = LOOK;

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

function line(context, width, height, values, low, high, colour) {
  context.strokeStyle = colour;
  context.lineWidth = 1.2;
  context.beginPath();
  for (let x = 0; x <= width; x++) {
    const value = values[Math.min(values.length - 1, Math.floor((x / width) * values.length))];
    context.lineTo(x, height - ((value - low) / (high - low || 1)) * height);
  }
  context.stroke();
}

export class Scopes {
  constructor(canvases) {
    this.canvases = canvases;
    this.window = null; // where the instrument speaks
    this.real = new Float32Array(SEEN);
    this.imaginary = new Float32Array(SEEN);
  }

  draw(seen, { traces, speed, force }) {
    const rows = (index) => seen.rows.subarray(index * SEEN, (index + 1) * SEEN);
    const trace = (name) => rows(1 + traces.indexOf(name));
    const ink = colours();
    const output = rows(0);
    this.oscilloscope(output, ink);
    this.spectrum(output, ink);
    if (traces.length) this.loop(trace("relative_velocity"), trace("force"), ink);
    else fitted(this.canvases.loop);
    if (traces.includes("bristle")) this.over(this.canvases.bristle, trace("bristle"), ink);
    else fitted(this.canvases.bristle);
    this.speaks(speed, force, ink);
  }

  /** Where it speaks, and where the hand is now. */
  speaks(speed, force, ink) {
    const [context, width, height] = fitted(this.canvases.window);
    if (!this.window) return;
    drawWindow(context, width, height, this.window, ink);
    if (speed === 0 || force <= 0) return;
    const [x, y] = placeIn(this.window, speed, force);
    context.fillStyle = ink.ink;
    context.beginPath();
    context.arc(x * width, (1 - y) * height, 4, 0, 2 * Math.PI);
    context.fill();
  }

  oscilloscope(output, ink) {
    const [context, width, height] = fitted(this.canvases.scope);
    let begin = 1;
    while (begin < SEEN / 2 && !(output[begin - 1] < 0 && output[begin] >= 0)) begin++;
    const shown = output.subarray(begin % (SEEN / 2), (begin % (SEEN / 2)) + SEEN / 2);
    const peak = Math.max(0.02, ...shown.map(Math.abs));
    line(context, width, height, shown, -peak, peak, ink.accent);
  }

  spectrum(output, ink) {
    const [context, width, height] = fitted(this.canvases.spectrum);
    for (let i = 0; i < SEEN; i++) {
      this.real[i] = output[i] * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / SEEN));
      this.imaginary[i] = 0;
    }
    transform(this.real, this.imaginary);
    const levels = new Float32Array(Math.floor(width));
    for (let x = 0; x < levels.length; x++) {
      const frequency = 40 * 500 ** (x / levels.length);
      const bin = Math.min(SEEN / 2 - 1, Math.round((frequency * SEEN) / 48000));
      levels[x] = 20 * Math.log10(Math.hypot(this.real[bin], this.imaginary[bin]) / (SEEN / 4) + 1e-6);
    }
    line(context, width, height, levels, -110, 0, ink.warm);
  }

  loop(velocity, force, ink) {
    const [context, width, height] = fitted(this.canvases.loop);
    const span = (values) => [Math.min(...values), Math.max(...values)];
    const [[left, right], [low, high]] = [span(velocity), span(force)];
    context.strokeStyle = ink.good;
    context.beginPath();
    for (let i = 0; i < SEEN; i++) {
      context.lineTo(((velocity[i] - left) / (right - left || 1)) * width, height - ((force[i] - low) / (high - low || 1)) * height);
    }
    context.stroke();
  }

  over(canvas, values, ink) {
    const [context, width, height] = fitted(canvas);
    line(context, width, height, values, Math.min(...values), Math.max(...values), ink.accent);
  }
}

/** Fourier transform in place, for lengths that are powers of two. */
function transform(real, imaginary) {
  const n = real.length;
  for (let i = 1, j = 0; i < n; i++) {
    let bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) {
      [real[i], real[j]] = [real[j], real[i]];
      [imaginary[i], imaginary[j]] = [imaginary[j], imaginary[i]];
    }
  }
  for (let size = 2; size <= n; size *= 2) {
    const angle = (-2 * Math.PI) / size;
    for (let start = 0; start < n; start += size) {
      for (let k = 0; k < size / 2; k++) {
        const [c, s] = [Math.cos(angle * k), Math.sin(angle * k)];
        const [a, b] = [start + k, start + k + size / 2];
        const [re, im] = [real[b] * c - imaginary[b] * s, real[b] * s + imaginary[b] * c];
        [real[b], imaginary[b]] = [real[a] - re, imaginary[a] - im];
        [real[a], imaginary[a]] = [real[a] + re, imaginary[a] + im];
      }
    }
  }
}
