"""A sample of a sound library, as its readers give it."""

from typing import NamedTuple

import numpy as np


class Sample(NamedTuple):
    """Values (length,) of full scale, their rate (Hz) and the frequency (Hz) they were recorded at, None for what has no pitch."""

    name: str
    values: np.ndarray
    sample_rate: int
    frequency: float | None
