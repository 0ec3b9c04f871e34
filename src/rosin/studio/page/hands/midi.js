// What MIDI says, as notes that move while they sound; the rules are those by which files are read (rosin/playing/midi/channels.py).
//
//   bend (semitones) = range (pitch wheel) / 8192,    range by RPN 0, at first 2, of an MPE member 48
//   sum:     a + b - rest       bend, pressure, timbre, modulation
//   product: a b / rest         expression, volume
//
// A note follows its channel and, in an MPE zone (RPN 6 on channel 1 or 16 says how many members), its manager too. Where the player
// has percussion, the keys of channel 10 are those of General MIDI, and others are struck for them.

export const AT_REST = { bend: 0, pressure: 0, timbre: 64 / 127, modulation: 0, expression: 1, breath: 1, volume: 100 / 127 };
const CONTROLLERS = { 1: "modulation", 2: "breath", 7: "volume", 11: "expression", 74: "timbre" };
const MULTIPLIED = new Set(["expression", "volume"]);
const RESET = ["pressure", "modulation", "expression", "breath"]; // by "reset all controllers", as RP-015 has it
const [BEND_RANGE, MEMBER_BEND_RANGE] = [2, 48];
const [LOWER_MANAGER, UPPER_MANAGER, MOST_MEMBERS] = [1, 16, 15];
const DRUMS = 10;
const [SUSTAIN, DATA, DATA_FINE, RPN_FINE, RPN] = [64, 6, 38, 100, 101];
const OTHER_PARAMETERS = [98, 99];
const [SOUND_OFF, RESET_CONTROLLERS, NOTES_OFF] = [120, 121, 123]; // and all above
const [BEND_RANGE_PARAMETER, ZONE_PARAMETER] = ["0 0", "0 6"];

const KINDS = {
  8: ([key]) => ({ kind: "off", key }),
  9: ([key, velocity]) => (velocity ? { kind: "on", key, velocity: velocity / 127 } : { kind: "off", key }),
  10: ([key, value]) => ({ kind: "keyPressure", key, value: value / 127 }),
  11: ([number, value]) => ({ kind: "control", number, value }),
  13: ([value]) => ({ kind: "pressure", value: value / 127 }),
  14: ([fine, coarse]) => ({ kind: "wheel", value: (128 * coarse + fine - 8192) / 8192 }),
};
const LENGTHS = { 8: 3, 9: 3, 10: 3, 11: 3, 13: 2, 14: 3 }; // bytes

/** The event of one message of a channel; null for what is none, is damaged, or means nothing here. */
export function readMessage(bytes) {
  const [status, ...data] = bytes?.length <= 3 ? bytes : [];
  const kind = status >> 4;
  if (!Number.isInteger(status) || bytes.length !== LENGTHS[kind]) return null;
  if (!data.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 128)) return null;
  return { channel: (status & 15) + 1, ...KINDS[kind](data) };
}

class Channel {
  constructor(number) {
    this.number = number;
    this.bendRange = BEND_RANGE;
    this.wheel = 0;
    this.parameter = [127, 127];
    this.pedal = false;
    this.manager = null;
    this.values = { ...AT_REST };
    this.touched = new Set();
    this.keyPressure = new Map();
    this.pressed = []; // notes whose keys are down, the oldest first
    this.ringing = []; // notes that a pedal holds
  }

  get sustained() {
    return this.pedal || Boolean(this.manager?.pedal);
  }

  /** A controller; breath stands in for expression where only breath was sent. */
  value(name) {
    if (name === "bend") return this.wheel * this.bendRange;
    return this.values[name === "expression" && !this.touched.has(name) && this.touched.has("breath") ? "breath" : name];
  }

  /** Controllers as at the start, but for volume, timbre and the range of the bend. */
  reset() {
    for (const name of RESET) this.values[name] = AT_REST[name];
    this.keyPressure.clear();
    Object.assign(this, { wheel: 0, parameter: [127, 127], pedal: false });
  }
}

let heard = 0; // notes, so that each has a name of its own

/** Sixteen channels that listen; a player is told what begins, moves and ends. */
export class Channels {
  constructor(player) {
    this.player = player;
    this.channels = Array.from({ length: 16 }, (_, index) => new Channel(index + 1));
    this.members = { [LOWER_MANAGER]: 0, [UPPER_MANAGER]: 0 };
  }

  /** Take one message. */
  hear(bytes) {
    const event = readMessage(bytes);
    if (!event) return;
    const channel = this.channels[event.channel - 1];
    const { percussion } = this.player;
    if ("key" in event && percussion && channel.number === DRUMS && !channel.manager) event.key = percussion[event.key];
    if (!("key" in event) || event.key !== undefined) this[event.kind](channel, event);
  }

  /** Everything ends, as when the keyboard is unplugged. */
  silence() {
    for (const channel of this.channels) this.endAll(channel);
  }

  on(channel, { key, velocity }) {
    const again = channel.ringing.filter((note) => note.key === key);
    channel.ringing = channel.ringing.filter((note) => note.key !== key);
    for (const note of again) this.player.end(note);
    channel.keyPressure.delete(key);
    const note = { id: `note ${(heard += 1)}`, key, velocity, channel, manager: channel.manager };
    channel.pressed.push(note);
    this.say(note);
    this.player.begin(note);
  }

