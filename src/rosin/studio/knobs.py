"""Which parameters a host can turn by itself, without Python, which knows what they mean.

    direct   its value lies as it is in the memory that kernels read: places to write to; a gain in decibels: layers that get louder
    curved   numbers follow it on curves, which were measured and are kept in a program of their own (engine/turning.py)
    idle     nothing that sounds live follows it: it is of a room that is not there, or of a player who plays notes

After any of them the host prepares the programs whose numbers have changed. A knob goes as far as the instrument may be changed by it
alone with the programs as they are; where two must not pass each other, as static and dynamic friction, each is held by the other.
Curves are checked at points between theirs and by turning many knobs at once: all numbers are within CLOSE of what Python says. What
fails is left alone: no knob turns wrongly. Combinations that Python refuses are not checked.
"""

import pickle
from collections.abc import Callable, Iterable, Mapping
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from rosin.engine.cache import remembered
from rosin.engine.fingerprint import fingerprint
from rosin.engine.machine import Machine
from rosin.engine.sources import sources
from rosin.engine.targets import open_target
from rosin.engine.turning import Knob, Turning
from rosin.instruments.instrument import Instrument
from rosin.instruments.macros import spans
from rosin.studio.curves import KEY, SPACES, Bounds, CurveRule, KnobPair, Sampled, along, rules, turning
from rosin.studio.plan import SAMPLE_RATE, turned_entries
from rosin.studio.probing import EXACT, ROUNDED, Probe, ProbedNumbers

CLOSE = 1e-4  # relative error of a number
COARSE, FINE = 9, 65  # points of a curve: at first, and at most
SCAN, HALVINGS = 16, 12  # steps in which an end of a range is looked for
SHORTEST = 0.2  # of its range, that a knob must be able to go
TOGETHER = ((0.8, 0.2), (0.25, 0.75))  # where two knobs are turned at once
ALONE = (0.03, 0.31, 0.55, 0.83, 0.97)  # where each is checked by itself
DRAWS = 6  # of all knobs at once
WIDE = 4.0  # ratio of the ends of a range: beyond it curves go by ratios
DOUBTFUL, PREFERRED = 8.0, 0.5  # how much a conflict counts against a knob that does not hold alone, and one that macros turn
NEAR = 1e-3  # of the range: so near another's value an end is held by it


class Direct(NamedTuple):
    """Places in the memories of programs that hold the value, and layers that it makes louder by so many dB."""

    knob: Knob
    places: tuple[int, ...]
    louder: tuple[str, ...]


class FoundKnobs(NamedTuple):
    """All knobs of an instrument by path: direct, curved with their program, and idle; and who is held by whom."""

    places: list[tuple[str, int]]  # program and byte address of each number
    direct: dict[str, Direct]
    curved: dict[str, Knob]
    idle: dict[str, Knob]
    turning: Turning | None
    turned: list[int]  # which numbers the program has; those beyond the places are of a tuning
    at_least: dict[str, str]  # a knob, and the one it must not go below
    short: set[str]  # direct knobs that do not go all their way

    @property
    def tuned(self) -> bool:
        """Whether the tuning of keys is turned too."""
        return self.turning is not None and self.turning.tuned < len(self.turned)


def find_knobs(instrument: Instrument, parameters: Iterable[Mapping[str, Any]], sample_rate: int = SAMPLE_RATE) -> FoundKnobs:
    """Turn every parameter that is a number with a range, alone and together with others: once, which may take minutes; it is kept."""
    rows = [*parameters]
    name = fingerprint(instrument.to_json(), sample_rate, repr(rows), sources(__name__, instrument))
    found: FoundKnobs = pickle.loads(remembered(f"knobs-{name}.pickle", lambda: pickle.dumps(_found(instrument, rows, sample_rate))))
    return found


