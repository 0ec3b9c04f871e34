"""Modes beyond those of a resonator: of its shell, of the stand it lies on, of what strikes it, of a skin where its own are too many.

Dense modes (soundboxes/dense_modes.py) are heard in two directions for the force of the contact: one of level a, alone and at its
frequency, gives a for one newton. They are so heavy that they do not push back:

    x'' + (2 / t_e) x' + w^2 x = f / m,     t_e = Q / (pi f),     pickup 2 m a / t_e

since a mode at its frequency moves with f t_e / 2 m.
"""

from typing import Annotated, Any

import numpy as np

from rosin.bodies.modal import Modal
from rosin.model.parameters import Checked
from rosin.model.rows import each
from rosin.soundboxes.dense_modes import DenseModes, dense_modes

HEAVY = 1000.0  # kg

Beyond = Annotated[DenseModes | None, Checked(dense_modes)]


def with_modes_beyond(body: Modal, dense: DenseModes | None) -> Modal:
    """A body and, before its own, the modes beyond them, which are the same however it is tuned; without any, as it is."""
    if dense is None:
        return body
    n = len(body.frequencies)
    frequencies, levels = dense.expanded()
    decay_times = dense.quality / (np.pi * frequencies)
    shapes = np.array(body.shapes or np.ones((1, n)))
    heard = np.array(body.pickups or shapes[:1])
    joined: dict[str, Any] = {
        "frequencies": np.append(frequencies, body.frequencies),
        "decay_times": np.append(decay_times, each(body.decay_times, n)),
        "masses": np.append(np.full(len(frequencies), HEAVY), each(body.masses, n)),
        "shapes": np.hstack([np.ones((len(shapes), len(frequencies))), shapes]),
        "pickups": np.hstack([levels[: len(heard)] * 2 * HEAVY / decay_times, heard]),
    }
    return body.replace(**joined)
