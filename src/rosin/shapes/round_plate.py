"""A thin round plate, clamped or free at its edge (Kirchhoff), of radius R and thickness h.

    w = (x / R)^2 sqrt(D / rho h),     W(r / R) cos m a and sin m a,     x and W in round_bending.py

Every modal mass is a quarter of the mass of the plate. Where it bends by as much as it is thick it also stretches, and its modes no
longer pass each other by (`stretching`, round_stretching.py).
"""

import math
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np

from rosin.model.parameters import parameter
from rosin.shapes.disc import names
from rosin.shapes.materials import Material, SomeMaterial
from rosin.shapes.pairs import paired
from rosin.shapes.plate import bending_speed
from rosin.shapes.round_bending import along, bending
from rosin.shapes.shape import ANGLE, HIGHEST, MOST, Shape, Spectrum, extent, further_damping, instead_loss, tuned

if TYPE_CHECKING:
    from rosin.bodies.modal import Modal


class RoundPlate(Shape):
    """A round plate: a lid, a gong without a rim, a cymbal hung at its centre (free), a porthole (clamped)."""

    radius: float = extent("R", "radius", (0.02, 1))
    thickness: float = extent("h", "thickness", (2e-4, 0.05))
    material: SomeMaterial = Material.preset("steel")
    edge: Literal["free", "clamped"] = "free"
    frequency: float | None = tuned()
    loss_factor: float | None = instead_loss()
    damping: float = further_damping()
    stretching: float = parameter(
        "",
        "",
        "how much of its stiffness against stretching counts; 1: all, 0: it only bends",
        default=0.0,
        at_least=0,
        at_most=10,
        range=(0, 1),
    )

    coordinates: ClassVar[tuple[str, ...]] = ("r / R", ANGLE)

    @property
    def mass(self) -> float:
        """Mass of the plate, kg."""
        return self.material.density * math.pi * self.radius**2 * self.thickness

    def _struck(self) -> Any:
        return 0.7, 0.0

    def _heard(self) -> Any:
        return ((0.95, 0.13), (0.95, 0.17)) if self.edge == "free" else ((0.5, 0.13), (0.5, 0.17))

    def _spectrum(self, most: int) -> Spectrum:
        kind = self.edge, self.material.poisson_ratio, most
        modes = bending(*kind)
        return paired(
            (modes.x / self.radius) ** 2 * bending_speed(self.material, self.thickness) / (2 * math.pi),
            np.full(len(modes.m), 0.25 * self.mass),
            np.full(len(modes.m), self.material.loss(self.loss_factor)),
            modes.m,
            names(modes.m, modes.k),
            lambda points: along(*kind, tuple(points[:, 0].tolist())),
        )

    def modal(self, at: Any = None, heard: Any = None, *, highest: float = HIGHEST, most: int = MOST) -> "Modal":
        if self.stretching == 0:
            return super().modal(at, heard, highest=highest, most=most)
        from rosin.shapes.round_stretching import stretched

        at, heard = self._struck() if at is None else at, self._heard() if heard is None else heard
        natural = self._spectrum(1).frequencies
        stiffness = self.material.youngs_modulus * self.thickness * self._tuning(natural) ** 2
        return stretched(self, at, heard, self.modes(highest=highest, most=most), stiffness)
