// How hard a blow is, in shares of the usual: by how fast the hand came down, by the pressure of a pen; a click without a motion is the usual.

import { clamped } from "./playing.js";

const SWIFT = 0.6; // heights of the stage each second: what comes down faster is a stroke
const FIRM = 3; // such a stroke is a usual blow
const LATELY = 0.12; // s, in which a stroke is measured
const KEPT = 12; // places that are remembered
const [SOFTEST, HARDEST] = [0.15, 2.5];

export class Blow {
  recent = [];

  /** The hand is somewhere. */
  follow(point) {
    this.recent.push(point);
    if (this.recent.length > KEPT) this.recent.shift();
  }

  /** Of a hand that comes down at a point. */
  falling(point) {
    if (point.pressure !== null) return clamped(HARDEST * point.pressure ** 1.3, SOFTEST, HARDEST);
    const first = this.recent.find(({ time }) => point.time - time < LATELY);
    const speed = first && point.time > first.time ? (point.y - first.y) / (point.time - first.time) : 0;
    return speed > SWIFT ? clamped(speed / FIRM, SOFTEST, HARDEST) : 1;
  }

  /** Of a hand that is drawn over a thing: as fast as it goes. */
  passing(point) {
    if (point.pressure !== null) return this.falling(point);
    return clamped(0.5 + Math.hypot(point.vx * (point.width / point.height), point.vy) / FIRM, SOFTEST, HARDEST);
  }
}
