// A knob from 0 to 1: drag up, wheel or arrows turn it, with Shift finely; a double click takes it back. A word says where it is.

const [MIDDLE, RADIUS, SWEEP] = [32, 23, (3 / 2) * Math.PI];
const DRAGGED = 160; // pixels from one end to the other
const FINE = 5; // times as many, with Shift
const STEPS = { ArrowUp: 0.02, ArrowRight: 0.02, ArrowDown: -0.02, ArrowLeft: -0.02, PageUp: 0.1, PageDown: -0.1 };

const angle = (share) => (share - 0.5) * SWEEP;
const point = (share, radius) => `${(MIDDLE + radius * Math.sin(angle(share))).toFixed(2)} ${(MIDDLE - radius * Math.cos(angle(share))).toFixed(2)}`;
const arc = (to) => `M${point(0, RADIUS)}A${RADIUS} ${RADIUS} 0 ${to * SWEEP > Math.PI ? 1 : 0} 1 ${point(to, RADIUS)}`;

const MARKUP = `<svg viewBox="0 0 64 64" tabindex="0" role="slider" aria-valuemin="0" aria-valuemax="1"><path class="track" d="${arc(1)}"/><path class="value"/>`
  + '<circle class="cap" cx="32" cy="32" r="17"/><path class="notch"/><circle class="listening" cx="32" cy="32" r="29"/></svg><b></b><span></span><p role="tooltip"></p>';

export class Knob {
  /** `turned(value)` is called as it moves, `let()` when a drag has ended, `chosen()` when it gets the focus or is pressed. */
  constructor({ title, text, usual, words, turned, let: ended = () => {}, chosen = () => {} }) {
    Object.assign(this, { usual, words, turned, ended });
    this.element = document.createElement("div");
    this.element.className = "knob";
    this.element.innerHTML = MARKUP;
    const [dial, name, word, sentence] = this.element.children;
    Object.assign(this, { dial, word });
    name.textContent = title;
    sentence.textContent = text;
    dial.setAttribute("aria-label", title);
    dial.setAttribute("aria-description", text);
    this.show(usual);
    this.follow();
    for (const event of ["focus", "pointerdown"]) dial.addEventListener(event, chosen);
  }

  /** Be seen at a value. */
  show(value) {
    this.value = Math.min(1, Math.max(0, value));
    const word = this.words[Math.round(this.value * (this.words.length - 1))] ?? "";
    this.word.textContent = word;
    this.dial.setAttribute("aria-valuenow", this.value.toFixed(2));
    this.dial.setAttribute("aria-valuetext", `${word} ${Math.round(100 * this.value)} %`);
    this.dial.querySelector(".value").setAttribute("d", arc(Math.max(0.002, this.value)));
    this.dial.querySelector(".notch").setAttribute("d", `M${point(this.value, 8)}L${point(this.value, 15)}`);
  }

  turn(value) {
    this.show(value);
    this.turned(this.value);
  }

  follow() {
    const { dial } = this;
    let from = null;
    dial.addEventListener("pointerdown", (event) => {
      if (event.isTrusted) dial.setPointerCapture(event.pointerId);
      dial.focus({ preventScroll: true });
      from = event.clientY;
      event.preventDefault();
    });
    dial.addEventListener("pointermove", (event) => {
      if (from === null) return;
      this.turn(this.value + (from - event.clientY) / (DRAGGED * (event.shiftKey ? FINE : 1)));
      from = event.clientY;
    });
    for (const end of ["pointerup", "pointercancel"]) dial.addEventListener(end, () => {
      if (from !== null) this.ended();
      from = null;
    });
    dial.addEventListener("dblclick", () => {
      this.turn(this.usual);
      this.ended();
    });
    dial.addEventListener("wheel", (event) => {
      this.turn(this.value - Math.sign(event.deltaY) * (event.shiftKey ? 0.004 : 0.02));
      event.preventDefault();
    }, { passive: false });
    dial.addEventListener("keydown", (event) => {
      const goal = { Home: 0, End: 1 }[event.key] ?? (event.key in STEPS ? this.value + STEPS[event.key] / (event.shiftKey ? FINE : 1) : null);
      if (goal === null) return;
      this.turn(goal);
      event.preventDefault();
      event.stopPropagation(); // the stage has arrows, too
    });
    dial.addEventListener("keyup", () => this.ended());
  }
}
