// The player of notes (rosin/playing/live/player.py), which files and plugins have, too: it hears what channels say, and leads the rows of
// controls of the bodies that notes are given to, sample by sample, until another hand moves one of them.

import { Program } from "./program.js";

const BLOCK = 128;

export class Player {
  /** @param {object} plan  @param {object[]} layers  that it plays  @param {object} modules */
  constructor({ program, leads, moved, still, notes, words }, layers, modules) {
    this.program = new Program(program, modules[program.module]);
    Object.assign(this, { notes, words });
    this.said = program.arrays.said[0]; // address of all that was said so far
    this.keys = layers.find(({ keys }) => keys)?.keys; // bodies that are tuned
    const { rows, begun } = this.program.arrays;
    this.begun = begun.slice(); // when the note of each body began, as it was last seen
    this.bodies = Array.from(begun, () => ({ noted: false, rows: [] }));
    for (const { layer, row, follows } of leads) {
      const { voice } = layers[layer];
      const to = voice.arrays.controls.subarray(row * BLOCK, (row + 1) * BLOCK);
      const from = rows.subarray(follows * BLOCK, (follows + 1) * BLOCK);
      this.bodies[Math.floor(follows / moved)].rows.push({ layer, voice, row, from, to, rests: follows % moved < still });
    }
  }

  /** What channels say. */
  hear(bytes) {
    this.say(...bytes);
    this.lead();
  }

  say(status, one = 0, two = 0) {
    const { message, asked } = this.program.arrays;
    message[0] = status;
    message[1] = one;
    message[2] = two;
    this.program.ledger?.(["hear", status, one, two]);
    this.program.process(0);
    if (asked[0] >= 0) this.keys?.tune(asked[0], asked[1]);
  }

  /** Bodies whose notes have begun are led from now on. */
  lead() {
    const { begun } = this.program.arrays;
    for (let place = 0; place < begun.length; place++) {
      if (begun[place] === this.begun[place]) continue;
      this.begun[place] = begun[place];
      this.note(place, true);
      this.keys?.taken(place);
    }
  }

  /** Whether notes lead a body. */
  note(place, noted) {
    const body = this.bodies[place];
    body.noted = noted;
    for (const { voice, row } of body.rows) voice.put("noted", row, noted ? 1 : 0);
  }

  /** The next block of all rows that it leads. */
  block() {
    if (!this.bodies.some(isNoted)) return;
    this.program.process(BLOCK);
    for (let place = 0; place < this.bodies.length; place++) {
      const body = this.bodies[place];
      if (body.noted) for (let i = 0; i < body.rows.length; i++) body.rows[i].to.set(body.rows[i].from);
    }
  }

  /** Whether a hand's move is the player's own business: one that follows notes is, any other takes the body over. */
  keeps(layer, row, heard) {
    const place = this.bodies.findIndex(({ noted, rows }) => noted && rows.some((each) => each.layer === layer && each.row === row));
    if (place >= 0 && !heard) this.yield(place);
    return place >= 0 && heard;
  }

  /** Notes lead a body no more: its controls are where they were last, but for what moved or pressed it. */
  yield(place) {
    if (!this.bodies[place].noted) return;
    this.note(place, false);
    for (const { voice, row, to, rests } of this.bodies[place].rows) {
      voice.put("present", row, to[BLOCK - 1]);
      voice.put("goals", row, rests ? 0 : to[BLOCK - 1]);
    }
  }

  /** A body for the hand of a host, which plays a key on it. */
  borrow(key) {
    this.say(this.words.borrow, key);
    const place = this.program.arrays.asked[0];
    this.begun[place] = this.program.arrays.begun[place];
    this.yield(place);
    return place;
  }

  giveBack(place) {
    this.say(this.words.giveBack, place);
  }

  /** Notes that were held before it came: all that was said so far. */
  adopt(said, order) {
    this.program.write([[this.said, said]]);
    this.program.put("order", 0, order);
    for (let note = 0; note < this.notes; note++) {
      this.say(this.words.adopt, note);
      this.lead();
    }
  }

  /** Each key sounds so many semitones higher than in equal temperament. */
  tune(off) {
    off.forEach((semitones, key) => this.program.put("off", key, semitones));
  }

  /** All hands rest. */
  stop() {
    this.say(this.words.stop);
    this.begun.set(this.program.arrays.begun);
    for (let place = 0; place < this.bodies.length; place++) if (this.bodies[place].noted) this.note(place, false);
  }
}

function isNoted({ noted }) {
  return noted;
}
