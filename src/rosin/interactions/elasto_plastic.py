"""Elasto-plastic friction: bristles that hold, then give way (Avanzini et al. 2003, eq. 8.16 to 8.19; Willemsen et al. 2019, eq. 6 to 9).

    z' = v (1 - a(v, z) z / z_ss(v)),     f = s0 z + s1 z' + s2 v + s3 w sqrt(|v| f_N)
    |z_ss| = [f_c + (f_s - f_c) exp(-(v / v_s)^2)] / s0,   f_s = mu_s f_N,  f_c = mu_d f_N,  z_ba = c f_c / s0

The adhesion map a is 0 up to breakaway and where v and z have opposite signs, 1 beyond |z_ss|, and
(1 - cos(pi u)) / 2 between, u = (|z| - z_ba) / (|z_ss| - z_ba).

The rate h = z' of each sample is the root of z'(v~ + K1 h, z~ + K2 h) = h. The elastic root is exact below
breakaway; beyond, it brackets the sliding root together with the rate that would just reach breakaway. Where
both an elastic unloading and a sliding root exist, a contact that slid in the last sample goes on sliding.

`solver="implicit"` solves this; "linear" freezes a |v| / |z_ss| at the last sample, which leaves h two divisions
away: first order, still passive. With `damping_law="velocity"` s1 falls with speed as f_c / sqrt(v^2 + (f_c / s1)^2),
which keeps the law passive at any speed and force.
"""

import math
from typing import ClassVar, Literal

from rosin.interactions import bristle, friction
from rosin.interactions.bristle import (
    BREAKAWAY,
    COMPLIANCE,
    DAMPING,
    DYNAMIC,
    INVERSE_VS,
    INVERSE_VS2,
    RELATIVE,
    S0,
    S1,
    S2,
    STATIC,
    H,
    V,
    Z,
    carried_on,
    first_inside,
    half_step_bristle,
    release,
    step,
    stribeck_curve,
    tolerance,
)
from rosin.interactions.friction import LIFTED
from rosin.interactions.interaction import STEP, Interaction, LawKernels, Passivity
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import sin_cos_pi
from rosin.kernels.solver import FAR, newton_in_bracket, newton_step
from rosin.parameters import Number, parameter

ENOUGH = 1e-11  # relative accuracy of the velocity at which s1 is taken
FEW = 6  # Newton steps after which a sliding root is given up for the elastic one


@kernel
def bristle_rate(c, v, z, z_ba, normal_force, dv, dz):
    """z'(v, z) for v > 0 (8.16), its first change along (dv, dz) (8.45 to 8.48), and its second with what belongs to it.

    With u held to [0, 1], sin and cos of pi (u - 1/2) give the adhesion (8.19) and its slope in all three regimes. The second
    change jumps where u passes 0 or 1; so it comes with the sum of its parts, u, the rate of u, and the rate of all factors.
    """
    z_ss, slope, bow = stribeck_curve(c, v, normal_force)
    inverse = 1.0 / z_ss
    narrow = 1.0 / (z_ss - z_ba)
    place = (z - z_ba) * narrow
    u = min(max(place, 0.0), 1.0)
    sine, cosine = sin_cos_pi(u - 0.5)
    lost = v * z * inverse
    widen = slope * dv
    less = widen * inverse
    lost_1 = inverse * (z * dv + v * dz) - lost * less
    lost_2 = 2.0 * (inverse * (dv * dz - (z * dv + v * dz) * less) + lost * less * less) - lost * inverse * bow * dv * dv
    u_1 = narrow * (dz - u * widen)
    u_2 = -narrow * (2.0 * widen * u_1 + u * bow * dv * dv)
    turn = math.pi * u_1
    jump = 0.5 * lost * turn * turn
    bend = 0.5 * math.pi * lost * u_2 + lost_1 * turn
    first = (dv - 0.5 * lost_1) - 0.5 * lost_1 * sine - 0.5 * lost * turn * cosine
    second = -0.5 * lost_2 - 0.5 * lost_2 * sine
    if place < 1.0:
        second = second - bend * cosine + jump * sine
    pace = abs(turn) + 2.0 * abs(dv) * (v * c[INVERSE_VS2] + c[INVERSE_VS])
    return (v - 0.5 * lost) - 0.5 * lost * sine, first, second, abs(lost_2) + abs(bend) + jump, place, u_1, pace


