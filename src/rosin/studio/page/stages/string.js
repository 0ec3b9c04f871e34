// Bowed strings (after Willemsen et al. 2019, figure 5): a fingerboard, a bow that is grabbed and drawn, and the strings in slow motion.

import { HandSpeed, pressed } from "../hands/hand.js";
import { ROW } from "./letters.js";
import { clamped, leaning, Led, nudge } from "./playing.js";
import { hangs, LEFT, RIGHT, StringPicture } from "./string_picture.js";

const NEAREST = 0.02; // of the string, between bow and bridge
const REACH = 2; // octaves of bow position from place 0 of a touch, near the fingerboard, to 1, at the bridge
const ROLLED = 0.5; // semitones, by a pen that leans by half a right angle

export class Strings extends Led {
  static help = "Grab the bow by the bridge and draw it up and down over a string; click the fingerboard to stop one "
    + "(Shift: between the semitones). Wheel or slider: force. Keys A to K play notes, Z and X change the octave; "
    + "1 to 4 choose a string, ← → stop it, space, ↑ and ↓ bow it.";
  static usesPress = true;
  static buttons = ["1", "2", "3", "4"];
  static automatic = "Auto-bow";

  constructor(given) {
    super(given);
    const { plan, engine } = given;
    this.names = Object.keys(plan.hands).reverse(); // the highest on top
    this.chosen = this.names[Math.min(1, this.names.length - 1)];
    this.reach = Math.max(...this.names.map((name) => plan.hands[name].position.high));
    this.bows = new Map(); // by pointer: string, speed of the hand, pressure
    this.fingers = new Map(); // by pointer: string, where it came down
    this.keys = new Map(); // by key: string, semitone, bow direction
    this.direction = 1;
    this.strokes = {}; // the direction of the bow of each string that notes play
    this.timer = 0;
    this.picture = new StringPicture(this);
    const lowest = Math.min(...this.names.map((name) => plan.layers[name].pitch));
    this.octave = 12 * Math.ceil((69 + 12 * Math.log2(lowest / 440) - 0.5) / 12);
    this.choose(this.chosen);
    for (const name of this.names) engine.control(name, "position", plan.hands[name].position.usual, "jump");
  }

  // ---- what the hands do

  now(name, control) {
    return this.engine.hands[name]?.[control] ?? 0;
  }

  lane(point) {
    return this.names[clamped(Math.floor(point.y * this.names.length), 0, this.names.length - 1)];
  }

  /** A place on the stage along the string: 0 at the nut, 1 at the bridge. */
  along(point) {
    return (point.x * point.width - LEFT) / (point.width - LEFT - RIGHT);
  }

  down(pointed) {
    const point = turned(pointed);
    const name = this.lane(point);
    this.choose(name);
    if (this.along(point) > 1 - this.reach) {
      this.bows.set(point.id, { name, speed: new HandSpeed(point), pressure: point.pressure });
      this.place(name, 1 - this.along(point));
      this.timer ||= setInterval(() => this.follow(), 16);
    } else {
      this.fingers.set(point.id, { name, from: this.along(point), mark: this.nearestMark(name, this.along(point)) });
      this.stop(name, this.nearestMark(name, this.along(point)));
    }
    this.move(pointed);
  }

  move(pointed) {
    const point = turned(pointed);
    const bow = this.bows.get(point.id);
    if (bow) {
      bow.speed.move(point);
      bow.pressure = point.pressure;
      this.place(bow.name, 1 - this.along(point));
      this.pull(bow.name, bow.speed.value, bow.pressure);
    }
    const finger = this.fingers.get(point.id);
    if (finger) this.stop(finger.name, this.stopAt(finger, point));
  }

  /** A mouse stops at semitones; a touch starts at one and glides from there, so that it can shake; a pen rolls about it by leaning. */
  stopAt(finger, point) {
    const along = this.along(point);
    if (point.shift) return along;
    if (point.kind === "touch") return finger.mark + along - finger.from;
    const mark = this.nearestMark(finger.name, along);
    const semitone = (1 - mark) * (1 - 2 ** (-1 / 12));
    return point.kind === "pen" ? mark + ROLLED * leaning(point) * semitone : mark;
  }

