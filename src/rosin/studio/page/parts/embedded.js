// The page in a frame of another one (embed.js): it says what happens and does what it is asked, to and from that page alone.

const COMMANDS = new Set(["start", "stop", "turn", "listen"]);
const KINDS = new Set(["number", "string", "boolean"]);

/** The origin of the page around this one, as the address says (?embed=ORIGIN); null where there is none. */
function hostOf({ search }) {
  const given = new URLSearchParams(search).get("embed");
  return given && globalThis.parent !== globalThis ? (URL.canParse(given) ? new URL(given).origin : null) : null;
}

/** Answer the page around this one, if there is one; `does` has start(), stop(), turn(path, value) and listen(). */
export function followHost({ engine, lamp, word, does }) {
  const asked = new URLSearchParams(location.search);
  if (!asked.has("embed")) return;
  document.body.classList.add("embedded");
  if (["light", "dark"].includes(asked.get("theme"))) document.documentElement.dataset.theme = asked.get("theme");
  const host = hostOf(location);
  if (!host) return;

  const tell = (event, detail) => globalThis.parent.postMessage({ rosin: event, detail }, host);
  const played = (key = null) => tell("played", { name: engine.plan.name, key });
  const pressing = new Set(); // hands
  engine.addEventListener("plan", ({ detail: { name, title = name } }) => tell("ready", { name, title }));
  engine.addEventListener("struck", () => played());
  engine.addEventListener("noted", ({ detail: { key } }) => played(key));
  engine.addEventListener("control", ({ detail: { hand, name, value } }) => {
    if (name !== "normal_force" && name !== "force") return;
    if (value > 0 && !pressing.has(hand)) played();
    if (value > 0) pressing.add(hand);
    else pressing.delete(hand);
  });
  new MutationObserver(() => tell("regime", { regime: lamp.dataset.regime, words: word.textContent })).observe(lamp, { attributeFilter: ["data-regime"] });

  addEventListener("message", ({ source, origin, data }) => {
    if (source !== globalThis.parent || origin !== host || !COMMANDS.has(data?.rosin)) return;
    if (data.rosin === "turn" && (typeof data.path !== "string" || !KINDS.has(typeof data.value))) return;
    does[data.rosin](data.path, data.value);
  });
}
