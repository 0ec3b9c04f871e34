"""Recordings that are of the same note: each with others of it by other makers, and how far those are from it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from rosin.analysis.distance import Distance, distance
from rosin.compare.kinds import Kind
from rosin.compare.playing import MIDDLE
from rosin.compare.take import RATE, Take

FADES = 0.003, 0.02  # s at the begin and at the end of what is compared

SAME = 1.0  # dB in thirds of octaves below which two libraries hold the same recording, and are no pair of two


class Other(NamedTuple):
    """Another recording of the same note, and how far it is."""

    take: Take
    gap: Distance


class Reference(NamedTuple):
    """A recording that ours is held against, and others of the same note."""

    take: Take
    others: tuple[Other, ...]


def recordings(kind: Kind) -> list[Take]:
    """The takes of a kind that are long enough and within its keys."""
    low, high = kind.keys
    takes = [take for source in kind.sources for take in source.takes() if take.duration >= kind.shortest]
    return [take for take in takes if take.key is None or low <= round(take.key) <= high]


def references(kind: Kind, takes: Sequence[Take], most: int) -> list[Reference]:
    """Of each source so many recordings at most, from low to high."""
    by_source = {
        source: one_of_each([take for take in takes if take.source == source]) for source in dict.fromkeys(t.source for t in takes)
    }
    found = []
    for own in by_source.values():
        for place in np.unique(np.linspace(0, len(own) - 1, min(most, len(own))).round().astype(int)):
            found.append(Reference(own[place], tuple(_others(kind, own[place], by_source))))
    return found


def one_of_each(takes: Iterable[Take]) -> list[Take]:
    """From low to high; of one thing struck with several strengths, the take of a middle one."""
    found: dict[tuple[str, float | None], Take] = {}
    for take in sorted(takes, key=lambda each: abs((each.strength or MIDDLE) - MIDDLE)):
        found.setdefault((take.name, take.key), take)
    return sorted(found.values(), key=note_of)


def note_of(take: Take) -> float:
    """The frequency (Hz) by which takes are matched: of the note, or of the lowest strong partial."""
    return take.partial if take.frequency is None else take.frequency


def gap_between(kind: Kind, real: Take, other: Take, *, like: Take | None = None) -> Distance:
    """From a recording to another take, as far in time and frequency as both reach; `like`: as far as the recording and that one do."""
    limits = (real, other if like is None else like)
    length = min(len(each.samples) for each in limits)
    return distance(
        _faded(real.samples[:length]),
        _faded(other.samples[:length]),
        RATE,
        frequency=real.frequency if kind.harmonic else None,
        highest=min(each.highest for each in limits),
    )


def _others(kind: Kind, real: Take, by_source: dict[str, list[Take]]) -> Iterable[Other]:
    """Of each other source the take that is nearest in pitch, if near enough and not the same recording, transposed to it."""
    for source, own in by_source.items():
        nearest = min(own, key=lambda take: _semitones(take, real))
        if source != real.source and _semitones(nearest, real) <= kind.reach:
            take = nearest.transposed(note_of(real) / note_of(nearest)) if kind.notes else nearest
            gap = gap_between(kind, real, take)
            if gap.thirds > SAME:
                yield Other(take, gap)


def _faded(samples: np.ndarray) -> np.ndarray:
    """Without clicks where it was cut."""
    begin, end = (np.sin(np.linspace(0, np.pi / 2, round(time * RATE))) ** 2 for time in FADES)
    samples = samples.copy()
    samples[: len(begin)] *= begin[: len(samples)]
    samples[-len(end) :] *= end[::-1][-len(samples) :]
    return samples


def _semitones(take: Take, other: Take) -> float:
    return abs(12 * float(np.log2(note_of(take) / note_of(other))))