  up(point) {
    const bow = this.bows.get(point.id);
    this.bows.delete(point.id);
    this.fingers.delete(point.id);
    if (bow && ![...this.bows.values()].some(({ name }) => name === bow.name)) this.lift(bow.name);
  }

  /** A hand that rests sends no events. */
  follow() {
    for (const bow of this.bows.values()) {
      bow.speed.wait(performance.now() / 1000);
      this.pull(bow.name, bow.speed.value, bow.pressure);
    }
    if (this.bows.size === 0) {
      clearInterval(this.timer);
      this.timer = 0;
    }
  }

  wheel(way) {
    nudge(this.press, way);
  }

  choose(name) {
    this.chosen = name;
    this.engine.watched = this.engine.places[name];
  }

  nearestMark(name, along) {
    const { marks } = this.plan.layers[name];
    return marks.reduce((best, mark) => (Math.abs(mark - along) < Math.abs(best - along) ? mark : best));
  }

  stop(name, along) {
    this.engine.control(name, "finger", clamped(along, 0, this.plan.layers[name].marks.at(-1)));
  }

  place(name, fromBridge) {
    const lifted = this.now(name, "normal_force") === 0;
    this.engine.control(name, "position", Math.max(NEAREST, fromBridge), lifted ? "jump" : "control");
  }

  /** Draw the bow over a string. */
  pull(name, speed, pressure = null) {
    this.engine.control(name, "normal_force", pressed(this.plan.hands[name].normal_force, pressure ?? Number(this.press.value)));
    this.engine.control(name, "velocity", speed);
  }

  lift(name) {
    this.engine.control(name, "normal_force", 0);
    this.engine.control(name, "velocity", 0);
  }

  released() {
    this.bows.clear();
    this.fingers.clear();
    this.keys.clear();
    super.released();
  }

  // ---- keys

  key(name, down, repeat = false) {
    if (!down) return this.keyUp(name);
    const place = ROW.indexOf(name);
    const arrow = { ArrowLeft: -1, ArrowRight: 1 }[name];
    if (arrow) return this.stepFinger(arrow);
    if (repeat) return undefined;
    if (place >= 0) return this.keyNote(name, place);
    if (name === "z" || name === "x") this.octave = clamped(this.octave + (name === "x" ? 12 : -12), 12, 108);
    if (Number(name) >= 1 && Number(name) <= this.names.length) this.choose(this.names[Number(name) - 1]);
    const way = { " ": 0, ArrowUp: -1, ArrowDown: 1 }[name];
    if (way !== undefined) this.keyBow(name, this.chosen, null, way);
    return undefined;
  }

  /** How many semitones a key lies above the open string. */
  semitone(name, key) {
    return Math.round(key - 69 - 12 * Math.log2(this.plan.layers[name].pitch / 440));
  }

  /** The same, of a key between two. */
  semitones(name, key) {
    return this.semitone(name, Math.round(key)) + key - Math.round(key);
  }

  /** The strings that have a key, from the highest. */
  stringsWith(key) {
    return this.names.filter((name) => this.semitone(name, key) >= 0 && this.semitone(name, key) < this.plan.layers[name].marks.length);
  }

  /** The note of a letter: on the highest string that has it. */
  noteOf(place) {
    const key = this.tuning.pitch(this.octave + place);
    const [name] = this.stringsWith(key);
    return name ? { name, mark: this.fingerAt(name, this.semitones(name, key)) } : null;
  }

  keyNote(key, place) {
    const note = this.noteOf(place);
    if (!note) return;
    this.choose(note.name);
    this.keyBow(key, note.name, note.mark, 0);
  }

  keyBow(key, name, mark, way) {
    const before = [...this.keys.values()].findLast((each) => each.name === name);
    const direction = way || before?.direction || (this.direction = -this.direction);
    this.keys.set(key, { name, mark, direction });
    this.sound(this.keys.get(key));
  }

