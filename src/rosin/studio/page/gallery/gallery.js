// The cabinet: shelves of instruments that stir when looked at, and play a second of themselves once they may sound.
import { drawn, element, icon } from "./elements.js";
import { materials } from "./pictures/index.js";
import { Previews } from "./previews.js";
import { families, shelf } from "./shelves.js";

const ASKED = "rosin.gallery.asked"; // for this visit: whether the sound was asked for
const TOUR = 2600; // ms that each picture stirs by itself while nobody points at one
const SETTLED = 120; // ms that a pointer rests on a picture before it plays: who passes by hears nothing
const still = matchMedia("(prefers-reduced-motion: reduce)");

const sentence = () =>
  element(
    "p",
    {},
    "Every one of them is computed while you touch it. ",
    element("span", { class: "pointing" }, "Point at one to hear it; open it to play."),
    element("span", { class: "touching" }, "Open one, and play."),
  );

export class Gallery {
  #root;
  #sound;
  #previews;
  #items;
  #status;
  #family = "";
  #lit = null; // the link in the light, by a hand or by the tour
  #shown = false;
  #touring = 0;
  #settling = 0;

  /**
   * @param {HTMLElement} root an empty element within <main>
   * @param {{ instruments: object[], families?: Record<string, string>, open?: (name: string) => void, openFile?: (file: File) => void,
   *   sound?: { readonly on: boolean, ask: () => Promise<boolean> }, context?: () => AudioContext | null }} options
   *   `instruments` and `families` as in plans/index.json; without `open` a picture is a plain link to #NAME
   */
  constructor(root, { instruments, families: headings = {}, open, openFile, sound = { on: false }, context = () => null }) {
    this.#root = root;
    this.#sound = sound;
    this.#previews = new Previews(context);
    const shelves = families(instruments, headings);
    root.classList.add("gallery");
    this.#status = element("p", { class: "unseen", role: "status" });
    this.field = element("input", { type: "search", placeholder: "Find: glass, squeak, bow …", "aria-label": "Find an instrument", input: () => this.#filter() });
    root.replaceChildren(
      drawn(materials()),
      this.#hero(shelves),
      element("div", { class: "shelves" }, ...shelves.map((each) => shelf(each, openFile))),
      element("p", { class: "none", hidden: true }, "Nothing in the cabinet is called that. ", element("button", { type: "button", click: () => this.#all() }, "Show all")),
      this.#status,
    );
    this.#items = [...root.querySelectorAll(".shelf li")];
    this.#watch(open);
    this.#offerSound();
    this.show();
  }

  /** The cabinet is seen, or its sound was turned on elsewhere: pictures stir by themselves while nobody points at one. */
  show() {
    this.#shown = true;
    if (this.#sound.on) this.#root.querySelector(".ask")?.remove();
    clearInterval(this.#touring);
    this.#touring = setInterval(() => this.#tour(), TOUR);
    this.#warm();
  }

  /** The cabinet is left: nothing sounds, stirs or is fetched any more. */
  hide() {
    this.#shown = false;
    clearInterval(this.#touring);
    this.#darken();
  }

  #hero(shelves) {
    const chip = (family, words) => element("button", { type: "button", "aria-pressed": String(!family), "data-family": family, click: () => this.#choose(family) }, words);
    const chips = shelves.filter(({ things }) => things.length).map(({ family, short }) => chip(family, short));
    return element(
      "div",
      { class: "hero" },
      element("div", {}, element("h1", {}, "Things that rub, stick, slip and sing"), sentence()),
      element("div", { class: "find", role: "search" }, element("label", { class: "search" }, icon("search"), this.field), element("div", { class: "chips", role: "group", "aria-label": "Families" }, chip("", "All"), ...chips)),
    );
  }

  #watch(open) {
    for (const link of this.#root.querySelectorAll("a[data-name]")) {
      const { name } = link.dataset;
      link.addEventListener("pointerenter", () => this.#light(link, SETTLED));
      link.addEventListener("pointerleave", () => this.#darken(link));
      link.addEventListener("focus", () => link.matches(":focus-visible") && this.#light(link));
      link.addEventListener("blur", () => this.#darken(link));
      link.addEventListener("click", (event) => {
        if (!open || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(name);
      });
    }
  }

  #light(link, wait = 0) {
    this.#darken();
    this.#lit = link;
    link.classList.add("lit");
    if (!this.#sound.on) return;
    this.#settling = setTimeout(() => this.#previews.play(link.dataset.name), wait);
  }

  #darken(link = this.#lit) {
    if (!link || link !== this.#lit) return;
    clearTimeout(this.#settling);
    link.classList.remove("lit");
    this.#lit = null;
    this.#previews.stop();
  }

  /** The next picture in view stirs, in silence, unless a hand is there or nothing should move. */
  #tour() {
    const held = this.#lit && this.#lit.matches(":hover, :focus");
    if (held || still.matches || document.hidden || !this.#shown) return;
    const seen = this.#items.map((item) => item.querySelector("a[data-name]")).filter((link) => link && inView(link));
    const next = seen[(seen.indexOf(this.#lit) + 1) % seen.length];
    this.#lit?.classList.remove("lit");
    this.#lit = next ?? null;
    next?.classList.add("lit");
  }

  #choose(family) {
    this.#family = family;
    for (const chip of this.#root.querySelectorAll(".chips button")) chip.setAttribute("aria-pressed", chip.dataset.family === family);
    this.#filter();
  }

  #all() {
    this.field.value = "";
    this.#choose("");
    this.field.focus();
  }

  #filter() {
    const words = this.field.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of this.#items) {
      const there = !this.#family || item.closest(".shelf").dataset.family === this.#family;
      item.hidden = !there || !words.every((word) => item.dataset.words.includes(word));
    }
    const found = this.#items.filter((item) => !item.hidden);
    for (const each of this.#root.querySelectorAll(".shelf")) each.hidden = !each.querySelector("li:not([hidden])");
    this.#root.classList.toggle("filtered", Boolean(words.length || this.#family));
    this.#root.querySelector(".none").hidden = found.length > 0;
    this.#status.textContent = `${found.length} of ${this.#items.length} are shown`;
  }

  #offerSound() {
    if (this.#sound.on || !this.#sound.ask || asked()) return;
    const note = element(
      "section",
      { class: "ask", "aria-label": "Sound" },
      element("p", {}, element("b", {}, "May it sound?"), " Then each picture plays a second of itself."),
      element("button", { class: "yes", type: "button", click: () => this.#answer(note, true) }, "Turn the sound on"),
      element("button", { class: "no", type: "button", click: () => this.#answer(note, false) }, "Not now"),
    );
    this.#root.append(note);
  }

  async #answer(note, wanted) {
    note.remove();
    remember();
    if (!wanted || !(await this.#sound.ask())) return;
    this.#status.textContent = "The sound is on";
    this.#warm();
  }

  #warm() {
    const names = this.#items.flatMap((item) => [...item.querySelectorAll("a[data-name]")].map((link) => link.dataset.name));
    if (this.#sound.on) this.#previews.warm(names, () => this.#shown);
  }
}

function inView(link) {
  const { top, bottom, height } = link.getBoundingClientRect();
  return height > 0 && top >= 0 && bottom <= innerHeight;
}

const asked = () => {
  try {
    return sessionStorage.getItem(ASKED) === "yes";
  } catch {
    return false; // storage may be forbidden
  }
};

const remember = () => {
  try {
    sessionStorage.setItem(ASKED, "yes");
  } catch {
    /* then it asks again after a reload */
  }
};
