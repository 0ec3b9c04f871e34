"""The linear solver: z' = v - k z with k = a |v| / |z_ss| of the last sample, which leaves h two divisions away."""

from rosin.interactions.bristle import half_step_bristle, release, slope_along, step, stribeck_curve
from rosin.interactions.elasto_plastic.adhesion import adhesion, breakaway
from rosin.interactions.friction import LIFTED
from rosin.kernels.dialect import Constant, kernel

TINY = Constant(1e-300, single=1e-37)


@kernel
def linear_rate(c, s, v_known, k1, z_known, half, normal_force, yielding):
    """h of z' = v - k z with k = yielding held over the sample."""
    return (v_known - yielding * z_known) / (1.0 - k1 + yielding * half), 1


@kernel
def solve_linear(c, s, v_free, y, compression, normal_force):
    """One sample without iteration: k = a |v| / |z_ss| of the last velocity, more where z would leave its limit.

    D >= 0 asks for s1^2 k <= 4 s0 (s1 + s2); a sample that yields faster goes without s1. At the limit k grows with the
    pull v_free - y s0 z~ = (1 + y s2) v + y (s0 T/2 + s1) h, which is in the tangent.
    """
    if normal_force <= LIFTED:
        return release(c, s, v_free)
    z = half_step_bristle(c, s, normal_force)
    pull = v_free - y * c.s0 * z
    sign = 1.0 if pull > 0.0 else -1.0
    yielding = 0.0
    z_ba = breakaway(c, normal_force)
    if sign * s.v > 0.0 and sign * z > z_ba:
        z_ss, _, _ = stribeck_curve(c, s.v, normal_force)
        _, _, sine, _ = adhesion(sign * z, z_ss, z_ba)
        yielding = 0.5 * (1.0 + sine) * abs(s.v) / z_ss
    limit = c.static * normal_force * c.compliance
    enough = (sign * pull - 2.0 * (limit - sign * z) * (1.0 / c.step)) * (1.0 / limit)
    held = enough > yielding
    yielding = max(yielding, enough)
    fastest = 4.0 * c.s0 * (c.s1 + c.s2) / max(c.s1 * c.s1, TINY)
    damping = c.s1 if yielding <= fastest else 0.0
    f, v, count = step(linear_rate, c, s, z, damping, v_free, y, normal_force, yielding)
    share = sign * s.z * (1.0 / limit) if held else 0.0
    s.by_v = 1.0 - share * (1.0 + y * c.s2)
    s.by_z = -yielding - share * y * (c.s0 + 2.0 * damping * (1.0 / c.step))
    return f, v, count


@kernel
def slope_linear(c, s, v, normal_force):
    """Along the line of this sample."""
    return slope_along(c, s.damping, s.by_v, s.by_z)