  keyUp(key) {
    const gone = this.keys.get(key);
    if (!gone) return;
    this.keys.delete(key);
    const left = [...this.keys.values()].findLast((each) => each.name === gone.name);
    if (left) this.sound(left);
    else this.lift(gone.name);
  }

  sound({ name, mark, direction }) {
    if (mark !== null) {
      this.stop(name, mark);
      this.place(name, this.plan.hands[name].position.usual * (1 - mark));
    }
    this.pull(name, direction * this.plan.hands[name].velocity.usual);
  }

  stepFinger(way) {
    const { marks } = this.plan.layers[this.chosen];
    const at = marks.indexOf(this.nearestMark(this.chosen, this.now(this.chosen, "finger")));
    this.stop(this.chosen, marks[clamped(at + way, 0, marks.length - 1)]);
  }

  // ---- touches

  get tuned() {
    return true;
  }

  get slides() {
    return true;
  }

  keyRange() {
    const keyOf = (name) => Math.round(69 + 12 * Math.log2(this.plan.layers[name].pitch / 440));
    return [Math.min(...this.names.map(keyOf)), Math.max(...this.names.map((name) => keyOf(name) + this.plan.layers[name].marks.length - 1))];
  }

  /** A key on this instrument: what is beyond its strings is played by octaves higher or lower. */
  here(key) {
    const highest = this.names[0];
    let found = key;
    while (this.semitone(this.names.at(-1), found) < 0) found += 12;
    while (this.semitone(highest, found) >= this.plan.layers[highest].marks.length) found -= 12;
    return found;
  }

  /** The highest string that has the key and is free; where none is, the one that was touched first gives way. */
  handFor({ key }) {
    if (key === null) return this.chosen;
    const able = this.stringsWith(this.here(key));
    const busy = [...this.touches.values()].map(({ hand }) => hand);
    return able.find((name) => !busy.includes(name)) ?? busy.find((name) => able.includes(name));
  }

  /** Bow a string: slurred where a touch is on it already, with a stroke of its own where none is. */
  lead(name, touch) {
    const { velocity, normal_force: normal, position } = this.plan.hands[name];
    const alone = [...this.touches.values()].filter(({ hand }) => hand === name).length === 1;
    if (touch.begun) this.choose(name);
    if (!this.strokes[name] || (touch.begun && alone)) this.strokes[name] = this.direction = -this.direction;
    if (touch.key !== null) this.stop(name, this.fingerAt(name, this.semitones(name, this.here(touch.key)) + touch.bend));
    this.place(name, position.usual * 2 ** (REACH * (0.5 - touch.place)) * (1 - this.now(name, "finger")));
    this.engine.control(name, "normal_force", touch.force * normal.usual);
    this.engine.control(name, "velocity", (touch.key === null ? 1 : this.strokes[name]) * touch.speed * velocity.usual);
  }

  /** Where a finger stops a string some semitones above it, on a straight line between the marks. */
  fingerAt(name, semitones) {
    const { marks } = this.plan.layers[name];
    const at = clamped(semitones, 0, marks.length - 1);
    const below = Math.min(Math.floor(at), marks.length - 2);
    return marks[below] + (at - below) * (marks[below + 1] - marks[below]);
  }

  step(semitones) {
    this.stepFinger(semitones);
  }

  /** Keys that are held follow the slider of the force. */
  advance() {
    if (this.pressShown === this.press.value) return;
    this.pressShown = this.press.value;
    for (const key of this.keys.values()) this.pull(key.name, this.now(key.name, "velocity"));
  }

  draw(...given) {
    this.picture.draw(...given);
  }
}

/** A point on the strings as they lie: where they hang, the stage is turned by a right angle. */
function turned(point) {
  if (!hangs(point.width, point.height)) return point;
  return { ...point, x: point.y, y: 1 - point.x, width: point.height, height: point.width };
}
