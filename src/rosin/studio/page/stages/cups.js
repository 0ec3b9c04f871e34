// A set of cups (glasses, bowls): each is a body of its own, and every finger circles one of them, so that several make chords.
//
// A finger that circles leads by its own speed: angular velocity times the radius of the rim. One that only presses goes round by itself.

import { CupsPicture } from "./cups_picture.js";
import { reading } from "./drawing.js";
import { Letters } from "./letters.js";
import { Clock, clamped, follow, Led, lowestKey, nudge, parameter, pressed, strength } from "./playing.js";
import { Replayed } from "./replayed.js";
import { Ringing } from "./ringing.js";
import { colours } from "../look/colours.js";

const MAJOR = [0, 2, 4, 5, 7, 9, 11, 12]; // semitones above the own cup
const FEW = [0, 2, 4, 7, 9]; // where there is little room
const NARROW = 700; // px
const SMOOTHED = 0.06; // s
const RESTS = 0.25; // s without a turn, after which a finger goes round by itself
const INNERMOST = 0.3; // radii: nearer to the middle an angle says little
const [LEAVES, TAKES] = [1.8, 1.15]; // radii at which a finger that is dragged leaves its cup, and takes another one
const FASTEST = 2.5; // usual speeds

export class Cups extends Led {
  static help = "Circle a rim, as with a wet finger, or just press: it goes round by itself. Several fingers make chords. "
    + "Keys A to K play cups, Space circles the first; arrows change speed and pressure.";
  static usesPress = true;
  static automatic = "Auto-circle";

  constructor(given) {
    super(given);
    const { plan } = given;
    const [lowest, highest, own] = this.keyRange() ?? [0, 0, lowestKey(plan)];
    this.hand = Object.keys(plan.hands)[0];
    this.controls = plan.hands[this.hand];
    this.own = Math.round(own);
    this.letters = new Letters([lowest, highest, this.own]);
    this.radius = parameter(plan, "resonator.radius", 0.05);
    this.ringing = new Ringing(plan);
    this.replayed = new Replayed();
    this.picture = new CupsPicture(this);
    this.clock = new Clock();
    this.fingers = new Map(); // of pointers and keys: { key, angle, turning, travelled, rested }
    this.rubbing = new Map(); // all that touch a cup now, by id: { key, angle, speed, force }
    this.pace = 1;
  }

  get tuned() {
    return false; // a cup cannot be bent
  }

  /** The keys that have a cup: those of the instrument's own piece and its own one, or a scale; one where notes have no bodies of their own. */
  keysShown(width) {
    if (!this.keyed) return [this.own];
    const piece = this.plan.gesture.keys;
    if (piece.length > 4) return [...new Set([this.own, ...piece])].sort((one, other) => one - other);
    return (width < NARROW ? FEW : MAJOR).map((step) => this.own + step);
  }

  cupAt(point) {
    const [x, y] = [point.x * point.width, point.y * point.height];
    const away = (cup) => Math.hypot((x - cup.x) / cup.rx, (y - cup.y) / cup.rx);
    return this.picture.layout(point.width, point.height).reduce((best, cup) => (away(cup) <= away(best) ? cup : best));
  }

  /** Angle and distance of a point from the middle of a rim, in radii. */
  polar(cup, point) {
    const [x, y] = [(point.x * point.width - cup.x) / cup.rx, (point.y * point.height - cup.y) / cup.ry];
    return { angle: Math.atan2(y, x), distance: Math.hypot(x, y) };
  }

  down(point) {
    const cup = this.cupAt(point);
    this.begin(point.id, cup.key, { point, angle: this.polar(cup, point).angle });
  }

  move(point) {
    const finger = this.fingers.get(point.id);
    const cup = this.picture.layout(point.width, point.height).find(({ key }) => key === finger?.key);
    if (!cup) return;
    const { angle, distance } = this.polar(cup, point);
    const nearest = this.cupAt(point);
    if (nearest !== cup && distance > LEAVES && this.polar(nearest, point).distance < TAKES) {
      this.end(point.id);
      return void this.down(point);
    }
    finger.point = point;
    if (distance < INNERMOST) return;
    const turn = Math.atan2(Math.sin(angle - finger.angle), Math.cos(angle - finger.angle));
    finger.angle += turn;
    finger.travelled += turn;
    if (Math.abs(turn) > 0.002) finger.rested = 0;
  }

  up(point) {
    this.end(point.id);
  }