@kernel
def residual(h, q):
    """z'(v~ + K1 h, z~ + K2 h) - h (8.41), with Chebyshev's third-order step and what it leaves.

    The step leaves a third-order rest unless it passes a jump of the second change, then a second-order one.
    """
    c, v_known, k1, z_known, half, z_ba, normal_force = q
    moved, first, second, most, place, u_1, pace = bristle_rate(c, v_known + k1 * h, z_known + half * h, z_ba, normal_force, k1, half)
    g, newton, _ = newton_step(moved - h, first - 1.0)
    size = abs(newton)
    relative = newton / (first - 1.0) if first != 1.0 else 1.0
    bent = most * abs(relative)
    if bent > 0.5:
        return g, newton, FAR
    landing = place + 1.5 * u_1 * newton
    order = 2.0 * (bent + pace * size) if (place - 1.0) * (landing - 1.0) > 0.0 and place * landing > 0.0 else 1.0
    return g, newton - 0.5 * newton * second * relative, size * bent * min(order, 1.0)


@kernel
def breakaway(c, normal_force):
    """z_ba = c f_c / s0 (8.28)."""
    return c[BREAKAWAY] * c[DYNAMIC] * normal_force * c[COMPLIANCE]


@kernel
def sliding_rate(q, h, low, high, accuracy):
    """A root in (low, high), if plain Newton from h finds one within a few steps."""
    for count in range(FEW):
        if not low < h < high:
            return False, h, count
        _, move, left = residual(h, q)
        h = h + move
        if min(left, abs(move)) <= accuracy:
            return low < h < high, h, count + 1
    return False, h, FEW


@kernel
def settled_rate(c, s, v_known, k1, z_known, half, normal_force, guess):
    """h with h = z'(v~ + K1 h, z~ + K2 h); the elastic root wherever there is one."""
    z_ba = breakaway(c, normal_force)
    elastic = v_known * (1.0 / (1.0 - k1))
    z_elastic = z_known + half * elastic
    if abs(z_elastic) <= z_ba or elastic * z_elastic <= 0.0:
        return elastic, 0
    sign = 1.0 if z_elastic > 0.0 else -1.0
    high = sign * elastic
    low = (z_ba - sign * z_known) * (1.0 / half)
    q = (c, sign * v_known, k1, sign * z_known, half, z_ba, normal_force)
    accuracy = tolerance(elastic, z_known, half)
    h, count = newton_in_bracket(residual, q, low, high, first_inside(sign * guess, sign * s[H], low, high), accuracy, RELATIVE)
    return sign * h, count


@kernel
def rate(c, s, v_known, k1, z_known, half, normal_force, guess):
    """The settled rate, unless the contact slid in the last sample and can go on sliding while the bristle relaxes."""
    if v_known * z_known < 0.0 and k1 < 0.0:
        sign = 1.0 if z_known > 0.0 else -1.0
        z_ba = breakaway(c, normal_force)
        if sign * s[V] > 0.0 and sign * s[Z] > z_ba and sign * (z_known + half * v_known / (1.0 - k1)) > z_ba:
            q = (c, sign * v_known, k1, sign * z_known, half, z_ba, normal_force)
            low = (z_ba - sign * z_known) / half
            accuracy = tolerance(v_known / (1.0 - k1), z_known, half)
            found, h, count = sliding_rate(q, sign * s[H], low, -sign * v_known / k1, accuracy)
            if found:
                return sign * h, count
    return settled_rate(c, s, v_known, k1, z_known, half, normal_force, guess)


