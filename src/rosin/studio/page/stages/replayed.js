// What a gesture that is played without hands does, from one picture to the next, so that it can be seen.

const PAIR = /^pair (\d+)\.(\w+)$/; // a key's row, as plan.py names it

export class Replayed {
  seen = null; // the gesture, and up to where it was followed

  /** What each hand (key null) or key does now, with `struck`, the velocity of a blow since the last picture, or 0. */
  moves(engine) {
    const { replayed } = engine;
    if (!replayed) {
      this.seen = null;
      return [];
    }
    const now = Math.max(0, Math.floor((engine.context.currentTime - replayed.begin) * replayed.rate));
    const from = this.seen?.replayed === replayed ? this.seen.until : 0;
    this.seen = { replayed, until: now };
    const found = new Map();
    for (const [layer, rows] of Object.entries(replayed.rows)) {
      for (const [name, row] of Object.entries(rows)) {
        const [, pair = "", control = name.slice(name.lastIndexOf(".") + 1)] = PAIR.exec(name) ?? []; // of a scene, of any of its contacts
        const id = `${layer} ${pair}`;
        if (!found.has(id)) found.set(id, { id, layer, key: pair ? (replayed.keys ?? engine.plan.gesture.keys)[pair - 1] : null, struck: 0 });
        const move = found.get(id);
        move[control] = row[Math.min(now, row.length - 1)];
        if (control === "velocity") move.struck = blow(row, from, now);
      }
    }
    return [...found.values()];
  }
}

/** The fastest of the velocities that begin in a stretch. */
function blow(row, from, until) {
  let fastest = 0;
  for (let i = from; i < Math.min(until, row.length); i++) if (row[i] > 0 && !(row[i - 1] > 0)) fastest = Math.max(fastest, row[i]);
  return fastest;
}
