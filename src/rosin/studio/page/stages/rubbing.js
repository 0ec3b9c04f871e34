// A hand that rubs a surface: where it is, how strongly it presses, and how fast it goes, by its own motion or, where it rests, to and fro by itself.

import { travelled } from "../hands/hand.js";
import { clamped, follow } from "./playing.js";

const USUAL = 0.15; // m/s on the screen: a hand that goes so fast rubs at the usual speed
const COMPRESSED = 0.6; // power by which faster and slower hands differ from that, so that ordinary ones stay where it speaks
const [SLOWEST, FASTEST] = [0.1, 2.5]; // usual speeds
const SETTLING = 0.03; // s in which a speed is believed
const RESTS = 0.18; // s without a motion, after which a hand goes to and fro by itself
const TURN = 0.03; // of a stroke to and fro: where it turns
const LINE = 6; // loops of a line that is written
const MOVES = 1.5; // px: less is a tremble
const [WEAKEST, SPAN] = [8, 40]; // so much weaker than usual at the lower edge of a surface; from there to the upper one

/** The share of the height for a force in shares of the usual, and back: logarithmic. */
export const heightOf = (force) => clamped(Math.log(WEAKEST * Math.max(force, 1e-6)) / Math.log(SPAN));
export const forceAt = (share) => SPAN ** clamped(share) / WEAKEST;

export class Rubbing {
  /** @param given  x, y: where it touches (px); share: of the height, its pressure; pace: usual speeds at which it goes by itself */
  constructor({ stroke = 1.4, reach = 40, loops = false, pace = 1, ...given }) {
    Object.assign(this, { stroke, reach, loops, pace, speed: pace, shift: 0, aside: 0, phase: 0.05, rested: RESTS, metres: 0, time: null, ...given });
  }

  get byItself() {
    return this.rested >= RESTS;
  }

  /** The hand was moved to a point (px) at a time (s). */
  move(x, y, time) {
    const gone = Math.hypot(x - this.x, y - this.y);
    const lapse = Math.max(time - (this.time ?? time - 0.016), 1e-3);
    Object.assign(this, { x, y, time });
    if (gone < MOVES && this.byItself) return;
    this.metres = follow(this.metres, gone / travelled(1, 1) / lapse, lapse, SETTLING);
    if (gone >= MOVES) this.rested = 0;
  }

  /** Time passes; the speed, in shares of the usual, is kept in `speed`, how far it has gone by itself in `shift` and `aside` (px). */
  advance(lapse) {
    this.rested += lapse;
    if (!this.byItself) {
      this.speed = clamped((this.metres / USUAL) ** COMPRESSED, SLOWEST, FASTEST);
      this.shift = follow(this.shift, 0, lapse, 0.1);
      this.aside = follow(this.aside, 0, lapse, 0.1);
      return;
    }
    this.metres = 0;
    this.phase += (Math.abs(this.pace) * lapse) / (2 * this.stroke);
    if (this.loops) return this.write();
    const way = Math.abs(2 * (this.phase % 1) - 1); // 1 at one end, 0 at the other
    this.speed = this.pace * Math.min(1, Math.min(way, 1 - way) / TURN + 0.05);
    this.shift = follow(this.shift, this.reach * (1 - 2 * way), lapse, 0.05);
  }

  /** Go in loops, as in writing, along a line and back. */
  write() {
    const turn = 2 * Math.PI * this.phase;
    const along = Math.abs(((this.phase / LINE + 0.5) % 2) - 1); // 0.5 at first
    this.speed = this.pace;
    this.shift = this.reach * (0.55 * Math.sin(turn) + LINE * (0.5 - along));
    this.aside = 0.6 * this.reach * (1 - Math.cos(turn));
  }
}
