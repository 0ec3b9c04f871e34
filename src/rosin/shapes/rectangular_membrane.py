"""A rectangular membrane under even tension.

    w = pi sqrt[(m / L_x)^2 + (n / L_y)^2] sqrt(T / sigma),     sin(m pi x / L_x) sin(n pi y / L_y)

Every modal mass is a quarter of the mass of the membrane. The air, which lowers the first modes of a light skin, is left out.
"""

import math
from typing import Any, ClassVar

import numpy as np

from rosin.shapes.membrane import area_density, tension
from rosin.shapes.rectangle import mode_numbers, names, sines
from rosin.shapes.shape import Shape, Spectrum, extent, further_damping, own_loss, tuned


class RectangularMembrane(Shape):
    """A rectangular skin: a frame drum, a taut sheet."""

    length: float = extent("Lx", "length along x", (0.02, 3))
    width: float = extent("Ly", "width along y", (0.02, 3))
    tension: float = tension()
    area_density: float = area_density()
    frequency: float | None = tuned()
    loss_factor: float = own_loss(0.02)
    damping: float = further_damping()

    coordinates: ClassVar[tuple[str, ...]] = ("x / Lx", "y / Ly")

    @property
    def mass(self) -> float:
        """Mass of the membrane, kg."""
        return self.area_density * self.length * self.width

    def _struck(self) -> Any:
        return 0.31, 0.41

    def _heard(self) -> Any:
        return (0.23, 0.29), (0.27, 0.26)

    def _spectrum(self, most: int) -> Spectrum:
        m, n = mode_numbers(most)
        frequencies = 0.5 * np.hypot(m / self.length, n / self.width) * math.sqrt(self.tension / self.area_density)
        return Spectrum(frequencies, np.full(len(m), 0.25 * self.mass), np.full(len(m), self.loss_factor), names(most), sines(most))
