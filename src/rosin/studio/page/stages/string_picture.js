// The picture of bowed strings: every string in slow motion over the fingerboard, the bow, and what sticks and slips at its hair.
// On a stage that is higher than wide the strings hang: the picture is turned, and so are the hands (string.js).

import { colours } from "../look/colours.js";
import { LOOK } from "../audio/watching.js";
import { travelled } from "../hands/hand.js";
import { readString, stopped } from "../scopes/shapes.js";
import { StringStrobe } from "../scopes/strobe.js";
import { bead, ghostHand, glow, LIT, paint, ring, shaded, Sheet, tint, words } from "./drawing.js";
import { isBlack, nameOf, ROW } from "./letters.js";
import { Clock, clamped } from "./playing.js";
import { drawBody } from "./string_body.js";
import { bow as drawnBow } from "./surfaces/tools.js";

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
    this.sheet = new Sheet();
  }

  draw(context, across, down, time, seen) {
    this.stage.engine.watchMotion();
    const lapse = this.clock.lapse(time);
    const ink = colours();
    const turned = hangs(across, down);
    const [width, height] = turned ? [down, across] : [across, down];
    const view = { context, width, height, ink, turned, lane: height / this.stage.names.length, x: (along) => LEFT + along * (width - LEFT - RIGHT) };
    context.save();
    if (turned) context.transform(0, 1, -1, 0, across, 0);
    this.sheet.draw(context, width, height, ink, turned, (sheet) => drawBody(sheet, view, this.stage));
    this.stage.names.forEach((name, index) => {
      const y = (index + 0.5) * view.lane;
      this.travel[name] += travelled(this.stage.now(name, "velocity"), lapse);
      this.drawName(view, name, y);
      this.drawString(view, name, y, time);
    });
    this.drawKeys(view);
    this.stage.names.forEach((name, index) => this.drawBow(view, name, (index + 0.5) * view.lane, time));
    this.drawRegime(view, seen);
    context.restore();
  }

  /** Words that stand upright whether the picture is turned or not. */
  label({ context, turned }, text, x, y, style) {
    context.save();
    context.translate(x, y);
    if (turned) context.rotate(-Math.PI / 2);
    words(context, text, 0, 5, { align: "center", ...style });
    context.restore();
  }

  /** A string's own name at the nut, and on the chosen one those of the notes. */
  drawName(view, name, y) {
    const { x, lane } = view;
    const chosen = name === this.stage.chosen;
    this.label(view, name, LEFT / 2 - 2, y, { size: 18, colour: chosen ? LIT.amber : LIT.soft, serif: true });
    if (!chosen) return;
    const { marks, pitch } = this.stage.plan.layers[name];
    const open = Math.round(69 + 12 * Math.log2(pitch / 440));
    marks.forEach((mark, semitone) => {
      const room = x(mark) - x(marks[semitone - 1] ?? 0);
      if (semitone && room > 13 && !isBlack(open + semitone)) this.label(view, nameOf(open + semitone), x(mark) - 0.42 * room, y - 0.24 * lane, { size: 14, colour: tint(LIT.ink, 0.75), serif: true });
    });
  }

  drawString({ context, x, lane }, name, y, time) {
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
      context.beginPath();
      for (let i = PLACES; i >= 0; i--) point(this.high, i);
      for (let i = 0; i <= PLACES; i++) point(this.low, i);
      const lens = shaded(context, [0, y - 0.3 * lane], [0, y + 0.3 * lane], [[0, tint(LIT.amber, 0.5)], [0.5, tint(LIT.amber, 0.12)], [1, tint(LIT.amber, 0.5)]]);
      paint(context, lens, tint(LIT.amber, 0.7), 1);
    }
    context.strokeStyle = name === this.stage.chosen ? LIT.ink : tint(LIT.soft, 0.85);
    context.lineWidth = 1.4 + (2.2 * this.stage.names.indexOf(name)) / this.stage.names.length;
    context.lineJoin = "round";
    context.beginPath();
    context.moveTo(x(0), y);
    const shown = strobe.at(2 * Math.PI * SLOW * time);
    for (let i = PLACES; i >= 0; i--) point(shown, i);
    context.stroke();
    if (this.stage.now(name, "finger") > 0) {
      glow(context, x(finger), y, 34, LIT.amber, 0.8);
      context.beginPath();
      context.ellipse(x(finger) - 6, y, 11, 14, 0, 0, 2 * Math.PI);
      paint(context, tint(LIT.amber, 0.25), LIT.amber, 2);
    }
  }

  drawKeys(view) {
    const { x, lane, width, turned } = view;
    if (width < 560 || turned) return;
    [...ROW].forEach((letter, place) => {
      const note = this.stage.noteOf(place);
      if (!note) return;
      const at = note.mark ? x(note.mark) : x(0) + 12;
      this.label(view, letter.toUpperCase(), at, (this.stage.names.indexOf(note.name) + 0.84) * lane, { size: 11, colour: this.stage.keys.has(letter) ? LIT.amber : tint(LIT.soft, 0.8) });
    });
  }

  /** The bow over its string: its hair runs with the hand; the ring at its touch is the wider the more it presses, and shows stick and slip. */
  drawBow(view, name, y, time) {
    const { context, ink, x, height } = view;
    const force = this.stage.now(name, "normal_force");
    if (force === 0 && (name !== this.stage.chosen || this.stage.names.some((other) => this.stage.now(other, "normal_force") > 0))) return;
    const at = x(1 - this.stage.now(name, "position"));
    context.save();
    context.globalAlpha = force === 0 ? 0.5 : 1;
    context.translate(at, y);
    drawnBow(context, { ink, travel: this.travel[name] / 2, length: 1.1 * height, angle: 0.05 });
    context.restore();
    if (force === 0) return;
    const finger = stopped(this.stage.plan.layers[name].shape, this.stage.engine.motion[name]);
    const bow = this.stage.now(name, "velocity");
    const frequency = this.stage.plan.layers[name].pitch / (1 - finger);
    const string = this.strobes[name].velocityAt(this.stage.now(name, "position") / (1 - finger), 2 * Math.PI * SLOW * time, frequency);
    const slow = 2 * Math.max(Math.abs(bow), 0.1 * this.stage.plan.hands[name].velocity.usual);
    const colour = Math.abs(bow - string) < slow ? LIT.sings : LIT.crunch;
    const share = Math.min(1, Math.sqrt(force / this.stage.plan.hands[name].normal_force.high));
    glow(context, at, y, 50 + 50 * share, colour, 0.9);
    ring(context, at, y, 12 + 26 * share, colour, 2);
    bead(context, at, y, 7, ink);
    if (this.stage.engine.replayed) ghostHand(context, at + 8, y + 60 * Math.sin(this.travel[name] / 90), LIT.ink, view.turned ? -1.4 : -0.3);
  }

  /** The last periods at the bow of the chosen string, from the trace: what sticks below, what slips above. */
  drawRegime({ context, x, height, width }, seen) {
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
    if (!playing) return;
    context.beginPath();
    context.roundRect(left - 8, top - 12, right - left + 16, 22, 8);
    paint(context, "rgb(18 17 14 / 0.8)");
    for (let px = 0; px < right - left; px += 2) {
      const slip = slips(begin + Math.floor((px / (right - left)) * shown));
      context.fillStyle = slip ? LIT.crunch : LIT.sings;
      context.fillRect(left + px, slip ? top - 7 : top - 3, 2, slip ? 3 : 8);
    }
  }
}

/** Whether strings hang on a stage of such a size. */
export function hangs(width, height) {
  return height > 1.1 * width;
}