@kernel
def solve_implicit(c, s, v_free, y, compression, normal_force):
    """One sample with constant s1."""
    if normal_force <= LIFTED:
        return release(c, s, v_free)
    z = half_step_bristle(c, s, normal_force)
    return step(rate, c, s, z, c[S1], v_free, y, normal_force, carried_on(s))


@kernel
def linear_rate(c, s, v_known, k1, z_known, half, normal_force, yielding):
    """h of z' = v - k z with k = yielding held over the sample."""
    return (v_known - yielding * z_known) / (1.0 - k1 + yielding * half), 1


@kernel
def solve_linear(c, s, v_free, y, compression, normal_force):
    """One sample without iteration: k = a |v| / |z_ss| of the last velocity, more where z would leave its limit.

    D >= 0 asks for s1^2 k <= 4 s0 (s1 + s2); a sample that yields faster goes without s1.
    """
    if normal_force <= LIFTED:
        return release(c, s, v_free)
    z = half_step_bristle(c, s, normal_force)
    pull = v_free - y * c[S0] * z
    sign = 1.0 if pull > 0.0 else -1.0
    yielding = 0.0
    if sign * s[V] > 0.0:
        z_ba = breakaway(c, normal_force)
        z_ss, _, _ = stribeck_curve(c, s[V], normal_force)
        u = min(max((sign * z - z_ba) / (z_ss - z_ba), 0.0), 1.0)
        yielding = 0.5 * (1.0 + sin_cos_pi(u - 0.5)[0]) * abs(s[V]) / z_ss
    limit = c[STATIC] * normal_force * c[COMPLIANCE]
    yielding = max(yielding, (sign * pull - 2.0 * (limit - sign * z) / c[STEP]) / limit)
    damping = c[S1] if c[S1] * c[S1] * yielding <= 4.0 * c[S0] * (c[S1] + c[S2]) else 0.0
    return step(linear_rate, c, s, z, damping, v_free, y, normal_force, yielding)


@kernel
def falling_damping(c, v, normal_force):
    """s1(v) = f_c / sqrt(v^2 + (f_c / s1)^2), and its slope by v."""
    steep = c[S1] / (c[DYNAMIC] * normal_force)
    damping = c[S1] / math.sqrt(1.0 + steep * steep * v * v)
    return damping, -damping * damping * damping * v / (c[DYNAMIC] * normal_force) ** 2


@kernel
def velocity_residual(v, q):
    """h(v) - z'(v, z~ + K2 h(v)) with s1(v), where h(v) is the rate that makes the velocity v; and its slope."""
    c, known, y, z_known, half, z_ba, normal_force = q
    damping, damping_by_v = falling_damping(c, v, normal_force)
    resist = y * (c[S0] * half + damping)
    h = (known - (1.0 + y * c[S2]) * v) / resist
    h_by_v = -((1.0 + y * c[S2]) + y * damping_by_v * h) / resist
    moved, slope, _, _, _, _, _ = bristle_rate(c, v, z_known + half * h, z_ba, normal_force, 1.0, half * h_by_v)
    return newton_step(h - moved, h_by_v - slope)


