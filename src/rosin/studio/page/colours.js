// The colours of the page, as the style sheet has them now.

const NAMES = ["ground", "card", "ink", "soft", "line", "accent", "warm", "good", "bad", "stage"];
let known = null;

export function colours() {
  if (!known) {
    const style = getComputedStyle(document.documentElement);
    known = Object.fromEntries(NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  }
  return known;
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => (known = null));
