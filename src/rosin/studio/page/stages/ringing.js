// How things ring on: each by its own decay, all together as loud as they are heard.

import { parameter, Swell } from "./playing.js";

const SILENT = 0.005;

/** By how much a body's tone falls each second (1/s), at a key: what it loses in each period, and what it loses by the second. */
export function fading(plan, key) {
  const frequency = 440 * 2 ** ((key - 69) / 12);
  const decays = plan.parameters.find(({ path }) => path === "resonator.decay_times")?.value;
  const frequencies = plan.parameters.find(({ path }) => path === "resonator.frequencies")?.value;
  if (decays && frequencies) return frequency / frequencies[0] / decays[0];
  return Math.PI * frequency * parameter(plan, "resonator.loss_factor", 1e-3) + parameter(plan, "resonator.damping", 0);
}

export class Ringing {
  swell = new Swell();
  rings = new Map(); // by key: how strong, what is left of it, whether it is held

  constructor(plan) {
    this.plan = plan;
  }

  /** A key was struck, or is rubbed as long as it is held. */
  begin(key, { strong = 1, held = false } = {}) {
    const before = this.rings.get(key)?.left ?? 0;
    this.rings.set(key, { left: held ? before : Math.max(before, strong), held, goal: strong });
  }

  end(key) {
    const ring = this.rings.get(key);
    if (ring) ring.held = false;
  }

  advance(seen, lapse) {
    const heard = this.swell.follow(seen, lapse);
    let loudest = 0;
    for (const [key, ring] of this.rings) {
      if (ring.held) ring.left += (ring.goal - ring.left) * (1 - Math.exp(-lapse / 0.3));
      else ring.left *= Math.exp(-lapse * fading(this.plan, key));
      if (!ring.held && ring.left < SILENT) this.rings.delete(key);
      loudest = Math.max(loudest, ring.left);
    }
    this.share = loudest > 0 ? Math.min(1, heard / Math.min(1, loudest)) : 0;
  }

  /** How brightly a key is shown, 0 to 1: as eyes and ears do, by the root. */
  of(key) {
    return Math.min(1, Math.sqrt((this.rings.get(key)?.left ?? 0) * (this.share ?? 0)));
  }
}
