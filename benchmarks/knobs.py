"""Of every instrument that is played live: how many of its knobs turn without Python, and which do not.

python benchmarks/knobs.py [NAME ...]
"""

import sys
import time

from rosin.instruments.catalogue import instrument_names
from rosin.instruments.opening import instrument
from rosin.studio.knobs import find_knobs
from rosin.studio.plan import described_parameters


def main(names):
    """A row for each instrument."""
    total = turned = 0
    print("instrument          knobs  direct  curved  idle  turn   s  left alone")
    for name in names:
        player = instrument(name)
        if player.setup.not_live:
            continue
        begin = time.process_time()
        known = [row["path"] for row in described_parameters(player) if isinstance(row["value"], float) and row.get("range")]
        found = find_knobs(player, described_parameters(player))
        kinds = [[path for path in known if path in kind] for kind in (found.direct, found.curved, found.idle)]
        alone = [path for path in known if not any(path in kind for kind in kinds)]
        total, turned = total + len(known), turned + len(known) - len(alone)
        counts = "".join(f"{len(kind):8}" for kind in kinds)
        share = 100 * (1 - len(alone) / len(known))
        print(f"{name:18} {len(known):6}{counts} {share:4.0f} % {time.process_time() - begin:4.0f}  {', '.join(alone)}", flush=True)
    print(f"knobs that turn: {turned} of {total}, {100 * turned / max(total, 1):.0f} %")


if __name__ == "__main__":
    main(sys.argv[1:] or instrument_names())
