// The audio thread: one instrument, its layers, soundboxes and output chain, a block of 128 samples at a time.

import { Clock, TIMED } from "./clock.js";
import { Judge } from "./judge.js";
import { Keys } from "./keys.js";
import { Ledger } from "./ledger.js";
import { Loops } from "./loops.js";
import { Player } from "./player.js";
import { Program } from "./program.js";

const BLOCK = 128;
const KEPT = 4 * 48000; // samples of output that wait to be recorded
const LONG = 100; // timed blocks, over which the load is a mean
const GLIDE = 0.01; // s: time constant of a layer's gain
const ARRIVED = 1e-6; // of a gain: as good as there
const FADE = 16; // blocks in which an instrument that leaves fades out
const SEEN = 2048; // samples of output and traces that a picture may ask for
const SLID = 32768; // samples of a bowed string's sliding, of which the judge hears the last

/** Copy a ring from a place on, at most once around. */
function unroll(ring, begin, out) {
  const from = begin % ring.length;
  const first = Math.min(out.length, ring.length - from);
  out.set(ring.subarray(from, from + first));
  out.set(ring.subarray(0, out.length - first), first);
}

class Layer {
  constructor(plan, modules) {
    this.plan = plan;
    this.voice = new Program(plan, modules[plan.module]);
    this.keys = plan.keys && new Keys(plan.keys, this.voice);
    this.box = plan.soundbox && new Program(plan.soundbox, modules[plan.soundbox.module]);
    this.struck = new Map(); // controls that go back to zero, and after how many blocks
    this.traces = plan.traces.map(() => new Float32Array(SEEN));
    this.slid = plan.marks.length ? new Float32Array(SLID) : null;
    this.sliding = plan.traces.indexOf("relative_velocity") * BLOCK;
    this.gain = plan.gain;
    this.gains = new Float64Array(BLOCK); // of the samples of a block
    this.play(null, sampleRate);
    this.observe(false);
  }

  /** Play rows of controls at an even rate; without them a hand plays. */
  play(rows, rate) {
    [this.rows, this.at, this.pace] = [rows, 0, rate / sampleRate];
    this.voice.count("live", rows ? 0 : 1);
  }

  /** The gain of each sample of the next block: it glides to where it is to be. */
  glide() {
    const goal = this.plan.gain;
    const pace = 1 - Math.exp(-1 / (GLIDE * sampleRate));
    for (let i = 0; i < BLOCK; i++) this.gains[i] = this.gain += pace * (goal - this.gain);
    if (Math.abs(goal - this.gain) <= ARRIVED * Math.abs(goal)) this.gain = goal;
    return this.gains;
  }

  observe(on) {
    if (!this.traces.length) return; // a scene, of which what rests may sleep
    this.voice.count("observed", on ? 1 : 0);
    this.observed = on;
  }

  control(name, value) {
    const place = this.plan.controls.indexOf(name);
    if (place >= 0 && Number.isFinite(value)) this.voice.put("goals", place, value);
  }

  /** A control that is at its goal at once, as where a hand comes down; a blow that is not over yet ends there. */
  jump(name, value) {
    const place = this.plan.controls.indexOf(name);
    if (place < 0 || !Number.isFinite(value)) return;
    this.set(place, value);
    this.struck.delete(place);
  }

  set(place, value) {
    this.voice.put("goals", place, value);
    this.voice.put("present", place, value);
  }

  /** A control that jumps to a value for some blocks, as the velocity that throws a hammer does for one. */
  strike(name, value, blocks) {
    const place = this.plan.controls.indexOf(name);
    if (place < 0 || !Number.isFinite(value)) return;
    this.set(place, value);
    this.struck.set(place, blocks);
  }

  step(write) {
    const { voice } = this;
    if (this.rows) {
      const controls = voice.arrays.controls;
      for (let k = 0; k < this.rows.length; k++) {
        const row = this.rows[k];
        const last = row.length - 1;
        for (let i = 0; i < BLOCK; i++) {
          const at = Math.min(this.at + i * this.pace, last);
          const below = Math.floor(at);
          const value = row[below];
          controls[k * BLOCK + i] = below === last ? value : value + (at - below) * (row[below + 1] - value);
        }
      }
      this.at += BLOCK * this.pace;
    }
    voice.process(BLOCK);
    for (const [place, blocks] of this.struck) {
      this.struck.set(place, blocks - 1);
      if (blocks > 1) continue;
      this.set(place, 0);
      this.struck.delete(place);
    }
    this.keys?.passed();
    if (this.observed) {
      const traces = voice.arrays.traces;
      for (let k = 0; k < this.traces.length; k++) {
        const kept = this.traces[k];
        for (let i = 0; i < BLOCK; i++) kept[(write + i) % SEEN] = traces[k * BLOCK + i];
      }
      if (this.slid) for (let i = 0; i < BLOCK; i++) this.slid[(write + i) % SLID] = traces[this.sliding + i];
    }
    if (!this.box) return voice.arrays.audio;
    const { sound, out } = this.box.arrays;
    const audio = voice.arrays.audio;
    for (let i = 0; i < BLOCK; i++) sound[i] = audio[i];
    this.box.process(BLOCK);
    return out;
  }
}

