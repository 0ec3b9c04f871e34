// Which stage an instrument is played on.

import { Bars } from "./bars.js";
import { Brake } from "./brake.js";
import { Cups } from "./cups.js";
import { Door } from "./door.js";
import { Drop } from "./drop.js";
import { Masses } from "./masses.js";
import { Pluck } from "./pluck.js";
import { Scrape } from "./scrape.js";
import { Shake } from "./shake.js";
import { Hammered, Strike } from "./strike.js";
import { Strings } from "./string.js";
import { Surface } from "./surface.js";
import { Table } from "./table.js";
import { Wheel } from "./wheel.js";

/** The first stage whose words about a plan and its first layer are true. */
const STAGES = [
  [Strings, ({ setup }) => setup === "BowedStrings"],
  [Masses, ({ setup }) => setup === "RubbedMasses"],
  [Door, ({ setup }) => setup === "Door"],
  [Wheel, ({ setup }) => setup === "Wheel"],
  [Pluck, ({ setup }) => setup === "FrettedString" || setup === "Sitar"],
  [Shake, ({ setup }) => setup === "Rattle"],
  [Hammered, ({ setup }) => setup === "PianoNote"],
  [Bars, ({ object, layers }, { exciter }) => exciter === "Hammer" && object === "Bar" && Boolean(layers.keys?.keys)],
  [Strike, (plan, { exciter }) => exciter === "Hammer"],
  [Scrape, ({ hands }, { exciter }) => exciter === "RollingBall" && hands.hand?.force.usual > 0],
  [Table, (plan, { exciter }) => exciter === "RollingBall"],
  [Cups, (plan, { resonator, follows }) => resonator === "Rim" && follows.includes("velocity")],
  [Brake, (plan, { exciter, follows }) => flying(exciter, follows) && follows.includes("normal_force")],
  [Drop, (plan, { exciter, follows }) => flying(exciter, follows) && !follows.includes("normal_force")],
];

function flying(exciter, follows) {
  return exciter === "InertialMass" && !follows.includes("velocity");
}

export function stageFor(plan) {
  const layer = Object.values(plan.layers)[0];
  return STAGES.find(([, suits]) => suits(plan, layer))?.[0] ?? Surface;
}
