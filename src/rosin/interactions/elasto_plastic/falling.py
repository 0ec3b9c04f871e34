"""The implicit solver with damping that falls with speed, s1(v) = f_c / sqrt(v^2 + (f_c / s1)^2) (Matusiak et al. 2025)."""

import math

from rosin.interactions.bristle import carried_on, first_inside, half_step_bristle, release, slope_along, step
from rosin.interactions.elasto_plastic.adhesion import breakaway, bristle_rate, tangent
from rosin.interactions.elasto_plastic.implicit import settled_rate
from rosin.interactions.friction import LIFTED
from rosin.kernels.dialect import Constant, kernel
from rosin.kernels.solver import FAR, newton_in_bracket, newton_step

ENOUGH = Constant(1e-11, single=2e-6)  # relative accuracy of the velocity at which s1 is taken


@kernel
def falling_damping(c, v, normal_force):
    """s1(v) = f_c / sqrt(v^2 + (f_c / s1)^2), and its slope by v."""
    steep = c.s1 / (c.dynamic * normal_force)
    damping = c.s1 / math.sqrt(1.0 + steep * steep * v * v)
    return damping, -damping * damping * damping * v / (c.dynamic * normal_force) ** 2


@kernel
def velocity_residual(v, q):
    """h(v) - z'(v, z~ + K2 h(v)) with s1(v), where h(v) is the rate that makes the velocity v; and its slope."""
    c, known, y, z_known, half, z_ba, normal_force = q
    damping, damping_by_v = falling_damping(c, v, normal_force)
    resist = y * (c.s0 * half + damping)
    h = (known - (1.0 + y * c.s2) * v) / resist
    h_by_v = -((1.0 + y * c.s2) + y * damping_by_v * h) / resist
    moved, by_v, by_z, _, _, _, _, _ = bristle_rate(c, v, z_known + half * h, z_ba, normal_force, 0.0, 0.0)
    g, step_to_root, _ = newton_step(h - moved, h_by_v - (by_v + by_z * half * h_by_v))
    return g, step_to_root, FAR


@kernel
def settled_velocity(c, s, z, v_free, y, normal_force):
    """The velocity with s1(v), solved in v because v is not affine in h when s1 varies.

    The elastic velocity with the largest s1 is too slow; the elastic one without s1, and the one at which the bristle
    would fall to breakaway, are too fast.
    """
    half = 0.5 * c.step
    known = v_free - y * c.s0 * z
    sign = 1.0 if known > 0.0 else -1.0
    z_ba = breakaway(c, normal_force)
    to_breakaway = (z_ba - sign * z) / half
    most = c.s0 * half + (c.s1 if to_breakaway <= 0.0 else 0.0)
    viscous = 1.0 + y * c.s2
    low = sign * known / (viscous + y * (c.s0 * half + c.s1))
    high = max(sign * known / (viscous + y * c.s0 * half), (sign * known - y * most * to_breakaway) / viscous)
    q = (c, sign * known, y, sign * z, half, z_ba, normal_force)
    resist = y * (c.s0 * half + s.damping)
    sliding = sign * (known - resist * carried_on(s)) / viscous
    start = first_inside(sliding, sign * known / (viscous + resist), low, high)
    v, count = newton_in_bracket(velocity_residual, q, low, high, start, 0.0, ENOUGH)
    damping, _ = falling_damping(c, v, normal_force)
    return damping, sign * (sign * known - viscous * v) / (y * (c.s0 * half + damping)), count


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


@kernel
def slope_falling(c, s, v, normal_force):
    """With what s1 loses as v grows."""
    damping, damping_by_v = falling_damping(c, v, normal_force)
    by_v, by_z = tangent(c, v, s.z, normal_force)
    return slope_along(c, damping, by_v, by_z) + damping_by_v * s.h
