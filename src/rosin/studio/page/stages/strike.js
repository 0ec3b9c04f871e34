// Things that are struck (drums, bells, gongs, glasses, a plate), a set of them where notes have bodies of their own.
// Where one is hit is heard, from its middle to its edge; how fast the hand comes down is how hard.

import { placed } from "../audio/places.js";
import { colours } from "../look/colours.js";
import { Blow } from "./blow.js";
import { bead, ghostHand, glow, LIT, mallet, reading, ring, tint, words } from "./drawing.js";
import { printed } from "./letters.js";
import { clamped, Led, strength } from "./playing.js";
import { Replayed } from "./replayed.js";
import { Ringing } from "./ringing.js";
import { pictureOf } from "./things/index.js";

const KEYS = "asdfghjk";
const BLOW = 0.22; // s, for which the hammer is seen to rise again
const WAVE = 0.9; // s, for which a blow is seen to spread
const SHOWN = 7; // Hz at which the picture swings
const BESIDE = 0.3; // from the middle, of blows whose place is not known
const SMALLER = 0.42; // power of the frequency ratio, by which higher ones are smaller
const [ROOM, NAME] = [230, 24]; // px of a thing, and for its name

export class Strike extends Led {
  static help = "Click to strike, or come down fast for a hard blow. Towards the edge it is brighter, in the middle fuller. Keys A to K strike from soft to hard.";

  static buttons = ["a", "d", "g", "k"];
  static struck = true;
  static automatic = "Roll";

  constructor(given) {
    super(given);
    const { plan } = given;
    this.hand = Object.keys(plan.hands)[0];
    this.controls = plan.hands[this.hand];
    this.picture = pictureOf(plan.object);
    this.own = Math.round(this.keyRange()?.[2] ?? 69);
    this.ringing = new Ringing(plan);
    this.blow = new Blow();
    this.replayed = new Replayed();
    this.hammer = null;
    this.waves = [];
    this.struck = -1;
    this.time = 0;
    this.count = 0;
  }

  /** The things and their boxes, the own one first, the higher ones smaller. */
  set(width, height) {
    if (this.size === `${width} ${height}`) return this.things;
    this.size = `${width} ${height}`;
    const columns = Math.max(2, Math.floor(width / ROOM));
    const steps = this.keyed ? (this.picture.steps ?? [0]).slice(0, height > width ? 2 * columns : columns) : [0];
    const sizes = steps.map((step) => 2 ** ((-SMALLER * step) / 12));
    const rows = Math.ceil(steps.length / columns);
    const across = Math.ceil(steps.length / rows);
    const [margin, foot] = [Math.max(12, 0.07 * Math.min(width, height)), steps.length > 1 ? NAME : 0];
    const inRow = (row) => sizes.slice(row * across, (row + 1) * across).reduce((sum, each) => sum + each, 0);
    const room = height / rows - 2 * margin - foot;
    const span = Math.min((width - 2 * margin) / inRow(0), room / this.picture.tall);
    this.things = steps.map((step, i) => {
      const row = Math.floor(i / across);
      const before = sizes.slice(row * across, i).reduce((sum, each) => sum + each, 0);
      const [wide, high] = [sizes[i] * span, sizes[i] * span * this.picture.tall];
      const bottom = (row + 0.5) * (height / rows) + (room + foot) / 2 - foot - (room - span * this.picture.tall) / 2;
      return { key: this.own + step, box: { x: width / 2 + span * (before - inRow(row) / 2) + 0.05 * wide, y: bottom - high, wide: 0.9 * wide, high } };
    });
    return this.things;
  }

  /** The thing that is nearest to a point. */
  thingAt(point) {
    return this.set(point.width, point.height).reduce((best, thing) => (distance(thing, point) < distance(best, point) ? thing : best));
  }

  hover(point) {
    this.blow.follow(point);
    this.hammer = [point.x, point.y];
    this.over = this.thingAt(point).key;
  }

  down(point) {
    const { key, box } = this.thingAt(point);
    const edge = clamped(this.picture.edge([point.x * point.width, point.y * point.height], box));
    const at = [clamped(point.x, box.x / point.width, (box.x + box.wide) / point.width), clamped(point.y, box.y / point.height, (box.y + box.high) / point.height)];
    this.strike(key, this.blow.falling(point), { edge, at });
  }

  move(point) {
    this.hammer = [point.x, point.y];
  }

  key(name, down, repeated) {
    const place = KEYS.indexOf(name);
    if (place < 0 || !down || repeated) return;
    this.strike(this.own, strength(this.controls.velocity, (place + 0.5) / KEYS.length) / this.controls.velocity.usual);
  }

  /** Strike a key, so strongly as a share of the usual, at some distance from the middle or at the usual point; it is left to ring. */
  strike(key, strong, { edge = null, at = null } = {}) {
    if (key !== this.own) {
      const id = `blow ${this.count}`;
      this.touch({ id, key, bend: 0, speed: strong, force: strong, edge, at, begun: true });
      return this.leave(id);
    }
    if (this.controls.position) this.engine.control(this.hand, "position", edge === null ? 0 : placed(this.plan, edge), "jump");
    this.engine.strike(this.hand, strong * this.controls.velocity.usual);
    return this.show(key, strong, at);
  }

