"""Every measure of an instrument: what ours has note by note, what the recordings have, and whether ours is among them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rosin.compare.kinds import Kind
from rosin.compare.measures import centroid
from rosin.compare.playing import Imitator
from rosin.compare.take import RATE, Take

NAN = float("nan")
FEWEST_IN_SCALE = 5  # notes of one source that tell how even they are
LEVELLED = 1.0  # s over which a level is taken
SOFT, HARD = 0.2, 1.0  # strengths between which dynamics are told


@dataclass(frozen=True)
class MeasureRow:
    """A measure of ours and of real ones, a number for each take on which it can be told."""

    name: str
    unit: str
    ours: tuple[float, ...]
    real: tuple[float, ...]

    @property
    def middle(self) -> float:
        """The median of ours."""
        return float(np.median(self.ours)) if self.ours else NAN

    @property
    def inside(self) -> bool | None:
        """Whether that lies between the least and the largest of the real ones; None where ours, or two real ones, are missing."""
        return min(self.real) <= self.middle <= max(self.real) if len(self.real) > 1 and self.ours else None


def rows_of(kind: Kind, player: Imitator, takes: Sequence[Take], pairs: Sequence[tuple[Take, Take]]) -> Iterator[MeasureRow]:
    """All measures of pairs of ours and a recording."""
    for measure in kind.measures:
        # Ours is heard as long as its recording, and as high as that reaches.
        alike = (replace(ours, samples=ours.samples[: len(real.samples)], highest=real.highest) for ours, real in pairs)
        yield MeasureRow(measure.name, measure.unit, _told(map(measure.of, alike)), _told(measure.of(real) for _, real in pairs))
    yield from _evenness(pairs)
    if kind.notes:
        yield from _dynamics(player, takes, pairs)


def level(take: Take) -> float:
    """dB of full scale, over the first second."""
    return float(10 * np.log10(max((take.samples[: round(LEVELLED * RATE)] ** 2).mean(), 1e-20)))


def _told(values: Iterator[float]) -> tuple[float, ...]:
    return tuple(value for value in values if np.isfinite(value))


def _evenness(pairs: Sequence[tuple[Take, Take]]) -> Iterator[MeasureRow]:
    """How far the levels of notes differ, of sources that have a scale: the largest less the least."""
    scales: dict[str, list[tuple[float, float]]] = {}
    for ours, real in pairs:
        if real.frequency is not None:
            scales.setdefault(real.source, []).append((level(ours), level(real)))
    ranges = [np.ptp(scale, axis=0) for scale in scales.values() if len(scale) >= FEWEST_IN_SCALE]
    if ranges:
        yield MeasureRow("range of levels over notes", "dB", *(tuple(map(float, column)) for column in np.transpose(ranges)))


def _dynamics(player: Imitator, takes: Sequence[Take], pairs: Sequence[tuple[Take, Take]]) -> Iterator[MeasureRow]:
    """How much louder and brighter the hardest is than the softest; ours at the note of the middle pair."""
    real = []
    for name in dict.fromkeys(take.name for take in takes):
        by_strength = {take.strength: take for take in takes if take.name == name}
        if SOFT in by_strength and HARD in by_strength:
            real.append((by_strength[SOFT], by_strength[HARD]))
    like = pairs[len(pairs) // 2][1]
    ours = [(player.like(replace(like, strength=SOFT)), player.like(replace(like, strength=HARD)))]
    louder, brighter = (
        [tuple(float(told(hard) - told(soft)) for soft, hard in each) for each in (ours, real)]
        for told in (level, lambda take: 12 * np.log2(centroid(take)))
    )
    yield MeasureRow("louder when played hard", "dB", *louder)
    yield MeasureRow("brighter when played hard", "semitones", *brighter)
