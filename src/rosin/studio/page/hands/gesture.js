// What the hands do, as breakpoints [[time, value], ...] for each control: the form that `rosin render NAME --gesture FILE` reads.

import { isObject } from "../files/json.js";

const FORMAT = "rosin-gesture";
const HELD = 0.05; // s without a change after which a control was held and did not glide
const GLIDE = 0.01; // s in which it leaves a value that was held
const FINEST = 1000; // values each second, when it is played
const LONGEST = 600; // s
const MOST_POINTS = 100_000; // of a control

/** Listens to the hands of an engine from `start` to `stop`. */
export class GestureRecorder {
  constructor(engine) {
    this.engine = engine;
    this.hands = null;
    this.replays = []; // gestures that are played meanwhile: { rows, rate, begin, end }
    engine.addEventListener("replay", ({ detail }) => this.hands && this.replayed(detail));
    engine.addEventListener("control", ({ detail }) => this.hands && this.note(detail));
    engine.addEventListener("struck", ({ detail }) => this.hands && this.strike(detail));
  }

  get time() {
    return this.engine.context.currentTime - this.begin;
  }

  start() {
    this.begin = this.engine.context.currentTime;
    this.replays = [];
    const present = this.engine.hands;
    if (this.engine.replayed) this.replayed(this.engine.replayed);
    this.hands = Object.fromEntries(Object.entries(this.engine.plan.hands).map(([hand, controls]) => [
      hand, Object.fromEntries(Object.keys(controls).map((name) => [name, [[0, present[hand]?.[name] ?? 0]]]))]));
  }

  note({ hand, name, value }) {
    const points = this.hands[hand]?.[name];
    const time = this.time;
    if (!points || time > LONGEST || points.length > MOST_POINTS - 2) return;
    const [before, last] = points.at(-1);
    if (time - before > HELD) points.push([time - GLIDE, last]);
    points.push([Math.max(time, before), value]);
  }

  /** A hammer that is thrown is a velocity that comes and goes at once. */
  strike({ hand, name, value, seconds }) {
    const points = this.hands[hand]?.[name];
    const time = Math.max(this.time, points?.at(-1)[0] ?? 0);
    if (!points || time > LONGEST || points.length > MOST_POINTS - 4) return;
    points.push([time, 0], [time, value], [time + seconds, value], [time + seconds, 0]);
  }

  /** A gesture is played from now on, or, without one, no more. */
  replayed(gesture) {
    const last = this.replays.at(-1);
    if (last) last.end ??= this.engine.context.currentTime;
    if (gesture) this.replays.push({ ...gesture });
  }

  /** Write down what played gestures did to the hands of a plan. */
  follow({ links }) {
    this.replayed(null);
    for (const { rows, rate, begin, end } of this.replays) {
      for (const { hand, control, layer, moves } of links) {
        const row = rows[layer]?.[moves];
        const points = this.hands[hand]?.[control];
        if (!row || !points) continue;
        const first = Math.max(0, Math.ceil((this.begin - begin) * rate));
        const last = Math.min(row.length - 1, Math.floor((end - begin) * rate));
        for (let i = first; i <= last && points.length < MOST_POINTS - 2; i++) {
          if (i > first && i < last && row[i] === row[i - 1] && row[i] === row[i + 1]) continue; // it is held
          points.push([begin - this.begin + i / rate, row[i]]);
        }
      }
    }
    for (const controls of Object.values(this.hands)) for (const points of Object.values(controls)) points.sort(([one], [two]) => one - two);
  }

  /** The gesture on the hands of a plan, with its last values held to the end. */
  stop(plan) {
    const end = Math.min(this.time, LONGEST);
    this.follow(plan);
    const rounded = (value, digits) => Number(value.toFixed(digits));
    for (const controls of Object.values(this.hands)) {
      for (const points of Object.values(controls)) {
        const [time, value] = points.at(-1);
        if (end > time) points.push([end, value]);
        points.forEach((point) => ([point[0], point[1]] = [rounded(point[0], 5), Number(point[1].toPrecision(6))]));
      }
    }
    const gesture = this.hands;
    this.hands = null;
    return gesture;
  }
}

/** A gesture as the text of a file. */
export function written(gesture) {
  return JSON.stringify({ format: FORMAT, version: 1, gesture });
}

/** Whether every control of a gesture by hands is a number or breakpoints, so that the page can read it by itself. */
export function plain(gesture, hands) {
  const kinds = Object.values(gesture).flatMap((controls) => (isObject(controls) ? Object.values(controls) : [null]));
  return Object.keys(gesture).every((hand) => hand in hands) && kinds.every((given) => typeof given === "number" || Array.isArray(given));
}

/** The gesture of a file's data, by hands; throws where it is none. */
export function readGesture(data, hands) {
  const gesture = data?.format === FORMAT ? data.gesture : data;
  if (!isObject(gesture)) throw new Error("The file holds no gesture.");
  const names = Object.keys(hands);
  const bare = names.length === 1 && Object.keys(gesture).some((name) => name in hands[names[0]]);
  return bare ? { [names[0]]: gesture } : gesture;
}

/** How long a plain gesture lasts, s. */
function lasting(gesture) {
  const ends = Object.values(gesture).flatMap((controls) => Object.values(controls).map((given) => (Array.isArray(given) ? given.at(-1)?.[0] ?? 0 : 0)));
  return Math.min(LONGEST, Math.max(0, ...ends));
}

/** A plain gesture for the layers of a plan, as rows at an even rate; throws where it is malformed. */
export function rowsOf(gesture, plan) {
  const seconds = lasting(gesture);
  const many = Math.ceil(seconds * FINEST) + 1;
  const sampled = (hand, name) => {
    const known = plan.hands[hand]?.[name];
    if (!known) throw new Error(`${plan.name} has no control ${name} of a ${hand}.`);
    const given = gesture[hand]?.[name] ?? 0;
    return along(typeof given === "number" ? [[0, given]] : given, many, known, `${hand}: ${name}`);
  };
  for (const [hand, controls] of Object.entries(gesture)) for (const name of Object.keys(controls)) sampled(hand, name);
  const rows = {};
  for (const { hand, control, layer, moves } of plan.links) {
    rows[layer] ??= {};
    if (gesture[hand]?.[control] !== undefined) rows[layer][moves] = sampled(hand, control);
  }
  return { rows, rate: FINEST, seconds };
}

function along(points, many, { low, high }, what) {
  const sound = points.length > 0 && points.length <= MOST_POINTS && points.every((point, i) => (
    Array.isArray(point) && point.length === 2 && point.every(Number.isFinite) && (i === 0 || point[0] >= points[i - 1][0])));
  if (!sound) throw new Error(`${what} must be breakpoints [[time in s, value], ...] whose times do not go back.`);
  const out = new Float64Array(many);
  let k = 0;
  for (let i = 0; i < many; i++) {
    const time = i / FINEST;
    while (k < points.length - 1 && points[k + 1][0] <= time) k++;
    const [start, value] = points[k];
    const [end, next] = points[k + 1] ?? points[k];
    const reached = time > start && end > start ? value + ((time - start) / (end - start)) * (next - value) : value;
    out[i] = Math.min(Math.max(reached, low), high);
  }
  return out;
}
