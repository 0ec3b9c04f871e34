"""What bristle laws share: one trapezoid step of the mean bristle z (Avanzini et al. 2003, eq. 8.16 and 8.34 to 8.39).

    z' = h(v, z),     f = s0 z + s1 h + s2 v

With z~ = z + T h / 2 from the last sample, v = v~ + K1 h and z = z~ + K2 h are known but for h, which each law
finds in its own way. The energy s0 z~^2 / 2 closes exactly, and the step dissipates

    D = s0 z (v - h) + s1 v h + s2 v^2 >= 0   while   s1^2 |v| <= 4 F_ss(v) (s1 + s2).

Within a sample z = z~ + T h / 2, so that the force rises with velocity by

    df/dv = (s0 T/2 + s1) h_v / (1 - h_z T/2) + s2.

The trapezoid is not L-stable, so z~ is kept within +-f_s / s0; what that takes away is booked as loss. A
contact without normal force is lifted: the bristles relax at once.
"""

import functools
import math
from typing import Any

from rosin.interactions.friction import LIFTED
from rosin.interactions.interaction import LawKernels, Passivity, RoughCoefficients, roughness
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import Constant, Kernel, kernel
from rosin.kernels.maths import exp_fall
from rosin.kernels.record import Memory, Real, Record, reals
from rosin.model.parameters import parameter


class Coefficients(RoughCoefficients):
    """Constants of bristles."""

    s0 = Real("N/m", "stiffness")
    s1 = Real("N s/m", "damping")
    s2 = Real("N s/m", "viscosity")
    static = Real("", "static friction coefficient")
    dynamic = Real("", "dynamic friction coefficient")
    inverse_vs2 = Real("s²/m²", "1 / v_s²")
    breakaway = Real("", "share of f_c / s0 at which bristles give way")
    compliance = Real("m/N", "1 / s0")
    inverse_vs = Real("s/m", "1 / v_s")


class State(Record):
    """Mean bristle and its rates; of a search for the rate: the last evaluated point for v > 0, its tangent, and how tangents missed.

    The linear step has no search; the tangent is that of its own rate.
    """

    z = Real("m", "mean bristle")
    h = Real("m/s", "its rate")
    h1 = Real("m/s", "the rate one sample before")
    h2 = Real("m/s", "two samples before")
    h3 = Real("m/s", "three samples before")
    v = Real("m/s", "relative velocity")
    damping = Real("N s/m", "s1 of this sample")
    viscosity = Real("N s/m", "s2 of this sample")
    lost = Real("J", "by lifting, or at the limit of z")
    seen_v = Real("m/s")
    seen_z = Real("m")
    seen_rate = Real("m/s")
    by_v = Real("")
    by_z = Real("1/s")
    miss = Real("m/s")
    miss_1 = Real("m/s")
    miss_2 = Real("m/s")


PARAMETERS = reals(
    "bristle_stiffness",
    "bristle_damping",
    "viscosity",
    "static_friction",
    "dynamic_friction",
    "stribeck_velocity",
    "breakaway",
    "noise",
)
MEMORY = Memory(PARAMETERS, Coefficients, State)
ROUNDING = Constant(1e-15, single=3e-7)  # of a bristle
RELATIVE = Constant(1e-11, single=2e-6)  # accuracy of the rate


@kernel
def prepare(p, fs, c):
    """Physical parameters, and the inverses that every sample needs."""
    c.step = 1.0 / fs
    c.s0 = p.bristle_stiffness
    c.s1 = p.bristle_damping
    c.s2 = p.viscosity
    c.static = p.static_friction
    c.dynamic = p.dynamic_friction
    c.inverse_vs2 = 1.0 / (p.stribeck_velocity * p.stribeck_velocity)
    c.breakaway = p.breakaway
    c.roughness = p.noise
    c.compliance = 1.0 / p.bristle_stiffness
    c.inverse_vs = 1.0 / p.stribeck_velocity


@kernel
def start(c, s):
    """Relaxed bristles."""
    clear(s)


