// Knobs without a server (rosin/studio/knob_plan.py): values that lie in the memories as they are, and numbers that follow knobs on curves,
// which a program of the plan has.

import { Program } from "./program.js";

export class Alone {
  /** @param {object} plan  of the instrument  @param {object} modules */
  constructor(plan, modules) {
    this.plan = plan;
    this.knobs = plan.knobs;
    this.curves = this.knobs.turning && new Program(this.knobs.turning, modules[this.knobs.turning.module]);
    this.before = this.curves && Float64Array.from(this.curves.arrays.out);
    this.tunings = plan.layers.keys?.keys && { offset: plan.layers.keys.keys.offset, rows: plan.layers.keys.keys.tunings };
  }

  /** Whether a parameter turns. */
  turns(path) {
    const { paths, limited, turning } = this.knobs;
    return path in paths || path in limited || path in (turning?.knobs ?? {});
  }

  /** Why a value is not allowed, in words; empty where it is, given the values that the others have. */
  refused(path, value, values) {
    if (!this.turns(path)) return `${path} can only be turned in the studio itself: run \`rosin studio\`.`;
    const { low = -Infinity, high = Infinity, at_least: floor, at_most: ceiling } = this.knobs.limited[path] ?? this.knobs.turning?.knobs[path] ?? {};
    const [least, most] = [Math.max(low, floor ? values.get(floor) : low), Math.min(high, ceiling ? values.get(ceiling) : high)];
    return value >= least && value <= most ? "" : `${path} = ${value} is not allowed here; it goes from ${short(least)} to ${short(most)}.`;
  }

  /** Turn a knob: numbers for programs, { program: [[address, [number]], ...] }, layers that get louder, and tunings of keys if they change. */
  turn(path, value) {
    const control = this.knobs.turning?.knobs[path]?.control;
    if (control !== undefined) return this.curved(control, value);
    const { slots, louder } = this.knobs.paths[path] ?? this.knobs.limited[path];
    const memories = Object.fromEntries(Object.entries(slots).map(([program, places]) => [program, places.map((address) => [address, [value]])]));
    return { memories, louder, keys: null };
  }

  curved(control, value) {
    const { arrays } = this.curves;
    arrays.controls[control] = value;
    this.curves.prepare();
    const memories = {};
    this.knobs.turning.outputs.forEach(([program, address], place) => {
      if (arrays.out[place] === this.before[place]) return;
      (memories[program] ??= []).push([address, [arrays.out[place]]]);
      this.before[place] = arrays.out[place];
    });
    return { memories, louder: [], keys: this.tunings && this.knobs.turning.row ? this.tuned() : null };
  }

  /** What each key writes now: its own tuning, changed as the resonator is. */
  tuned() {
    const { row, tuned } = this.knobs.turning;
    const { arrays } = this.curves;
    const tunings = this.tunings.rows.map((own) => {
      for (let i = 0; i < row; i++) arrays.row[i] = arrays.number[tuned + i];
      arrays.row.set(own, this.tunings.offset / 8);
      this.curves.process(row);
      return Array.from(arrays.row.subarray(0, row));
    });
    return { offset: 0, tunings };
  }
}

const short = (value) => Number(value.toPrecision(4));
