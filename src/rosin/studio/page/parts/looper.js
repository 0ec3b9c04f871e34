// The looper: press to record a loop, press again and it plays, again to lay more over it, again to keep that. Hold, or "Clear", ends it.

const LONGEST = 60; // s
const MOST = 16; // layers
const HELD = 700; // ms after which a press is a long one
const STEPS = {
  idle: { act: "record", label: "Loop", title: "Record a loop of what you play" },
  recording: { act: "close", label: "Close", title: "The loop ends here and plays" },
  playing: { act: "overdub", label: "Overdub", title: "Lay what you play over the loop; hold to clear" },
  overdubbing: { act: "keep", label: "Keep", title: "Keep this layer" },
  ending: { act: null, label: "Loop", title: "" },
};

export class Looper {
  state = "idle";
  length = 0; // samples
  layers = 0;

  constructor({ engine, notices, button, clear }) {
    Object.assign(this, { engine, notices, button, clearing: clear });
    engine.addEventListener("loop", ({ detail }) => this.follow(detail));
    button.addEventListener("pointerdown", () => (this.holding = setTimeout(() => this.clear(true), HELD)));
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, () => clearTimeout(this.holding));
    button.addEventListener("click", () => (this.held ? (this.held = false) : this.press()));
    clear.addEventListener("click", () => this.clear());
    this.refresh();
  }

  press() {
    const { act } = STEPS[this.state];
    if (act === "record") return this.send(act, LONGEST * this.engine.context.sampleRate);
    if (act !== "overdub") return act && this.send(act);
    if (this.layers >= MOST) return this.notices.say(`The loop has ${MOST} layers, which is all it can hold. Clear it to begin another.`);
    return this.send(act, this.length);
  }

  /** Tell the audio thread what to do, with room for so many samples of two channels. */
  send(act, samples = 0) {
    const room = samples ? new ArrayBuffer(8 * samples) : null;
    this.engine.send({ kind: "loop", act, room }, room ? [room] : []);
  }

  /** @param held  by a long press, whose click is no press any more */
  clear(held = false) {
    if (this.state === "idle") return;
    Object.assign(this, { held, cleared: true });
    this.send("clear");
  }

  /** The audio thread says how far it is. */
  follow({ state, length, layers }) {
    const short = this.state === "recording" && state === "idle" && !this.cleared;
    const full = this.state === "recording" && length >= LONGEST * this.engine.context.sampleRate;
    Object.assign(this, { state, length, layers, cleared: false });
    if (short) this.notices.say("There is no loop: press, play for a tenth of a second at least, and press again.", "done");
    if (full) this.notices.say(`A loop has at most ${LONGEST} s: it plays from now on.`, "done");
    this.refresh();
  }

  refresh() {
    const { label, title } = STEPS[this.state];
    this.button.disabled = !this.engine.running || this.state === "ending";
    this.button.setAttribute("aria-pressed", String(this.state !== "idle"));
    this.button.classList.toggle("taking", ["recording", "overdubbing"].includes(this.state));
    this.button.querySelector(".label").textContent = label;
    this.button.title = title;
    this.clearing.hidden = this.state === "idle";
  }
}
