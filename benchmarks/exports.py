"""Every instrument as a C library: equal to its voices, how large, how quick, and how many of its knobs turn.

python benchmarks/exports.py [NAME ...]

It fails where one is not equal or too large, or where too few of all knobs turn.
"""

import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "export"))

import by_notes
from hosts import Exported, InPython, in_python, library

from rosin import ParameterError
from rosin.instruments.catalogue import instrument_names
from rosin.studio.plan import described_parameters

BLOCKS = (1, 37, 128, 1000) * 4
RATES = (44_100, 48_000, 96_000, 47_123)
SECONDS = 0.25
LARGEST, FEWEST = 300, 0.8  # KB; of all knobs


def played(it):
    """Values that move the hands of an instrument."""
    still = ("bend", "finger")
    hands = [control for control in it.controls if control.group == "hands" and not control.symbol.endswith(still)]
    return {control.symbol: 0.4 * control.high if control.value == 0 else control.value for control in hands}


def equal(name, rate, values):
    """Whether library and voices give the same bits, played by hands or, where it has none, by notes."""
    if not values:
        return np.array_equal(
            by_notes.exported(name, rate, BLOCKS), np.broadcast_to(by_notes.in_python(name, rate, BLOCKS), (2, by_notes.END))
        )
    one, other = Exported(name, rate), in_python(name, rate)
    for each in (one, other):
        each.set(**values)
    heard = np.hstack([one.process(size) for size in BLOCKS])
    one.close()
    return np.array_equal(heard, other.process(sum(BLOCKS)))


def cost(one, other, values, samples):
    """What one takes of the time of the other, each at its best of eight turns."""
    best = [np.inf, np.inf]
    for each in (one, other):
        each.set(**values)
        each.process(samples // 4)
    for turn in range(16):
        begin = time.perf_counter()
        (one, other)[turn % 2].process(samples)
        best[turn % 2] = min(best[turn % 2], time.perf_counter() - begin)
    return best[0] / best[1]


def main(names):
    """A row for each instrument, and what is wrong."""
    total = turned = 0
    wrong = []
    print("instrument          rates  equal      KB  load ms  cost (of the native render)  knobs  notes")
    for name in names:
        try:
            made, folder = library(name)
        except ParameterError as error:
            print(f"{name:18} {error}")
            continue
        it = made.exported
        values = played(it)
        rates = [rate for rate in RATES if rate >= it.lowest]
        same = [equal(name, rate, values) for rate in rates]
        begin = time.perf_counter()
        one = Exported(name, 48_000)
        load = 1e3 * (time.perf_counter() - begin)
        samples = int(SECONDS * 48_000)
        takes = cost(one, InPython(name, 48_000, "native"), values, samples) if values else np.nan
        known = [row for row in described_parameters(it.instrument) if isinstance(row["value"], float) and row.get("range")]
        knobs = [control for control in it.controls if control.group not in ("hands", "macros")]
        total, turned = total + len(known), turned + len(knobs)
        size = (folder / f"lib{made.prefix}.so").stat().st_size / 1e3
        wrong += [f"{name} is not equal"] * (sum(same) < len(same)) + [f"{name} has {size:.0f} KB"] * (size > LARGEST)
        told = "resampled" if it.exact else "any"
        print(
            f"{name:18} {told:>9} {sum(same)}/{len(same)} {size:9.0f} {load:8.1f} {takes:9.2f} {len(knobs):22}/{len(known)}"
            f"  {'yes' if it.notes else 'no'}",
            flush=True,
        )
    print(f"knobs that turn: {turned} of {total}, {100 * turned / max(total, 1):.0f} %")
    few = set(names) == set(instrument_names()) and turned < FEWEST * total
    return wrong + ["too few knobs turn"] * few


if __name__ == "__main__":
    sys.exit("\n".join(main(sys.argv[1:] or instrument_names())) or None)
