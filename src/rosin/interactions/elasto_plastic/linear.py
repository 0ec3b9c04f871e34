"""The linear solver: z' = v - k z with k = a |v| / |z_ss| of the last sample, which leaves h two divisions away."""

from rosin.interactions.bristle import COMPLIANCE, S0, S1, S2, STATIC, V, half_step_bristle, release, step, stribeck_curve
from rosin.interactions.elasto_plastic.adhesion import adhesion, breakaway
from rosin.interactions.friction import LIFTED
from rosin.interactions.interaction import STEP
from rosin.kernels.dialect import kernel


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
    z_ba = breakaway(c, normal_force)
    if sign * s[V] > 0.0 and sign * z > z_ba:
        z_ss, _, _ = stribeck_curve(c, s[V], normal_force)
        _, _, sine, _ = adhesion(sign * z, z_ss, z_ba)
        yielding = 0.5 * (1.0 + sine) * abs(s[V]) / z_ss
    limit = c[STATIC] * normal_force * c[COMPLIANCE]
    yielding = max(yielding, (sign * pull - 2.0 * (limit - sign * z) * (1.0 / c[STEP])) * (1.0 / limit))
    fastest = 4.0 * c[S0] * (c[S1] + c[S2]) / max(c[S1] * c[S1], 1e-300)
    damping = c[S1] if yielding <= fastest else 0.0
    return step(linear_rate, c, s, z, damping, v_free, y, normal_force, yielding)
