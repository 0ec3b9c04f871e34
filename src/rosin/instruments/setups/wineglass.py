"""A glass whose rim is rubbed by a moist finger: modes from geometry and material, the finger travelling round the rim (rim.py)."""

from typing import Annotated, Any

import numpy as np

from rosin.bodies.body import Body
from rosin.bodies.rim import Rim, flesh
from rosin.instruments.setups.one_contact import OneContact
from rosin.model.part import one_of
from rosin.shapes.glass import Glass

HEARD = (0.0, 0.125)


class Wineglass(OneContact):
    """A rubbed glass, empty or filled: `heard` are angles round it, in turns."""

    resonator: Annotated[Glass, one_of(Glass)]
    finger_damping: float = flesh()

    def _body_of(self, glass: Any) -> Body:
        return self._rim(glass)

    def _of_modes(self, shape: Any, modes: int) -> Body:
        return self._rim(shape, highest=np.inf, most=modes)

    def _rim(self, glass: Any, **bounds: Any) -> Rim:
        modes = glass.replace(split=0.0).modes(**bounds)
        listeners = tuple(glass.points(HEARD if self.heard is None else self.heard, "heard")[:, 0])
        return Rim(
            radius=glass.radius,
            frequencies=tuple(modes.frequencies[::2]),
            decay_times=tuple(modes.decay_times[::2]),
            masses=tuple(modes.masses[::2]),
            split=glass.split,
            finger_damping=self.finger_damping,
            listeners=listeners,
        )
