"""Meters beside voices in lanes, so that nothing of what these do need be kept."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from rosin.engine.batch import Batch, LanesMachine, Precision
from rosin.engine.metering import meter_layout
from rosin.engine.observing import SLID
from rosin.engine.voice import seed_words
from rosin.meters.meter import ROWS, Meter
from rosin.playing.controls import CONTROLS, VELOCITY
from rosin.scenes.contact import Contact

NOW = 1e-9  # samples or newtons: as good as none
SLIDE, PULL = SLID.index("relative_velocity"), SLID.index("force")


class Lead(NamedTuple):
    """A control of many voices, each number an array over them.

    goal     where it comes to
    rise     samples in which it does
    opening  where it begins: at 0 it rises by equal steps, else by equal ratios
    delay    samples for which it first stays there
    """

    goal: np.ndarray
    rise: np.ndarray
    opening: np.ndarray
    delay: np.ndarray

    @classmethod
    def steady(cls, goal: np.ndarray) -> "Lead":
        """A control that stays."""
        return cls.rising(goal, np.zeros_like(goal))

    @classmethod
    def rising(cls, goal: np.ndarray, rise: np.ndarray) -> "Lead":
        """A control that rises from zero at once."""
        return cls(goal, rise, np.zeros_like(goal), np.zeros_like(goal))

    def settled(self) -> int:
        """The sample from which on it stays."""
        return int(np.ceil((self.rise + self.delay).max(initial=0.0)))

    def rows(self, begin: int, n: int) -> np.ndarray:
        """Its values at n samples, (n, voices), or of voices that lie in groups, (groups, n, voices of a group)."""
        goal, *others = (values[..., None, :] for values in self)
        rise, opening, delay = (one.reshape(-1)[:1] if (one == one.flat[0]).all() else one for one in others)
        passed = (np.arange(begin, begin + n, dtype=goal.dtype)[:, None] - delay + NOW) / np.maximum(rise, NOW)  # at once where rise is 0
        share = np.clip(passed, 0.0, 1.0)
        if not opening.any():
            return np.asarray(goal * share)
        first = np.where(opening > 0, opening, 1.0)
        return np.where(opening > 0, first * (np.maximum(goal, NOW) / first) ** share, goal * share).astype(goal.dtype)


class MeteredBatch:
    """Contacts of one form in lanes, a meter beside each: whole takes, of which what the meters find is kept."""

    def __init__(
        self, contacts: Sequence[Contact], meter: type[Meter], sample_rate: float, *, precision: Precision = "double", block: int = 512
    ) -> None:
        self.batch = Batch(contacts, sample_rate, observe="sliding", precision=precision, block=block)
        voices = self.batch.machine
        self.block, self.lanes, self.meter, self.precision = block, voices.lanes, meter, precision
        self.meters = LanesMachine(meter_layout(meter, block), self.lanes, precision)
        self.meters.view("head.sample_rate")[:] = sample_rate
        self._controls = voices.view("head.controls").reshape(len(CONTROLS), block, self.lanes)
        self._slide, self._pull = (voices.view("head.traces").reshape(-1, block, self.lanes)[row] for row in (SLIDE, PULL))
        self._sound = voices.view("head.audio").reshape(-1, block, self.lanes)[0]
        self._rows = self.meters.view("head.sound").reshape(len(ROWS), block, self.lanes)

    def play(self, samples: int, leads: Mapping[str, Lead], parameters: Mapping[str, Any], seeds: Sequence[int] = ()) -> dict[str, Any]:
        """A take under controls that the lanes are led by; what the meters, with these parameters of each lane, find in it."""
        for name, values in parameters.items():
            self.meters.view(f"filter.p.{name}")[0] = values
        given = dict(enumerate(seeds))
        for lane in range(self.lanes):
            words = seed_words(given.get(lane, 0), single=self.precision == "single")
            self.batch.machine.voice(lane).view("texture.s.words")[:] = words
        self._controls[:] = 0.0
        self.batch.machine.call("start")
        self.meters.call("prepare")
        self.meters.call("start")
        moving = {CONTROLS.index(name): lead for name, lead in leads.items()}
        for begin in range(0, samples, self.block):
            n = min(self.block, samples - begin)
            for row, lead in moving.items():
                self._controls[row, :n] = lead.rows(begin, n)
            moving = {row: lead for row, lead in moving.items() if self._goes_on(row, lead, begin)}
            self.batch.machine.call("process", n)
            for heard, values in zip(self._rows, (self._controls[VELOCITY], self._slide, self._pull, self._sound), strict=True):
                heard[:n] = values[:n]
            self.meters.call("process", n)
        found = {name: self.meters.view(f"filter.s.{name}")[0].copy() for name in self.meter.finds}
        return found | {"iterations": self.batch.machine.view("head.evaluations")[0] / samples}

    def _goes_on(self, row: int, lead: Lead, begin: int) -> bool:
        """Whether a control may still move after the block that begins here; else its whole row is where it has come to."""
        if lead.settled() <= begin:
            self._controls[row] = lead.goal
        return lead.settled() > begin
