// A string that is plucked: a fingertip grips it, pulls it aside and lets it go. A click pulls and lets go by itself; a drag pulls as far as it goes.
// Notes, where it can be stopped, are stopped by a finger of the other hand.

import { lasting } from "../audio/engine.js";
import { colours } from "../look/colours.js";
import { bead, ghostHand, glow, grain, line, LIT, paint, reading, shaded, Sheet, tint, words } from "./drawing.js";
import { Letters, printed } from "./letters.js";
import { clamped, follow, OneHanded, parameter } from "./playing.js";

const KEYS = "asdfghjk"; // from soft to hard, where there is one pitch
const [LEFT, RIGHT] = [40, 46]; // px beside the string
const DRAGGED = 8; // px, from which on a hand pulls and does not click
const USUAL = 0.7; // of the full distance, by a click
const FARTHEST = 1.6; // of it, by a hand
const PULLING = 0.03; // s, time constant with which a finger goes where a hand leads it
const BLOCKS = 8; // for which a pluck by itself pulls
const TICK = 8; // ms
const REACH = 24; // semitones that the other hand stops
const [NEAREST, FURTHEST] = [0.04, 0.9]; // places of the finger from the bridge, of the sounding length
const RINGS = 0.9; // s, time constant with which the picture comes to rest

export class Pluck extends OneHanded {
  static help = "Click the string to pluck it, or pull it aside and let go: the further, the louder. By the bridge it is bright, towards the middle round. "
    + "Keys A to K pluck it, from soft to hard or, where it has notes, by pitch.";
  static buttons = ["a", "d", "g", "k"];
  static struck = true;
  static automatic = "Keep plucking";

  constructor(given) {
    super(given);
    this.full = parameter(this.plan, "pull", 4e-3);
    this.open = this.controls.finger ? 69 + 12 * Math.log2(parameter(this.plan, "frequency", 440) / 440) : null;
    this.letters = this.open === null ? null : new Letters(this.keyRange());
    this.finger = 0; // where the other hand stops it, of the length from the nut
    this.place = this.controls.position.usual; // of the finger that plucks, from the bridge
    this.pull = null; // of a finger that a hand leads: how far (m) it is and is to be, and how fast (m/s)
    this.pointer = null; // the hand, where it came down
    this.hovered = null;
    this.plucked = -Infinity; // when it last plucked by itself, ms
    this.rang = { size: 0, at: this.place };
    this.sheet = new Sheet();
  }

  keyRange() {
    if (this.open === undefined || this.open === null) return null;
    const own = Math.round(this.open);
    return [own, own + REACH, own];
  }

  get tuned() {
    return this.open !== null;
  }

  // ---- what the hands do

  /** Where a point is along the string: 0 at the nut, 1 at the bridge. */
  along(point) {
    return clamped((point.x * point.width - LEFT) / (point.width - LEFT - RIGHT));
  }

  /** A touch plucks at once; one that is dragged grips the string, and lets go when it is lifted. */
  down(point) {
    this.pointer ??= point;
    if (this.pointer.id === point.id) this.pluck(1, 1 - this.along(point));
  }

  move(point) {
    if (this.pointer?.id !== point.id) return;
    const dragged = (this.pointer.y - point.y) * point.height;
    this.hovered = point;
    if (!this.pull && (Math.abs(dragged) < DRAGGED || this.plucking)) return;
    if (!this.pull) this.grip(1 - this.along(this.pointer));
    this.pull.goal = clamped(dragged / this.room(point.height), -FARTHEST, FARTHEST) * this.full;
  }

  up(point) {
    if (this.pointer?.id !== point.id) return;
    this.pointer = null;
    this.letGo();
  }

  hover(point) {
    this.hovered = point;
  }

  /** Pixels by which the picture shows the full distance. */
  room(height) {
    return 0.22 * height;
  }

  /** The finger comes down on the string. */
  put(fromBridge) {
    this.place = clamped(fromBridge, NEAREST, FURTHEST * (1 - this.finger));
    this.engine.control(this.hand, "position", this.place, "jump");
  }

  /** Pull and let go, so strongly as a share of the usual, at a place or where the finger usually is. */
  pluck(strong, fromBridge = this.controls.position.usual * (1 - this.finger)) {
    const distance = USUAL * this.full * clamped(strong, 0.15, FARTHEST / USUAL);
    this.letGo();
    this.put(fromBridge);
    this.engine.strike(this.hand, -distance / lasting(BLOCKS), { blocks: BLOCKS });
    this.engine.strike(this.hand, this.controls.normal_force.usual, { name: "normal_force", blocks: BLOCKS });
    this.rang = { size: distance / this.full, at: this.place };
    this.plucked = performance.now();
  }

