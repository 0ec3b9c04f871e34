"""Ours beside real ones: for each recording, how far ours is from it, over how far another recording of the same note is.

    ratio = mean over the others of d(ours, it) / d(other, it)

Both distances are taken over the same length and up to the same frequency. A recording that no other one is near is held
against the mean distance of those pairs that there are. 1.0 is as close as another real one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from rosin.analysis.distance import Distance
from rosin.compare.kinds import KINDS, Kind
from rosin.compare.matching import Reference, gap_between, recordings, references
from rosin.compare.playing import Imitator
from rosin.compare.rows import MeasureRow, rows_of
from rosin.compare.take import Take

MOST, QUICK = 12, 3  # recordings of each source that are compared
NAN = float("nan")

Progress = Callable[[float, str], None]


@dataclass(frozen=True)
class Matched:
    """A recording and ours at its note, how far apart they are, and that over how far others of the note are."""

    real: Take
    ours: Take
    others: tuple[Take, ...]
    gap: Distance
    ratio: float


@dataclass(frozen=True)
class Comparison:
    """What was found for one kind; where there is nothing to hold it against, why.

    `real_gaps` are the distances between real ones, those of the instrument named by `yardstick` where it is not empty.
    """

    kind: Kind
    pairs: tuple[Matched, ...] = ()
    rows: tuple[MeasureRow, ...] = ()
    real_gaps: tuple[Distance, ...] = ()
    yardstick: str = ""
    why_not: str = ""

    @property
    def ratios(self) -> np.ndarray:
        """Of each recording that has something to be held against."""
        return np.array([pair.ratio for pair in self.pairs if np.isfinite(pair.ratio)])

    @property
    def ratio(self) -> float:
        """Their mean."""
        return float(self.ratios.mean()) if len(self.ratios) else NAN

    @property
    def spread(self) -> float:
        """Their standard deviation."""
        return float(self.ratios.std()) if len(self.ratios) else NAN

    @property
    def real_spread(self) -> float:
        """The standard deviation of real pairs over their mean: how sure 1.0 is."""
        mean = Distance.mean(self.real_gaps) if self.real_gaps else None
        return NAN if mean is None else float(np.std([gap.over(mean) for gap in self.real_gaps]))

    @property
    def mean_gap(self) -> Distance:
        """How far ours is from the recordings."""
        return Distance.mean(pair.gap for pair in self.pairs)


def compare(kinds: Sequence[Kind], *, quick: bool = False, progress: Progress | None = None) -> list[Comparison]:
    """Compare these kinds; the yardstick of another instrument is measured where it is needed."""
    from threadpoolctl import threadpool_limits

    most = QUICK if quick else MOST
    known: dict[str, tuple[list[Take], list[Reference]]] = {}

    def heard(kind: Kind) -> tuple[list[Take], list[Reference]]:
        if kind.instrument not in known:
            takes = recordings(kind)
            known[kind.instrument] = takes, references(kind, takes, most)
        return known[kind.instrument]

    found = []
    with threadpool_limits(1, "blas"):  # matrices are small: threads would wait for each other most of the time
        for number, kind in enumerate(kinds):

            def tell(share: float, kind: Kind = kind, number: int = number) -> None:
                if progress is not None:
                    progress((number + share) / len(kinds), kind.instrument)

            tell(0.0)
            takes, real = heard(kind)
            gaps, yardstick = _gaps(real), ""
            if real and not gaps and kind.yardstick:
                gaps, yardstick = _gaps(heard(KINDS[kind.yardstick])[1]), kind.yardstick
            found.append(_compared(kind, takes, real, gaps, yardstick, tell))
    return found


def _gaps(real: Sequence[Reference]) -> tuple[Distance, ...]:
    return tuple(other.gap for reference in real for other in reference.others)


def _compared(
    kind: Kind, takes: Sequence[Take], real: Sequence[Reference], gaps: tuple[Distance, ...], yardstick: str, tell: Callable[[float], None]
) -> Comparison:
    if not real:
        return Comparison(kind, why_not="its recordings are not installed" if kind.sources else "no recording of one in these packages")
    player, usual = Imitator(kind.instrument, kind.notes), Distance.mean(gaps) if gaps else None
    pairs = []
    for number, (take, others) in enumerate(real):
        tell(number / len(real))
        ours = player.like(take)
        gap = gap_between(kind, take, ours, like=take)
        ratios = [gap_between(kind, take, ours, like=other.take).over(other.gap) for other in others]
        if not ratios and usual is not None:
            ratios = [gap.over(usual)]
        pairs.append(Matched(take, ours, tuple(other.take for other in others), gap, float(np.mean(ratios)) if ratios else NAN))
    rows = rows_of(kind, player, takes, [(pair.ours, pair.real) for pair in pairs])
    return Comparison(kind, tuple(pairs), tuple(rows), gaps, yardstick)
