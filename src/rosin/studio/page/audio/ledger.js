// The ledger of a take: the memories of all programs when it begins, and whatever is done to them from then on, frame by frame, so that
// it can be rendered again to the last bit (rosin/studio/take.py).

export class Ledger {
  /** @param ensemble  that plays  @param begin  its frame now  @param now  gives the frame of the next block */
  constructor(ensemble, begin, now) {
    Object.assign(this, { ensemble, begin, now, lines: [] });
    this.programs = { chain: ensemble.chain };
    if (ensemble.player) this.programs.player = ensemble.player.program;
    ensemble.layers.forEach((layer, place) => {
      this.programs[`layer ${place}`] = layer.voice;
      if (layer.box) this.programs[`box ${place}`] = layer.box;
    });
    this.kept = Object.fromEntries(Object.entries(this.programs).map(([name, program]) => [name, program.kept]));
    this.layers = ensemble.layers.map(({ gain, plan, rows, at, pace }) => ({ gain, goal: plan.gain, rows, at, pace }));
    for (const [name, program] of Object.entries(this.programs)) program.ledger = (line) => this.add(name, line);
  }

  add(name, line) {
    this.lines.push([this.now() - this.begin, name, ...line]);
  }

  /** All of it; nothing is written down any more. */
  closed(end) {
    for (const program of Object.values(this.programs)) program.ledger = null;
    const { kept, layers, lines, begin } = this;
    return { kept, layers, lines, frames: end - begin };
  }
}
