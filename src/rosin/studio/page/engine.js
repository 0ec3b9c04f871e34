// The main thread's side of the sound: it loads an instrument, sends controls to the audio thread, and fetches what happens there.

const RATE = 48000;
const BLOCK = 128;
const SEEN = 2048;
const ROWS = 12; // of a picture: the output, then traces
const TAKEN = 48000;

export class Engine extends EventTarget {
  constructor() {
    super();
    this.context = null;
    this.node = null;
    this.starting = null;
    this.waiting = []; // messages for an audio thread that is not there yet
    this.observing = false;
    this.plan = null;
    this.source = null; // the name of the instrument, or the data of its file
    this.served = true; // by a server that answers, not as a folder of files
    this.modules = new Map();
    this.hands = {}; // what each hand's controls are now
    this.seen = { load: 0, late: 0, muted: 0, layer: 0, frame: 0, rows: new Float32Array(ROWS * SEEN) };
    this.buffer = new ArrayBuffer(4 * ROWS * SEEN);
    this.taken = [];
    this.takeBuffer = new ArrayBuffer(8 * TAKEN);
    this.recording = false;
    this.watched = 0;
    this.motion = {}; // of each layer's resonator: its coefficients, its state, and the whole numbers of its program, as they were last
    this.motionBuffer = null;
  }

  /** Start the audio; must be called from a click, a key or a touch. */
  async start() {
    this.starting ??= this.prepare();
    try {
      await this.starting;
    } catch (error) {
      this.starting = null;
      throw error;
    }
    await this.context.resume();
    this.post({ kind: "awake" });
  }

  async prepare() {
    const context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
    await context.audioWorklet.addModule("worklet.js");
    const node = new AudioWorkletNode(context, "rosin", { numberOfInputs: 0, outputChannelCount: [2] });
    node.port.onmessage = ({ data }) => this.receive(data);
    node.onprocessorerror = () => this.dispatchEvent(new CustomEvent("failed", { detail: "The audio thread stopped." }));
    node.connect(context.destination);
    Object.assign(this, { context, node });
    if (this.plan) this.sendPlan();
  }

  /** Tell the audio thread; what comes before there is one waits for it. */
  post(message, transfer = []) {
    if (this.node) this.node.port.postMessage(message, transfer);
    else this.waiting.push(message);
  }

  /** Put the plan into the audio thread, and then what has been waiting for that. */
  sendPlan() {
    const modules = Object.fromEntries(namesOfModules(this.plan).map((name) => [name, this.modules.get(name)]));
    this.node.port.postMessage({ kind: "instrument", plan: this.plan, modules });
    this.observe(this.observing);
    for (const message of this.waiting.splice(0)) this.post(message);
  }

  /** How often the sound had gaps: as the browser counts them, or as the audio thread saw it fall behind. */
  get dropOuts() {
    return this.context?.playbackStats?.underrunEvents ?? this.seen.late;
  }

  get latency() {
    return this.context ? (this.context.baseLatency + (this.context.outputLatency || 0)) * 1000 : 0;
  }

  /** Put an instrument that comes with Rosin on stage. */
  async load(name) {
    const response = await fetch(`plans/${encodeURIComponent(name)}.json`);
    if (!response.ok) throw new Error(`There is no instrument ${name}.`);
    await this.sound(await response.json());
    this.source = name;
  }

  /** Put the instrument of a file on stage. */
  async open(data) {
    await this.sound(await this.ask("open", { instrument: data }));
    this.source = data;
  }

  /** Ask the server, which knows what parameters and gestures mean. */
  async ask(what, given) {
    if (!this.served) throw new Error("This page has no server: to open and save files, run `rosin studio`.");
    const response = await fetch(what, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ instrument: this.source, ...given }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  }

