"""A thin ring that bends in its plane.

    w^2 = (E h^2 / 12 rho R^4) n^2 (n^2 - 1)^2 / (n^2 + 1),     n = 2, 3, ...,     frequencies 1 : 2.828 : 5.423 : 8.771 ...

It moves radially by cos n a (and sin n a) and along itself by -sin n a / n (its length stays), so that the modal mass for a radial
blow is (1 + 1 / n^2) / 2 of the mass of the ring. The weights are the radial motion; h is the radial thickness.
"""

import math

import numpy as np

from rosin.shapes.materials import Material, SomeMaterial
from rosin.shapes.pairs import paired, splitting
from rosin.shapes.shape import Shape, Spectrum, extent, further_damping, instead_loss, tuned
from rosin.shapes.thin_round import ThinRound


class Ring(ThinRound, Shape):
    """A ring struck from outside or inside: a hoop, a bangle, a short piece of pipe."""

    radius: float = extent("R", "mean radius", (0.01, 1))
    thickness: float = extent("h", "radial thickness", (5e-4, 0.05))
    width: float = extent("b", "width along the axis", (5e-4, 0.2))
    material: SomeMaterial = Material.preset("steel")
    split: float = splitting()
    frequency: float | None = tuned()
    loss_factor: float | None = instead_loss()
    damping: float = further_damping()

    @property
    def mass(self) -> float:
        """Mass of the ring, kg."""
        return self.material.density * 2 * math.pi * self.radius * self.thickness * self.width

    def _spectrum(self, most: int) -> Spectrum:
        n = np.arange(2, most + 2)
        speed = math.sqrt(self.material.youngs_modulus / self.material.density)
        bending = n * (n**2 - 1) / np.sqrt(n**2 + 1)
        return paired(
            speed * self.thickness / math.sqrt(12) / self.radius**2 * bending / (2 * math.pi),
            0.5 * self.mass * (1 + 1 / n**2),
            np.full(most, self.material.loss(self.loss_factor)),
            n,
            [str(order) for order in n],
            split=self.split,
        )
