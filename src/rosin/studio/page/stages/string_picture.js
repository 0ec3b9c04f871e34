// The picture of bowed strings: fingerboard and marks, every string in slow motion, the bow, and what sticks and slips at its hair.

import { colours } from "../colours.js";
import { LOOK } from "../engine.js";
import { travelled } from "../hand.js";
import { readString, stopped } from "../shapes.js";
import { StringStrobe } from "../strobe.js";
import { Clock, clamped } from "./playing.js";

export const ROW = "awsedftgyhujk"; // a piano's octave on the letters
export const [LEFT, RIGHT] = [36, 30]; // px beside the strings
const PLACES = 64;
const GHOSTS = 20; // pictures of one period that make the blur
const SLOW = 0.8; // Hz of what is shown

export class StringPicture {
  /** Of the strings of a stage. */
  constructor(stage) {
    this.stage = stage;
    this.strobes = Object.fromEntries(stage.names.map((name) => [name, new StringStrobe(PLACES)]));
    this.travel = Object.fromEntries(stage.names.map((name) => [name, 0]));
    this.displacement = new Float64Array(PLACES + 1);
    this.velocity = new Float64Array(PLACES + 1);
    this.low = new Float64Array(PLACES + 1);
    this.high = new Float64Array(PLACES + 1);
    this.clock = new Clock();
  }

  draw(context, width, height, time, seen) {
    this.stage.engine.watchMotion();
    const lapse = this.clock.lapse(time);
    const ink = colours();
    const view = { context, width, height, ink, lane: height / this.stage.names.length, x: (along) => LEFT + along * (width - LEFT - RIGHT) };
    this.drawBoard(view);
    this.stage.names.forEach((name, index) => {
      const y = (index + 0.5) * view.lane;
      this.travel[name] += travelled(this.stage.now(name, "velocity"), lapse);
      this.drawMarks(view, name, y);
      this.drawString(view, name, y, time);
    });
    this.drawKeys(view);
    this.stage.names.forEach((name, index) => this.drawBow(view, name, (index + 0.5) * view.lane, time));
    this.drawRegime(view, seen);
  }

  drawBoard({ context, height, ink, x, lane }) {
    context.fillStyle = ink.card;
    context.fillRect(x(0), 6, x(1 - this.stage.reach) - x(0), height - 12);
    context.fillStyle = ink.soft;
    context.fillRect(x(0) - 3, 6, 4, height - 12);
    context.beginPath();
    context.moveTo(x(1) + 2, 0.25 * lane);
    context.quadraticCurveTo(x(1) + 12, height / 2, x(1) + 2, height - 0.25 * lane);
    context.lineTo(x(1) - 2, height - 0.25 * lane);
    context.quadraticCurveTo(x(1) + 6, height / 2, x(1) - 2, 0.25 * lane);
    context.fill();
  }

  drawMarks({ context, ink, x, lane }, name, y) {
    context.lineWidth = 1;
    this.stage.plan.layers[name].marks.forEach((mark, semitone) => {
      if (semitone === 0) return;
      context.strokeStyle = semitone % 12 === 0 ? ink.soft : ink.line;
      const half = lane * (semitone % 12 === 0 ? 0.32 : 0.24);
      context.beginPath();
      context.moveTo(x(mark), y - half);
      context.lineTo(x(mark), y + half);
      context.stroke();
    });
    context.fillStyle = name === this.stage.chosen ? ink.accent : ink.soft;
    context.font = `${name === this.stage.chosen ? 600 : 400} 15px system-ui`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(name, LEFT / 2 - 2, y);
  }

  drawString({ context, ink, x, lane }, name, y, time) {
    const layer = this.stage.plan.layers[name];
    const motion = this.stage.engine.motion[name];
    const finger = stopped(layer.shape, motion);
    const frequency = layer.pitch / (1 - finger);
    const strobe = this.strobes[name];
    readString(layer.shape, motion, this.stage.plan.sampleRate, this.displacement, this.velocity);
    strobe.take(this.displacement, this.velocity, frequency);
    const usual = this.stage.plan.hands[name];
    const full = usual.velocity.usual / (8 * layer.pitch * usual.position.usual); // m: how far the corner goes at the usual stroke
    const scale = (0.3 * lane) / full;
    const height = (metres) => clamped(scale * metres, -0.49 * lane, 0.49 * lane);
    const point = (shown, i) => context.lineTo(x(1 - (i / PLACES) * (1 - finger)), y - height(shown[i]));
    if (strobe.size > 0.01 * full) {
      this.low.fill(Infinity);
      this.high.fill(-Infinity);
      for (let ghost = 0; ghost < GHOSTS; ghost++) {
        strobe.at((2 * Math.PI * ghost) / GHOSTS).forEach((value, i) => {
          this.low[i] = Math.min(this.low[i], value);
          this.high[i] = Math.max(this.high[i], value);
        });
      }
      context.fillStyle = ink.accent;
      context.globalAlpha = 0.13;
      context.beginPath();
      for (let i = PLACES; i >= 0; i--) point(this.high, i);
      for (let i = 0; i <= PLACES; i++) point(this.low, i);
      context.fill();
      context.globalAlpha = 1;
    }
    context.strokeStyle = name === this.stage.chosen ? ink.accent : ink.ink;
    context.lineWidth = 1.2 + (1.6 * this.stage.names.indexOf(name)) / this.stage.names.length;
    context.beginPath();
    context.moveTo(x(0), y);
    const shown = strobe.at(2 * Math.PI * SLOW * time);
    for (let i = PLACES; i >= 0; i--) point(shown, i);
    context.stroke();
    if (this.stage.now(name, "finger") > 0) {
      context.fillStyle = ink.warm;
      context.beginPath();
      context.arc(x(finger), y, 8, 0, 2 * Math.PI);
      context.fill();
    }
  }