  begin(id, key, given = {}) {
    this.fingers.set(id, { key, angle: 0.25 * Math.PI, turning: 0, travelled: 0, rested: RESTS, way: 1, ...given });
    this.advanceFinger(id, this.fingers.get(id), 0, true);
  }

  end(id) {
    if (this.fingers.delete(id)) this.leave(`finger ${id}`);
  }

  wheel(direction) {
    nudge(this.press, direction);
  }

  key(name, down, repeated) {
    const key = name === " " ? this.own : this.keyed ? this.letters.keyOf(name) : null;
    if (key !== null && !repeated) return void (down ? this.begin(name, key) : this.end(name));
    if (!down) return;
    this.letters.shift(name);
    const [harder, faster] = [{ ArrowUp: 1, ArrowDown: -1 }[name], { ArrowRight: 1.08, ArrowLeft: 1 / 1.08 }[name]];
    if (harder) nudge(this.press, harder);
    if (faster) this.pace = clamped(this.pace * faster, 0.125, FASTEST);
  }

  released() {
    for (const id of [...this.fingers.keys()]) this.end(id);
    super.released();
  }

  // ---- what is rubbed

  touch(touch) {
    this.rub(touch.id, touch.key ?? this.own, touch);
    super.touch(touch);
  }

  leave(id) {
    this.unrub(id);
    super.leave(id);
  }

  rub(id, key, { speed, force }) {
    const before = this.rubbing.get(id);
    this.rubbing.set(id, { key, angle: before?.angle ?? 0.25 * Math.PI, speed, force });
    this.ringing.begin(key, { held: true, strong: Math.min(1, 0.3 + 0.7 * Math.abs(speed)) });
  }

  unrub(id) {
    const gone = this.rubbing.get(id);
    this.rubbing.delete(id);
    if (gone && ![...this.rubbing.values()].some(({ key }) => key === gone.key)) this.ringing.end(gone.key);
  }

  /** A finger moves on: as fast as it circles, or, where it only presses, by itself. */
  advanceFinger(id, finger, lapse, begun = false) {
    const usual = this.controls.velocity.usual / this.radius; // rad/s
    finger.rested += lapse;
    const byItself = finger.rested >= RESTS;
    if (lapse > 0 && !byItself) finger.turning = follow(finger.turning, finger.travelled / lapse, lapse, SMOOTHED);
    if (finger.travelled) finger.way = Math.sign(finger.travelled);
    if (byItself) finger.turning = finger.way * this.pace * usual;
    if (byItself) finger.angle += finger.turning * lapse;
    finger.travelled = 0;
    const force = strength(this.controls.normal_force, pressed(finger.point, this.press)) / this.controls.normal_force.usual;
    const speed = clamped(finger.turning / usual, -FASTEST, FASTEST);
    this.touch({ id: `finger ${id}`, key: finger.key === this.own ? null : finger.key, bend: 0, speed, force, begun });
    this.rubbing.get(`finger ${id}`).angle = finger.angle;
  }

  advance(lapse, { seen }) {
    for (const [id, finger] of this.fingers) this.advanceFinger(id, finger, lapse);
    this.followReplay();
    const usual = this.controls.velocity.usual / this.radius;
    for (const [id, each] of this.rubbing) if (!String(id).startsWith("finger ")) each.angle += each.speed * usual * lapse;
    this.ringing.advance(seen, lapse);
  }

  /** A gesture that is played is seen on its cups. */
  followReplay() {
    const { velocity, normal_force: normal } = this.controls;
    const now = new Set();
    for (const { id, key, velocity: speed = 0, normal_force: force = 0 } of this.replayed.moves(this.engine)) {
      if (!(force > 0)) continue;
      now.add(`ghost ${id}`);
      this.rub(`ghost ${id}`, key ?? this.own, { speed: speed / velocity.usual, force: force / normal.usual });
    }
    for (const id of [...this.rubbing.keys()]) if (String(id).startsWith("ghost ") && !now.has(id)) this.unrub(id);
  }

  changed(plan) {
    this.plan = plan;
    this.radius = parameter(plan, "resonator.radius", 0.05);
  }

  draw(context, width, height, time) {
    this.picture.draw(context, width, height, time);
    const led = [...this.rubbing.values()].at(-1);
    const { velocity, normal_force: normal } = this.controls;
    reading(context, height, colours(), led ? `${Math.abs(led.speed * velocity.usual).toFixed(2)} m/s   ${(led.force * normal.usual).toFixed(2)} N` : "");
  }
}