  /** Sound a plan: its modules are fetched once. */
  async sound(plan) {
    for (const name of namesOfModules(plan)) {
      if (this.modules.has(name)) continue;
      const response = await fetch(`modules/${name}`);
      if (!response.ok) throw new Error(`The kernels ${name} are missing.`);
      this.modules.set(name, await response.arrayBuffer());
    }
    this.plan = plan;
    this.ready = false;
    this.places = Object.fromEntries(Object.keys(plan.layers).map((name, index) => [name, index]));
    this.hands = Object.fromEntries(Object.keys(plan.hands).map((hand) => [hand, {}]));
    this.replayed = null; // a gesture that is played without hands
    this.waiting = [];
    this.watched = 0;
    this.makeRoomForMotion();
    if (this.node) this.sendPlan();
    this.dispatchEvent(new CustomEvent("plan", { detail: plan }));
  }

  /** Move a control of a hand; what is no number is refused, what is beyond its range is held there. A "jump" does not glide. */
  control(hand, name, value, kind = "control") {
    const known = this.plan?.hands[hand]?.[name];
    if (!known || !Number.isFinite(value)) return;
    const state = (this.hands[hand] ??= {});
    state[name] = Math.min(Math.max(value, known.low), known.high);
    for (const link of this.plan.links) {
      if (link.hand !== hand || link.control !== name) continue;
      this.post({ kind, layer: this.places[link.layer], name: link.moves, value: state[name] });
    }
    this.dispatchEvent(new CustomEvent("control", { detail: { hand, name, value: state[name] } }));
  }

  /** Throw a hammer: a layer's velocity for one block. */
  strike(layer, velocity) {
    if (!Number.isFinite(velocity)) return;
    const { hand, control: name } = this.plan.links.find((link) => link.layer === layer && link.control === "velocity");
    const { low, high } = this.plan.hands[hand][name];
    const value = Math.min(Math.max(velocity, low), high);
    this.post({ kind: "strike", layer: this.places[layer], name, value });
    this.dispatchEvent(new CustomEvent("struck", { detail: { hand, name, value, seconds: BLOCK / RATE } }));
  }

  /** Play a note on a pair of its own, or move it on: its key and bend, and speed and force in shares of the usual. */
  note({ id, key, bend, speed, force, begun }) {
    const [hand, known] = Object.entries(this.plan.hands)[0];
    const given = { velocity: speed, normal_force: force };
    const controls = {};
    for (const name of Object.keys(given)) {
      if (!known[name] || !Number.isFinite(given[name])) continue;
      controls[name] = Math.min(Math.max(given[name] * known[name].usual, known[name].low), known[name].high);
    }
    Object.assign(this.hands[hand], controls);
    this.post({ kind: "note", layer: this.places.keys, id, key, bend, begun, controls });
  }

  /** The hand of a note leaves its pair, which rings on. */
  leave(id) {
    this.post({ kind: "leave", layer: this.places.keys, id });
    const [hand, known] = Object.entries(this.plan.hands)[0];
    for (const name of ["velocity", "normal_force"]) if (known[name]) this.hands[hand][name] = 0;
  }

  /** What is known of a layer and of the hand on it now. */
  present(index) {
    const [name, layer] = Object.entries(this.plan.layers)[index] ?? Object.entries(this.plan.layers)[0];
    const hand = this.plan.links.find((link) => link.layer === name)?.hand;
    const { velocity: speed = 0, normal_force: force = 0, finger = 0 } = this.hands[hand] ?? {};
    const pitch = layer.marks.length ? layer.pitch / (1 - finger) : null;
    return { traces: layer.traces, rubbed: layer.rubbed, rate: this.plan.sampleRate, speed, force, pitch };
  }

  /** Everything off: no hand presses or moves. */
  release() {
    for (const [hand, controls] of Object.entries(this.plan?.hands ?? {})) {
      for (const name of ["normal_force", "velocity", "force"]) if (controls[name]) this.control(hand, name, 0);
    }
  }