  drawKeys({ context, ink, x, lane, width }) {
    if (width < 560) return;
    context.font = "11px system-ui";
    context.textAlign = "center";
    [...ROW].forEach((letter, place) => {
      const note = this.stage.noteOf(place);
      if (!note) return;
      context.fillStyle = this.stage.keys.has(letter) ? ink.warm : ink.soft;
      context.fillText(letter.toUpperCase(), note.mark ? x(note.mark) : x(0) + 12, (this.stage.names.indexOf(note.name) + 0.86) * lane);
    });
  }

  /** The bow over its string: its hair runs with the hand, it is the fuller the more it presses, its touch shows stick and slip. */
  drawBow({ context, ink, x, lane, height }, name, y, time) {
    const force = this.stage.now(name, "normal_force");
    if (force === 0 && (name !== this.stage.chosen || this.stage.names.some((other) => this.stage.now(other, "normal_force") > 0))) return;
    const at = x(1 - this.stage.now(name, "position"));
    const share = Math.sqrt(force / this.stage.plan.hands[name].normal_force.high);
    context.globalAlpha = force === 0 ? 0.3 : 0.35 + 0.5 * Math.min(1, share);
    context.fillStyle = force === 0 ? ink.soft : ink.warm;
    const [top, bottom] = [Math.max(4, y - 1.25 * lane), Math.min(height - 4, y + 1.25 * lane)];
    context.beginPath();
    context.roundRect(at - 7, top, 14, bottom - top, 7);
    context.fill();
    context.globalAlpha = 0.5;
    context.strokeStyle = ink.stage;
    context.lineWidth = 1.5;
    const step = 14;
    for (let tick = top + 6 + ((((this.travel[name] - top) % step) + step) % step); tick < bottom - 4; tick += step) {
      context.beginPath();
      context.moveTo(at - 5, tick);
      context.lineTo(at + 5, tick - 4);
      context.stroke();
    }
    context.globalAlpha = 1;
    if (force === 0) return;
    const finger = stopped(this.stage.plan.layers[name].shape, this.stage.engine.motion[name]);
    const bow = this.stage.now(name, "velocity");
    const frequency = this.stage.plan.layers[name].pitch / (1 - finger);
    const string = this.strobes[name].velocityAt(this.stage.now(name, "position") / (1 - finger), 2 * Math.PI * SLOW * time, frequency);
    const slow = 2 * Math.max(Math.abs(bow), 0.1 * this.stage.plan.hands[name].velocity.usual);
    context.fillStyle = Math.abs(bow - string) < slow ? ink.good : ink.bad;
    context.beginPath();
    context.arc(at, y, 6, 0, 2 * Math.PI);
    context.fill();
  }

  /** The last periods at the bow of the chosen string, from the trace: what sticks below, what slips above. */
  drawRegime({ context, ink, x, height, width }, seen) {
    const name = this.stage.chosen;
    const bow = this.stage.now(name, "velocity");
    const row = 1 + this.stage.plan.layers[name].traces.indexOf("relative_velocity");
    const trace = seen.rows.subarray(row * LOOK.SEEN, (row + 1) * LOOK.SEEN);
    const slips = (i) => Math.abs(trace[i]) > 0.5 * Math.abs(bow) + 1e-4;
    const period = (this.stage.plan.sampleRate / this.stage.plan.layers[name].pitch) * (1 - this.stage.now(name, "finger"));
    const shown = Math.min(3 * period, LOOK.SEEN / 2);
    const [left, right, top] = [Math.round(x(1 - this.stage.reach)), width - RIGHT, Math.round(height - 13)];
    const playing = this.stage.now(name, "normal_force") > 0 && bow !== 0;
    let begin = 1;
    while (begin < LOOK.SEEN - shown - 1 && !(slips(begin) && !slips(begin - 1))) begin++;
    for (let px = 0; px < right - left; px += 2) {
      const slip = slips(begin + Math.floor((px / (right - left)) * shown));
      context.fillStyle = !playing ? ink.line : slip ? ink.bad : ink.good;
      context.fillRect(left + px, slip && playing ? top - 4 : top, 2, 5);
    }
    context.fillStyle = ink.soft;
    context.font = "11px system-ui";
    context.textAlign = "right";
    context.fillText(playing ? "sticks and slips" : "", left - 8, top + 1);
  }
}
