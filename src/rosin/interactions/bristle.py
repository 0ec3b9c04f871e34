"""What bristle laws share: one trapezoid step of the mean bristle z (Avanzini et al. 2003, eq. 8.16 and 8.34 to 8.39).

    z' = h(v, z),     f = s0 z + s1 h + s2 v

With z~ = z + T h / 2 from the last sample, v = v~ + K1 h and z = z~ + K2 h are known but for h, which each law
finds in its own way. The energy s0 z~^2 / 2 closes exactly, and the step dissipates

    D = s0 z (v - h) + s1 v h + s2 v^2 >= 0   while   s1^2 |v| <= 4 F_ss(v) (s1 + s2).

The trapezoid is not L-stable, so z~ is kept within +-f_s / s0; what that takes away is booked as loss. A
contact without normal force is lifted: the bristles relax at once.
"""

import functools
import math
from typing import Any

from rosin.interactions.friction import LIFTED
from rosin.interactions.interaction import ROUGHNESS, STEP, LawKernels, Passivity, roughness
from rosin.kernels.dialect import Kernel, kernel
from rosin.kernels.maths import exp_fall
from rosin.kernels.solver import newton_in_bracket
from rosin.model.parameters import parameter

S0, S1, S2, STATIC, DYNAMIC, INVERSE_VS2, BREAKAWAY, COMPLIANCE, INVERSE_VS = range(2, 11)  # coefficients after T and s3
# state: H1 to H3 are earlier rates; then, of a search for the rate, the last evaluated point for v > 0, its tangent, and by how much
# the last three tangents missed
Z, H, H1, H2, H3, V, DAMPING, VISCOSITY, LOST = range(9)
SEEN_V, SEEN_Z, SEEN_RATE, BY_V, BY_Z, MISS, MISS_1, MISS_2 = range(9, 17)
COEFFICIENTS, STATE = 11, 17
RELATIVE = 1e-11  # accuracy of the rate


@kernel
def prepare(p, fs, c):
    """p = s0, s1, s2, mu_s, mu_d, v_s, breakaway, s3."""
    c[STEP] = 1.0 / fs
    c[S0] = p[0]
    c[S1] = p[1]
    c[S2] = p[2]
    c[STATIC] = p[3]
    c[DYNAMIC] = p[4]
    c[INVERSE_VS2] = 1.0 / (p[5] * p[5])
    c[BREAKAWAY] = p[6]
    c[ROUGHNESS] = p[7]
    c[COMPLIANCE] = 1.0 / p[0]
    c[INVERSE_VS] = 1.0 / p[5]


@kernel
def start(c, s):
    """Relaxed bristles."""
    for i in range(STATE):
        s[i] = 0.0


@kernel
def release(c, s, v_free):
    """Lifted: no force, the energy of the bristles is lost."""
    z = s[Z] + 0.5 * c[STEP] * s[H]
    s[LOST] = 0.5 * c[S0] * z * z
    for i in range(V):
        s[i] = 0.0
    s[V] = v_free
    s[DAMPING] = 0.0
    s[VISCOSITY] = 0.0
    return 0.0, v_free, 0


@kernel
def half_step_bristle(c, s, normal_force):
    """z~, kept within what the normal force can hold."""
    z = s[Z] + 0.5 * c[STEP] * s[H]
    limit = c[STATIC] * normal_force * c[COMPLIANCE]
    kept = min(max(z, -limit), limit)
    s[LOST] = 0.5 * c[S0] * (z - kept) * (z + kept)
    return kept


@kernel
def step(rate, c, s, z, damping, v_free, y, normal_force, guess):
    """One step with s1 = damping; `rate` solves h = z'(v~ + K1 h, z~ + K2 h) starting from a guess."""
    half = 0.5 * c[STEP]
    scale = 1.0 / (1.0 + y * c[S2])
    v_known = (v_free - y * c[S0] * z) * scale
    k1 = -y * (c[S0] * half + damping) * scale
    h, count = rate(c, s, v_known, k1, z, half, normal_force, guess)
    v = v_known + k1 * h
    z = z + half * h
    s[H3] = s[H2]
    s[H2] = s[H1]
    s[H1] = s[H]
    s[H] = h
    s[Z] = z
    s[V] = v
    s[DAMPING] = damping
    s[VISCOSITY] = c[S2]
    return c[S0] * z + damping * h + c[S2] * v, v, count


