// A loop in the audio thread: what sounds is kept from one press to the next, played over and over, and more is laid over it. All layers
// have the same length and place, so that they stay together to the sample. What was played by hand is kept, never the loop itself.
//
//   out = knee(live + sum of layers),   knee(x) = x up to 0.7, from there a tanh that stays below 1
//
// At the seam the end of the first layer fades into what sounded just before its beginning, so that the wave runs on.

const SEAM = 512; // samples of a fade
const SHORTEST = 0.1; // s of a loop
const KNEE = 0.7;
const [IDLE, RECORDING, PLAYING, OVERDUBBING, ENDING] = ["idle", "recording", "playing", "overdubbing", "ending"];

function knee(x) {
  const over = Math.abs(x) - KNEE;
  return over <= 0 ? x : Math.sign(x) * (KNEE + (1 - KNEE) * Math.tanh(over / (1 - KNEE)));
}

export class Loops {
  /** `said({ state, length, layers })` is told when something has changed; `rate` is that of the samples, Hz. */
  constructor(rate, said) {
    Object.assign(this, { rate, said });
    this.before = [new Float32Array(SEAM), new Float32Array(SEAM)]; // what sounded just before the loop
    this.reset();
  }

  reset() {
    this.layers = []; // each two rows
    this.laid = null; // the layer that is being overdubbed
    this.length = 0;
    this.at = 0;
    this.heard = 0; // how far the loop is faded in
    this.taken = 0; // how far the hand is, into the layer that is overdubbed
    this.become(IDLE);
  }

  become(state) {
    this.state = state;
    this.said({ state, length: this.length, layers: this.layers.length });
  }

  /** Do what a message says: "record", "close", "overdub", "keep" or "clear"; rings of live sound say what was before. */
  act({ act, room }, kept, written) {
    if (act === "record" && this.state === IDLE) this.record(rowsOf(room), kept, written);
    else if (act === "close" && this.state === RECORDING) this.close();
    else if (act === "overdub" && this.state === PLAYING && !this.laid) this.overdub(rowsOf(room));
    else if (act === "keep" && this.state === OVERDUBBING) this.become(PLAYING);
    else if (act === "clear" && this.length) this.become(ENDING);
    else if (act === "clear" && this.state === RECORDING) this.reset();
  }

  record(rows, kept, written) {
    for (const [k, ring] of kept.entries()) for (let i = 0; i < SEAM; i++) this.before[k][i] = ring[(written - SEAM + i + ring.length) % ring.length];
    this.layers = [rows];
    this.at = 0;
    this.become(RECORDING);
  }

  /** The loop is as long as what was recorded, and plays from its beginning. */
  close() {
    if (this.at < SHORTEST * this.rate) return this.reset();
    this.length = this.at;
    for (const [k, row] of this.layers[0].entries()) {
      for (let i = 0; i < SEAM; i++) {
        const share = (i + 1) / (SEAM + 1);
        const at = this.length - SEAM + i;
        row[at] += share * (this.before[k][i] - row[at]);
      }
    }
    this.at = 0;
    return this.become(PLAYING);
  }

  overdub(rows) {
    if (rows[0].length < this.length) return;
    this.laid = rows;
    this.layers.push(rows);
    this.become(OVERDUBBING);
  }

  /** Take a block of live sound, and add the loop to it. */
  block(left, right) {
    if (this.state === RECORDING) this.take(left, right);
    else if (this.length) this.play(left, right);
  }

  take(left, right) {
    const [first, second] = this.layers[0];
    const n = Math.min(left.length, first.length - this.at);
    for (let i = 0; i < n; i++) {
      first[this.at + i] = left[i];
      second[this.at + i] = right[i];
    }
    this.at += n;
    if (this.at === first.length) this.close(); // there is no more room
  }

  play(left, right) {
    const goal = this.state === ENDING ? 0 : 1;
    const reach = this.state === OVERDUBBING ? 1 : 0;
    for (let i = 0; i < left.length; i++) {
      const { at, laid } = this;
      let one = left[i];
      let other = right[i];
      for (let k = 0; k < this.layers.length; k++) {
        one += this.layers[k][0][at];
        other += this.layers[k][1][at];
      }
      if (laid) {
        this.taken = toward(this.taken, reach);
        laid[0][at] += this.taken * left[i];
        laid[1][at] += this.taken * right[i];
      }
      this.heard = toward(this.heard, goal);
      left[i] += this.heard * (knee(one) - left[i]);
      right[i] += this.heard * (knee(other) - right[i]);
      this.at = at + 1 === this.length ? 0 : at + 1;
    }
    if (this.taken === 0 && reach === 0) this.laid = null;
    if (goal === 0 && this.heard === 0) this.reset();
  }
}

/** A step of a fade. */
function toward(value, goal) {
  return value < goal ? Math.min(goal, value + 1 / SEAM) : Math.max(goal, value - 1 / SEAM);
}

/** Two rows in a buffer. */
function rowsOf(room) {
  const all = new Float32Array(room);
  return [all.subarray(0, all.length / 2), all.subarray(all.length / 2)];
}