/** An instrument that sounds: its layers and its output chain. */
class Ensemble {
  constructor(plan, modules) {
    this.plan = plan;
    this.layers = Object.values(plan.layers).map((each) => new Layer(each, modules));
    this.chain = new Program(plan.chain, modules[plan.chain.module]);
    this.judge = plan.judge && new Judge(plan.judge, modules);
    this.player = plan.player && new Player(plan.player, this.layers, modules);
    for (const { keys } of this.layers) if (keys) keys.player = this.player;
  }

  /** The next block, as the chain has it: `written` samples were before. */
  block(written) {
    const { sound, out } = this.chain.arrays;
    const channels = this.plan.channels;
    for (let k = 0; k < channels; k++) for (let i = 0; i < BLOCK; i++) sound[k * BLOCK + i] = 0;
    this.player?.block();
    for (let l = 0; l < this.layers.length; l++) {
      const layer = this.layers[l];
      const audio = layer.step(written);
      const gains = layer.gain === layer.plan.gain ? null : layer.glide();
      const { gain, channels: own } = layer.plan;
      for (let k = 0; k < channels; k++) {
        const row = Math.min(k, own - 1) * BLOCK;
        for (let i = 0; i < BLOCK; i++) sound[k * BLOCK + i] += (gains ? gains[i] : gain) * audio[row + i];
      }
    }
    this.chain.process(BLOCK);
    return out;
  }

  /** The layer in which a hand moves a control; null where notes lead that, which the hand follows. */
  moved({ layer: place, name, heard }) {
    const layer = this.layers[place];
    return this.player?.keeps(place, layer?.plan.controls.indexOf(name), heard) ? null : layer;
  }

  /** Back to the state before the first sample. */
  restart() {
    this.player?.stop();
    for (const layer of this.layers) {
      layer.plan.rest.forEach((value, place) => layer.set(place, value));
      layer.voice.start();
      layer.keys?.restart();
      layer.box?.start();
    }
    this.chain.start();
  }

  /** Where the second channel of a block begins. */
  get other() {
    return this.plan.chain.channels > 1 ? BLOCK : 0;
  }
}

class Sounding extends AudioWorkletProcessor {
  /** An instrument, and gestures for its layers, may come with the node itself, as an offline rendering needs them. */
  constructor({ processorOptions: given }) {
    super();
    this.now = null; // the Ensemble that plays
    this.leaving = null; // the one before it, while it fades
    this.fading = 0; // blocks that are left of that
    this.kept = [new Float32Array(KEPT), new Float32Array(KEPT)];
    this.written = 0;
    this.read = 0;
    this.lost = 0;
    this.recording = false;
    this.end = 0; // of what is recorded
    this.ledger = null; // of a take
    this.working = false;
    this.loops = new Loops(sampleRate, (detail) => this.port.postMessage({ kind: "loop", detail }));
    this.spent = 0;
    this.blocks = 0;
    this.clock = new Clock();
    this.port.onmessage = ({ data }) => this.receive(data);
    if (given?.plan) this.receive({ kind: "instrument", ...given });
    given?.rows?.forEach((rows, layer) => this.receive({ kind: "rows", layer, rows, rate: given.rate, keys: given.keys }));
  }

  receive(message) {
    const layer = this.now?.layers[message.layer];
    switch (message.kind) {
      case "instrument":
        if (this.ledger) this.port.postMessage({ kind: "ledger", ...this.ledger.closed(this.written) });
        this.ledger = null;
        [this.leaving, this.fading] = [this.now, FADE];
        this.now = new Ensemble(message.plan, message.modules);
        this.port.postMessage({ kind: "ready", name: message.plan.name });
        break;
      case "control":
        this.now?.moved(message)?.control(message.name, message.value);
        break;
      case "jump":
        this.now?.moved(message)?.jump(message.name, message.value);
        break;
      case "strike":
        this.now?.moved(message)?.strike(message.name, message.value, message.blocks);
        break;
      case "hear":
        this.now?.player?.hear(message.bytes);
        break;
      case "adopt":
        this.now?.player?.adopt(message.said, message.order);
        break;
      case "tuned":
        this.now?.player?.tune(message.off);
        break;
      case "note":
        layer?.keys?.play(message);
        break;
      case "leave":
        layer?.keys?.end(message.id);
        break;
      case "update": {
        const program = message.of === "chain" ? this.now?.chain : layer?.voice;
        program?.write(message.memory);
        if (message.found) program?.remember(message.found);
        program?.prepare();
        if (message.keys) layer?.keys?.change(message.keys);
        break;
      }
      case "gain":
        if (layer && Number.isFinite(message.value)) layer.plan.gain = message.value;
        this.ledger?.add(`layer ${message.layer}`, ["gain", message.value]);
        break;
      case "rows":
        this.ledger?.add(`layer ${message.layer}`, ["rows", message.rows, message.rate ?? sampleRate]);
        layer?.play(message.rows, message.rate ?? sampleRate);
        if (message.rows) this.now?.player?.stop();
        if (message.rows) layer?.keys?.restart(message.keys);
        break;
      case "observe":
        for (const each of this.now?.layers ?? []) each.observe(message.on);
        break;
      case "restart":
        this.now?.restart();
        break;
      case "awake":
        this.clock.restart();
        break;
      case "record":
        this.recording = message.on;
        if (this.ledger) this.port.postMessage({ kind: "ledger", ...this.ledger.closed(this.written) });
        this.ledger = message.on && this.now ? new Ledger(this.now, this.written, () => this.written + (this.working ? BLOCK : 0)) : null;
        this.end = message.on ? Infinity : this.written;
        if (message.on) [this.read, this.lost] = [this.written, 0];
        break;
      case "loop":
        this.loops.act(message, this.kept, this.written);
        break;
      case "take":
        this.take(message.buffer);
        break;
      case "look":
        this.look(message.buffer, message.layer);
        break;
      case "judge": {
        const found = layer?.slid && this.now.judge?.judged(layer.slid, this.written, message, sampleRate);
        this.port.postMessage({ kind: "judged", layer: message.layer, found: found || null });
        break;
      }
      case "motion":
        this.motion(message.buffer);
        break;
    }
  }

