"""A drinking glass as a cylinder that stands on its base (French's energy method, for every order n).

    w^2 = (E a^2 / 12 rho) [(n^2 - 1)^2 / R^4 + 12 / H^4] / (1 + 1 / n^2),     n = 2 ... 6

The wall moves radially as (z / H)^2 cos n t (and sin n t), along the rim by 1 / n of that, so the modal mass for a radial blow on the
rim is (1 + 1 / n^2) / 10 of the mass of the wall. The weights are the radial motion of the rim by the angle t.

Liquid up to the height h moves with the wall. In a round section it weighs rho_l R / (n rho a (1 + 1 / n^2)) of the wall, which, with
the factor that fits French's measurement for n = 2, gives

    (f_empty / f)^2 = 1 + 0.625 n / (n^2 + 1) (rho_l R / rho a) (h / H)^4

and raises the modal mass as much.
"""

import math

import numpy as np

from rosin.model.parameters import parameter
from rosin.shapes.materials import Material, SomeMaterial
from rosin.shapes.pairs import paired, splitting
from rosin.shapes.shape import Shape, Spectrum, extent, further_damping, instead_loss, tuned
from rosin.shapes.thin_round import ThinRound

ORDERS = np.arange(2, 7)
LIQUID = 0.625  # 1.25 / 5 for n = 2, French's fit


class Glass(ThinRound, Shape):
    """A wineglass, a tumbler or a bowl with an upright wall, empty or filled; struck on its rim."""

    radius: float = extent("R", "radius", (0.01, 0.5))
    height: float = extent("H", "height of the bowl", (0.02, 0.5))
    thickness: float = extent("a", "thickness of the wall", (3e-4, 0.02))
    material: SomeMaterial = Material.preset("glass")
    liquid: float = parameter("h/H", "", "height of the liquid, of that of the bowl", default=0.0, at_least=0, at_most=1, range=(0, 1))
    liquid_density: float = parameter("ρl", "kg/m^3", "density of the liquid", default=1000.0, more_than=0, at_most=2e4, range=(700, 1300))
    split: float = splitting()
    frequency: float | None = tuned()
    loss_factor: float | None = instead_loss()
    damping: float = further_damping()

    @property
    def mass(self) -> float:
        """Mass of the wall, kg."""
        return self.material.density * 2 * math.pi * self.radius * self.thickness * self.height

    def _spectrum(self, most: int) -> Spectrum:
        n = ORDERS
        wall = self.material.density * self.thickness
        load = 1 + LIQUID * n / (n**2 + 1) * self.liquid_density * self.radius / wall * self.liquid**4
        bending = ((n**2 - 1) / self.radius**2) ** 2 + 12 / self.height**4
        squared = self.material.youngs_modulus * self.thickness**2 / (12 * self.material.density) * bending / (1 + 1 / n**2)
        return paired(
            np.sqrt(squared / load) / (2 * math.pi),
            0.1 * self.mass * (1 + 1 / n**2) * load,
            np.full(len(n), self.material.loss(self.loss_factor)),
            n,
            [str(order) for order in n],
            split=self.split,
        )
