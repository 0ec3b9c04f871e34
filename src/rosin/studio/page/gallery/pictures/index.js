// The picture of an instrument by its name, and the order on a shelf: that of its family's file.
import bowed from "./bowed.js";
import { bead, cast } from "./pen.js";
import plucked from "./plucked.js";
import rolled from "./rolled.js";
import rubbed from "./rubbed.js";
import squeaks from "./squeaks.js";
import struck from "./struck.js";

const PICTURES = { ...bowed, ...plucked, ...rubbed, ...struck, ...rolled, ...squeaks };
const ORDER = Object.keys(PICTURES);
const LIT = ["varnish", "wood", "wood-deep", "rose", "pale", "ebony", "leather", "brass", "brass-deep", "brass-bright", "steel", "steel-deep", "glassy", "skin", "slate", "felt", "chalk"];

/** What has no picture of its own: a string that is pulled into a corner. */
const string = () => `${cast(60, 44)}<path class="k wood" d="M10 96h100v16H10z"/><path class="shine" d="M16 101h44"/><path class="k brass" d="M16 84h6v12h-6zM98 84h6v12h-6z"/>
  <g class="stir-tremble"><path class="k" d="M19 84L52 40L101 84"/></g><path class="k thin dash" d="M19 84H101"/>${bead(52, 40)}`;

const own = (name) => name.split(".")[0];

/** The picture of an instrument or of a further preset of it, as SVG. */
export function picture(name) {
  const draw = Object.hasOwn(PICTURES, own(name)) ? PICTURES[own(name)] : string;
  return `<svg class="picture" viewBox="0 -2 120 114" preserveAspectRatio="xMidYMax meet" aria-hidden="true" focusable="false">${draw()}</svg>`;
}

/** Where an instrument stands on its shelf; those without a picture stand last. */
export function place(name) {
  const found = ORDER.indexOf(own(name));
  return found < 0 ? ORDER.length : found;
}

/** The materials in the light of the room, which all pictures refer to. */
export const materials = () => `<svg class="materials" width="0" height="0" aria-hidden="true" focusable="false"><defs>
  ${LIT.map((name) => `<linearGradient id="lit-${name}" x1=".1" y1="0" x2=".8" y2="1"><stop offset="0"/><stop offset="1"/></linearGradient>`).join("")}</defs></svg>`;
