// Keys on the screen, where pitch matters: pressed by mouse, fingers or focus and Space, they play notes as MIDI keys do.

const NAMES = ["C", "C♯", "D", "E♭", "E", "F", "F♯", "G", "A♭", "A", "B♭", "B"];
const BLACK = new Set([1, 3, 6, 8, 10]);
const [LEAST, MOST] = [13, 29]; // keys shown
const SOFTEST = 0.35; // strength at the upper end of a key

export class OnscreenKeys {
  constructor(holder, notes, { start }) {
    Object.assign(this, { holder, channels: notes.channels, held: new Map() }); // of pointers, the keys
    const keyOf = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-key]");
    holder.addEventListener("pointerdown", (event) => {
      start();
      this.press(event.pointerId, keyOf(event), event);
      event.preventDefault();
    });
    addEventListener("pointermove", (event) => {
      const now = this.held.has(event.pointerId) ? keyOf(event) : null;
      if (now && this.held.get(event.pointerId) !== Number(now.dataset.key)) this.press(event.pointerId, now, event);
    });
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, ({ pointerId }) => this.lift(pointerId));
    holder.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      if (!event.repeat) start();
      if (!event.repeat) this.press("key", event.target.closest("[data-key]"));
    });
    holder.addEventListener("keyup", () => this.lift("key"));
    holder.addEventListener("focusout", () => this.lift("key"));
  }

  /** Keys from the lowest to the highest that a stage plays, as many as there is room for, round about the one in the middle. */
  show(range) {
    this.holder.hidden = !range;
    if (!range) return;
    const [lowest, highest, middle = (range[0] + range[1]) / 2] = range;
    const room = Math.max(LEAST, Math.min(MOST, Math.floor(innerWidth / 28)));
    let first = Math.max(lowest, Math.min(highest - room + 1, Math.round(middle - room / 2)));
    let last = Math.min(highest, first + room - 1);
    while (BLACK.has(first % 12)) first += 1;
    while (BLACK.has(last % 12)) last -= 1;
    this.holder.replaceChildren(...Array.from({ length: last - first + 1 }, (_, i) => {
      const key = first + i;
      const name = NAMES[key % 12];
      const button = Object.assign(document.createElement("button"), { className: BLACK.has(key % 12) ? "black" : "white", ariaLabel: `${name}${Math.floor(key / 12) - 1}` });
      button.dataset.key = key;
      if (!BLACK.has(key % 12)) button.append(Object.assign(document.createElement("b"), { textContent: `${name}${key % 12 ? "" : Math.floor(key / 12) - 1}` }));
      return button;
    }));
  }

  press(id, button, event = null) {
    this.lift(id);
    if (!button) return;
    const box = button.getBoundingClientRect();
    const share = event ? Math.min(1, Math.max(0, (event.clientY - box.top) / box.height)) : 0.7;
    const key = Number(button.dataset.key);
    this.held.set(id, key);
    button.classList.add("held");
    this.channels.press(key, SOFTEST + (1 - SOFTEST) * share);
  }

  lift(id) {
    const key = this.held.get(id);
    if (key === undefined) return;
    this.held.delete(id);
    this.holder.querySelector(`[data-key="${key}"]`)?.classList.remove("held");
    this.channels.lift(key);
  }
}
