"""Meters beside voices in lanes, so that nothing of what these do need be kept."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from rosin.engine.batch import Abreast, Batch, LanesMachine, Precision
from rosin.engine.metering import meter_layout
from rosin.engine.observing import SLID
from rosin.meters.meter import ROWS, Meter

HAND, SOUND = ROWS.index("velocity"), ROWS.index("sound")
CONTACT = slice(ROWS.index(SLID[0]), ROWS.index(SLID[-1]) + 1)  # rows that lie in a meter as in the traces of a voice
NOW = 1e-9  # samples or newtons: as good as none


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
    """Contacts, or scenes, of one form in lanes, a meter beside each: whole takes, of which what the meters find is kept.

    opening   what opens them: Batch, or SceneBatch, whose contact `within` is led and heard by the meter
    """

    def __init__(
        self,
        sources: Sequence[Any],
        meter: type[Meter],
        sample_rate: float,
        *,
        precision: Precision = "double",
        block: int = 512,
        lanes: int | None = None,
        opening: Callable[..., Abreast] = Batch,
        within: str = "",
    ) -> None:
        self.batch = opening(sources, sample_rate, observe="sliding", precision=precision, block=block, lanes=lanes)
        voices = self.batch.machine
        self.block, self.lanes, self.meter = block, voices.lanes, meter
        self.meters = LanesMachine(meter_layout(meter, block), self.lanes, precision)
        self.meters.view("head.sample_rate")[:] = sample_rate
        self._of = f"{within}." if within else ""
        self._controls, traces, audio = (
            voices.view(f"head.{name}").reshape(-1, block, self.lanes) for name in ("controls", "traces", "audio")
        )
        first = self.batch.trace_names.index(f"{self._of}{SLID[0]}")
        self._sliding, self._sound = traces[first : first + len(SLID)], audio[0]
        self._rows = self.meters.view("head.sound").reshape(len(ROWS), block, self.lanes)

    def play(
        self, samples: int, leads: Mapping[str, Lead], parameters: Mapping[str, Any], seeds: Sequence[int] = (), kept: int = 0
    ) -> dict[str, Any]:
        """A take under controls that the lanes are led by; what the meters, with these parameters of each lane, find in it.

        kept   how many samples of its end are given back, too: as "sound", (lanes, kept)
        """
        for name, values in parameters.items():
            self.meters.view(f"filter.p.{name}")[0] = values
        self.batch.sow(seeds)
        last = self.batch.voices - 1
        for name, row in self.batch.rows.items():
            self._controls[row] = [self.batch.usual(min(lane, last), name) for lane in range(self.lanes)]
        self.batch.machine.call("start")
        self.meters.call("prepare")
        self.meters.call("start")
        moving = {self.batch.rows[f"{self._of}{name}"]: lead for name, lead in leads.items()}
        velocity = self.batch.rows[f"{self._of}velocity"]
        sound = np.empty((self.lanes, kept), np.float32)
        for begin in range(0, samples, self.block):
            n = min(self.block, samples - begin)
            for row, lead in moving.items():
                self._controls[row] = lead.goal if lead.settled() <= begin else lead.rows(begin, self.block)
            if begin == 0 or velocity in moving:
                self._rows[HAND] = self._controls[velocity]
            moving = {row: lead for row, lead in moving.items() if lead.settled() > begin}
            self.batch.machine.call("process", n)
            self._rows[CONTACT, :n] = self._sliding[:, :n]
            self._rows[SOUND, :n] = self._sound[:n]
            self.meters.call("process", n)
            since = max(samples - kept - begin, 0)
            if since < n:
                sound[:, begin + since - samples + kept : begin + n - samples + kept] = self._sound[since:n].T
        found = {name: self.meters.view(f"filter.s.{name}")[0].copy() for name in self.meter.finds}
        found |= {"iterations": self.batch.machine.view("head.evaluations")[0] / samples}
        return found | ({"sound": sound} if kept else {})