@kernel
def release(c, s, v_free):
    """Lifted: no force, the energy of the bristles is lost."""
    z = s.z + 0.5 * c.step * s.h
    s.lost = 0.5 * c.s0 * z * z
    s.z = 0.0
    s.h = 0.0
    s.h1 = 0.0
    s.h2 = 0.0
    s.h3 = 0.0
    s.v = v_free
    s.damping = 0.0
    s.viscosity = 0.0
    return 0.0, v_free, 0


@kernel
def half_step_bristle(c, s, normal_force):
    """z~, kept within what the normal force can hold."""
    z = s.z + 0.5 * c.step * s.h
    limit = c.static * normal_force * c.compliance
    kept = min(max(z, -limit), limit)
    s.lost = 0.5 * c.s0 * (z - kept) * (z + kept)
    return kept


@kernel
def step(rate, c, s, z, damping, v_free, y, normal_force, guess):
    """One step with s1 = damping; `rate` solves h = z'(v~ + K1 h, z~ + K2 h) starting from a guess."""
    return step_over(rate, c, s, 0.5 * c.step, z, damping, v_free, y, normal_force, guess)


@kernel
def step_over(rate, c, s, half, z, damping, v_free, y, normal_force, guess):
    """The same, K2 = half given."""
    scale = 1.0 / (1.0 + y * c.s2)
    v_known = (v_free - y * c.s0 * z) * scale
    k1 = -y * (c.s0 * half + damping) * scale
    h, count = rate(c, s, v_known, k1, z, half, normal_force, guess)
    v = v_known + k1 * h
    z = z + half * h
    s.h3 = s.h2
    s.h2 = s.h1
    s.h1 = s.h
    s.h = h
    s.z = z
    s.v = v
    s.damping = damping
    s.viscosity = c.s2
    return c.s0 * z + damping * h + c.s2 * v, v, count


@kernel
def stribeck_curve(c, v, normal_force):
    """(8.17): |z_ss|, its slope and its curvature by v."""
    bend = normal_force * c.compliance
    fall = (c.static - c.dynamic) * bend * exp_fall(v * v * c.inverse_vs2)
    slope = -2.0 * v * c.inverse_vs2 * fall
    return c.dynamic * bend + fall, slope, -2.0 * c.inverse_vs2 * (fall + v * slope)


@kernel
def creeping_rate(c, v, z, normal_force):
    """z' = v - |v| z / |z_ss(v)|, and its slopes by v and z."""
    z_ss, slope, _ = stribeck_curve(c, v, normal_force)
    inverse = 1.0 / z_ss
    sign = 1.0 if v >= 0.0 else -1.0
    by_v = 1.0 - z * inverse * (sign - sign * v * slope * inverse)
    by_z = -sign * v * inverse
    return v + by_z * z, by_v, by_z


@kernel
def creeping_tangent(c, v, z, normal_force):
    """The slopes of that rate."""
    _, by_v, by_z = creeping_rate(c, v, z, normal_force)
    return by_v, by_z


@kernel
def slope_along(c, damping, by_v, by_z):
    """df/dv within a sample with s1 = damping, given the slopes of the rate by v and z."""
    half = 0.5 * c.step
    return (c.s0 * half + damping) * by_v / (1.0 - by_z * half) + c.s2


@kernel
def carried_on(s):
    """The last four rates carried on (extrapolated) by a cubic."""
    return 4.0 * (s.h + s.h2) - 6.0 * s.h1 - s.h3


@kernel
def first_inside(guess, last, low, high):
    """The guess if it is inside, else the last rate, else the upper end."""
    if low < guess < high:
        return guess
    return last if low < last < high else high


@kernel
def tolerance(elastic, z, half):
    """How well the rate is to be known, besides RELATIVE to itself: relative to the elastic rate, and the rounding of z."""
    return RELATIVE * abs(elastic) + ROUNDING * abs(z) * (1.0 / half)


@kernel
def stored(c, s):
    """s0 z~^2 / 2, z~ = z + T h / 2."""
    z = s.z + 0.5 * c.step * s.h
    return 0.5 * c.s0 * z * z


@kernel
def spent(c, s, f, v):
    """D, and what lifting or the limit took away."""
    z = s.z
    h = s.h
    return c.step * (c.s0 * z * (v - h) + s.damping * v * h + s.viscosity * v * v) + s.lost, 0.0


