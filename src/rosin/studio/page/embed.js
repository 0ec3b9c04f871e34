// <rosin-instrument name="wineglass">: an instrument of a Rosin site on any page (docs/pages/guide/embed.md). It is the site itself in a frame; the two
// pages exchange small messages, and either listens only to the other's window and origin.

const HERE = new URL("./", import.meta.url).href; // the site that this file comes with
const USUAL = "wineglass"; // where no name is given
const HEIGHT = 480; // px
const EVENTS = new Set(["ready", "played", "regime"]);
const STYLE = ":host { display: block; } iframe { display: block; width: 100%; border: 0; border-radius: 10px; }";

export class RosinInstrument extends HTMLElement {
  static observedAttributes = ["name", "theme", "changes", "height", "src"];

  #frame = document.createElement("iframe");
  #ready = false;
  #waiting = []; // commands for a page that is not there yet
  #hear = (event) => this.#heard(event);

  constructor() {
    super();
    const style = Object.assign(document.createElement("style"), { textContent: STYLE });
    this.#frame.allow = "autoplay; fullscreen; midi; gamepad; clipboard-write";
    this.attachShadow({ mode: "open" }).append(style, this.#frame);
  }

  connectedCallback() {
    addEventListener("message", this.#hear);
    this.#load();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
  }

  attributeChangedCallback(attribute) {
    if (attribute === "height") this.#measure();
    else if (this.isConnected) this.#load();
  }

  /** Sound on; browsers ask for a click or a key of the visitor before it, somewhere on the page. */
  start() {
    this.#tell({ rosin: "start" });
  }

  /** Sound off. */
  stop() {
    this.#tell({ rosin: "stop" });
  }

  /** Turn a parameter (its path as in an instrument file) to a value. */
  turn(path, value) {
    this.#tell({ rosin: "turn", path: String(path), value });
  }

  /** Let it play its own gesture. */
  listen() {
    this.#tell({ rosin: "listen" });
  }

  get #site() {
    return new URL(this.getAttribute("src") ?? HERE, document.baseURI);
  }

  #measure() {
    this.#frame.style.height = `${Math.max(1, Number.parseFloat(this.getAttribute("height")) || HEIGHT)}px`;
  }

  #load() {
    const name = this.getAttribute("name") ?? USUAL;
    const changes = this.getAttribute("changes");
    const address = new URL("index.html", this.#site);
    address.searchParams.set("embed", location.origin);
    if (this.hasAttribute("theme")) address.searchParams.set("theme", this.getAttribute("theme"));
    address.hash = `${encodeURIComponent(name)}${changes ? `?${encodeURIComponent(changes)}` : ""}`;
    this.#measure();
    if (this.#frame.src === address.href) return;
    this.#ready = false;
    this.#frame.title = `${name.replaceAll("_", " ")}, to be played`;
    this.#frame.src = address.href;
  }

  #tell(message) {
    if (this.#ready) this.#frame.contentWindow.postMessage(message, this.#site.origin);
    else this.#waiting.push(message);
  }

  #heard({ source, origin, data }) {
    if (source !== this.#frame.contentWindow || origin !== this.#site.origin || !EVENTS.has(data?.rosin)) return;
    if (data.rosin === "ready") {
      this.#ready = true;
      for (const message of this.#waiting.splice(0)) this.#tell(message);
    }
    this.dispatchEvent(new CustomEvent(data.rosin, { detail: data.detail }));
  }
}

if (!customElements.get("rosin-instrument")) customElements.define("rosin-instrument", RosinInstrument);
