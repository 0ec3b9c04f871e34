// Which stage an instrument is played on.

import { Pad } from "./pad.js";

export function stageFor(plan) {
  return Pad;
}