  /** Whether a pluck by itself may not be over yet: how far it has pulled is known to the audio thread alone. */
  get plucking() {
    return performance.now() - this.plucked < 2000 * lasting(BLOCKS);
  }

  /** The finger sticks to the string, and a hand leads it. */
  grip(fromBridge) {
    this.put(fromBridge);
    this.engine.control(this.hand, "velocity", 0, "jump");
    this.engine.control(this.hand, "normal_force", this.controls.normal_force.usual, "jump");
    this.pull = { at: 0, goal: 0, velocity: 0 };
    this.last = this.now;
    clearInterval(this.timer);
    this.timer = setInterval(() => this.tick(), TICK);
  }

  /** s, as the audio thread counts them: where it is late, the finger goes as far later. */
  get now() {
    const { running, context } = this.engine;
    return running ? context.currentTime : performance.now() / 1000;
  }

  tick() {
    const { now } = this;
    const lapse = Math.max(now - this.last, 0);
    this.last = now;
    if (!this.pull) return;
    const { pull } = this;
    const { high } = this.controls.velocity;
    pull.at += pull.velocity * lapse; // however late this is, it was pulled that far
    const step = follow(pull.at, pull.goal, TICK / 1000, PULLING) - pull.at;
    pull.velocity = clamped((1000 * step) / TICK, -high, high);
    this.engine.control(this.hand, "velocity", pull.velocity);
  }

  letGo() {
    clearInterval(this.timer);
    if (!this.pull) return;
    this.rang = { size: clamped(Math.abs(this.pull.at) / this.full, 0, FARTHEST), at: this.place };
    this.pull = null;
    this.engine.control(this.hand, "normal_force", 0, "jump");
    this.engine.control(this.hand, "velocity", 0, "jump");
  }

  /** The other hand stops the string at a key, as an ideal string is. */
  stop(key) {
    if (this.open === null || key === null) return;
    this.finger = clamped(1 - 2 ** ((this.open - key) / 12), 0, 0.8);
    this.engine.control(this.hand, "finger", this.finger, "jump");
  }

  lead(hand, touch) {
    this.stop(touch.key === null ? null : touch.key + touch.bend);
    if (touch.begun) this.pluck(touch.speed);
  }

  lift() {} // what was plucked rings on

  key(name, down, repeated) {
    if (repeated) return;
    if (this.letters) this.letter(name, down);
    else if (down && KEYS.includes(name)) this.pluck((KEYS.indexOf(name) + 1) / 5);
  }

  letter(name, down) {
    if (down && this.letters.shift(name)) return;
    const key = this.letters.keyOf(name);
    const [low, high] = this.keyRange();
    if (key === null || key < low || key > high) return;
    if (down) this.touch({ id: `letter ${name}`, key, bend: 0, speed: 1, force: 1, pressure: 0.5, place: 0.5, begun: true });
    else this.leave(`letter ${name}`);
  }

  released() {
    this.pointer = null;
    this.letGo();
    super.released();
  }

  dispose() {
    this.letGo();
    super.dispose();
  }

  // ---- the picture

  draw(context, width, height, time, seen) {
    const lapse = this.clock.lapse(time);
    const ink = colours();
    const swell = this.swell.follow(seen, lapse);
    const view = { context, width, height, ink, y: 0.5 * height, x: (along) => LEFT + along * (width - LEFT - RIGHT) };
    this.rang.size *= Math.exp(-lapse / RINGS);
    this.sheet.draw(context, width, height, ink, this.plan.setup, (sheet) => this.drawBoard({ ...view, context: sheet }));
    this.drawString(view, swell, time);
    this.drawFingers(view, time);
    reading(context, height, ink, this.words());
  }

  words() {
    if (this.pull) return `${(1000 * Math.abs(this.pull.at)).toFixed(1)} mm`;
    return this.finger > 0 ? printed(Math.round(this.open - 12 * Math.log2(1 - this.finger))) : "";
  }

