// A row of bars (marimba, xylophone): every bar is a body of its own and rings on; where it is struck is heard, and how fast.

import { Blow } from "./blow.js";
import { BarsPicture } from "./bars_picture.js";
import { isBlack, Letters } from "./letters.js";
import { Clock, clamped, Led, parameter } from "./playing.js";
import { Replayed } from "./replayed.js";
import { Ringing } from "./ringing.js";

const NARROWEST = 46; // px of a bar
const [FEWEST, MOST] = [8, 15]; // bars of the front row

export class Bars extends Led {
  static help = "Strike a bar; the faster the blow, the louder. Its middle is full, its cords are dry, its ends bright. "
    + "Draw across for a glissando. Keys A to K play, Z and X change the octave.";
  static buttons = ["a", "d", "g", "k"];
  static struck = true;
  static automatic = "Roll";
  static drawsKeys = true;

  constructor(given) {
    super(given);
    const range = this.keyRange();
    this.own = Math.round(range[2]);
    this.letters = new Letters([range[0], range[1], this.own]);
    this.first = this.letters.first; // the lowest bar that is shown
    this.last = this.own; // the one that was struck last
    this.ringing = new Ringing(this.plan);
    this.replayed = new Replayed();
    this.picture = new BarsPicture(this);
    this.clock = new Clock();
    this.blow = new Blow();
    this.hovered = null;
    this.hands = new Map(); // by pointer, the key it struck last
    this.bars = [];
    this.span = Infinity; // keys that are shown
    this.count = 0;
  }

  /** Where the bars lie, those at the back first. */
  layout(width, height) {
    const whites = clamped(Math.floor(width / NARROWEST), FEWEST, MOST);
    const size = `${width} ${height} ${whites} ${this.first}`;
    if (size === this.size) return this.bars;
    this.size = size;
    const side = Math.max(6, 0.018 * width);
    const cell = (width - 2 * side) / whites;
    const low = height < 330;
    const [top, foot] = [low ? 8 : 0.045 * height, low ? 12 : 0.12 * height];
    const long = (height - top - foot) / 1.9;
    const [back, front] = [top + 0.45 * long, height - foot - 0.5 * long];
    const bars = [];
    for (let key = this.first, place = 0; place < whites; key++) {
      const length = long * (1 - (0.3 * place) / MOST);
      if (isBlack(key)) bars.push({ key, x: side + (place - 0.5) * cell + 3, wide: cell - 6, y: back - 0.45 * length, high: 0.9 * length, front: false });
      else bars.push({ key, x: side + place++ * cell + 2, wide: cell - 4, y: front - length / 2, high: length, front: true });
    }
    this.span = bars.length;
    this.bars = bars.sort((one, other) => one.front - other.front);
    return this.bars;
  }

  /** The bar under a point, or the nearest one. */
  barAt(point) {
    const [x, y] = [point.x * point.width, point.y * point.height];
    const away = ({ x: left, y: top, wide, high }) => Math.hypot(Math.max(left - x, 0, x - left - wide), Math.max(top - y, 0, y - top - high));
    return this.layout(point.width, point.height).reduce((best, bar) => (away(bar) <= away(best) ? bar : best));
  }

  /** Where along a bar a point lies: 0 at one end, 1 at the other. */
  along(bar, point) {
    return clamped((point.y * point.height - bar.y) / bar.high);
  }

  hover(point) {
    this.blow.follow(point);
    this.hovered = { key: this.barAt(point).key, x: point.x, y: point.y };
  }

  down(point) {
    const bar = this.barAt(point);
    this.hands.set(point.id, bar.key);
    this.hovered = null;
    this.strike(bar.key, this.blow.falling(point), this.along(bar, point));
  }

  move(point) {
    const bar = this.barAt(point);
    if (this.hands.get(point.id) === bar.key) return;
    this.hands.set(point.id, bar.key);
    this.strike(bar.key, this.blow.passing(point), this.along(bar, point));
  }

  up(point) {
    this.hands.delete(point.id);
  }

  key(name, down, repeated) {
    if (!down || repeated) return;
    if (this.letters.shift(name)) this.first = this.letters.first;
    const key = this.letters.keyOf(name) ?? (name === " " ? this.last : null);
    if (key !== null) this.strike(key);
  }

  /** Strike a key, so strongly as a share of the usual, at a place along the bar or at the usual one; it is left to ring. */
  strike(key, strong = 1, place = null) {
    const id = `blow ${this.count++}`;
    const edge = place === null ? null : Math.abs(2 * place - 1);
    this.touch({ id, key, bend: 0, speed: strong, force: strong, place, edge, begun: true });
    this.leave(id);
    this.last = key;
  }

  /** Hands that have no key (a latch, a gamepad) strike the bar that was struck last. */
  lead(hand, touch) {
    if (touch.begun) this.strike(this.last, touch.speed);
  }

  heard({ key, speed, begun, place, edge }) {
    if (begun) this.show(key, speed, edge === undefined ? null : place);
  }

  /** A blow is seen. */
  show(key, strong, place) {
    this.last = Math.round(key);
    this.reach(this.last);
    this.ringing.begin(this.last, { strong: Math.min(1.2, Math.sqrt(strong)) });
    this.picture.struck(this.last, place ?? parameter(this.plan, "at", 0.5), strong);
  }

  /** Go by octaves until a key is shown. */
  reach(key) {
    while (key < this.first) this.first -= 12;
    while (key >= this.first + this.span) this.first += 12;
  }

  advance(lapse, { seen }) {
    this.ringing.advance(seen, lapse);
    const { usual } = this.plan.hands[Object.keys(this.plan.hands)[0]].velocity;
    for (const { key, struck, position } of this.replayed.moves(this.engine)) {
      if (struck > 0) this.show(key ?? this.own, struck / usual, position > 0 ? 0.5 + 0.5 * ((position * this.plan.places - 1) / (this.plan.places - 1)) : null);
    }
  }

  draw(context, width, height, time) {
    this.picture.draw(context, width, height, time);
  }
}
