// The colours of the page, as its tokens have them now: ink.amber, ink.woodDeep ...

let known = null;

/** Every colour among the tokens, by its name. */
export function colours() {
  if (!known) {
    const style = getComputedStyle(document.documentElement);
    known = Object.fromEntries(NAMES.map((name) => [name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()), style.getPropertyValue(`--${name}`).trim()]));
  }
  return known;
}

const NAMES = [
  "ground", "panel", "raised", "line", "edge", "ink", "soft", "faint", "amber", "amber-fill", "on-amber", "sings", "airy", "crunch", "outline", "shade",
  "varnish", "varnish-deep", "wood", "wood-deep", "wood-pale", "brass", "brass-deep", "steel", "steel-deep", "glass", "water", "ebony", "skin", "slate",
  "felt", "hair",
];

new MutationObserver(() => (known = null)).observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
