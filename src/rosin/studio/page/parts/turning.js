// Knobs on their way: of all values that come while one is under way the last one counts, so that nothing queues.

const TOGETHER = 60; // ms in which turns of a knob are one

export class Turning {
  wanted = new Map(); // by what is turned: the last changes, who holds the knob, and the drag they are part of
  under = new Set(); // what is on its way
  drags = 0; // that have ended: a field says that it has changed when it is let go

  constructor(preset, notices) {
    Object.assign(this, { preset, notices });
    document.addEventListener("change", () => (this.drags += 1), { capture: true });
  }

  /** Turn a parameter; `holder` shows where that is not allowed. */
  turn(path, value, holder = null) {
    this.turnAll({ [path]: value }, `${path} ${this.drags}`, holder);
  }

  /** Turn several parameters together. */
  turnAll(changes, drag, holder = null) {
    const what = Object.keys(changes).join(" ");
    this.wanted.set(what, { changes, holder, drag, source: this.preset.source });
    if (this.under.has(what)) return;
    this.under.add(what);
    setTimeout(() => this.send(what), TOGETHER);
  }

  /** Whether a parameter has a newer value, which is on its way. */
  awaits(path) {
    return [...this.wanted.values()].some(({ changes }) => path in changes);
  }

  async send(what) {
    while (this.wanted.has(what)) {
      const { changes, holder, drag, source } = this.wanted.get(what);
      this.wanted.delete(what);
      if (source !== this.preset.source) continue; // of an instrument that is gone
      const leave = ["Leave it as it was", () => this.preset.giveUp()];
      const done = await this.notices.patiently("Making it so …", () => this.preset.turnAll(changes, drag), leave);
      holder?.classList.toggle("wrong", !done);
    }
    this.under.delete(what);
  }
}