@kernel
def stribeck_curve(c, v, normal_force):
    """(8.17): |z_ss|, its slope and its curvature by v."""
    bend = normal_force * c[COMPLIANCE]
    fall = (c[STATIC] - c[DYNAMIC]) * bend * exp_fall(v * v * c[INVERSE_VS2])
    slope = -2.0 * v * c[INVERSE_VS2] * fall
    return c[DYNAMIC] * bend + fall, slope, -2.0 * c[INVERSE_VS2] * (fall + v * slope)


@kernel
def carried_on(s):
    """The last four rates carried on by a cubic."""
    return 4.0 * (s[H] + s[H2]) - 6.0 * s[H1] - s[H3]


@kernel
def first_inside(guess, last, low, high):
    """The guess if it is inside, else the last rate, else the upper end."""
    if low < guess < high:
        return guess
    return last if low < last < high else high


@kernel
def tolerance(elastic, z, half):
    """How well the rate is to be known, besides RELATIVE to itself: relative to the elastic rate, and the rounding of z."""
    return RELATIVE * abs(elastic) + 1e-15 * abs(z) * (1.0 / half)


@kernel
def creeping_rate(residual, c, s, v_known, k1, z_known, half, normal_force, guess):
    """h of a law without elastic range: between the elastic rate and the rate that brings z to zero."""
    elastic = v_known / (1.0 - k1)
    z_elastic = z_known + half * elastic
    if z_elastic == 0.0:
        return elastic, 0
    sign = 1.0 if z_elastic > 0.0 else -1.0
    high = sign * elastic
    low = -sign * z_known / half
    q = (c, sign * v_known, k1, sign * z_known, half, normal_force)
    accuracy = tolerance(elastic, z_known, half)
    h, count = newton_in_bracket(residual, q, low, high, first_inside(sign * guess, sign * s[H], low, high), accuracy, RELATIVE)
    return sign * h, count


@kernel
def stored(c, s):
    """s0 z~^2 / 2, z~ = z + T h / 2."""
    z = s[Z] + 0.5 * c[STEP] * s[H]
    return 0.5 * c[S0] * z * z


@kernel
def spent(c, s, f, v):
    """D, and what lifting or the limit took away."""
    z = s[Z]
    h = s[H]
    return c[STEP] * (c[S0] * z * (v - h) + s[DAMPING] * v * h + s[VISCOSITY] * v * v) + s[LOST], 0.0


@kernel
def observe(c, s, j):
    """Bristle displacement and rate."""
    return s[Z] if j == 0 else s[H]


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


def law(solve: Kernel) -> LawKernels:
    """The kernels of a bristle law, given how it solves a sample."""
    return LawKernels(prepare, start, solve, roughness, stored, spent, observe)


@functools.cache
def implicit_law(rate: Kernel) -> LawKernels:
    """The kernels of a bristle law with constant s1, given how it finds the rate h."""

    @kernel
    def solve(c, s, v_free, y, compression, normal_force):
        """One sample."""
        if normal_force <= LIFTED:
            return release(c, s, v_free)
        z = half_step_bristle(c, s, normal_force)
        return step(rate, c, s, z, c[S1], v_free, y, normal_force, carried_on(s))

    return law(solve)


@functools.cache
def creeping_law(residual: Kernel) -> LawKernels:
    """The kernels of a bristle law without elastic range, given its residual z' - h."""

    @kernel
    def rate(c, s, v_known, k1, z_known, half, normal_force, guess):
        """h with h = z'(v~ + K1 h, z~ + K2 h)."""
        return creeping_rate(residual, c, s, v_known, k1, z_known, half, normal_force, guess)

    return implicit_law(rate)


def sliding_curve(model: Any, speed: float) -> tuple[float, float]:
    """s0 |z_ss| / f_N at a speed, and its slope."""
    c = [0.0] * COEFFICIENTS
    prepare(model.pack(), 1.0, c)
    bend, slope, _ = stribeck_curve(c, speed, 1.0)
    return c[S0] * bend, c[S0] * slope


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
