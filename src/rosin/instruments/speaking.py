"""Where an instrument speaks: the playable window of its rubbed contact, round the speed and force of its own gesture."""

from collections.abc import Callable

import numpy as np

from rosin.analysis.window import Window, playable_window
from rosin.instruments.instrument import Instrument
from rosin.instruments.setups.setup import Rubbed

CELLS, CELLS_OF_A_SCENE = 13, 9  # to either side; a take of a scene costs ten times as much
USUAL_SPEED, USUAL_FORCE = 0.1, 1.0  # m/s, N: where the gesture does not tell
BELOW, ABOVE = 8.0, 5.0  # of the gesture's own speed and force


def usual_stroke(instrument: Instrument, rubbed: Rubbed) -> tuple[float, float]:
    """Speed (m/s) and normal force (N) by which something of an instrument is usually rubbed."""
    reference = instrument.reference
    speed = rubbed.speed or reference.get("velocity") or USUAL_SPEED
    return speed, rubbed.force or reference.get("normal_force") or USUAL_FORCE


def speaking_window(
    instrument: Instrument, *, cells: int | None = None, duration: float | None = None, progress: Callable[[float], None] | None = None
) -> Window | None:
    """The window of the first rubbed contact, coarse, played from rest; None where nothing is rubbed."""
    rubbed = instrument.setup.rubbed()
    if rubbed is None:
        return None
    speed, force = usual_stroke(instrument, rubbed)
    steps = np.geomspace(1 / BELOW, ABOVE, cells or (CELLS_OF_A_SCENE if rubbed.within else CELLS))
    return playable_window(
        rubbed.contact,
        speed * steps,
        force * steps,
        duration=duration or rubbed.duration,
        frequency=rubbed.frequency,
        progress=progress,
        more_controls=rubbed.controls,
        within=rubbed.within,
    )
