// What is on stage: an instrument by name or from a file, with changes of its parameters, an undo, A and B, a link and a file.

const LARGEST_FILE = 1_000_000; // bytes

export class Preset {
  /** `shown()` is called after every change. */
  constructor(engine, shown) {
    this.engine = engine;
    this.shown = shown;
    this.changes = {}; // of parameters, by path
    this.history = [];
    this.other = null; // the other side of A / B
    this.side = "A";
    this.original = []; // parameters before any change
  }

  get source() {
    return this.engine.source;
  }

  get changed() {
    return Object.keys(this.changes).length > 0;
  }

  /** Put an instrument on stage: a name, or the data of an instrument file. */
  async open(source, changes = {}) {
    if (!isObject(changes)) throw new Error("The changes of a preset must be an object of parameters.");
    if (typeof source === "string") await this.engine.load(source);
    else await this.engine.open(source);
    Object.assign(this, { changes: {}, history: [], other: null, side: "A" });
    this.original = this.engine.plan.parameters.map((each) => ({ ...each }));
    this.shown();
    if (Object.keys(changes).length) await this.become(changes);
  }

  /** Turn one knob. */
  async turn(path, value) {
    await this.engine.change(this.changes, { [path]: value });
    this.history.push(this.changes);
    this.changes = { ...this.changes, [path]: value };
    this.shown();
  }

  /** Have just these changes. */
  async become(wanted) {
    const back = this.original.filter(({ path }) => path in this.changes && !(path in wanted)).map(({ path, value }) => [path, value]);
    await this.engine.change(this.changes, { ...Object.fromEntries(back), ...wanted });
    this.changes = { ...wanted };
    this.shown();
  }

  async undo() {
    if (!this.history.length) return;
    await this.become(this.history.at(-1));
    this.history.pop();
    this.shown();
  }

  /** Between the preset as it was opened, or as it was left, and as it is. */
  async swap() {
    const left = this.changes;
    await this.become(this.other ?? {});
    this.other = left;
    this.side = this.side === "A" ? "B" : "A";
    this.shown();
  }

  /** The part of the address that brings this preset back. */
  get link() {
    if (typeof this.source !== "string") return `#?${encodeURIComponent(JSON.stringify({ instrument: this.source, changes: this.changes }))}`;
    return `#${this.source}${this.changed ? `?${encodeURIComponent(JSON.stringify(this.changes))}` : ""}`;
  }

  /** Open what a link carries; throws where that cannot be read. */
  async follow(hash, known) {
    const [name, given] = decoded(hash.replace(/^#/, "")).split(/\?(.*)/s);
    if (!name && !given) return false;
    if (name && !known.includes(name)) throw new Error(`The link names no instrument of this studio: ${name.slice(0, 40)}.`);
    const sent = given ? parsed(given, "The link carries no preset that can be read.") : {};
    if (name) await this.open(name, sent);
    else await this.open(sent.instrument, sent.changes);
    return true;
  }

  /** The preset as an instrument file, which `rosin render` reads, too. */
  async file() {
    return this.engine.ask("file", { before: this.changes });
  }
}

/** The JSON data of a file that a user gives. */
export async function readFile(file) {
  if (file.size > LARGEST_FILE) throw new Error("A file of an instrument or a gesture has at most 1 MB.");
  return parsed(await file.text(), `${file.name} is no JSON file.`);
}

function parsed(text, otherwise) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error(otherwise);
  }
  if (!isObject(data)) throw new Error(otherwise);
  return data;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error("The link cannot be read.");
  }
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
