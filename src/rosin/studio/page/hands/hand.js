// A hand on the stage: how fast it moves, in metres as on a ruler held to the screen, and how strongly it presses.

export const METRES = 0.0254 / 96; // of a CSS pixel
const SETTLING = 0.03; // s in which a speed is believed
const STILL = 0.05; // s without a movement after which the hand has stopped
const LIGHTEST = 16; // by how much the lightest touch is weaker than the usual one

/** The force of a hand that presses with a share from 0 to 1: the usual one at the middle, logarithmic to either side. */
export function pressed({ usual, high }, share) {
  const way = 2 * Math.min(1, Math.max(0, share)) - 1;
  return usual * (way < 0 ? LIGHTEST : high / usual) ** way;
}

/** The speed of a hand downwards, followed from event to event. */
export class HandSpeed {
  constructor(point) {
    this.value = 0;
    this.y = point.y * point.height;
    this.time = point.time;
  }

  move(point) {
    const y = point.y * point.height;
    const lapse = Math.max(point.time - this.time, 1e-3);
    this.toward((METRES * (y - this.y)) / lapse, lapse);
    this.y = y;
    this.time = point.time;
  }

  /** Nothing came for a while. */
  wait(now) {
    if (now - this.time > STILL) this.toward(0, 0.016);
  }

  toward(speed, lapse) {
    this.value += (1 - Math.exp(-lapse / SETTLING)) * (speed - this.value);
    if (Math.abs(this.value) < 1e-4) this.value = 0;
  }
}

/** How far (CSS pixels) a speed goes in a time, so that what is drawn keeps up with the hand. */
export const travelled = (speed, seconds) => (speed * seconds) / METRES;

/** Of the last samples of a trace of relative velocity, the share that sticks to what moves with this speed. */
export function stickingShare(trace, speed, samples) {
  let count = 0;
  for (let i = trace.length - samples; i < trace.length; i++) count += Math.abs(trace[i]) < 0.2 * Math.abs(speed);
  return speed === 0 ? 0 : count / samples;
}
