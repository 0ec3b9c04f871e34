// The keys of the computer play the stage wherever the focus is, so that a knob can be turned while a key is held; but a field that takes
// letters keeps them, a slider and a menu their arrows, and a button Space and Enter. All keys are let go when the page is left.

const PLAYED = new Set([" ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", ..."1234567890-qwertyuiopasdfghjklzxcvbnm"]);
const MOVES = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]);
const WITHOUT_LETTERS = new Set(["range", "checkbox", "radio", "button", "file", "color"]);

/** Whether an element needs a key for itself. */
function claims(element, key) {
  if (element.isContentEditable || element.matches("textarea, select")) return true;
  if (element.matches("input")) return !WITHOUT_LETTERS.has(element.type) || (element.type === "range" ? MOVES.has(key) : key === " ");
  return element.matches("button, summary, a[href]") && key === " ";
}

/** Call `pressed(key, again)`, `released(key)` and, when the page is left, `left()`; gives the keys that are held, by their place. */
export function followKeyboard({ pressed, released, left }) {
  const held = new Map();
  addEventListener("keydown", (event) => {
    if (!PLAYED.has(event.key) || event.ctrlKey || event.metaKey || event.altKey || claims(event.target, event.key)) return;
    event.preventDefault();
    if (!event.repeat) held.set(event.code, event.key);
    pressed(event.key, event.repeat);
  });
  addEventListener("keyup", ({ code }) => {
    const key = held.get(code); // which Shift, pressed meanwhile, would call otherwise
    held.delete(code);
    if (key !== undefined) released(key);
  });
  const leave = () => {
    held.clear();
    left();
  };
  addEventListener("blur", leave);
  document.addEventListener("visibilitychange", () => document.hidden && leave());
  return held;
}
