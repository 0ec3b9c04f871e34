// Listen, record, play a take again: the buttons below the stage, and what they do.

import { wav } from "../audio/wav.js";
import { download } from "../files/download.js";
import { takeFile } from "../files/take.js";
import { GestureRecorder, plain, readGesture, rowsOf, written } from "../hands/gesture.js";

export class Transport {
  /** `buttons`: replay, record, again, keep (its gesture) and whole (all of it); `ended()` is called when a gesture that was played is over. */
  constructor({ engine, preset, notices, buttons, ended }) {
    Object.assign(this, { engine, preset, notices, buttons, ended });
    this.recorder = new GestureRecorder(engine);
    this.gesture = null; // that was recorded or loaded: { rows, rate, seconds, hands }
    this.replaying = null; // { button, timer }
    this.recorded = null; // the plan that is recorded
    this.take = null; // the last one, as a file: { name, text }
    engine.addEventListener("plan", () => {
      this.stop();
      if (engine.recording && this.recorded) this.finish();
    });
    buttons.replay.addEventListener("click", () => {
      this.replay(buttons.replay, engine.plan.gesture);
      if (engine.plan.listen) notices.say(`Listen for: ${engine.plan.listen}`, "done");
    });
    buttons.again.addEventListener("click", () => this.gesture && this.replay(buttons.again, this.gesture));
    buttons.record.addEventListener("click", () => (engine.recording ? this.finish() : this.begin()));
    buttons.keep.addEventListener("click", () => this.save());
    buttons.whole.addEventListener("click", () => this.take && download(new Blob([this.take.text], { type: "application/json" }), `${this.take.name}.take.json`));
  }

  /** Buttons do only what is possible now. */
  refresh() {
    const { running } = this.engine;
    this.buttons.record.disabled = this.buttons.replay.disabled = !running;
    this.buttons.again.disabled = !running || !this.gesture;
    this.buttons.keep.disabled = !this.gesture?.hands;
    this.buttons.whole.disabled = !this.take;
  }

  /** A gesture is there to be played again, or none. */
  hold(gesture) {
    this.gesture = gesture;
    this.refresh();
  }

  begin() {
    const { buttons, engine } = this;
    this.recorded = engine.plan;
    this.origin = { instrument: this.preset.source, changes: { ...engine.made }, rate: engine.plan.sampleRate }; // as its programs were made
    engine.record(true);
    this.recorder.start();
    buttons.record.setAttribute("aria-pressed", "true");
    buttons.record.querySelector(".label").textContent = "Stop";
  }

  /** The take ends: its sound goes to a file, its gesture is kept. */
  async finish() {
    const { buttons, engine, recorded } = this;
    engine.record(false);
    this.recorded = null;
    buttons.record.setAttribute("aria-pressed", "false");
    buttons.record.querySelector(".label").textContent = "Record";
    const hands = this.recorder.stop(recorded);
    if (recorded === engine.plan) await this.notices.guarded(() => this.hold({ ...rowsOf(hands, engine.plan), hands }));
    const rows = await engine.take();
    const { ledger } = engine.taking;
    if (ledger) this.take = { name: recorded.name, text: takeFile(ledger, this.origin) };
    this.refresh();
    if (rows[0].length) download(wav(rows, engine.context.sampleRate), `${recorded.name}.wav`);
    const { lost } = engine.taking;
    if (lost) this.notices.say(`${lost} samples of the take were lost: the page was busy for too long.`);
    else this.notices.say(`A take of ${(rows[0].length / engine.context.sampleRate).toFixed(1)} s is saved as ${recorded.name}.wav; its gesture can be played again.`, "done");
  }

  save() {
    if (this.gesture?.hands) download(new Blob([written(this.gesture.hands)], { type: "application/json" }), `${this.engine.plan.name}.gesture.json`);
  }

  /** A gesture from a file's data, ready to be played. */
  async load(data, changes, name) {
    const { engine } = this;
    const given = readGesture(data, engine.plan.hands);
    this.hold(plain(given, engine.plan.hands) ? rowsOf(given, engine.plan) : await engine.ask("gesture", { before: changes, gesture: given }));
    this.notices.say(`${name}: a gesture of ${this.gesture.seconds.toFixed(1)} s is loaded; play it with Take.`, "done");
  }

  /** Play a gesture as it was, without hands; a second click stops it. */
  replay(button, { rows, rate, seconds, keys }) {
    const other = this.replaying?.button !== button;
    this.stop();
    if (!other) return;
    button.setAttribute("aria-pressed", "true");
    this.engine.replay(rows, rate, keys);
    this.replaying = { button, timer: setTimeout(() => this.stop(), 1000 * seconds) };
  }

  stop() {
    if (!this.replaying) return;
    clearTimeout(this.replaying.timer);
    this.replaying.button.setAttribute("aria-pressed", "false");
    this.replaying = null;
    this.engine.replay(null);
    this.ended();
  }
}
