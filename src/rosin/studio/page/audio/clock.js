// Whether an audio thread keeps up: the clock of its sound against that of the day.

const LATE = 50; // ms by which a block that comes so much later than usual leaves a gap
export const TIMED = 1024; // samples from one look at the clock to the next, which is a new object
const DRIFT = 1e-4 * (TIMED / 48); // ms in between, by which two clocks may part without a gap

export class Clock {
  late = 0; // gaps
  lag = Infinity; // the least that the audio clock was behind that of the day, ms

  /** The time of day, ms; counts a gap where the audio has fallen behind it. */
  look() {
    const now = Date.now();
    const lag = now - (1000 * currentFrame) / sampleRate;
    if (lag > this.lag + LATE) this.late += 1;
    this.lag = lag < this.lag || lag > this.lag + LATE ? lag : this.lag + DRIFT;
    return now;
  }

  /** The audio was stopped, and goes on. */
  restart() {
    this.lag = Infinity;
  }
}