  off(channel, { key }) {
    const note = channel.pressed.find((each) => each.key === key);
    if (!note) return;
    channel.pressed.splice(channel.pressed.indexOf(note), 1);
    if (channel.sustained) channel.ringing.push(note);
    else this.player.end(note);
  }

  wheel(channel, { value }) {
    channel.wheel = value;
    this.moved(channel);
  }

  pressure(channel, { value }) {
    channel.values.pressure = value;
    this.moved(channel);
  }

  keyPressure(channel, { key, value }) {
    channel.keyPressure.set(key, value);
    this.moved(channel);
  }

  control(channel, { number, value }) {
    if (CONTROLLERS[number]) {
      channel.touched.add(CONTROLLERS[number]);
      channel.values[CONTROLLERS[number]] = value / 127;
      this.moved(channel);
    } else if (number === SUSTAIN) {
      channel.pedal = value >= 64;
      if (!channel.pedal) this.releasePedal(channel);
    } else if (number === RPN) channel.parameter[0] = value;
    else if (number === RPN_FINE) channel.parameter[1] = value;
    else if (OTHER_PARAMETERS.includes(number)) channel.parameter = [127, 127];
    else if (number === DATA || number === DATA_FINE) this.data(channel, value, number === DATA_FINE);
    else if (number === SOUND_OFF) for (const each of this.zoneOf(channel)) this.endAll(each);
    else if (number === RESET_CONTROLLERS) {
      for (const each of this.zoneOf(channel)) each.reset();
      this.releasePedal(channel);
      this.moved(channel);
    } else if (number >= NOTES_OFF) for (const each of this.zoneOf(channel)) for (const note of [...each.pressed]) this.off(each, note);
  }

  data(channel, value, fine) {
    const parameter = channel.parameter.join(" ");
    if (parameter === BEND_RANGE_PARAMETER) {
      const range = fine ? Math.trunc(channel.bendRange) + Math.min(value, 99) / 100 : value;
      for (const each of channel.manager ? this.zoneOf(channel.manager).slice(1) : [channel]) {
        each.bendRange = range;
        this.moved(each);
      }
    } else if (parameter === ZONE_PARAMETER && !fine && channel.number in this.members) this.zone(channel, Math.min(value, MOST_MEMBERS));
  }

  /** Give a manager so many members; the other zone keeps what is left, and notes of channels that change hands end. */
  zone(manager, members) {
    this.members[manager.number] = members;
    if (members) {
      const other = LOWER_MANAGER + UPPER_MANAGER - manager.number;
      this.members[other] = Math.max(0, Math.min(this.members[other], MOST_MEMBERS - 1 - members));
    }
    const changed = this.channels.filter((channel) => this.managerOf(channel) !== channel.manager);
    for (const channel of changed) this.endAll(channel);
    for (const channel of this.channels) {
      channel.manager = this.managerOf(channel);
      if (!changed.includes(channel) && manager !== channel && manager !== channel.manager) continue;
      channel.bendRange = channel.manager ? MEMBER_BEND_RANGE : BEND_RANGE;
    }
    this.moved(manager);
  }

  managerOf({ number }) {
    const { [LOWER_MANAGER]: lower, [UPPER_MANAGER]: upper } = this.members;
    if (number > LOWER_MANAGER && number <= LOWER_MANAGER + lower) return this.channels[LOWER_MANAGER - 1];
    return number < UPPER_MANAGER && number >= UPPER_MANAGER - upper ? this.channels[UPPER_MANAGER - 1] : null;
  }

  /** A channel and, if it is a manager, its members. */
  zoneOf(channel) {
    return [channel, ...this.channels.filter(({ manager }) => manager === channel)];
  }

  /** End what rang under a pedal of this channel, but for what another pedal holds. */
  releasePedal(channel) {
    for (const each of this.zoneOf(channel)) {
      if (each.sustained) continue;
      for (const note of each.ringing.splice(0)) this.player.end(note);
    }
  }

  /** End every note of a channel, pedal or not. */
  endAll(channel) {
    for (const note of [...channel.pressed.splice(0), ...channel.ringing.splice(0)]) this.player.end(note);
  }

  /** What a channel says has changed: its notes hear of it, and those of its zone. */
  moved(channel) {
    for (const { pressed, ringing } of this.zoneOf(channel)) {
      for (const note of [...pressed, ...ringing]) {
        this.say(note);
        this.player.move(note);
      }
    }
  }

  /** Write down what channel, manager and key say together about a note. */
  say(note) {
    for (const name of Object.keys(AT_REST)) {
      const values = [note.channel, note.manager].filter(Boolean).map((channel) => channel.value(name));
      if (name === "pressure" && note.channel.keyPressure.has(note.key)) values.push(note.channel.keyPressure.get(note.key));
      note[name] = together(name, values);
    }
  }
}

/** The values of several sources as one. */
function together(name, values) {
  const rest = AT_REST[name];
  const value = MULTIPLIED.has(name) ? values.reduce((one, two) => (one * two) / rest) : values.reduce((one, two) => one + two - rest);
  return name === "bend" ? value : Math.min(1, Math.max(0, value));
}
