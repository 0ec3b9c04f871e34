// Bowed strings (after Willemsen et al. 2019, figure 5): a fingerboard, a bow that is grabbed and drawn, and the strings in slow motion.

import { colours } from "../colours.js";
import { LOOK } from "../engine.js";
import { HandSpeed, pressed, travelled } from "../hand.js";
import { readString, stopped } from "../shapes.js";
import { StringStrobe } from "../strobe.js";
import { clamped, leaning, Led, nudge } from "./playing.js";

const ROW = "awsedftgyhujk"; // a piano's octave on the letters
const PLACES = 64;
const GHOSTS = 20; // pictures of one period that make the blur
const SLOW = 0.8; // Hz of what is shown
const NEAREST = 0.02; // of the string, between bow and bridge
const REACH = 2; // octaves of bow position from place 0 of a touch, near the fingerboard, to 1, at the bridge
const ROLLED = 0.5; // semitones, by a pen that leans by half a right angle
const [LEFT, RIGHT] = [36, 30]; // px beside the strings

export class Strings extends Led {
  static help = "Grab the bow by the bridge and draw it up and down over a string; click the fingerboard to stop one "
    + "(Shift: between the semitones). Wheel or slider: force. Keys A to K play notes, Z and X change the octave; "
    + "1 to 4 choose a string, ← → stop it, space, ↑ and ↓ bow it.";
  static usesPress = true;
  static buttons = ["1", "2", "3", "4"];

