"""A bell by its partials: ratios to the prime, decay times, nodal meridians and a modal mass.

    f = f_prime ratio,     weights cos n a and sin n a around the bow, with 2 n nodal meridians

The ratios are those that founders tune to: hum 0.5, prime 1, tierce 1.2, quint 1.5, nominal 2, and the partials above. From the nominal
on they are of the rim, which bends into one wave more for each, and lie somewhat further apart from one to the next. A bell is struck
and heard on its sound bow, where every modal mass is taken to be the same. Real bells are a little out of round: their pairs beat (split).
"""

import math
from typing import Any, ClassVar

import numpy as np

from rosin.model.parameters import parameter
from rosin.model.rows import Numbers
from rosin.shapes.pairs import paired, splitting
from rosin.shapes.shape import ANGLE, Shape, Spectrum, further_damping

TUNED = (0.5, 1.0, 1.2, 1.5, 2.0, 2.5, 2.67, 3.0, 4.0, 5.33, 6.67)
RIM = (8.1, 9.6, 11.2, 12.8, 14.5, 16.2, 18.0, 19.9, 21.8)  # a little further apart each
QUALITY = 2200.0  # of those, as of the last that is tuned

RATIOS = (*TUNED, *RIM)
DECAY_TIMES = (6.0, 3.0, 2.5, 1.2, 1.5, 0.8, 0.7, 0.6, 0.45, 0.3, 0.24, *(round(QUALITY / (math.pi * 440 * ratio), 3) for ratio in RIM))
MERIDIANS = (2.0, 2.0, 3.0, 3.0, 4.0, 4.0, 2.0, 5.0, 6.0, 7.0, 8.0, *(9.0 + n for n in range(len(RIM))))


class Bell(Shape):
    """A church bell or a hand bell."""

    frequency: float = parameter(
        "f", "Hz", "frequency of the prime", default=440.0, at_least=1e-3, at_most=1e5, range=(100, 2000), curve="log"
    )
    mass: float = parameter(
        "m", "kg", "modal mass of each partial at the sound bow", default=5.0, more_than=0, at_most=1e5, range=(0.1, 1000), curve="log"
    )
    ratios: Numbers = parameter(
        "", "", "frequencies of the partials over that of the prime", default=RATIOS, at_least=1e-6, at_most=1e3, range=(0.5, 10)
    )
    decay_times: Numbers = parameter(
        "t_e",
        "s",
        "times in which a partial's amplitude falls to 1/e",
        default=DECAY_TIMES,
        at_least=1e-9,
        range=(0.05, 30),
        source="estimated",
    )
    meridians: Numbers = parameter(
        "n",
        "",
        "half the number of nodal meridians of each partial",
        default=MERIDIANS,
        at_least=0,
        at_most=100,
        range=(2, 10),
        source="Rossing and Perrin 1987",
    )
    split: float = splitting()
    damping: float = further_damping()

    coordinates: ClassVar[tuple[str, ...]] = (ANGLE,)

    def check(self) -> None:
        count = len(self.ratios)
        for name in ("decay_times", "meridians"):
            given = getattr(self, name)
            if len(given) != count:
                raise self.refuse(name, f"a list of {len(given)}", f"does not match the {count} ratios; give {count} numbers.")
        for index, order in enumerate(self.meridians):
            if order != round(order):
                raise self.refuse(f"meridians[{index}]", f"{order:g}", "is not allowed; it must be a whole number.")

    def _struck(self) -> Any:
        return 0.0

    def _heard(self) -> Any:
        return 0.04, 0.07

    def _tuning(self, frequencies: np.ndarray) -> float:
        return 1.0

    def _spectrum(self, most: int) -> Spectrum:
        frequencies = self.frequency * np.array(self.ratios)
        with np.errstate(over="ignore"):
            loss_factors = 1 / (math.pi * frequencies * np.array(self.decay_times))
        return paired(
            frequencies,
            np.full(len(frequencies), self.mass),
            loss_factors,
            np.array(self.meridians).astype(int),
            [f"{ratio:g}" for ratio in self.ratios],
            split=self.split,
        )
