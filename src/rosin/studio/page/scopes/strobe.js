// Slow motion of what moves too fast to be seen. Displacement and velocity at one moment tell the phase of a periodic motion, so
// that it can be turned to any other: mode n by n times as much as the first. Mean deflection, as under a bow, is left where it is.

const KEEP = 0.04; // share of a picture in the running mean

/** A string: places from one end to the other, its modes sines between them. */
export class StringStrobe {
  constructor(places = 64, modes = 40) {
    this.modes = modes;
    this.last = places;
    this.mean = new Float64Array(places + 1);
    this.a = new Float64Array(modes + 1);
    this.b = new Float64Array(modes + 1);
    this.shown = new Float64Array(places + 1);
    this.sines = Float64Array.from({ length: 2 * places }, (_, i) => Math.sin((Math.PI * i) / places));
    this.phase = 0;
    this.size = 0;
  }

  sine(mode, place) {
    return this.sines[(mode * place) % (2 * this.last)];
  }

  /** Take a picture of a motion whose first mode has this frequency (Hz). */
  take(displacement, velocity, frequency) {
    const { last, mean, a, b } = this;
    for (let i = 0; i <= last; i++) mean[i] += KEEP * (displacement[i] - mean[i]);
    let all = 0;
    for (let n = 1; n <= this.modes; n++) {
      let [sum, rate] = [0, 0];
      for (let i = 1; i < last; i++) {
        sum += (displacement[i] - mean[i]) * this.sine(n, i);
        rate += velocity[i] * this.sine(n, i);
      }
      const smooth = Math.sin((Math.PI * n) / (this.modes + 1)) / ((Math.PI * n) / (this.modes + 1));
      a[n] = (2 / last) * smooth * sum;
      b[n] = ((2 / last) * smooth * rate) / (2 * Math.PI * frequency * n);
      all += a[n] ** 2 + b[n] ** 2;
    }
    const first = Math.hypot(a[1], b[1]);
    this.size = Math.sqrt(all);
    this.locked = first > 0.3 * this.size;
    this.phase = Math.atan2(-b[1], a[1]);
  }

  /** The shape when the first mode has a phase (rad). */
  at(phase) {
    const turn = this.locked ? phase - this.phase : 0;
    const { last, shown, mean, a, b } = this;
    shown.set(mean);
    for (let n = 1; n <= this.modes; n++) {
      const amount = a[n] * Math.cos(n * turn) + b[n] * Math.sin(n * turn);
      for (let i = 1; i < last; i++) shown[i] += amount * this.sine(n, i);
    }
    return shown;
  }

  /** The velocity (m/s) at a place from 0 to 1, then. */
  velocityAt(place, phase, frequency) {
    const turn = this.locked ? phase - this.phase : 0;
    let sum = 0;
    for (let n = 1; n <= this.modes; n++) {
      const rate = this.b[n] * Math.cos(n * turn) - this.a[n] * Math.sin(n * turn);
      sum += 2 * Math.PI * frequency * n * rate * Math.sin(Math.PI * n * place);
    }
    return sum;
  }
}

/** Masses on springs, each a mode of its own. */
export class MassStrobe {
  constructor(count) {
    this.mean = new Float64Array(count);
  }

  /** Mean and amplitude (m) of mass i, which moves with a frequency (Hz). */
  take(i, displacement, velocity, frequency) {
    this.mean[i] += KEEP * (displacement - this.mean[i]);
    return [this.mean[i], Math.hypot(displacement - this.mean[i], velocity / (2 * Math.PI * frequency))];
  }
}