  constructor(given) {
    super(given);
    const { plan, engine } = given;
    this.names = Object.keys(plan.hands).reverse(); // the highest on top
    this.chosen = this.names[Math.min(1, this.names.length - 1)];
    this.reach = Math.max(...this.names.map((name) => plan.hands[name].position.high));
    this.bows = new Map(); // by pointer: string, speed of the hand, pressure
    this.fingers = new Map(); // by pointer: string, where it came down
    this.keys = new Map(); // by key: string, semitone, bow direction
    this.strobes = Object.fromEntries(this.names.map((name) => [name, new StringStrobe(PLACES)]));
    this.travel = Object.fromEntries(this.names.map((name) => [name, 0]));
    this.displacement = new Float64Array(PLACES + 1);
    this.velocity = new Float64Array(PLACES + 1);
    this.low = new Float64Array(PLACES + 1);
    this.high = new Float64Array(PLACES + 1);
    this.direction = 1;
    this.strokes = {}; // the direction of the bow of each string that notes play
    this.timer = 0;
    this.time = 0;
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

  down(point) {
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
    this.move(point);
  }

  move(point) {
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

  /** The strings that have a key, from the highest. */
  stringsWith(key) {
    return this.names.filter((name) => this.semitone(name, key) >= 0 && this.semitone(name, key) < this.plan.layers[name].marks.length);
  }

  /** The note of a letter: on the highest string that has it. */
  noteOf(place) {
    const key = this.octave + place;
    const [name] = this.stringsWith(key);
    return name ? { name, mark: this.plan.layers[name].marks[this.semitone(name, key)] } : null;
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
    if (touch.key !== null) this.stop(name, this.fingerAt(name, this.semitone(name, this.here(touch.key)) + touch.bend));
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

  // ---- the picture

  draw(context, width, height, time, seen) {
    this.engine.watchMotion();
    const lapse = Math.min(0.1, Math.max(0, time - this.time));
    this.time = time;
    if (this.pressShown !== this.press.value) {
      this.pressShown = this.press.value;
      for (const key of this.keys.values()) this.pull(key.name, this.now(key.name, "velocity"));
    }
    const ink = colours();
    const view = { context, width, height, ink, lane: height / this.names.length, x: (along) => LEFT + along * (width - LEFT - RIGHT) };
    this.drawBoard(view);
    this.names.forEach((name, index) => {
      const y = (index + 0.5) * view.lane;
      this.travel[name] += travelled(this.now(name, "velocity"), lapse);
      this.drawMarks(view, name, y);
      this.drawString(view, name, y, time);
    });
    this.drawKeys(view);
    this.names.forEach((name, index) => this.drawBow(view, name, (index + 0.5) * view.lane, time));
    this.drawRegime(view, seen);
  }

  drawBoard({ context, height, ink, x, lane }) {
    context.fillStyle = ink.card;
    context.fillRect(x(0), 6, x(1 - this.reach) - x(0), height - 12);
    context.fillStyle = ink.soft;
    context.fillRect(x(0) - 3, 6, 4, height - 12);
    context.beginPath();
    context.moveTo(x(1) + 2, 0.25 * lane);
    context.quadraticCurveTo(x(1) + 12, height / 2, x(1) + 2, height - 0.25 * lane);
    context.lineTo(x(1) - 2, height - 0.25 * lane);
    context.quadraticCurveTo(x(1) + 6, height / 2, x(1) - 2, 0.25 * lane);
    context.fill();
  }

  drawMarks({ context, ink, x, lane }, name, y) {
    context.lineWidth = 1;
    this.plan.layers[name].marks.forEach((mark, semitone) => {
      if (semitone === 0) return;
      context.strokeStyle = semitone % 12 === 0 ? ink.soft : ink.line;
      const half = lane * (semitone % 12 === 0 ? 0.32 : 0.24);
      context.beginPath();
      context.moveTo(x(mark), y - half);
      context.lineTo(x(mark), y + half);
      context.stroke();
    });
    context.fillStyle = name === this.chosen ? ink.accent : ink.soft;
    context.font = `${name === this.chosen ? 600 : 400} 15px system-ui`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(name, LEFT / 2 - 2, y);
  }

  drawString({ context, ink, x, lane }, name, y, time) {
    const layer = this.plan.layers[name];
    const motion = this.engine.motion[name];
    const finger = stopped(layer.shape, motion);
    const frequency = layer.pitch / (1 - finger);
    const strobe = this.strobes[name];
    readString(layer.shape, motion, this.plan.sampleRate, this.displacement, this.velocity);
    strobe.take(this.displacement, this.velocity, frequency);
    const usual = this.plan.hands[name];
    const full = usual.velocity.usual / (8 * layer.pitch * usual.position.usual); // m: how far the corner goes at the usual stroke
    const scale = (0.3 * lane) / full;
    const height = (metres) => clamped(scale * metres, -0.49 * lane, 0.49 * lane);
    const point = (shown, i) => context.lineTo(x(1 - (i / PLACES) * (1 - finger)), y - height(shown[i]));
    if (strobe.size > 0.01 * full) {
      this.low.fill(Infinity);
      this.high.fill(-Infinity);
      for (let ghost = 0; ghost < GHOSTS; ghost++) {
        strobe.at((2 * Math.PI * ghost) / GHOSTS).forEach((value, i) => {
          this.low[i] = Math.min(this.low[i], value);
          this.high[i] = Math.max(this.high[i], value);
        });
      }
      context.fillStyle = ink.accent;
      context.globalAlpha = 0.13;
      context.beginPath();
      for (let i = PLACES; i >= 0; i--) point(this.high, i);
      for (let i = 0; i <= PLACES; i++) point(this.low, i);
      context.fill();
      context.globalAlpha = 1;
    }
    context.strokeStyle = name === this.chosen ? ink.accent : ink.ink;
    context.lineWidth = 1.2 + (1.6 * this.names.indexOf(name)) / this.names.length;
    context.beginPath();
    context.moveTo(x(0), y);
    const shown = strobe.at(2 * Math.PI * SLOW * time);
    for (let i = PLACES; i >= 0; i--) point(shown, i);
    context.stroke();
    if (this.now(name, "finger") > 0) {
      context.fillStyle = ink.warm;
      context.beginPath();
      context.arc(x(finger), y, 8, 0, 2 * Math.PI);
      context.fill();
    }
  }

  drawKeys({ context, ink, x, lane, width }) {
    if (width < 560) return;
    context.font = "11px system-ui";
    context.textAlign = "center";
    [...ROW].forEach((letter, place) => {
      const note = this.noteOf(place);
      if (!note) return;
      context.fillStyle = this.keys.has(letter) ? ink.warm : ink.soft;
      context.fillText(letter.toUpperCase(), note.mark ? x(note.mark) : x(0) + 12, (this.names.indexOf(note.name) + 0.86) * lane);
    });
  }

  /** The bow over its string: its hair runs with the hand, it is the fuller the more it presses, its touch shows stick and slip. */
  drawBow({ context, ink, x, lane, height }, name, y, time) {
    const force = this.now(name, "normal_force");
    if (force === 0 && (name !== this.chosen || this.names.some((other) => this.now(other, "normal_force") > 0))) return;
    const at = x(1 - this.now(name, "position"));
    const share = Math.sqrt(force / this.plan.hands[name].normal_force.high);
    context.globalAlpha = force === 0 ? 0.3 : 0.35 + 0.5 * Math.min(1, share);
    context.fillStyle = force === 0 ? ink.soft : ink.warm;
    const [top, bottom] = [Math.max(4, y - 1.25 * lane), Math.min(height - 4, y + 1.25 * lane)];
    context.beginPath();
    context.roundRect(at - 7, top, 14, bottom - top, 7);
    context.fill();
    context.globalAlpha = 0.5;
    context.strokeStyle = ink.stage;
    context.lineWidth = 1.5;
    const step = 14;
    for (let tick = top + 6 + ((((this.travel[name] - top) % step) + step) % step); tick < bottom - 4; tick += step) {
      context.beginPath();
      context.moveTo(at - 5, tick);
      context.lineTo(at + 5, tick - 4);
      context.stroke();
    }
    context.globalAlpha = 1;
    if (force === 0) return;
    const finger = stopped(this.plan.layers[name].shape, this.engine.motion[name]);
    const bow = this.now(name, "velocity");
    const frequency = this.plan.layers[name].pitch / (1 - finger);
    const string = this.strobes[name].velocityAt(this.now(name, "position") / (1 - finger), 2 * Math.PI * SLOW * time, frequency);
    const slow = 2 * Math.max(Math.abs(bow), 0.1 * this.plan.hands[name].velocity.usual);
    context.fillStyle = Math.abs(bow - string) < slow ? ink.good : ink.bad;
    context.beginPath();
    context.arc(at, y, 6, 0, 2 * Math.PI);
    context.fill();
  }

  /** The last periods at the bow of the chosen string, from the trace: what sticks below, what slips above. */
  drawRegime({ context, ink, x, height, width }, seen) {
    const name = this.chosen;
    const bow = this.now(name, "velocity");
    const row = 1 + this.plan.layers[name].traces.indexOf("relative_velocity");
    const trace = seen.rows.subarray(row * LOOK.SEEN, (row + 1) * LOOK.SEEN);
    const slips = (i) => Math.abs(trace[i]) > 0.5 * Math.abs(bow) + 1e-4;
    const period = (this.plan.sampleRate / this.plan.layers[name].pitch) * (1 - this.now(name, "finger"));
    const shown = Math.min(3 * period, LOOK.SEEN / 2);
    const [left, right, top] = [Math.round(x(1 - this.reach)), width - RIGHT, Math.round(height - 13)];
    const playing = this.now(name, "normal_force") > 0 && bow !== 0;
    let begin = 1;
    while (begin < LOOK.SEEN - shown - 1 && !(slips(begin) && !slips(begin - 1))) begin++;
    for (let px = 0; px < right - left; px += 2) {
      const slip = slips(begin + Math.floor((px / (right - left)) * shown));
      context.fillStyle = !playing ? ink.line : slip ? ink.bad : ink.good;
      context.fillRect(left + px, slip && playing ? top - 4 : top, 2, 5);
    }
    context.fillStyle = ink.soft;
    context.font = "11px system-ui";
    context.textAlign = "right";
    context.fillText(playing ? "sticks and slips" : "", left - 8, top + 1);
  }
}