def _found(instrument: Instrument, parameters: Iterable[Mapping[str, Any]], sample_rate: int) -> FoundKnobs:
    probe = Probe(instrument, sample_rate)
    direct: dict[str, Direct] = {}
    idle: dict[str, Knob] = {}
    sampled: list[Sampled] = []
    ends = {}
    reach = spans(instrument.macros)
    for row in (*parameters, *turned_entries(instrument)):
        if not isinstance(row["value"], float) or not row.get("range") or row["path"] in instrument.setup.measured_anew:
            continue
        whole = _knob(row, reach.get(row["path"], ()))
        if row["path"] in instrument.setup.of_notes:
            idle[row["path"]] = whole
            continue
        knob = _within(probe, row["path"], whole)
        if knob is None:
            continue
        ends[row["path"]] = whole, knob
        seen = [_turned(probe, row["path"], knob, share) for share in (0.0, 0.37, 0.61, 1.0)]
        if any(each is None for each in seen):  # somewhere on its way it must be made anew
            continue
        found = _direct(probe, knob, seen)
        if found is not None and not found.places and not found.louder:
            idle[row["path"]] = knob
        elif found is not None:
            direct[row["path"]] = found
        elif all((each.gains == probe.usual.gains).all() for each in seen):
            curve = _sampled(probe, row["path"], knob)
            if curve is not None:
                sampled.append(curve)
    taken = {place: path for path, each in direct.items() for place in each.places}
    mixed = {
        taken[place]
        for each in sampled
        for place in np.flatnonzero((each.numbers != probe.usual.turned).any(axis=0)).tolist()
        if place in taken
    }
    for path in mixed:  # a number that is one knob's value, and that another turns too
        curve = _sampled(probe, path, direct.pop(path).knob)
        if curve is not None:
            sampled.append(curve)
    kept, program, turned = _together(probe, sampled)
    held = _held(ends, set(direct))
    for low, high in held.items():
        for path in (low, high):
            direct[path] = direct[path]._replace(knob=ends[path][0])
    short = {path for path in direct if ends[path][0] != direct[path].knob} | {path for pair in held.items() for path in pair}
    return FoundKnobs(probe.places, direct, {each.path: each.knob for each in kept}, idle, program, turned, held, short)


def _knob(row: Mapping[str, Any], reach: tuple[float, ...]) -> Knob:
    """A knob over its useful range, as far as macros turn it and where it stands."""
    low, high = (end(*row["range"], row["value"], *reach) for end in (min, max))
    return Knob(row["value"], low, high, low > 0 and (row.get("curve") == "log" or high > WIDE * low))


def _turned(probe: Probe, path: str, knob: Knob, share: float) -> Any:
    return probe.turned({path: float(along(knob, np.array(share)))})


def _within(probe: Probe, path: str, knob: Knob) -> Knob | None:
    """The knob between the ends to which it can go from where it is; None where that is too short a way."""
    shares = np.linspace(0.0, 1.0, SCAN + 1)
    values = along(knob, shares)
    here = float(np.interp(knob.usual, values, shares))
    ends = []
    for end in (0.0, 1.0):
        if _turned(probe, path, knob, end) is not None:
            ends.append(end)
            continue
        good, bad = here, end
        for share in sorted((share for share in shares if (share - here) * (end - here) > 0), key=lambda share: abs(share - here)):
            if _turned(probe, path, knob, float(share)) is None:
                bad = float(share)
                break
            good = float(share)
        for _ in range(HALVINGS):
            middle = 0.5 * (good + bad)
            good, bad = (middle, bad) if _turned(probe, path, knob, middle) is not None else (good, middle)
        ends.append(good)
    if ends[1] - ends[0] < SHORTEST:
        return None
    low, high = (float(along(knob, np.array(end))) for end in ends)
    return knob._replace(low=low if ends[0] else knob.low, high=high if ends[1] < 1 else knob.high)


def _direct(probe: Probe, knob: Knob, seen: list[ProbedNumbers]) -> Direct | None:
    """Where the value, and nothing else, appears in the numbers; None where they follow it otherwise."""
    usual = probe.usual
    values = [float(along(knob, np.array(share))) for share in (0.0, 0.37, 0.61, 1.0)]
    moved = np.any([each.own != usual.own for each in seen], axis=0)
    louder = np.any([each.gains != usual.gains for each in seen], axis=0)
    if any((np.abs(each.keys - usual.keys) > 0).any() for each in seen):
        return None
    for value, each in zip(values, seen, strict=True):
        if (each.own[moved] != value).any() or (abs((each.gains - usual.gains)[louder] - (value - knob.usual)) > EXACT).any():
            return None
    return Direct(knob, tuple(np.flatnonzero(moved).tolist()), tuple(np.array(probe.layers)[louder].tolist()))


def _sampled(probe: Probe, path: str, knob: Knob, points: int = COARSE) -> Sampled | None:
    """A knob with as many points as its curves need; None where they are not smooth enough, or end somewhere in between."""
    rows = [_turned(probe, path, knob, share) for share in np.linspace(0, 1, points)]
    while all(row is not None for row in rows):
        numbers = np.array([row.turned for row in rows])
        if points > FINE or not np.isfinite(numbers).all():
            return None
        between = [_turned(probe, path, knob, share) for share in (np.arange(points - 1) + 0.5) / (points - 1)]
        if any(row is None for row in between):
            return None
        truth = np.array([row.turned for row in between])
        if _smooth(numbers, truth, probe.usual.turned):
            return Sampled(path, knob, numbers)
        rows = [row for pair in zip(rows, [*between, None], strict=True) for row in pair][:-1]
        points = 2 * points - 1
    return None


