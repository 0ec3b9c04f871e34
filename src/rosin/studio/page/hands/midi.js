// What MIDI says, as notes that move while they sound. The rules are a kernel's (rosin/playing/live/listener.py), which files and plugins
// follow, too: a note follows its channel and, in an MPE zone, its manager, pedals hold what is let go, and channel 10 is percussion.

import { Program } from "../audio/program.js";

const LENGTHS = { 8: 3, 9: 3, 10: 3, 11: 3, 13: 2, 14: 3 }; // bytes of a message, by its kind
const [ON, OFF, CONTROLLER] = [0x90, 0x80, 0xb0]; // statuses on channel 1
const [CHANNELS, MOST, SOUND_OFF] = [16, 127, 120];
const SAID = ["key", "strength", "bend", "pressure", "timbre", "modulation"];

/** Whether bytes are a message of a channel, not damaged, that means something here. */
export function isMessage(bytes) {
  if (!(bytes?.length >= 2 && bytes.length <= 3) || bytes.length !== LENGTHS[bytes[0] >> 4]) return false;
  return Array.from(bytes).every((byte, place) => Number.isInteger(byte) && byte >= (place ? 0 : 128) && byte < (place ? 128 : 256));
}

/** The controller that a message moves, { channel, number, value }; null where it does not. */
export function controllerOf(bytes) {
  if (!isMessage(bytes) || (bytes[0] & 0xf0) !== CONTROLLER) return null;
  return { channel: (bytes[0] & 15) + 1, number: bytes[1], value: bytes[2] };
}

let heard = 0; // notes, so that each has a name of its own

/** Sixteen channels that listen; a player, who has a `listener` to hear with, is told every message, and what begins, moves and ends. */
export class Channels {
  notes = new Map(); // by their place among those of the listener

  constructor(player) {
    this.player = player;
  }

  /** Take one message. */
  hear(bytes) {
    const { listener } = this.player;
    if (!isMessage(bytes) || !listener) return;
    this.program ??= new Program(listener.program, listener.module);
    this.player.hear(bytes);
    const { arrays } = this.program;
    arrays.softest[0] = listener.softest;
    arrays.percussion.set(listener.percussion);
    arrays.message.fill(0);
    arrays.message.set(bytes);
    this.program.process(1);
    this.tell(arrays);
  }

  /** A key is struck, with a velocity from 0 to 1, on channel 1. */
  press(key, velocity) {
    this.hear([ON, key, Math.max(1, Math.round(MOST * velocity))]);
  }

  lift(key) {
    this.hear([OFF, key, 0]);
  }

  /** Everything ends, as when the keyboard is unplugged. */
  silence() {
    if (this.program) for (let channel = 0; channel < CHANNELS; channel++) this.hear([CONTROLLER + channel, SOUND_OFF, 0]);
  }

  /** What has ended, then what has begun or moved. */
  tell(arrays) {
    for (const [place, note] of this.notes) {
      if (note.came === arrays.came[place]) continue;
      this.notes.delete(place);
      this.player.end(note);
    }
    arrays.came.forEach((came, place) => {
      if (!came) return;
      const begun = !this.notes.has(place);
      if (begun) this.notes.set(place, { id: `note ${(heard += 1)}`, came });
      const note = this.notes.get(place);
      const moved = SAID.some((name) => note[name] !== arrays[name][place]);
      for (const name of SAID) note[name] = arrays[name][place];
      if (begun) this.player.begin(note);
      else if (moved) this.player.move(note);
    });
  }
}
