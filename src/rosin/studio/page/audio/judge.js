// The judge of bowed strings: the meter of rosin.meters.bowed_motion, at work on the last periods of a string that is bowed.

import { Program } from "./program.js";

export class Judge {
  /** @param {object} plan  as studio/judging.py has it  @param {object} modules */
  constructor(plan, modules) {
    this.plan = plan;
    this.meter = new Program(plan.program, modules[plan.program.module]);
  }

  /** The motion of the last samples of a ring, which ends before `end`: a word, and slips in a period; null while they are too few. */
  judged(slid, end, { velocity, frequency, position }, rate) {
    const { meter, plan } = this;
    const { arrays } = meter;
    const many = Math.ceil(((plan.periods + 2) * rate) / frequency);
    if (!(velocity && frequency > 0 && position > 0 && position < 1) || many > Math.min(end, slid.length)) return null;
    const given = { frequency, position, samples: many, periods: plan.periods };
    for (const [name, value] of Object.entries(given)) arrays[`filter.p.${name}`][0] = value;
    meter.prepare();
    meter.start();
    const row = (name) => plan.hears.indexOf(name) * plan.block;
    const [bow, sliding] = [row("velocity"), row("relative_velocity")];
    arrays.sound.fill(velocity, bow, bow + plan.block);
    for (let begin = 0; begin < many; begin += plan.block) {
      const n = Math.min(plan.block, many - begin);
      for (let i = 0; i < n; i++) arrays.sound[sliding + i] = slid[(end - many + begin + i) % slid.length];
      meter.process(n);
    }
    return { words: plan.regimes[arrays["filter.s.regime"][0]], slips: arrays["filter.s.slips_per_period"][0] };
  }
}
