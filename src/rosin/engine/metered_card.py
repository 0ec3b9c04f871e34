"""Whole takes of many voices on a graphics card, measured there: what a MeteredBatch does in lanes, a card does in its threads.

A block of all voices, their relative velocity and sound handed over to the meters, a block of all meters; only what the meters find
comes back. While a control rises, its row is sent block by block; then it is held.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rosin.compiler.gpu import WARP
from rosin.engine.batch import REAL, LanesMachine, Precision, one_vector
from rosin.engine.cuda import CudaBatch, CudaDevice
from rosin.engine.grids import Way
from rosin.engine.metered_lanes import Lead
from rosin.engine.metering import meter_layout
from rosin.engine.observing import SLID
from rosin.meters.meter import Meter
from rosin.playing.controls import CONTROLS, VELOCITY
from rosin.scenes.contact import Contact

BLOCK = 128  # samples


class MeteredCard:
    """Contacts of one form on a card, a meter beside each."""

    def __init__(
        self,
        contacts: Sequence[Contact],
        meter: type[Meter],
        sample_rate: float,
        *,
        precision: Precision = "single",
        block: int = BLOCK,
        device: Any = CudaDevice,
    ) -> None:
        self.batch = CudaBatch(contacts, sample_rate, observe="sliding", precision=precision, block=block, device=device)
        self.meter, self.block, self.groups, self.voices = meter, block, self.batch.groups, len(contacts)
        self._layout = meter_layout(meter, block)
        self._lanes = LanesMachine(self._layout, one_vector(precision), precision)
        self._lanes.view("head.sample_rate")[:] = sample_rate
        self._meters = device(self._layout, self.groups, REAL[precision][1], self._lanes.wholes)
        self._way = Way(REAL[precision][0], frozenset(), False)

    def play(self, samples: int, leads: Mapping[str, Lead], parameters: Mapping[str, Any]) -> dict[str, np.ndarray]:
        """A take under controls that the voices are led by; what the meters, with these parameters of each voice, find in it."""
        if self.batch.alike:
            self.batch.restart()
        self._begin(parameters)
        device, places = self.batch.device, self.batch.layout.reals
        rows = self._layout.reals["head.sound"].offset
        moving = {CONTROLS.index(name): self._grouped(lead) for name, lead in leads.items()}
        way = self.batch.way
        for begin in range(0, samples, self.block):
            n = min(self.block, samples - begin)
            for k, lead in moving.items():
                table = np.repeat(lead.goal[:, None], self.block, 1) if lead.settled() <= begin else lead.rows(begin, n)
                device.put(places["head.controls"].offset + k * self.block, table)
                if k == VELOCITY:
                    self._meters.put(rows, table)
            moving = {k: lead for k, lead in moving.items() if lead.settled() > begin}
            device.run(way._replace(held=way.held - set(moving)), self.voices, n)
            traces = places["head.traces"].offset
            handed = (*(traces + row * self.block for row in range(len(SLID))), places["head.audio"].offset)
            for row, place in enumerate(handed, start=1):
                self._meters.copy(rows + row * self.block, device, place, n)
            self._meters.run(self._way, self.voices, n)
        found = {name: self._taken(self._meters, self._layout.reals[f"filter.s.{name}"].offset) for name in self.meter.finds}
        return found | {"iterations": self._taken(device, places["head.evaluations"].offset) / samples}

    def _begin(self, parameters: Mapping[str, Any]) -> None:
        """Meters with their parameters, before the first sample: prepared on the processor, some side by side."""
        count = self.groups * WARP
        given = {name: self._filled(np.broadcast_to(np.asarray(value, float), (self.voices,))) for name, value in parameters.items()}
        arenas = np.empty((count, self._layout.size), self._lanes.reals.dtype)
        for first in range(0, count, self._lanes.lanes):
            for name, values in given.items():
                self._lanes.view(f"filter.p.{name}")[0] = values[first : first + self._lanes.lanes]
            self._lanes.call("prepare")
            self._lanes.call("start")
            arenas[first : first + self._lanes.lanes] = self._lanes.reals.T
        self._meters.put(0, arenas.reshape(self.groups, WARP, -1).transpose(0, 2, 1))

    def _grouped(self, lead: Lead) -> Lead:
        """A control of voices as the card has them, (groups, 32), in its precision."""
        return Lead(*(self._filled(values).reshape(self.groups, WARP).astype(self._lanes.reals.dtype) for values in lead))

    def _filled(self, values: np.ndarray) -> np.ndarray:
        """Values of all voices of all groups: those that nobody asked for have that of the last one."""
        return np.concatenate([values, np.full(self.groups * WARP - len(values), values[-1])])

    def _taken(self, device: Any, place: int) -> np.ndarray:
        """A number of each voice."""
        return np.asarray(device.take(place, 1).reshape(-1)[: self.voices], dtype=float)
