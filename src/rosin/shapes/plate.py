"""A thin rectangular plate, simply supported along its edges (Kirchhoff).

    w = pi^2 [(m / L_x)^2 + (n / L_y)^2] sqrt(D / rho h),     D = E h^3 / 12 (1 - nu^2),     sin(m pi x / L_x) sin(n pi y / L_y)

Every modal mass is a quarter of the mass of the plate.
"""

import math
from typing import Any, ClassVar

import numpy as np

from rosin.shapes.materials import Material, SomeMaterial
from rosin.shapes.rectangle import mode_numbers, names, sines
from rosin.shapes.shape import Shape, Spectrum, extent, further_damping, instead_loss, tuned


def bending_speed(material: Material, thickness: float) -> float:
    """sqrt(D / rho h), m^2/s: a plate's circular frequency over the square of its wave number."""
    return thickness * math.sqrt(material.youngs_modulus / (12 * material.density * (1 - material.poisson_ratio**2)))


class Plate(Shape):
    """A rectangular plate: a sheet of metal, a pane, a door, a table."""

    length: float = extent("Lx", "length along x", (0.02, 3))
    width: float = extent("Ly", "width along y", (0.02, 3))
    thickness: float = extent("h", "thickness", (2e-4, 0.05))
    material: SomeMaterial = Material.preset("steel")
    frequency: float | None = tuned()
    loss_factor: float | None = instead_loss()
    damping: float = further_damping()

    coordinates: ClassVar[tuple[str, ...]] = ("x / Lx", "y / Ly")

    @property
    def mass(self) -> float:
        """Mass of the plate, kg."""
        return self.material.density * self.length * self.width * self.thickness

    def _struck(self) -> Any:
        return 0.31, 0.41

    def _heard(self) -> Any:
        return (0.13, 0.19), (0.17, 0.16)

    def _spectrum(self, most: int) -> Spectrum:
        m, n = mode_numbers(most)
        frequencies = math.pi / 2 * ((m / self.length) ** 2 + (n / self.width) ** 2) * bending_speed(self.material, self.thickness)
        return Spectrum(
            frequencies,
            np.full(len(m), 0.25 * self.mass),
            np.full(len(m), self.material.loss(self.loss_factor)),
            names(most),
            sines(most),
        )