@kernel
def settled_velocity(c, s, z, v_free, y, normal_force):
    """The velocity with s1(v), solved in v because v is not affine in h when s1 varies.

    The elastic velocity with the largest s1 is too slow; the elastic one without s1, and the one at which the bristle
    would fall to breakaway, are too fast.
    """
    half = 0.5 * c[STEP]
    known = v_free - y * c[S0] * z
    sign = 1.0 if known > 0.0 else -1.0
    z_ba = breakaway(c, normal_force)
    to_breakaway = (z_ba - sign * z) / half
    most = c[S0] * half + (c[S1] if to_breakaway <= 0.0 else 0.0)
    viscous = 1.0 + y * c[S2]
    low = sign * known / (viscous + y * (c[S0] * half + c[S1]))
    high = max(sign * known / (viscous + y * c[S0] * half), (sign * known - y * most * to_breakaway) / viscous)
    q = (c, sign * known, y, sign * z, half, z_ba, normal_force)
    resist = y * (c[S0] * half + s[DAMPING])
    sliding = sign * (known - resist * carried_on(s)) / viscous
    start = first_inside(sliding, sign * known / (viscous + resist), low, high)
    v, count = newton_in_bracket(velocity_residual, q, low, high, start, 0.0, ENOUGH)
    damping, _ = falling_damping(c, v, normal_force)
    return damping, sign * (sign * known - viscous * v) / (y * (c[S0] * half + damping)), count


@kernel
def solve_falling(c, s, v_free, y, compression, normal_force):
    """One sample with s1 falling with speed; an elastic root is always kept."""
    if normal_force <= LIFTED:
        return release(c, s, v_free)
    z = half_step_bristle(c, s, normal_force)
    damping, guess, count = falling_damping(c, v_free, normal_force)[0], carried_on(s), 0
    if y > 0.0:
        damping, guess, count = settled_velocity(c, s, z, v_free, y, normal_force)
    f, v, more = step(settled_rate, c, s, z, damping, v_free, y, normal_force, guess)
    return f, v, count + more


SOLVERS = {("implicit", "constant"): solve_implicit, ("implicit", "velocity"): solve_falling, ("linear", "constant"): solve_linear}


class ElastoPlastic(Interaction):
    """Friction by bristles that bend elastically, break away and slide, with surface noise."""

    bristle_stiffness: Number = bristle.bristle_stiffness(1e4)
    bristle_damping: Number = bristle.bristle_damping(0.1)
    viscosity: Number = bristle.viscosity()
    static_friction: Number = friction.static_friction(0.8)
    dynamic_friction: Number = friction.dynamic_friction(0.3)
    stribeck_velocity: Number = friction.stribeck_velocity(0.1)
    breakaway: Number = parameter(
        "c",
        "",
        "breakaway, as a share of f_c / σ0",
        default=0.7,
        more_than=0,
        less_than=1,
        range=(0.1, 0.999),
        source="Avanzini et al. 2003, eq. 8.28",
    )
    noise: Number = friction.noise()
    damping_law: Literal["constant", "velocity"] = "constant"
    solver: Literal["implicit", "linear"] = "implicit"

    observes: ClassVar[tuple[str, ...]] = ("bristle", "bristle_rate")

    def check(self) -> None:
        friction.check_order(self, self.static_friction, self.dynamic_friction)
        if (self.solver, self.damping_law) not in SOLVERS:
            raise self.refuse("damping_law", repr(self.damping_law), "needs solver 'implicit'; the linear solver takes a constant σ1.")

    @property
    def kernels(self) -> LawKernels:
        return bristle.law(SOLVERS[self.solver, self.damping_law])

    def pack(self) -> list[float]:
        sigmas = [self.bristle_stiffness, self.bristle_damping, self.viscosity]
        return [*sigmas, self.static_friction, self.dynamic_friction, self.stribeck_velocity, self.breakaway, self.noise]

    def sizes(self) -> tuple[int, int]:
        return bristle.COEFFICIENTS, bristle.STATE

    def passivity(self, normal_force: float = 1.0, speed: float = 1.0) -> Passivity:
        if self.damping_law == "velocity":
            return Passivity(True, normal_force, speed, float("inf"), "σ1(v) |v| stays below f_c.")
        if self.solver == "linear":
            return Passivity(True, normal_force, speed, float("inf"), "the linear step keeps σ1² k ≤ 4 σ0 (σ1 + σ2).")
        return bristle.bristle_passivity(self, normal_force, speed)
