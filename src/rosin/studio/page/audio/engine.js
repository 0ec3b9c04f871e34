// The main thread's side of the sound: one instrument, whose controls it sends to the audio thread, and whose gestures it replays.

import { Server } from "../files/server.js";
import { Alone } from "./alone.js";
import { Beforehand } from "./beforehand.js";
import { packed } from "./packing.js";
import { placed } from "./places.js";
import { Take } from "./take.js";
import { Watching } from "./watching.js";

const RATE = 48000;
const BLOCK = 128;

/** Seconds that some blocks last. */
export const lasting = (blocks) => (blocks * BLOCK) / RATE;

export class Engine extends EventTarget {
  context = null;
  node = null;
  starting = null;
  beforehand = null; // what is done beside the audio thread
  waiting = []; // messages for an audio thread that is not there yet
  observing = false;
  plan = null;
  alone = null; // its knobs, where no server turns them
  made = {}; // the changes with which the plan was made: its memories lie where they lay then
  source = null; // the name of the instrument, or the data of its file
  hands = {}; // what each hand's controls are now
  following = false; // whether what hands do now follows notes, which the player in the audio thread plays
  watched = 0; // the layer that is looked at
  judged = null; // how its string moves, where it is one
  server = new Server();
  taking = new Take((message, transfer) => this.send(message, transfer));
  watching = new Watching((message, transfer) => this.send(message, transfer));

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
    await context.audioWorklet.addModule(new URL("worklet.js", import.meta.url));
    const node = new AudioWorkletNode(context, "rosin", { numberOfInputs: 0, outputChannelCount: [2] });
    node.port.onmessage = ({ data }) => this.receive(data);
    node.onprocessorerror = () => this.dispatchEvent(new CustomEvent("failed", { detail: "The audio thread stopped." }));
    node.connect(context.destination);
    Object.assign(this, { context, node });
    if (this.plan) this.sendPlan();
  }

  get running() {
    return this.context?.state === "running";
  }

  get served() {
    return this.server.served;
  }

  /** Send to the audio thread, if there is one. */
  send(message, transfer = []) {
    if (this.node && message.kind === "update") message.found = this.beforehand.found(message);
    this.node?.port.postMessage(message, transfer);
    return Boolean(this.node);
  }

  /** Tell the audio thread; what comes before there is one waits for it. */
  post(message) {
    if (!this.send(message)) this.waiting.push(message);
  }

  /** Put the plan into the audio thread, and then what has been waiting for that. */
  sendPlan() {
    const { name, channels, layers, chain, judge, player } = this.plan;
    const plan = packed({ name, channels, layers, chain, judge, player });
    const modules = this.server.kernels(this.plan);
    this.beforehand = new Beforehand(plan, modules, this.usual);
    this.node.port.postMessage({ kind: "instrument", plan, modules }, this.beforehand.images);
    this.observe(this.observing);
    for (const message of this.waiting.splice(0)) this.post(message);
  }

  /** What hands usually do to each layer: {layer: {control: value}}. */
  get usual() {
    const found = {};
    for (const { hand, control, layer, moves } of this.plan.links) (found[layer] ??= {})[moves] = this.plan.hands[hand][control].usual;
    const [first] = Object.values(this.plan.hands);
    for (const { controls } of this.plan.layers.keys?.keys?.pairs.slice(0, 1) ?? []) {
      const rows = Object.entries(controls).filter(([name, row]) => row > 0 && first[name]?.usual);
      found.keys = Object.fromEntries(rows.map(([name, row]) => [this.plan.layers.keys.controls[row], first[name].usual]));
    }
    return found;
  }

  /** How often the sound had gaps: as the browser counts them, or as the audio thread saw it fall behind. */
  get dropOuts() {
    return this.context?.playbackStats?.underrunEvents ?? this.seen.late;
  }

  get latency() {
    return this.context ? (this.context.baseLatency + (this.context.outputLatency || 0)) * 1000 : 0;
  }

  /** Put an instrument that comes with Rosin on stage; false where it was given up, by a signal that is aborted. */
  async load(name, signal = null) {
    return this.bring(name, await this.server.plan(name, signal), signal);
  }

  /** Put the instrument of a file on stage. */
  async open(data, signal = null) {
    return this.bring(data, await this.server.ask("open", { instrument: data }, signal), signal);
  }

  async bring(source, plan, signal) {
    await this.server.fetchKernels(plan);
    if (signal?.aborted) return false;
    await this.sound(plan);
    this.source = source;
    return true;
  }

  /** Ask the server about what is on stage. */
  ask(what, given, signal = null) {
    return this.server.ask(what, { instrument: this.source, ...given }, signal);
  }

  /** Sound a plan, in whose parameters there were changes already when it was made. */
  async sound(plan, made = {}) {
    await this.server.fetchKernels(plan);
    Object.assign(this, { plan, made });
    this.alone = plan.knobs && !this.served ? new Alone(plan, this.server.kernels(plan)) : null;
    this.ready = false;
    this.places = Object.fromEntries(Object.keys(plan.layers).map((name, index) => [name, index]));
    this.hands = Object.fromEntries(Object.keys(plan.hands).map((hand) => [hand, {}]));
    this.replayed = null; // a gesture that is played without hands
    this.waiting = [];
    this.watched = 0;
    this.judged = null;
    this.watching.makeRoom(plan);
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
      this.post({ kind, layer: this.places[link.layer], name: link.moves, value: state[name], heard: this.following });
    }
    this.dispatchEvent(new CustomEvent("control", { detail: { hand, name, value: state[name] } }));
  }

  /** Do what follows notes: where the player plays them, hands are seen to move, and nothing else. */
  follow(deed) {
    this.following = true;
    try {
      deed();
    } finally {
      this.following = false;
    }
  }

  /** A hand does something for some blocks, to the sample, and is then at rest: it throws a hammer, with its velocity for one of them. */
  strike(hand, wanted, { name = "velocity", blocks = 1 } = {}) {
    if (!Number.isFinite(wanted)) return;
    const { low, high } = this.plan.hands[hand][name];
    const value = Math.min(Math.max(wanted, low), high);
    for (const link of this.plan.links) {
      if (link.hand === hand && link.control === name) this.post({ kind: "strike", layer: this.places[link.layer], name: link.moves, value, blocks, heard: this.following });
    }
    this.dispatchEvent(new CustomEvent("struck", { detail: { hand, name, value, seconds: lasting(blocks) } }));
  }

  /**
   * Play a note on a pair of its own, or move it on: its key and bend, speed and force in shares of the usual, and `edge`, how far from
   * the middle it is struck, from 0 to 1, or null for the usual place.
   */
  note({ id, key, bend, speed, force, begun, edge = null }) {
    const [hand, known] = Object.entries(this.plan.hands)[0];
    const given = { velocity: speed, normal_force: force };
    const controls = {};
    for (const name of Object.keys(given)) {
      if (!known[name] || !Number.isFinite(given[name])) continue;
      controls[name] = Math.min(Math.max(given[name] * known[name].usual, known[name].low), known[name].high);
    }
    if (known.position) controls.position = edge === null ? 0 : placed(this.plan, edge);
    Object.assign(this.hands[hand], controls);
    if (!this.following) this.post({ kind: "note", layer: this.places.keys, id, key, bend, begun, controls });
    if (begun) this.dispatchEvent(new CustomEvent("noted", { detail: { key } }));
  }

  /** The hand of a note leaves its pair, which rings on. */
  leave(id) {
    if (!this.following) this.post({ kind: "leave", layer: this.places.keys, id });
    const [hand, known] = Object.entries(this.plan.hands)[0];
    for (const name of ["velocity", "normal_force"]) if (known[name]) this.hands[hand][name] = 0;
  }

  /** What is known of a layer and of the hand on it now. */
  present(index) {
    const [name, layer] = Object.entries(this.plan.layers)[index] ?? Object.entries(this.plan.layers)[0];
    const hand = this.plan.links.find((link) => link.layer === name)?.hand;
    const { velocity: speed = 0, normal_force: force = 0, finger = 0, position = 0 } = this.hands[hand] ?? {};
    const pitch = layer.marks.length ? layer.pitch / (1 - finger) : null;
    return { traces: layer.traces, rubbed: layer.rubbed, rate: this.plan.sampleRate, speed, force, pitch, position: position / (1 - finger) };
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
    this.replayed = rows && { rows, rate, keys, begin: this.context.currentTime, hands: structuredClone(this.hands) };
    this.dispatchEvent(new CustomEvent("replay", { detail: this.replayed }));
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

  /** What was last seen of the audio thread, and how the resonators moved. */
  get seen() {
    return this.watching.seen;
  }

  get motion() {
    return this.watching.motion;
  }

  /** Ask for the last samples and traces; they come with the event "look". */
  look() {
    this.watching.look(this.watched);
  }

  /** Ask how the string that is watched moves; the answer is kept in `judged`: { words, slips } or null. */
  judge() {
    const { speed: velocity, pitch: frequency, position } = this.present(this.watched);
    if (this.plan.judge) this.send({ kind: "judge", layer: this.watched, velocity, frequency, position });
  }

  watchMotion() {
    if (this.running) this.watching.watchMotion();
  }

  record(on) {
    this.taking.record(on);
  }

  get recording() {
    return this.taking.recording;
  }

  get heard() {
    return this.taking.heard;
  }

  /** What was recorded, as two rows. */
  take() {
    return this.taking.rows();
  }

  receive(message) {
    if (message.kind === "look") this.dispatchEvent(new CustomEvent("look", { detail: this.watching.looked(message) }));
    else if (message.kind === "take") this.taking.receive(message);
    else if (message.kind === "judged") this.judged = message.layer === this.watched ? message.found : null;
    else if (message.kind === "ledger") this.taking.ledger = message;
    else if (message.kind === "loop") this.dispatchEvent(new CustomEvent("loop", { detail: message.detail }));
    else if (message.kind === "motion") this.watching.moved(message);
    else if (message.kind === "ready") {
      this.ready = true;
      this.dispatchEvent(new CustomEvent("ready", { detail: message.name }));
    }
  }
}
