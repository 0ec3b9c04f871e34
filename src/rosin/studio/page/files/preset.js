// What is on stage: an instrument by name or from a file, with changes of its parameters, an undo, A and B, a link and a file.

import { change } from "../audio/turning.js";
import { isObject, parsed } from "./json.js";
import { valuesOf } from "./values.js";

export class Preset {
  /** `opened()` is called when another instrument comes, `shown()` after every change. */
  constructor(engine, { opened, shown }) {
    Object.assign(this, { engine, opened, shown });
    this.last = Promise.resolve(); // what is being done
    this.changes = {}; // of parameters, by path
    this.history = [];
    this.future = []; // what was undone
    this.turned = null; // the drag that the last turn was part of
    this.other = null; // the other side of A / B
    this.side = "A";
    this.original = []; // parameters before any change
    this.asking = new AbortController(); // of what is asked for: another instrument is not kept waiting by it
  }

  get source() {
    return this.engine.source;
  }

  get changed() {
    return Object.keys(this.changes).length > 0;
  }

  /** One thing after the other, since an answer says what must change in what there was when it was asked for; nothing that was given up. */
  next(work) {
    const { signal } = this.asking;
    const done = this.last.then(() => signal.throwIfAborted()).then(() => work(signal)).catch((error) => {
      if (!signal.aborted) throw error;
      if (this.engine.plan) this.shown();
    });
    this.last = done.catch(() => {});
    return done;
  }

  /** Put an instrument on stage: a name, or the data of an instrument file. */
  open(source, changes = {}) {
    this.giveUp();
    return this.next((signal) => this.doOpen(source, changes, signal));
  }

  /** What was asked for and is not here yet, an instrument or a change, need not come. */
  giveUp() {
    this.asking.abort();
    this.asking = new AbortController();
  }

  async doOpen(source, changes, signal) {
    if (!isObject(changes)) throw new Error("The changes of a preset must be an object of parameters.");
    const come = typeof source === "string" ? await this.engine.load(source, signal) : await this.engine.open(source, signal);
    if (!come) return;
    Object.assign(this, { changes: {}, history: [], future: [], other: null, side: "A" });
    this.turned = null;
    this.original = this.engine.plan.parameters.map((each) => ({ ...each }));
    this.opened();
    this.shown();
    if (Object.keys(changes).length) await this.become(changes, signal);
  }

  /** Turn one parameter; turns of one `drag` are one step of the history. */
  turn(path, value, drag = null) {
    return this.turnAll({ [path]: value }, drag);
  }

  /** Turn several parameters at once. */
  turnAll(changes, drag = null) {
    return this.next((signal) => this.doTurn(changes, drag, signal));
  }

  async doTurn(changes, drag, signal) {
    await change(this.engine, this.changes, changes, signal);
    if (drag === null || drag !== this.turned) this.history.push(this.changes);
    this.turned = drag;
    this.future = [];
    this.changes = { ...this.changes, ...changes };
    this.shown();
  }

  /** Have just these changes; only as part of something else that is being done. */
  async become(wanted, signal) {
    const back = [...valuesOf(this.original)].filter(([path]) => path in this.changes && !(path in wanted));
    await change(this.engine, this.changes, { ...Object.fromEntries(back), ...wanted }, signal);
    this.changes = { ...wanted };
    this.shown();
  }

  /** Everything as it came; one step of the history. */
  reset() {
    return this.next(async (signal) => {
      if (!this.changed) return;
      this.history.push(this.changes);
      this.future = [];
      this.turned = null;
      await this.become({}, signal);
    });
  }

  undo() {
    return this.next(async (signal) => {
      if (!this.history.length) return;
      const left = this.changes;
      await this.become(this.history.at(-1), signal);
      this.future.push(left);
      this.history.pop();
      this.turned = null;
      this.shown();
    });
  }

  redo() {
    return this.next(async (signal) => {
      if (!this.future.length) return;
      const left = this.changes;
      await this.become(this.future.at(-1), signal);
      this.history.push(left);
      this.future.pop();
      this.turned = null;
      this.shown();
    });
  }

  /** Between the preset as it was opened, or as it was left, and as it is. */
  swap() {
    return this.next(async (signal) => {
      const left = this.changes;
      await this.become(this.other ?? {}, signal);
      this.other = left;
      this.side = this.side === "A" ? "B" : "A";
      this.shown();
    });
  }

  /** The part of the address that brings this preset back. */
  get link() {
    if (typeof this.source !== "string") return `#?${encodeURIComponent(JSON.stringify({ instrument: this.source, changes: this.changes }))}`;
    return `#${this.source}${this.changed ? `?${encodeURIComponent(JSON.stringify(this.changes))}` : ""}`;
  }

  /** Open what a link carries; throws where that cannot be read. */
  async follow(hash, known) {
    const [name, given] = decoded(hash.replace(/^#/, "")).split(/\?(.*)/s);
    if (name && !known.includes(name)) throw new Error(`The link names no instrument of this studio: ${name.slice(0, 40)}.`);
    const sent = given ? parsed(given, "The link carries no preset that can be read.") : {};
    return name ? this.open(name, sent) : this.open(sent.instrument, sent.changes);
  }

  /** The preset as an instrument file, which `rosin render` reads, too. */
  async file() {
    return this.engine.ask("file", { before: this.changes });
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("The link cannot be read.");
  }
}
