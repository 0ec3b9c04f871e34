"""A slender bar in bending (Euler-Bernoulli), free, clamped or pinned at its ends.

    w = (b / L)^2 sqrt(E I / rho A),     I / A = thickness^2 / 12, or diameter^2 / 16 for a round rod

    free-free        cos b cosh b = 1        cosh bx + cos bx - s (sinh bx + sin bx),   s = (cosh b - cos b) / (sinh b - sin b)
    clamped-clamped  cos b cosh b = 1        cosh bx - cos bx - s (sinh bx - sin bx),   s as above
    clamped-pinned   tan b = tanh b          as clamped-clamped
    clamped-free     cos b cosh b = -1       as clamped-clamped,                        s = (cosh b + cos b) / (sinh b + sin b)
    pinned-pinned    sin b = 0               sqrt(2) sin bx

All of these have a mean square of 1; the weights are they over sqrt(2), so that every modal mass is half the mass of the
bar. The hyperbolic parts cancel at high modes and are written as what falls away from each end,

    cosh bx - s sinh bx = (1 + s) / 2 e^{-bx} + c e^{-b(1 - x)},     c = [p (sin b - cos b) - e^{-b}] / (1 - e^{-2b} + 2 p e^{-b} sin b)

with p = 1 for clamped-free, -1 otherwise, and s = 1 - 2 c e^{-b}. Shear and rotary inertia are left out: where half a wave is
shorter than some five thicknesses, a real bar is lower.

Makers cut a bar out underneath until its partials stand in whole ratios to the first: `ratios` says which. The partials above those
given keep their places relative to the last one given; the mode shapes stay those of an even bar.
"""

import math
from itertools import pairwise
from typing import Any, ClassVar, Literal

import numpy as np

from rosin.model.parameters import parameter
from rosin.model.rows import Numbers
from rosin.shapes.materials import Material, SomeMaterial
from rosin.shapes.shape import Shape, Spectrum, extent, further_damping, instead_loss, tuned

NEWTON_STEPS = 12


def sech(b: np.ndarray) -> np.ndarray:
    """1 / cosh b, for any b >= 0."""
    return 2 * np.exp(-b) / (1 + np.exp(-2 * b))


def wave_numbers(supports: str, count: int) -> np.ndarray:
    """The first roots b, by Newton's method from where they lie at high modes."""
    n = np.arange(1, count + 1)
    if supports == "pinned-pinned":
        return math.pi * n
    if supports == "clamped-pinned":
        b = math.pi * (n + 0.25)
        for _ in range(NEWTON_STEPS):
            b = b - (np.sin(b) - np.cos(b) * np.tanh(b)) / (np.cos(b) + np.sin(b) * np.tanh(b) - np.cos(b) * sech(b) ** 2)
        return b
    sign = 1 if supports == "clamped-free" else -1
    b = math.pi * (n - 0.5 * sign)
    for _ in range(NEWTON_STEPS):
        b = b - (np.cos(b) + sign * sech(b)) / (-np.sin(b) - sign * sech(b) * np.tanh(b))
    return b


def bending_shapes(supports: str, b: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Mode shapes of mean square 1/2 at the points x / L, (points, modes)."""
    x = x[:, None]
    if supports == "pinned-pinned":
        return np.sin(b * x)
    free = 1 if supports == "free-free" else -1
    sign = 1 if supports == "clamped-free" else -1
    far = np.exp(-b)
    c = (sign * (np.sin(b) - np.cos(b)) - far) / (1 - far**2 + 2 * sign * far * np.sin(b))
    s = 1 - 2 * c * far
    falling = 0.5 * (1 + s) * np.exp(-b * x) + c * np.exp(-b * (1 - x))
    return (falling + free * (np.cos(b * x) - s * np.sin(b * x))) / math.sqrt(2)


class Bar(Shape):
    """A bar or a rod: the key of a xylophone or of a music box, a chime, a ruler at the edge of a table."""

    length: float = extent("L", "length", (0.02, 2))
    thickness: float = extent("h", "thickness in the direction of the blow; the diameter of a round rod", (5e-4, 0.05))
    width: float | None = extent("b", "width (left out: a round rod)", (1e-3, 0.2), None)
    material: SomeMaterial = Material.preset("steel")
    supports: Literal["free-free", "clamped-free", "clamped-pinned", "clamped-clamped", "pinned-pinned"] = "free-free"
    frequency: float | None = tuned()
    loss_factor: float | None = instead_loss()
    damping: float = further_damping()
    ratios: Numbers = parameter(
        "",
        "",
        "lowest frequencies over the first, where the bar is cut to tune them; xylophone 1, 3, 6, marimba 1, 4, 10",
        default=(1.0,),
        at_least=1,
        at_most=1e3,
        range=(1, 20),
    )

    coordinates: ClassVar[tuple[str, ...]] = ("x / L",)

    def check(self) -> None:
        rising = all(before < after for before, after in pairwise(self.ratios))
        if self.ratios[:1] != (1.0,) or not rising:
            raise self.refuse("ratios", list(self.ratios), "is not allowed; the first must be 1, and each more than the one before.")

    @property
    def mass(self) -> float:
        """Mass of the bar, kg."""
        section = math.pi * self.thickness**2 / 4 if self.width is None else self.width * self.thickness
        return self.material.density * self.length * section

    def _struck(self) -> Any:
        return 0.4

    def _heard(self) -> Any:
        return {"free-free": (0.02, 0.05), "clamped-free": (0.98, 0.95)}.get(self.supports, (0.45, 0.42))

    def _spectrum(self, most: int) -> Spectrum:
        b = wave_numbers(self.supports, most)
        gyration = self.thickness / math.sqrt(16 if self.width is None else 12)
        speed = math.sqrt(self.material.youngs_modulus / self.material.density)
        frequencies = (b / self.length) ** 2 * gyration * speed / (2 * math.pi)
        cut = min(len(self.ratios), most)
        frequencies[cut:] *= self.ratios[cut - 1] * frequencies[0] / frequencies[cut - 1]
        frequencies[:cut] = frequencies[0] * np.array(self.ratios[:cut])
        return Spectrum(
            frequencies,
            np.full(most, 0.5 * self.mass),
            np.full(most, self.material.loss(self.loss_factor)),
            [str(n) for n in range(1, most + 1)],
            lambda points: bending_shapes(self.supports, b, points[:, 0]),
        )