def _smooth(numbers: np.ndarray, truth: np.ndarray, usual: np.ndarray) -> bool:
    """Whether cubics through four neighbours, in one of the spaces of every number, say what is halfway between points."""
    size = np.abs(numbers).max(axis=0)
    good = np.zeros(numbers.shape[1], bool)
    for space in SPACES:
        with np.errstate(all="ignore"):
            curve = space.there(numbers, usual)
            middle = (9 * (curve[1:-2] + curve[2:-1]) - curve[:-3] - curve[3:]) / 16
            first, last = (5 * c[0] + 15 * c[1] - 5 * c[2] + c[3] for c in (curve[:4], curve[:-5:-1]))
            made = space.back(np.vstack([first / 16, middle, last / 16]), usual)
            good |= (np.abs(made - truth) <= CLOSE / 3 * np.abs(truth) + 1e-9 * size).all(axis=0)
    return bool(good.all())


def _close(made: np.ndarray, truth: np.ndarray, size: np.ndarray) -> bool:
    return not (np.abs(made - truth) > CLOSE * np.abs(truth) + 1e-9 * size).any()


def _together(probe: Probe, sampled: list[Sampled]) -> tuple[list[Sampled], Turning | None, list[int]]:
    """Knobs whose curves hold together, and the program that has them; one that does not hold alone gives way to others."""
    alone = [_settled(probe, [each], set())[0] for each in sampled]
    doubtful = {each.path for each, fine in zip(sampled, alone, strict=True) if not fine}
    return _settled(probe, [(fine or [each])[0] for each, fine in zip(sampled, alone, strict=True)], doubtful)


def _settled(probe: Probe, sampled: list[Sampled], doubtful: set[str]) -> tuple[list[Sampled], Turning | None, list[int]]:
    """Those of some knobs that hold together, and the program that has them; where two are in conflict, one is left alone."""
    weights = [DOUBTFUL if each.path in doubtful else PREFERRED if each.path in probe.of_macros else 1.0 for each in sampled]
    pairs = _pairs(probe, sampled)
    usual, keyed = probe.usual.turned, _keyed(probe)

    def ruled(knobs: list[int]) -> tuple[list[CurveRule], set[tuple[int, int]]]:
        touched = {knob: (sampled[knob].numbers != usual).any(axis=0) for knob in knobs}
        return rules(usual, touched | {KEY: keyed}, pairs)

    good = list(range(len(sampled)))
    while kept := _agreeing(good, weights, lambda knobs: ruled(knobs)[1]):
        some = [sampled[knob] for knob in kept]
        place = {knob: index for index, knob in enumerate(kept)}
        moved = [rule._replace(factors=frozenset(place[knob] for knob in rule.factors if knob != KEY)) for rule in ruled(kept)[0]]
        program, turned = turning(usual, some, moved, Bounds(probe.most, keyed, len(probe.places)))
        wrong, alone = _wrong(probe, some, program, turned)
        if wrong is None:
            return some, program, turned
        finer = 2 * len(some[wrong].numbers) - 1
        more = _sampled(probe, some[wrong].path, some[wrong].knob, finer) if alone and finer <= FINE else None
        if more is not None:
            sampled[kept[wrong]] = more
        else:
            good.remove(kept[wrong])
    return [], None, []


def _agreeing(knobs: list[int], weights: list[float], conflicts: Callable[[list[int]], set[tuple[int, int]]]) -> list[int]:
    """Knobs of which no two are in conflict: one after the other is left alone, and taken back if in the end it is with nobody."""
    kept, left = knobs, list[int]()
    while (worst := _worst(conflicts(kept), weights)) is not None:
        kept = [knob for knob in kept if knob != worst]
        left.append(worst)
    for knob in left:
        if not conflicts(more := sorted([*kept, knob])):
            kept = more
    return kept


