// The picture of a surface that is rubbed: its ground, the trace, where it speaks, and every hand on it with its tool.

import { colours } from "../look/colours.js";
import { bead, ghostHand, glow, line, LIT, reading, ring, Sheet, tint, words } from "./drawing.js";
import { bandsAt, drawRegion } from "./region.js";
import { heightOf } from "./rubbing.js";
import { Trail } from "./trail.js";

const COLOURS = { squeals: LIT.sings, judders: LIT.crunch, whispers: LIT.airy };
const SHAKES = { squeals: [1.4, 23], judders: [3.5, 9], whispers: [0, 1] }; // px, Hz of the tool that is seen

export class SurfacePicture {
  constructor(stage) {
    this.stage = stage;
    this.sheet = new Sheet();
    this.trail = stage.surface.trail ? new Trail(stage.surface.trail) : null;
  }

  draw(context, width, height, time) {
    const ink = colours();
    const { surface, plan, rubbing } = this.stage;
    const box = surface.box(width, height);
    const given = { width, height, box, ink, plan, keys: this.stage.keyRange() };
    this.sheet.draw(context, width, height, ink, plan.name, (sheet) => surface.ground(sheet, given));
    for (const held of rubbing.values()) this.drawRegion(context, box, held);
    this.trail?.draw(context, time);
    surface.moving?.(context, { ...given, rubbing: [...rubbing.values()], time });
    for (const [id, held] of rubbing) this.drawHand(context, id, held, given, time);
    this.drawScale(context, box, surface.scale ?? ink.soft);
    this.drawReading(context, height, ink);
  }

  drawRegion(context, box, held) {
    const { window, plan, hands } = this.stage;
    if (!window || held.hand !== hands[0]) return;
    const usual = plan.hands[held.hand].normal_force.usual;
    const y = (force) => box.y + box.high * (1 - heightOf(force / usual));
    drawRegion(context, box, bandsAt(window, Math.abs(held.speed) * this.stage.usualSpeed(held.hand)), held.x, y);
  }

  drawHand(context, id, held, given, time) {
    const { surface, kind, engine } = this.stage;
    const [far, often] = SHAKES[kind];
    const [across, down] = surface.upright ? [held.aside, held.shift] : [held.shift, held.aside];
    const { x, y } = surface.contact({ ...held, x: held.x + across, y: held.y + down }, given);
    this.trail?.add(id, x, y, time, kind);
    const shake = far * Math.sin(2 * Math.PI * often * time);
    context.save();
    context.translate(x + (surface.upright ? 0 : shake), y + (surface.upright ? shake : 0));
    surface.tool(context, { ...given, held, x, y, travel: held.shift });
    context.restore();
    const colour = COLOURS[kind];
    glow(context, x, y, 90, colour, 0.9);
    ring(context, x, y, 11 + 22 * held.share, colour, 2);
    bead(context, x, y, 7, given.ink);
    if (engine.replayed) ghostHand(context, x + 26, y + 12, LIT.ink, -0.45);
  }

  /** Pressure at the left edge. */
  drawScale(context, box, colour) {
    const [x, top, foot] = [box.x + 16, box.y + 0.4 * box.high, box.y + box.high - 44];
    if (foot - top < 90) return;
    line(context, [[x, foot], [x, top]], tint(colour, 0.7), 1.5);
    line(context, [[x - 4, top + 8], [x, top], [x + 4, top + 8]], tint(colour, 0.7), 1.5);
    context.save();
    context.translate(x + 18, foot);
    context.rotate(-Math.PI / 2);
    words(context, "press harder", 0, 0, { size: 15, colour: tint(colour, 0.9), serif: true, italic: true });
    context.restore();
  }

  drawReading(context, height, ink) {
    const { engine, rubbing } = this.stage;
    const held = [...rubbing.values()].at(-1);
    if (!held) return;
    const { velocity = 0, normal_force: normal, force = 0 } = engine.hands[held.hand] ?? {};
    const speed = Math.abs(velocity);
    reading(context, height, ink, `${speed < 0.1 ? speed.toFixed(3) : speed.toFixed(2)} m/s   ${(normal ?? force).toPrecision(2)} N`);
  }
}