  /** Neck, frets, body and bridge; the sympathetic strings of a sitar below. */
  drawBoard({ context, width, height, ink, x, y }) {
    const half = Math.min(0.2 * height, 0.22 * width);
    context.beginPath();
    context.moveTo(x(0.56), y);
    context.bezierCurveTo(x(0.5), y - 3 * half, x(1.1), y - 3.4 * half, x(1.12), y);
    context.bezierCurveTo(x(1.1), y + 3.4 * half, x(0.5), y + 3 * half, x(0.56), y);
    context.closePath();
    paint(context, shaded(context, [x(0.5), 0], [width, height], [[0, ink.varnish], [0.6, ink.varnishDeep], [1, ink.woodDeep]]), tint(ink.outline, 0.8), 2);
    context.save();
    context.clip();
    grain(context, x(0.5), 0, width - x(0.5), height, tint("#1a0d05", 0.13), 34, 5);
    context.restore();
    context.beginPath();
    context.roundRect(-10, y - half, x(0.66) + 10, 2 * half, 6);
    paint(context, shaded(context, [0, y - half], [0, y + half], [[0, "#34302c"], [0.4, "#211e1b"], [1, "#0f0d0c"]]), tint(ink.outline, 0.6));
    for (let fret = 1; fret <= 12; fret++) {
      const at = x(1 - 2 ** (-fret / 12));
      line(context, [[at, y - half], [at, y + half]], tint(ink.brass, 0.85), 3);
      line(context, [[at - 1, y - half], [at - 1, y + half]], tint("#fff0cd", 0.35), 1);
      if ([3, 5, 7, 9].includes(fret)) words(context, "•", (at + x(1 - 2 ** (-(fret - 1) / 12))) / 2, y + 0.62 * half, { size: 20, colour: tint(LIT.soft, 0.7), align: "center" });
    }
    context.fillStyle = shaded(context, [x(0) - 6, 0], [x(0), 0], [[0, ink.woodPale], [1, ink.wood]]);
    context.fillRect(x(0) - 6, y - half, 7, 2 * half);
    if (this.plan.setup === "Sitar") for (let i = 1; i <= 6; i++) line(context, [[x(0.1), y + half * (0.25 + 0.1 * i)], [x(1), y + half * (0.2 + 0.08 * i)]], tint(ink.brass, 0.55), 1);
    context.beginPath();
    context.roundRect(x(1) - 7, y - 1.15 * half, 16, 2.3 * half, 6);
    paint(context, shaded(context, [x(1) - 7, 0], [x(1) + 9, 0], [[0, ink.woodPale], [1, ink.wood]]), tint(ink.outline, 0.8));
  }

  /** The string: pulled into a corner, or swinging about its rest where it was plucked. */
  drawString({ context, height, x, y }, swell, time) {
    const stop = x(this.finger);
    const at = x(1 - this.place);
    context.lineJoin = "round";
    if (this.pull) {
      const tip = y - (this.pull.at / this.full) * this.room(height);
      line(context, [[x(0), y], [stop, y], [at, tip], [x(1), y]], LIT.ink, 2.4);
      return;
    }
    const size = 0.6 * this.room(height) * Math.max(this.rang.size, 0.4 * swell);
    const swung = (share) => {
      const place = x(1 - this.rang.at);
      const here = stop + share * (x(1) - stop);
      return here < place ? (here - stop) / Math.max(1, place - stop) : (x(1) - here) / Math.max(1, x(1) - place);
    };
    if (size > 0.6) {
      context.beginPath();
      for (let i = 0; i <= 48; i++) context.lineTo(stop + (i / 48) * (x(1) - stop), y - size * Math.sin((Math.PI * i) / 48));
      for (let i = 48; i >= 0; i--) context.lineTo(stop + (i / 48) * (x(1) - stop), y + size * Math.sin((Math.PI * i) / 48));
      paint(context, tint(LIT.amber, 0.16), tint(LIT.amber, 0.5), 1);
    }
    const points = [[x(0), y], [stop, y]];
    for (let i = 1; i <= 48; i++) points.push([stop + (i / 48) * (x(1) - stop), y - size * swung(i / 48) * Math.cos(2 * Math.PI * 2.3 * time)]);
    line(context, points, LIT.ink, 2.4);
  }

  drawFingers({ context, height, ink, x, y }, time) {
    if (this.finger > 0) {
      glow(context, x(this.finger), y, 34, LIT.amber, 0.8);
      context.beginPath();
      context.ellipse(x(this.finger) - 6, y, 11, 14, 0, 0, 2 * Math.PI);
      paint(context, tint(LIT.amber, 0.25), LIT.amber, 2);
    }
    const at = x(1 - this.place);
    if (this.pull) {
      const tip = y - (this.pull.at / this.full) * this.room(height);
      glow(context, at, tip, 60, LIT.sings, 0.9);
      bead(context, at, tip, 7, ink);
    } else if (this.hovered) {
      const over = clamped(this.hovered.x * this.hovered.width, x(0), x(1));
      glow(context, over, y, 46, LIT.amber, 0.5);
    }
    if (this.engine.replayed) ghostHand(context, at + 8, y + 40 + 6 * Math.sin(3 * time), LIT.ink);
  }
}