  /** Play controls given at an even rate: {layer: {control: Float64Array}}, pairs tuned to some keys; null gives the hands back. */
  replay(rows, rate = RATE, keys = []) {
    if (this.replayed) this.hands = this.replayed.hands;
    this.replayed = rows && { rows, rate, begin: this.context.currentTime, hands: structuredClone(this.hands) };
    if (!rows) this.release();
    for (const [name, layer] of Object.entries(this.plan.layers)) {
      const given = rows?.[name];
      const all = given && layer.controls.map((control, row) => given[control] ?? Float64Array.of(layer.rest[row]));
      this.post({ kind: "rows", layer: this.places[name], rows: all ?? null, rate, keys });
    }
  }

  /** Let the hands be seen where a replayed gesture has them. */
  followReplay() {
    if (!this.replayed) return;
    const { rows, rate, begin } = this.replayed;
    const at = Math.floor((this.context.currentTime - begin) * rate);
    for (const { hand, control, layer, moves } of this.plan.links) {
      const row = rows[layer]?.[moves];
      if (!row) continue;
      this.hands[hand][control] = row[Math.min(at, row.length - 1)];
      if (moves === "normal_force" && this.hands[hand][control] > 0) this.watched = this.places[layer];
    }
  }

  restart() {
    this.post({ kind: "restart" });
  }

  observe(on) {
    this.observing = on;
    this.post({ kind: "observe", on });
  }

  /** Ask for the last samples and traces; they come with the event "look". */
  look() {
    if (!this.node || !this.buffer) return;
    const { buffer } = this;
    this.buffer = null;
    this.node.port.postMessage({ kind: "look", buffer, layer: this.watched }, [buffer]);
  }

  makeRoomForMotion() {
    let length = 0;
    const drawn = Object.entries(this.plan.layers).filter(([, { arrays }]) => arrays["resonator.c"]);
    const places = drawn.map(([name, { arrays, integers }]) => {
      const place = [name, length, arrays["resonator.c"][1], arrays["resonator.s"][1], integers.length];
      length += place[2] + place[3] + place[4];
      return place;
    });
    const kept = new Float64Array(length);
    this.motionKept = kept;
    this.motionBuffer = new ArrayBuffer(8 * length);
    this.motion = Object.fromEntries(places.map(([name, at, c, s, n]) => (
      [name, { coefficients: kept.subarray(at, at + c), state: kept.subarray(at + c, at + c + s), counts: kept.subarray(at + c + s, at + c + s + n) }])));
  }

  /** Ask how the resonators move; the answer is kept in `motion`. */
  watchMotion() {
    if (!this.node || !this.motionBuffer || this.context.state !== "running") return;
    const buffer = this.motionBuffer;
    this.motionBuffer = null;
    this.node.port.postMessage({ kind: "motion", buffer }, [buffer]);
  }

  record(on) {
    this.recording = on;
    this.lastTaken = null;
    if (on) this.taken = [];
    this.post({ kind: "record", on });
    if (on) this.fetchTake();
  }

  fetchTake() {
    if (!this.takeBuffer || !this.node) return;
    const buffer = this.takeBuffer;
    this.takeBuffer = null;
    this.node.port.postMessage({ kind: "take", buffer }, [buffer]);
  }

  /** How many samples of the take have come so far. */
  get heard() {
    return this.taken.reduce((sum, [left]) => sum + left.length, 0);
  }

  /** What was recorded, as two rows. */
  async take() {
    for (let waited = 0; waited < 20 && this.lastTaken !== 0; waited++) {
      this.fetchTake();
      await new Promise((done) => setTimeout(done, 30));
    }
    const length = this.heard;
    const rows = [new Float32Array(length), new Float32Array(length)];
    let at = 0;
    for (const [left, right] of this.taken) {
      rows[0].set(left, at);
      rows[1].set(right, at);
      at += left.length;
    }
    return rows;
  }