def _pairs(probe: Probe, sampled: list[Sampled]) -> dict[tuple[int, int], list[KnobPair]]:
    """Both knobs of every two that turn the same number."""
    usual = probe.usual.turned
    moved = [(each.numbers != usual).any(axis=0) for each in sampled]
    alone: dict[tuple[int, float], Any] = {}
    found: dict[tuple[int, int], list[KnobPair]] = {}
    for knob, each in enumerate(sampled):
        found[knob, KEY] = []
        for share in TOGETHER[0] if probe.usual.keys.size else ():
            alone[knob, share] = both = probe.turned({each.path: float(each.values(np.array(share)))})
            if both is not None:
                found[knob, KEY] += [
                    KnobPair(both.turned, probe.usual.with_key(key), both.with_key(key)) for key in range(1, len(both.keys))
                ]
    for one, other in combinations(range(len(sampled)), 2):
        if not (moved[one] & moved[other]).any():
            continue
        found[one, other] = []
        for shares in TOGETHER:
            changes = {}
            for knob, share in zip((one, other), shares, strict=True):
                changes[sampled[knob].path] = float(sampled[knob].values(np.array(share)))
                if (knob, share) not in alone:
                    alone[knob, share] = probe.turned({sampled[knob].path: changes[sampled[knob].path]})
            both = probe.turned(changes)
            single = alone[one, shares[0]], alone[other, shares[1]]
            if both is not None and None not in single:
                found[one, other].append(KnobPair(single[0].turned, single[1].turned, both.turned))
    return found


def _keyed(probe: Probe) -> np.ndarray:
    """Which numbers differ from key to key."""
    usual = probe.usual.turned
    others = (np.abs(probe.usual.with_key(key) - usual) > ROUNDED * np.abs(usual) for key in range(len(probe.usual.keys)))
    return np.any([np.zeros(len(usual)), *others], axis=0)


def _worst(conflicts: set[tuple[int, int]], weights: list[float]) -> int | None:
    """The knob that most conflicts are about, by its weight."""
    counts: dict[int, float] = {}
    for pair in sorted(conflicts):
        for knob in pair if KEY not in pair else pair[:1]:
            counts[knob] = counts.get(knob, 0) + weights[knob]
    return max(counts, key=lambda knob: counts[knob]) if counts else None


def _wrong(probe: Probe, sampled: list[Sampled], program: Turning, turned: list[int]) -> tuple[int | None, bool]:
    """A knob with which the program is not close to what Python says, and whether it is wrong alone; None where all are close."""
    machine = open_target("native", program.layout())
    program.fill(machine)
    random = np.random.default_rng(1)
    for knob in range(len(sampled)):
        if any(_off(probe, sampled, machine, turned, {knob: share}) for share in ALONE):
            return knob, True
    for _ in range(DRAWS):
        shares = {knob: random.uniform(0.1, 0.9) for knob in range(len(sampled))}
        while _off(probe, sampled, machine, turned, shares):
            fewer = {knob: {other: share for other, share in shares.items() if other != knob} for knob in shares}
            good = [knob for knob, some in fewer.items() if not _off(probe, sampled, machine, turned, some)]
            if good:
                return min(good, key=lambda knob: sampled[knob].path in probe.of_macros), False
            shares.pop(next(iter(shares)))
    return None, False


def _off(probe: Probe, sampled: list[Sampled], machine: Machine, turned: list[int], shares: Mapping[int, float]) -> bool:
    """Whether the program says something else than Python; what Python refuses is not known."""
    values = {knob: float(sampled[knob].values(np.array(share))) for knob, share in shares.items()}
    truth = probe.turned({sampled[knob].path: value for knob, value in values.items()})
    if truth is None:
        return False
    controls = machine.view("head.controls")
    controls[:] = [values.get(knob, each.knob.usual) for knob, each in enumerate(sampled)]
    machine.call("prepare")
    size = np.max([np.abs(each.numbers[:, turned]).max(axis=0) for each in sampled], axis=0)
    if not _close(machine.view("head.out"), np.minimum(truth.turned, probe.most)[turned], size):
        return True
    width = truth.keys.shape[1]
    for row, usual in zip(truth.keys[1:], probe.usual.keys[1:], strict=True):
        machine.view("head.row")[:width] = usual
        machine.call("process", width)
        if not _close(machine.view("head.row")[:width], np.minimum(row, probe.most[-width:]), np.fmax(size[-width:], np.abs(row))):
            return True
    return False


def _held(ends: Mapping[str, tuple[Knob, Knob]], direct: set[str]) -> dict[str, str]:
    """Knobs that must not go below another: each ends where the other usually stands."""
    found = {}
    for low, (whole, knob) in ends.items():
        near = NEAR * (whole.high - whole.low)
        for high, (other_whole, other) in ends.items():
            short = knob.low > whole.low and other.high < other_whole.high
            beside = low.rpartition(".")[0] == high.rpartition(".")[0]
            if beside and short and abs(knob.low - other.usual) < near and abs(other.high - knob.usual) < near and {low, high} <= direct:
                found[low] = high
    return found