@kernel
def observe(c, s, j):
    """Bristle displacement and rate."""
    return s.z if j == 0 else s.h


def bristle_stiffness(default: float) -> float:
    """The parameter s0."""
    return parameter(
        "σ0",
        "N/m",
        "bristle stiffness",
        default=default,
        more_than=0,
        at_most=1e12,
        range=(1e2, 1e8),
        curve="log",
        source="Avanzini et al. 2003, table 8.1",
    )


def bristle_damping(default: float) -> float:
    """The parameter s1."""
    return parameter("σ1", "N s/m", "bristle damping", default=default, at_least=0, at_most=1e6, range=(1e-3, 10), curve="log")


def viscosity() -> float:
    """The parameter s2."""
    return parameter("σ2", "N s/m", "viscous friction", default=0.0, at_least=0, at_most=1e6, range=(0, 10))


def breakaway() -> float:
    """The parameter c."""
    return parameter(
        "c",
        "",
        "breakaway, as a share of f_c / σ0",
        default=0.7,
        more_than=0,
        at_most=0.9999,
        range=(0.1, 0.999),
        source="Avanzini et al. 2003, eq. 8.28",
    )


def law(solve: Kernel, slope: Kernel) -> LawKernels:
    """The kernels of a bristle law, given how it solves a sample and the slope there while it is in contact."""

    @kernel
    def slope_in_contact(c, s, f, v, normal_force):
        """None where the contact is lifted."""
        return slope(c, s, v, normal_force) if normal_force > LIFTED else 0.0

    return LawKernels(MEMORY, prepare, start, solve, roughness, stored, spent, observe, slope_in_contact)


@functools.cache
def implicit_law(rate: Kernel, tangent: Kernel) -> LawKernels:
    """The kernels of a bristle law with constant s1, given how it finds the rate h, and the slopes of z'(v, z) by v and z."""

    @kernel
    def solve(c, s, v_free, y, compression, normal_force):
        """One sample."""
        if normal_force <= LIFTED:
            return release(c, s, v_free)
        z = half_step_bristle(c, s, normal_force)
        return step(rate, c, s, z, c.s1, v_free, y, normal_force, carried_on(s))

    @kernel
    def slope(c, s, v, normal_force):
        """Along the law, at the bristle that was found."""
        by_v, by_z = tangent(c, v, s.z, normal_force)
        return slope_along(c, c.s1, by_v, by_z)

    return law(solve, slope)


def sliding_curve(model: Any, speed: float) -> tuple[float, float]:
    """s0 |z_ss| / f_N at a speed, and its slope."""
    c = model.prepared()
    bend, slope, _ = stribeck_curve(c, speed, 1.0)
    return float(c.s0 * bend), float(c.s0 * slope)


def bristle_passivity(model: Any, normal_force: float, speed: float) -> Passivity:
    """Up to which speed s1^2 |v| <= 4 F_ss(v) (s1 + s2) holds; it breaks before F_ss could be f_s and after it could be f_c."""
    damping, viscous = model.bristle_damping, model.viscosity
    if damping == 0 or normal_force <= LIFTED:
        return Passivity(True, normal_force, speed, math.inf, "without σ1, or without contact, there is nothing to feed energy in.")

    def keeps(v: float) -> bool:
        fall = (model.static_friction - model.dynamic_friction) * math.exp(-((v / model.stribeck_velocity) ** 2))
        return damping**2 * v <= 4 * normal_force * (model.dynamic_friction + fall) * (damping + viscous)

    low, high = (4 * mu * normal_force * (damping + viscous) / damping**2 for mu in (model.dynamic_friction, model.static_friction))
    steps = (low + (high - low) * i / 4000 for i in range(4001))
    limit = next((v for v in steps if not keeps(v)), high)
    bound = "σ1² |v| ≤ 4 F_ss(v) (σ1 + σ2)"
    if speed <= limit:
        return Passivity(True, normal_force, speed, limit, f"{bound} holds up to {limit:.3g} m/s.")
    advice = "lower σ1, raise σ2 or the normal force, or let σ1 fall with speed."
    return Passivity(False, normal_force, speed, limit, f"{bound} breaks above {limit:.3g} m/s; {advice}")
