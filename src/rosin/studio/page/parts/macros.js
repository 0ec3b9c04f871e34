// Macros: a few named knobs of an instrument, each a curve over its parameters (rosin/instruments/macros.py).

import { valuesOf } from "../files/values.js";
import { Knob } from "./knob.js";

/**
 * The value of a curve at a place of the knob: straight between its points, on a scale of ratios where that is `log`, and as at the last
 * point where it goes by `steps`. Where two points are at one place, the first holds there, and the second beyond.
 */
export function along({ points, scale }, place) {
  let [before, value] = points[0];
  for (const [knob, next] of points) {
    if (place === knob) return next;
    if (place < knob) {
      if (scale === "steps" || knob === before) return value;
      const share = (place - before) / (knob - before);
      return scale === "log" ? value * (next / value) ** share : value + share * (next - value);
    }
    [before, value] = [knob, next];
  }
  return value;
}

/** Places at which a curve has a value. */
function placesOf({ points, scale }, value) {
  const found = points.filter(([, each]) => each === value).map(([knob]) => knob);
  if (typeof value !== "number" || scale === "steps") return found;
  const on = (x) => (scale === "log" ? Math.log(x) : x);
  for (let i = 1; i < points.length; i++) {
    const [[from, low], [to, high]] = [points[i - 1], points[i]];
    if (low !== high && (value - low) * (value - high) <= 0) found.push(from + ((on(value) - on(low)) / (on(high) - on(low))) * (to - from));
  }
  return found;
}

const same = (one, other) => (typeof one === "number" && typeof other === "number" ? Math.abs(one - other) <= 1e-6 * Math.abs(other) + 1e-12 : one === other);

/** Where a knob stands whose curves have the values of parameters; where none fits all of them, as the first says; null where that has none. */
export function placeOf(curves, values) {
  const all = Object.entries(curves);
  const places = all.flatMap(([path, curve]) => placesOf(curve, values.get(path)));
  return places.find((place) => all.every(([path, curve]) => same(along(curve, place), values.get(path)))) ?? placesOf(all[0][1], values.get(all[0][0]))[0] ?? null;
}

export class Macros {
  /** `turned(changes, drag)` is told the parameters that a knob has changed; `chosen(macro)` which knob has the focus. */
  constructor(holder, { turned, chosen }) {
    Object.assign(this, { holder, turned, chosen, knobs: new Map(), drags: 0 });
  }

  /** The knobs of a plan; those of which something cannot be turned are left out. */
  show(plan, turns) {
    const macros = plan.macros.filter(({ curves }) => Object.keys(curves).every(turns));
    this.knobs = new Map(macros.map((macro) => [macro.name, {
      macro,
      knob: new Knob({
        ...macro,
        usual: macro.value,
        turned: (place) => this.turned(this.changes(macro, place), `${macro.name} ${this.drags}`),
        let: () => (this.drags += 1),
        chosen: () => this.chosen(macro.name),
      }),
    }]));
    this.holder.replaceChildren(...[...this.knobs.values()].map(({ knob }) => knob.element));
    this.follow(plan.parameters);
  }

  /** What a macro says about its parameters at a place. */
  changes({ curves }, place) {
    return Object.fromEntries(Object.entries(curves).map(([path, curve]) => [path, along(curve, place)]));
  }

  /** Knobs stand where the parameters are, but for those of which a newer value is on its way: `awaits(path)`. */
  follow(parameters, awaits = () => false) {
    const values = valuesOf(parameters);
    for (const { macro, knob } of this.knobs.values()) {
      if (Object.keys(macro.curves).some(awaits)) continue;
      const place = placeOf(macro.curves, values);
      if (place !== null && Math.abs(place - knob.value) > 1e-3) knob.show(place);
    }
  }

  /** Turn a macro by its name, as a controller does. */
  turn(name, place) {
    this.knobs.get(name)?.knob.turn(place);
  }

  /** That turn has ended. */
  let(name) {
    this.knobs.get(name)?.knob.ended();
  }

  element(name) {
    return this.knobs.get(name)?.knob.element ?? null;
  }

  title(name) {
    return this.knobs.get(name)?.macro.title ?? name;
  }
}
