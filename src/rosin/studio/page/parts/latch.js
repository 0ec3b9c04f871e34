// The latch: an instrument plays on by itself, so that both hands are free for knobs. Its speed and pressure are sliders beside it.

const ID = "latch";
const SPAN = 16; // from the slowest to the fastest, around the usual
const STROKES = 2.2; // blows each second at the usual speed

export class Latch {
  /** `stage()` gives the stage that is there now. */
  constructor({ engine, stage, holder, byHand, byItself, start }) {
    Object.assign(this, { stage, byHand, byItself, on: false });
    [this.speed, this.pressure] = ["Speed", "Pressure"].map((name) => slider(holder, name));
    for (const each of [this.speed, this.pressure]) each.addEventListener("input", () => this.touch());
    byHand.addEventListener("click", () => this.let());
    byItself.addEventListener("click", () => {
      start();
      this.hold();
    });
    engine.addEventListener("plan", () => this.let());
  }

  hold() {
    this.on = true;
    this.show();
    this.touch();
  }

  let() {
    if (this.on) this.stage()?.leave(ID);
    this.on = false;
    clearTimeout(this.timer);
    this.show();
  }

  show() {
    this.byHand.setAttribute("aria-pressed", String(!this.on));
    this.byItself.setAttribute("aria-pressed", String(this.on));
    for (const each of [this.speed, this.pressure]) each.parentElement.hidden = !this.on;
  }

  /** What the latched hand does: the usual at the middle of either slider. */
  touch() {
    const stage = this.stage();
    if (!this.on || !stage) return;
    clearTimeout(this.timer);
    const [speed, force] = [this.speed, this.pressure].map(({ value }) => SPAN ** (Number(value) - 0.5));
    const struck = Boolean(stage.constructor.struck);
    stage.touch({ id: ID, key: null, bend: 0, speed: struck ? force : speed, force, pressure: Number(this.pressure.value), place: 0.5, way: [1, 0], begun: struck });
    if (struck) this.timer = setTimeout(() => this.touch(), 1000 / (STROKES * speed));
  }
}

function slider(holder, name) {
  const label = document.createElement("label");
  label.className = "latched";
  label.hidden = true;
  const field = Object.assign(document.createElement("input"), { type: "range", min: 0, max: 1, step: 0.01, value: 0.5 });
  label.append(name, field);
  holder.append(label);
  return field;
}
