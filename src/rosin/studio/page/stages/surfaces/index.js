// Surfaces that are rubbed, each drawn in a file of its own:
//
//   box(width, height)      where it can be rubbed (px)
//   ground(context, given)  what does not move; given has width, height, box, ink, plan, and keys, the range of notes
//   contact(held, given)    where a hand that is at held.x, held.y touches it
//   tool(context, given)    what rubs, drawn from where it touches; given has held, the hand, too
//   moving(context, given)  what else moves, if anything
//   trail                   colour and seconds of the trace that is left, if any
//   scale                   colour of the words on it, where its ground is not the page's
//   stroke, reach           s and px of a hand that goes to and fro by itself; upright where it goes up and down, loops where it writes
//   keyAt, placeOf          the key at a place, and back, where notes have bodies of their own
//   positionAt              the position of a hand's touch, where its place is heard

import { bar } from "./bar.js";
import { board } from "./board.js";
import { cello } from "./cello.js";
import { chalk } from "./chalk.js";
import { cuica } from "./cuica.js";
import { daxophone } from "./daxophone.js";
import { hurdyGurdy } from "./hurdy_gurdy.js";
import { nails } from "./nails.js";
import { saw } from "./saw.js";
import { shoe } from "./shoe.js";
import { slab } from "./slab.js";
import { wiper } from "./wiper.js";

const SURFACES = {
  chalk, shoe, wiper, cuica, daxophone, creaking_wood: board, musical_saw: saw, nail_violin: nails, bowed_bar: bar, hurdy_gurdy: hurdyGurdy, wolf_cello: cello,
};

/** The surface of an instrument, by its name; one of one's own is a slab. */
export function surfaceOf({ name }) {
  return SURFACES[name.split(".")[0]] ?? slab;
}
