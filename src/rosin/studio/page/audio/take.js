// A take: what sounds from one moment to another, fetched from the audio thread piece by piece.

const ROOM = 48000; // samples of a piece
const PACE = 100; // ms from one piece to the next

export class Take {
  recording = false;
  pieces = [];
  buffer = new ArrayBuffer(8 * ROOM);
  last = null; // samples of the last piece: 0 where nothing is left
  lost = 0;
  ledger = null; // of the last one, by which it is rendered again (audio/ledger.js)

  /** @param post  sends a message, and a buffer, to the audio thread */
  constructor(post) {
    this.post = post;
  }

  record(on) {
    this.recording = on;
    this.last = null;
    if (on) [this.pieces, this.ledger] = [[], null];
    this.post({ kind: "record", on });
    if (on) this.fetch();
  }

  fetch() {
    if (!this.buffer) return;
    const buffer = this.buffer;
    if (this.post({ kind: "take", buffer }, [buffer])) this.buffer = null;
  }

  receive({ buffer, n, lost }) {
    const all = new Float32Array(buffer);
    const room = all.length / 2;
    if (n) this.pieces.push([all.slice(0, n), all.slice(room, room + n)]);
    Object.assign(this, { last: n, lost, buffer });
    if (this.recording) setTimeout(() => this.recording && this.fetch(), PACE);
  }

  /** How many samples have come so far. */
  get heard() {
    return this.pieces.reduce((sum, [left]) => sum + left.length, 0);
  }

  /** All of it, as two rows. */
  async rows() {
    for (let waited = 0; waited < 20 && this.last !== 0; waited++) {
      this.fetch();
      await new Promise((done) => setTimeout(done, 30));
    }
    const rows = [new Float32Array(this.heard), new Float32Array(this.heard)];
    let at = 0;
    for (const [left, right] of this.pieces) {
      rows[0].set(left, at);
      rows[1].set(right, at);
      at += left.length;
    }
    return rows;
  }
}
