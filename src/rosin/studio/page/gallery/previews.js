// A second of each instrument, fetched when first asked for, kept decoded, played one at a time with soft edges.

const RISE = 0.03, FALL = 0.18; // s

export class Previews {
  #context;
  #kept = new Map(); // name: promise of an AudioBuffer
  #asked = ""; // what is to be heard now
  #sounding = null; // { source, gain, ended }

  /** @param {() => AudioContext | null} context what plays, as soon as there is one */
  constructor(context) {
    this.#context = context;
  }

  /** The name of what sounds or is about to; empty in silence. */
  get playing() {
    return this.#asked;
  }

  /** Play one; what sounds is faded out. True when it begins, false where it could not be had or is no longer asked for. */
  async play(name) {
    this.stop();
    const context = this.#context();
    if (!context) return false;
    this.#asked = name;
    const buffer = await this.#buffer(context, name).catch(() => null);
    if (this.#asked !== name || context.state !== "running") return false;
    if (!buffer) {
      this.#asked = "";
      return false;
    }
    this.#sounding = this.#begin(context, buffer);
    return true;
  }

  /** Fade out, and play nothing that is still on its way. */
  stop() {
    this.#asked = "";
    const { source, gain } = this.#sounding ?? {};
    this.#sounding = null;
    if (!source) return;
    const now = source.context.currentTime;
    gain.gain.cancelAndHoldAtTime?.(now);
    gain.gain.setTargetAtTime(0, now, FALL / 4);
    source.stop(now + FALL);
  }

  /** Fetch several, one after the other, until `wanted` says no. */
  async warm(names, wanted) {
    for (const name of names) {
      const context = this.#context();
      if (!context || !wanted()) return;
      await this.#buffer(context, name).catch(() => null);
    }
  }

  #buffer(context, name) {
    const kept = this.#kept.get(name) ?? load(context, name);
    this.#kept.set(name, kept);
    kept.catch(() => this.#kept.delete(name)); // it may be had next time
    return kept;
  }

  #begin(context, buffer) {
    const source = new AudioBufferSourceNode(context, { buffer });
    const gain = new GainNode(context, { gain: 0 });
    const begun = { source, gain };
    gain.gain.setValueAtTime(0, context.currentTime);
    gain.gain.linearRampToValueAtTime(1, context.currentTime + RISE);
    source.connect(gain).connect(context.destination);
    source.addEventListener("ended", () => {
      gain.disconnect();
      if (this.#sounding !== begun) return;
      this.#sounding = null;
      this.#asked = "";
    });
    source.start();
    return begun;
  }
}

async function load(context, name) {
  const answer = await fetch(`previews/${encodeURIComponent(name)}.flac`);
  if (!answer.ok) throw new Error(`There is no preview of ${name}.`);
  return context.decodeAudioData(await answer.arrayBuffer());
}
