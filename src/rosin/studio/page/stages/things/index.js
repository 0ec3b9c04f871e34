// Things that are struck, each drawn in a box and moved by `swing` (-1 to 1) as its lowest mode moves it.
//
//   draw(context, box, swing, ink)   leaves the outline of what is hit as the context's path
//   edge([x, y], box)                how far from its middle a point lies, 0 to 1: there other modes are heard
//   zones(context, box, colours)     a gradient of three colours from the middle to the edge
//   tall                             its height over its width
//   named                            how far down its name is written on it, and in which colour; below it where there is none
//   steps                            semitones of a set, where notes have bodies of their own

import { bar, plate } from "./flat.js";
import { drum, gong } from "./round.js";
import { strings } from "./strings.js";
import { bell, glass } from "./upright.js";

const PICTURES = { Bar: bar, Plate: plate, Membrane: drum, RectangularMembrane: plate, LoadedMembrane: drum, RoundPlate: gong, Disc: gong, Bell: bell, Glass: glass, Ring: gong, PianoNote: strings };

/** The picture of a shape; what has none is drawn as a plate. */
export function pictureOf(shape) {
  return PICTURES[shape] ?? plate;
}
