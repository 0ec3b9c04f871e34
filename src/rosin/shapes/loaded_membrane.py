"""A round membrane with a mass fixed at its centre, as the stick of a cuica.

With the J_0 modes u_i of the bare membrane (w_i, m_i, and p_i their mean over the disc r <= a under the mass M) as coordinates:

    (m_i w_i^2) u_i = w^2 [m_i u_i + M p_i sum_j p_j u_j],     p_i = 2 J_1(x_i a / R) / (x_i a / R)

The mass moves with the mean of the disc and presses evenly on it; one that keeps the disc flat is stiffer (a cuica is 1 to 3 % higher).
Modes with nodal diameters leave the centre at rest and stay those of the bare membrane. The weight of the others is 1 at the mass
(everywhere on the disc), so their modal mass is the one felt by whoever moves the mass.
"""

import math
from typing import Any, ClassVar

import numpy as np

from rosin.model.parameters import parameter
from rosin.shapes.disc import names, reach, roots
from rosin.shapes.membrane import along, area_density, fixed_edge, tension
from rosin.shapes.pairs import paired
from rosin.shapes.shape import ANGLE, Shape, Spectrum, extent, further_damping, own_loss, tuned

FEWEST_TERMS = 60
HEAVIEST = 1e6  # load over the mass of the membrane
SMALLEST_DISC = 0.005  # of the radius
RESOLVED = 7.0  # x a / R of the last term: beyond, the mean over the disc is small


class LoadedMembrane(Shape):
    """A drum with a stick in its middle, or with a patch of paste."""

    radius: float = extent("R", "radius", (0.02, 1))
    tension: float = tension()
    area_density: float = area_density()
    load: float = parameter("M", "kg", "mass fixed at the centre", more_than=0, at_most=1e3, range=(1e-4, 0.1), curve="log")
    load_radius: float = extent("a", "radius over which it is fixed", (1e-3, 0.05))
    frequency: float | None = tuned()
    loss_factor: float = own_loss(0.02)
    damping: float = further_damping()

    coordinates: ClassVar[tuple[str, ...]] = ("r / R", ANGLE)

    def check(self) -> None:
        if not SMALLEST_DISC * self.radius <= self.load_radius < self.radius:
            raise self.refuse(
                "load_radius",
                f"{self.load_radius:g} m",
                f"must be at least {SMALLEST_DISC * self.radius:g} m and less than {self.radius:g} m, the radius of the membrane.",
            )
        if self.load > HEAVIEST * self.mass:
            raise self.refuse(
                "load",
                f"{self.load:g} kg",
                f"must be at most {HEAVIEST:g} times the mass of the membrane, {self.mass:g} kg: it would not move.",
            )

    @property
    def mass(self) -> float:
        """Mass of the bare membrane, kg."""
        return self.area_density * math.pi * self.radius**2

    def _struck(self) -> Any:
        return 0.0, 0.0

    def _heard(self) -> Any:
        return (0.3, 0.0), (0.35, 0.0)

    def _spectrum(self, most: int) -> Spectrum:
        from scipy.linalg import eigh
        from scipy.special import j0, j1, jn_zeros

        disc = self.load_radius / self.radius
        kept = math.ceil(reach(most) / math.pi) + 1
        x = jn_zeros(0, max(FEWEST_TERMS, math.ceil(RESOLVED / (math.pi * disc)), 2 * kept))
        wave_speed = math.sqrt(self.tension / self.area_density)
        masses = self.mass * j1(x) ** 2
        means = 2 * j1(x * disc) / (x * disc)
        stiffnesses = masses * (x / self.radius * wave_speed) ** 2
        heavy = np.diag(masses) + self.load * np.outer(means, means)
        squared, combined = eigh(np.diag(stiffnesses), heavy, subset_by_index=(0, kept - 1))
        at_load = means @ combined
        bare = roots(fixed_edge, 0.0, most)
        turned = bare[0] > 0
        m, k, y = (row[turned] for row in bare)

        def across(points: np.ndarray) -> np.ndarray:
            r = points[:, :1]
            straight = np.where(r <= disc, 1.0, j0(x * r) @ combined / at_load)
            tilting = np.where(r <= disc, 0.0, along(most, tuple(r[:, 0].tolist()))[:, turned])
            return np.hstack([straight, tilting])

        orders = np.concatenate([np.zeros(kept, dtype=int), m])
        return paired(
            np.concatenate([np.sqrt(squared), y / self.radius * wave_speed]) / (2 * math.pi),
            np.concatenate([1 / at_load**2, np.full(len(m), 0.25 * self.mass)]),
            np.full(len(orders), self.loss_factor),
            orders,
            names(orders, np.concatenate([np.arange(1, kept + 1), k])),
            across,
        )
