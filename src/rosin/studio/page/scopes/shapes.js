// How a body moves, read from the memory of its kernels; where things lie there is told by the plan (studio/shapes.py).

/** Where the finger stops a string, from 0 (nut, open) to 1, as the kernels have it now. */
export const stopped = (shape, { state }) => Math.max(0, state[shape.finger]);

/** Displacement (m) and velocity (m/s) of a string, at even places from the bridge to where it is stopped. */
export function readString(shape, motion, rate, displacement, velocity) {
  if (shape.kind === "grid") readGrid(shape, motion, rate, displacement, velocity);
  else readWaves(shape, motion, rate, displacement, velocity);
}

function readGrid(shape, motion, rate, displacement, velocity) {
  const { state, coefficients, counts } = motion;
  const cells = coefficients[shape.cells];
  const phase = counts[shape.phase];
  const now = shape.offset + phase * shape.stride;
  const after = shape.offset + ((phase + 1) % 3) * shape.stride;
  const sounding = (1 - stopped(shape, motion)) * cells;
  const last = displacement.length - 1;
  for (let i = 0; i <= last; i++) {
    const place = (i / last) * sounding;
    const cell = Math.min(Math.floor(place), cells - 1);
    const share = place - cell;
    const at = (row) => (1 - share) * state[row + cell] + share * state[row + cell + 1];
    displacement[i] = 0.5 * (at(now) + at(after));
    velocity[i] = rate * (at(after) - at(now));
  }
}

/** Waves v that go to the bridge or come from it: u_t is their sum, and u_x = v / c or -v / c; u is summed up from either end. */
function readWaves(shape, motion, rate, displacement, velocity) {
  const { coefficients, state, counts } = motion;
  const mask = counts[shape.ring] - 1;
  const toBridge = delay(state, shape.fromBridge), toNut = delay(state, shape.fromNut);
  const period = coefficients[shape.period] * (1 - stopped(shape, motion));
  const bow = period > 0 ? Math.min(toBridge / period, 0.999) : 0;
  const turned = coefficients[shape.reflected];
  const last = displacement.length - 1;
  const met = Math.min(last, Math.floor(bow * last));
  const crossing = period / (2 * rate * last); // s from one place to the next
  const wave = (line, late) => {
    const whole = Math.floor(late);
    const at = shape.lines[line];
    const head = counts[shape.head] - whole;
    return (1 - late + whole) * state[at + (head & mask)] + (late - whole) * state[at + ((head - 1) & mask)];
  };
  const slope = new Float64Array(last + 1);
  for (let i = 0; i <= last; i++) {
    const place = i / last;
    if (i <= met && bow > 0) {
      const half = 0.5 * toBridge, here = place / bow;
      const gone = wave(0, 1 + half * (1 - here)), come = -turned * wave(0, 1 + half * (1 + here));
      velocity[i] = gone + come;
      slope[i] = gone - come;
    } else {
      const there = (0.5 * (place - bow)) / (1 - bow);
      const gone = wave(1, 1 + toNut * there), come = -wave(1, 1 + toNut * (1 - there));
      velocity[i] = gone + come;
      slope[i] = come - gone;
    }
  }
  displacement[0] = displacement[last] = 0;
  for (let i = 1; i <= met; i++) displacement[i] = displacement[i - 1] + 0.5 * crossing * (slope[i - 1] + slope[i]);
  for (let i = last - 1; i > met; i--) displacement[i] = displacement[i + 1] - 0.5 * crossing * (slope[i + 1] + slope[i]);
}

/** The delay of a reading place: its first sample and the mean of its four weights (waveguide_string/line.py). */
const delay = (c, at) => c[at] + c[at + 2] + 2 * c[at + 3] + 3 * c[at + 4];
