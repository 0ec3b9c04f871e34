// What would keep the audio thread waiting is done beside it: programs are started here and go there with their memories as they then are;
// they were played for a moment, since a browser compiles a kernel when it is first called, wherever that is; and coefficients that take
// long to find (a rough surface) go to it with the parameters that they follow from.

import { Program } from "./program.js";

const BLOCK = 128;
const TRIED = 24; // blocks

export class Beforehand {
  /**
   * @param {object} plan  that goes to the audio thread, and gets the images of memories
   * @param {object} modules
   * @param {object} usual  what hands usually do: {layer: {control: value}}
   */
  constructor(plan, modules, usual = {}) {
    const layers = Object.values(plan.layers);
    this.images = [];
    this.twins = Object.entries(plan.layers).map(([name, layer]) => {
      const twin = this.started(layer, modules);
      tryOut(twin, layer.controls, usual[name] ?? {});
      const stretches = layer.remembered.map(([address, length]) => new Float64Array(twin.memory.buffer, address, length));
      return stretches.length ? { twin, stretches } : null;
    });
    for (const each of [plan.chain, plan.judge?.program, plan.player?.program, ...layers.map(({ soundbox }) => soundbox)]) {
      if (each) this.started(each, modules);
    }
  }

  /** A program that has run for a block; its plan has its memory as it was before that. */
  started(plan, modules) {
    const program = new Program(plan, modules[plan.module]);
    plan.image = program.memory.buffer.slice(0);
    this.images.push(plan.image);
    plan.memory = [];
    program.process(BLOCK);
    return program;
  }

  /** The coefficients that follow from an update, where they are others than before. */
  found({ of, layer, memory }) {
    const known = of === "voice" && this.twins[layer];
    if (!known) return null;
    const before = copies(known.stretches);
    known.twin.write(memory);
    known.twin.prepare();
    const same = known.stretches.every((now, k) => now.every((value, i) => value === before[k][1][i]));
    return same ? null : copies(known.stretches);
  }
}

/** Let hands do what they usually do for a moment. */
function tryOut(program, controls, usual) {
  program.count("live", 1);
  controls.forEach((control, row) => usual[control] && program.put("goals", row, usual[control]));
  for (let i = 0; i < TRIED; i++) program.process(BLOCK);
}

const copies = (stretches) => stretches.map((numbers) => [numbers.byteOffset, numbers.slice()]);