  /** A note takes the pitch of its key at once and strikes; it is left to ring. */
  lead(hand, touch) {
    this.raise(hand, touch, touch.begun ? "jump" : "control");
    if (touch.begun) this.strike(this.own, touch.speed);
  }

  heard({ key, speed, begun, at = null }) {
    if (begun) this.show(key, speed, at);
  }

  /** A blow is seen, at a place of the stage or somewhere on the thing that has the key, or the nearest one. */
  show(key, strong, at) {
    const near = (this.things ?? []).reduce((best, thing) => (best && Math.abs(best.key - key) <= Math.abs(thing.key - key) ? best : thing), null);
    if (!near) return;
    const turn = 2.4 * this.count++;
    this.ringing.begin(near.key, { strong: Math.min(1.2, Math.sqrt(strong)) });
    this.velocity = strong * this.controls.velocity.usual;
    this.struck = this.time;
    this.over = null;
    const place = at ?? this.inside(near.box, BESIDE * Math.cos(turn), BESIDE * Math.sin(turn));
    this.hammer = place;
    this.waves.push({ key: near.key, at: place, begun: this.time, strong: clamped(strong, 0.15, 1) });
  }

  /** A place of the stage, from the middle of a box in halves of its size. */
  inside({ x, y, wide, high }, across, down) {
    const [width, height] = this.size.split(" ").map(Number);
    const half = 0.5 * Math.min(wide, high);
    return [(x + wide / 2 + across * half) / width, (y + high / 2 + down * half) / height];
  }

  advance(lapse, { width, height, seen }) {
    this.set(width, height);
    this.ringing.advance(seen, lapse);
    for (const { struck, key } of this.replayed.moves(this.engine)) if (struck > 0) this.show(key ?? this.own, struck / this.controls.velocity.usual, null);
  }

  draw(context, width, height, time) {
    this.time = time;
    const ink = colours();
    this.waves = this.waves.filter(({ begun }) => time - begun < WAVE);
    for (const thing of this.set(width, height)) this.drawThing(context, thing, width, height, ink);
    for (const { at, begun } of this.waves) bead(context, at[0] * width, at[1] * height, 7, ink, clamped(2 * (1 - (time - begun) / WAVE)));
    this.drawHammer(context, width, height, time, ink);
    reading(context, height, ink, time - this.struck < 2 && this.velocity ? `${this.velocity.toFixed(2)} m/s` : "");
  }

  drawThing(context, { key, box }, width, height, ink) {
    const light = this.ringing.of(key);
    const [cx, cy, size] = [box.x + box.wide / 2, box.y + box.high / 2, Math.min(box.wide, box.high)];
    glow(context, cx, cy, 0.8 * size, ink.brass, 0.3);
    glow(context, cx, cy, 0.95 * size, ink.sings, 1.2 * light);
    context.save();
    this.picture.draw(context, box, light * Math.cos(2 * Math.PI * SHOWN * this.time), ink);
    context.clip();
    const shown = Math.max(this.over === key ? 0.38 : 0, 0.35 * light);
    if (shown > 0.02) {
      context.fillStyle = this.picture.zones(context, box, [LIT.sings, LIT.amber, LIT.airy].map((colour) => tint(colour, shown)));
      context.fillRect(0, 0, width, height);
    }
    for (const { key: struck, at, begun, strong } of this.waves) {
      for (const delay of struck === key ? [0, 0.12, 0.24] : []) {
        const age = (this.time - begun - delay) / (WAVE - delay);
        if (age > 0) ring(context, at[0] * width, at[1] * height, 8 + 0.9 * age * size, tint("#fff0cd", 0.8 * strong * (1 - age) ** 2), 3);
      }
    }
    context.restore();
    const [down, colour] = this.picture.named ?? [1 + NAME / box.high, ink.soft];
    if (this.things.length > 1) words(context, printed(key), cx, box.y + down * box.high, { size: 17, colour, align: "center", serif: true });
  }

  drawHammer(context, width, height, time, ink) {
    if (!this.hammer) return;
    const raised = 30 * clamped((time - this.struck) / BLOW);
    const [x, y] = [this.hammer[0] * width + 0.4 * raised, this.hammer[1] * height - raised];
    const held = mallet(context, x, y, 17, [x + 0.2 * height, y + 0.46 * height], ink);
    if (this.engine.replayed) ghostHand(context, ...held, ink.outline);
  }
}

/** A hammer that falls on strings, always at the same place. */
export class Hammered extends Strike {
  static help = "Click to let the hammer fall on its strings, or come down fast for a hard blow. Keys A to K strike from soft to hard.";
}

/** How far outside of a thing's box a point lies, or how deep inside (negative). */
function distance({ box: { x, y, wide, high } }, point) {
  return Math.max(Math.abs(point.x * point.width - x - wide / 2) - wide / 2, Math.abs(point.y * point.height - y - high / 2) - high / 2);
}
