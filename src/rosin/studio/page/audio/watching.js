// What can be seen of the audio thread: the last samples and traces, and how the resonators move. Buffers go there, are filled, and come back.

const SEEN = 2048; // samples of a picture
const ROWS = 12; // of a picture: the output, then traces

export const LOOK = { SEEN, ROWS };

export class Watching {
  seen = { load: 0, late: 0, muted: 0, layer: 0, frame: 0, rows: new Float32Array(ROWS * SEEN) };
  buffer = new ArrayBuffer(4 * ROWS * SEEN);
  motion = {}; // of each layer's resonator: its coefficients, its state, and the whole numbers of its program
  motionKept = new Float64Array(0);
  motionBuffer = null;

  /** @param post  sends a message, and a buffer, to the audio thread */
  constructor(post) {
    this.post = post;
  }

  /** Ask for the last samples and traces of a layer. */
  look(layer) {
    const { buffer } = this;
    if (buffer && this.post({ kind: "look", buffer, layer }, [buffer])) this.buffer = null;
  }

  looked({ buffer, load, late, muted, layer, frame }) {
    this.seen.rows.set(new Float32Array(buffer));
    Object.assign(this.seen, { load, late, muted, layer, frame });
    this.buffer = buffer;
    return this.seen;
  }

  /** Make room for the motion of a plan's resonators. */
  makeRoom(plan) {
    let length = 0;
    const drawn = Object.entries(plan.layers).filter(([, { arrays }]) => arrays["resonator.c"]);
    const places = drawn.map(([name, { arrays, integers }]) => {
      const place = [name, length, arrays["resonator.c"][1], arrays["resonator.s"][1], integers.length];
      length += place[2] + place[3] + place[4];
      return place;
    });
    const kept = (this.motionKept = new Float64Array(length));
    this.motionBuffer = new ArrayBuffer(8 * length);
    this.motion = Object.fromEntries(places.map(([name, at, c, s, n]) => (
      [name, { coefficients: kept.subarray(at, at + c), state: kept.subarray(at + c, at + c + s), counts: kept.subarray(at + c + s, at + c + s + n) }])));
  }

  /** Ask how the resonators move; the answer is kept in `motion`. */
  watchMotion() {
    const buffer = this.motionBuffer;
    if (buffer && this.post({ kind: "motion", buffer }, [buffer])) this.motionBuffer = null;
  }

  moved({ buffer, full }) {
    if (buffer.byteLength !== this.motionKept.byteLength) return; // of another instrument
    if (full) this.motionKept.set(new Float64Array(buffer));
    this.motionBuffer = buffer;
  }
}
