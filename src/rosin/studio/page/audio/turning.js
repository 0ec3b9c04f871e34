// Knobs that are turned while it sounds: what the server, or a table in the plan, says they mean for the kernels goes to the audio thread.

import { setValue, valuesOf } from "../files/values.js";
import { packed } from "./packing.js";

/** Whether a parameter can be turned: with a server every one, without it those that the plan has knobs for. */
export function turns(engine, path) {
  return engine.served || Boolean(engine.alone?.turns(path));
}

/** Turn parameters of what sounds, which had the changes `before`; a signal that is aborted gives it up. */
export async function change(engine, before, changes, signal) {
  if (!engine.served) return changeAlone(engine, changes);
  const answer = await engine.ask("change", { made: engine.made, before, changes }, signal);
  if (answer.plan) return engine.sound(answer.plan, { ...before, ...changes });
  const { layers, chain, parameters } = answer.update;
  for (const [name, layer] of Object.entries(layers)) {
    const index = engine.places[name];
    if (layer.memory.length || layer.keys) update(engine, { of: "voice", layer: index, memory: layer.memory, keys: layer.keys });
    engine.post({ kind: "gain", layer: index, value: layer.gain });
    Object.assign(engine.plan.layers[name], { gain: layer.gain, shape: layer.shape });
    if (layer.keys) Object.assign(engine.plan.layers[name].keys, layer.keys);
  }
  if (chain.memory.length) update(engine, { of: "chain", memory: chain.memory });
  engine.plan.parameters = parameters;
  return engine.plan;
}

/** Without a server: the plan says where values go, and which numbers follow them. */
function changeAlone(engine, changes) {
  const { parameters } = engine.plan;
  const known = new Map(parameters.map((each) => [each.path, each]));
  const before = valuesOf(parameters);
  const values = new Map([...before, ...Object.entries(changes)]);
  for (const [path, value] of Object.entries(changes)) {
    const refused = engine.alone.refused(path, value, values);
    if (refused) throw new Error(refused);
    if (!allowed(known.get(path) ?? {}, value)) throw new Error(`${path} = ${value} is not allowed.`);
  }
  for (const [path, value] of Object.entries(changes)) {
    const { memories, louder, keys } = engine.alone.turn(path, value);
    for (const [program, memory] of Object.entries(memories)) {
      const to = program === "chain" ? { of: "chain" } : { of: "voice", layer: engine.places[program] };
      update(engine, { ...to, memory, keys: program === "keys" ? keys : null });
    }
    if (keys && !memories.keys) update(engine, { of: "voice", layer: engine.places.keys, memory: [], keys });
    for (const name of louder) {
      const layer = engine.plan.layers[name];
      layer.gain *= 10 ** ((value - before.get(path)) / 20);
      engine.post({ kind: "gain", layer: engine.places[name], value: layer.gain });
    }
    setValue(parameters, path, value);
  }
}

/** Numbers for a program in the audio thread. */
function update(engine, numbers) {
  engine.post({ kind: "update", ...packed(numbers) });
}

function allowed({ more_than: above = null, at_least: low = null, less_than: below = null, at_most: high = null }, value) {
  const inside = (above === null || value > above) && (low === null || value >= low) && (below === null || value < below) && (high === null || value <= high);
  return Number.isFinite(value) && inside;
}