  /** Give what was recorded since the last time: the buffer comes, is filled, and goes back. */
  take(buffer) {
    const out = new Float32Array(buffer);
    const room = out.length / 2;
    const n = Math.max(0, Math.min(room, Math.min(this.written, this.end) - this.read));
    for (let k = 0; k < 2; k++) unroll(this.kept[k], this.read, out.subarray(k * room, k * room + n));
    this.read += n;
    this.port.postMessage({ kind: "take", buffer, n, lost: this.lost }, [buffer]);
  }

  /** Give the last samples of the output, and of the traces of one layer, with what the machine is doing. */
  look(buffer, index = 0) {
    const out = new Float32Array(buffer);
    const layer = this.now?.layers[index];
    const begin = Math.max(0, this.written - SEEN);
    unroll(this.kept[0], begin, out.subarray(0, SEEN));
    for (let k = 0; layer && k < layer.traces.length && (k + 2) * SEEN <= out.length; k++) {
      unroll(layer.traces[k], begin, out.subarray((k + 1) * SEEN, (k + 2) * SEEN));
    }
    const load = this.blocks ? this.spent / ((this.blocks * BLOCK * 1000) / sampleRate) : 0;
    if (this.blocks > LONG) [this.spent, this.blocks] = [this.spent / 2, this.blocks / 2];
    const muted = this.now ? this.now.chain.arrays["filter.s.muted"][0] : 0;
    this.port.postMessage({ kind: "look", buffer, load, late: this.clock.late, muted, layer: index, frame: this.written }, [buffer]);
  }

  /** Give the coefficients, the state and the whole numbers of every program's resonator, where the buffer is made for them. */
  motion(buffer) {
    const out = new Float64Array(buffer);
    const drawn = (this.now?.layers ?? []).filter(({ voice }) => voice.arrays["resonator.c"]);
    const parts = drawn.flatMap(({ voice }) => [voice.arrays["resonator.c"], voice.arrays["resonator.s"], voice.integers]);
    const full = parts.reduce((sum, part) => sum + part.length, 0) === out.length;
    let at = 0;
    if (full) for (const part of parts) {
      out.set(part, at);
      at += part.length;
    }
    this.port.postMessage({ kind: "motion", buffer, full }, [buffer]);
  }

  /** Add what is left of the last instrument to the block. */
  fade() {
    const out = this.leaving.block(this.written);
    const { other } = this.leaving;
    for (let i = 0; i < BLOCK; i++) {
      const at = (this.written + i) % KEPT;
      const share = (this.fading - (i + 1) / BLOCK) / FADE;
      this.kept[0][at] += share * out[i];
      this.kept[1][at] += share * out[other + i];
    }
    this.fading -= 1;
    if (this.fading === 0) this.leaving = null;
  }

  process(inputs, outputs) {
    const timed = this.written % TIMED === 0;
    const begin = timed ? this.clock.look() : 0;
    const left = outputs[0][0];
    const right = outputs[0][1];
    if (!this.now) return true;
    this.working = true; // what is done to the memories now counts from the next block on
    const out = this.now.block(this.written);
    this.working = false;
    const first = this.kept[0];
    const second = this.kept[1];
    const { other } = this.now;
    for (let i = 0; i < BLOCK; i++) {
      const at = (this.written + i) % KEPT;
      first[at] = out[i];
      second[at] = out[other + i];
    }
    if (this.leaving) this.fade();
    for (let i = 0; i < BLOCK; i++) {
      const at = (this.written + i) % KEPT;
      left[i] = first[at];
      if (right) right[i] = second[at];
    }
    this.loops.block(left, right ?? left);
    this.written += BLOCK;
    if (this.recording && this.written - this.read > KEPT) {
      this.lost += this.written - this.read - KEPT;
      this.read = this.written - KEPT;
    }
    if (timed) {
      this.spent += Date.now() - begin;
      this.blocks += 1;
    }
    return true;
  }
}

registerProcessor("rosin", Sounding);
