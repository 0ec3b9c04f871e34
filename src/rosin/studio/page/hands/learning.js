// MIDI learn: a knob or slider is chosen, a controller is moved, and from then on that controller (its number, on its channel) turns it.
// Each instrument has bindings of its own, which this browser keeps.

import { keep, kept } from "../files/keeping.js";
import { controllerOf } from "./midi.js";

const RESERVED = new Set([6, 38, 64, 74, 96, 97, 98, 99, 100, 101]); // data and its parameters, the pedal, and MPE's third dimension
const MODES = 120; // controllers from here on are all sound off, all notes off and the like
const MOST = 127; // of a controller
const REST = 400; // ms without a move, after which a turn has ended and is one step to undo
const HOW = "Click a knob, or a slider under All parameters; then move a controller of your MIDI device.";

const keptAs = (instrument) => `rosin controllers of ${instrument}`;
const same = (one, other) => one.kind === other.kind && one.name === other.name;

/** Bindings as they were kept; what is none is left out. */
export function readBindings(data) {
  const whole = (value, low, high) => Number.isInteger(value) && value >= low && value <= high;
  return (Array.isArray(data) ? data : []).filter((each) => (
    whole(each?.channel, 1, 16) && whole(each.number, 0, MODES - 1) && !RESERVED.has(each.number) && typeof each.kind === "string" && typeof each.name === "string"));
}

export class Learning {
  bindings = []; // { channel, number, kind, name }
  chosen = null; // what waits for a controller: { kind, name }
  timers = new Map(); // by what is being turned

  /**
   * `button` switches it on and off. `targets` says for each kind of thing: element(name), turn(name, share), let(name) when a turn has
   * ended, and title(name).
   */
  constructor({ engine, button, say, targets }) {
    Object.assign(this, { engine, button, say, targets });
    button.addEventListener("click", () => this.listen(!this.on));
    engine.addEventListener("plan", ({ detail: plan }) => {
      this.bindings = readBindings(kept(keptAs(plan.name)));
      this.choose(null, null);
    });
  }

  get on() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  /** It can only be asked for while there is MIDI. */
  offer(there) {
    this.button.hidden = !there;
    if (!there) this.listen(false);
  }

  listen(on) {
    if (on === this.on) return;
    this.button.setAttribute("aria-pressed", String(on));
    this.choose(null, null);
    this.say(on ? HOW : "", "wait");
  }

  /** This one waits for a controller, if any does. */
  choose(kind, name) {
    this.chosen = this.on && kind ? { kind, name } : null;
    this.mark();
  }

  /** Take a message that is meant for a knob; whether it was one. */
  hear(bytes) {
    const moved = controllerOf(bytes);
    if (!moved || RESERVED.has(moved.number) || moved.number >= MODES) return false;
    if (this.chosen) this.bind(moved, this.chosen);
    const bound = this.bindings.find(({ channel, number }) => channel === moved.channel && number === moved.number);
    return bound ? this.turn(bound, moved.value / MOST) : false;
  }

  /** One controller turns one thing. */
  bind({ channel, number }, target) {
    const others = this.bindings.filter((each) => !same(each, target) && (each.channel !== channel || each.number !== number));
    this.write([...others, { channel, number, ...target }]);
    this.choose(null, null);
    this.say(`Controller ${number} on channel ${channel} turns ${this.targets[target.kind].title(target.name)} from now on.`, "done");
  }

  forget(target) {
    this.write(this.bindings.filter((each) => !same(each, target)));
    this.mark();
  }

  write(bindings) {
    this.bindings = bindings;
    keep(keptAs(this.engine.plan.name), bindings);
  }

  /** Turn what is bound; whether it is there. */
  turn({ kind, name }, share) {
    const target = this.targets[kind];
    if (!target?.element(name)) return false;
    target.turn(name, share);
    const what = `${kind} ${name}`;
    clearTimeout(this.timers.get(what));
    this.timers.set(what, setTimeout(() => target.let(name), REST));
    return true;
  }

  /** Show on every knob and slider what turns it, and which one listens. */
  mark() {
    for (const old of document.querySelectorAll(".bound")) old.remove();
    for (const old of document.querySelectorAll(".learning")) old.classList.remove("learning");
    for (const bound of this.bindings) this.targets[bound.kind]?.element(bound.name)?.append(this.tag(bound));
    if (this.chosen) this.targets[this.chosen.kind].element(this.chosen.name)?.classList.add("learning");
  }

  /** What is bound, as a button that forgets it. */
  tag(bound) {
    const { channel, number, kind, name } = bound;
    const words = `${this.targets[kind].title(name)}: controller ${number}, channel ${channel}. Forget it`;
    const tag = Object.assign(document.createElement("button"), { className: "bound", textContent: `CC ${number}`, title: words, ariaLabel: `CC ${number}: ${words}` });
    tag.addEventListener("click", () => this.forget(bound));
    return tag;
  }
}