  receive(message) {
    if (message.kind === "look") {
      this.seen.rows.set(new Float32Array(message.buffer));
      const { load, late, muted, layer, frame } = message;
      Object.assign(this.seen, { load, late, muted, layer, frame });
      this.buffer = message.buffer;
      this.dispatchEvent(new CustomEvent("look", { detail: this.seen }));
    } else if (message.kind === "take") {
      const all = new Float32Array(message.buffer);
      const room = all.length / 2;
      if (message.n) this.taken.push([all.slice(0, message.n), all.slice(room, room + message.n)]);
      this.lastTaken = message.n;
      this.lost = message.lost;
      this.takeBuffer = message.buffer;
      if (this.recording) setTimeout(() => this.recording && this.fetchTake(), 100);
    } else if (message.kind === "motion") {
      if (message.buffer.byteLength !== this.motionKept.byteLength) return; // of another instrument
      if (message.full) this.motionKept.set(new Float64Array(message.buffer));
      this.motionBuffer = message.buffer;
    } else if (message.kind === "ready") {
      this.ready = true;
      this.dispatchEvent(new CustomEvent("ready", { detail: message.name }));
    }
  }

  /** Whether a parameter can be turned: with a server every one, without it those whose value the kernels read as it is. */
  turns(path) {
    return this.served || path in (this.plan.knobs?.paths ?? {});
  }

  /** Turn knobs without a server. */
  changeAlone(changes) {
    const { paths } = this.plan.knobs;
    const locked = Object.keys(changes).find((path) => !(path in paths));
    if (locked) throw new Error(`${locked} can only be turned in the studio itself: run \`rosin studio\`.`);
    const known = new Map(this.plan.parameters.map((each) => [each.path, each]));
    for (const [path, value] of Object.entries(changes)) {
      const { more_than: above = null, at_least: low = null, less_than: below = null, at_most: high = null } = known.get(path);
      const inside = (above === null || value > above) && (low === null || value >= low) && (below === null || value < below) && (high === null || value <= high);
      if (!Number.isFinite(value) || !inside) throw new Error(`${path} = ${value} is not allowed.`);
    }
    for (const [path, value] of Object.entries(changes)) {
      const parameter = known.get(path);
      for (const [program, places] of Object.entries(paths[path].slots)) {
        const to = program === "chain" ? { of: "chain" } : { of: "voice", layer: this.places[program] };
        const memory = places.map((address) => [address, [value]]);
        this.post({ kind: "update", ...to, memory });
      }
      for (const name of paths[path].louder) {
        const layer = this.plan.layers[name];
        layer.gain *= 10 ** ((value - parameter.value) / 20);
        this.post({ kind: "gain", layer: this.places[name], value: layer.gain });
      }
      parameter.value = value;
    }
  }

  /** Turn knobs: the server says what that means for the kernels. */
  async change(before, changes) {
    if (!this.served) return this.changeAlone(changes);
    const answer = await this.ask("change", { before, changes });
    if (answer.plan) return this.sound(answer.plan);
    const { update } = answer;
    for (const [name, layer] of Object.entries(update.layers)) {
      const index = this.places[name];
      if (layer.memory.length || layer.keys) this.post({ kind: "update", of: "voice", layer: index, memory: layer.memory, keys: layer.keys });
      this.post({ kind: "gain", layer: index, value: layer.gain });
      Object.assign(this.plan.layers[name], { gain: layer.gain, shape: layer.shape });
      if (layer.keys) Object.assign(this.plan.layers[name].keys, layer.keys);
    }
    if (update.chain.memory.length) this.post({ kind: "update", of: "chain", memory: update.chain.memory });
    this.plan.parameters = update.parameters;
    return this.plan;
  }
}

/** The modules that a plan needs. */
function namesOfModules({ layers, chain }) {
  const boxes = Object.values(layers).flatMap(({ soundbox }) => (soundbox ? [soundbox.module] : []));
  const pools = Object.values(layers).flatMap(({ keys }) => (keys ? [keys.pool.module] : []));
  return [...new Set([...Object.values(layers).map(({ module }) => module), ...boxes, ...pools, chain.module])];
}

export const LOOK = { SEEN, ROWS };
