"""The adhesion map of elasto-plastic friction (Avanzini et al. 2003, eq. 8.16 to 8.19), with two derivatives."""

import math

from rosin.interactions.bristle import stribeck_curve
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import sin_cos_pi


@kernel
def breakaway(c, normal_force):
    """z_ba = c f_c / s0 (8.28)."""
    return c.breakaway * c.dynamic * normal_force * c.compliance


@kernel
def adhesion(z, z_ss, z_ba):
    """(8.18), (8.19) for v > 0: u, its inverse width, and sine and cosine of pi (u - 1/2) with u held to [0, 1].

    a = (1 + sine) / 2 in all three regimes.
    """
    narrow = 1.0 / (z_ss - z_ba)
    place = (z - z_ba) * narrow
    sine, cosine = sin_cos_pi(min(max(place, 0.0), 1.0) - 0.5)
    return place, narrow, sine, cosine


@kernel
def bristle_rate(c, v, z, z_ba, normal_force, dv, dz):
    """z'(v, z) for v > 0 (8.16), its slopes by v and z (8.45 to 8.48), and its second change along (dv, dz) with what belongs to it.

    The second change jumps where u passes 0 or 1; so it comes with the sum of its parts, u, the rate of u, and the rate of all factors.
    """
    z_ss, slope, bow = stribeck_curve(c, v, normal_force)
    inverse = 1.0 / z_ss
    place, narrow, sine, cosine = adhesion(z, z_ss, z_ba)
    u = min(max(place, 0.0), 1.0)
    lost = v * z * inverse
    widen = slope * dv
    less = widen * inverse
    lost_1 = inverse * (z * dv + v * dz) - lost * less
    mixed = 2.0 * inverse * (dv * dz - (z * dv + v * dz) * less)
    squared = 2.0 * lost * less * less
    bowed = lost * inverse * bow * dv * dv
    lost_2 = mixed + squared - bowed
    u_1 = narrow * (dz - u * widen)
    u_2 = -narrow * (2.0 * widen * u_1 + u * bow * dv * dv)
    turn = math.pi * u_1
    jump = 0.5 * lost * turn * turn
    bend = 0.5 * math.pi * lost * u_2 + lost_1 * turn
    held = 0.5 + 0.5 * sine
    steep = 0.5 * math.pi * lost * narrow * cosine
    by_v = 1.0 - held * inverse * (z - lost * slope) + steep * u * slope
    by_z = -held * inverse * v - steep
    second = -lost_2 * held
    if place < 1.0:
        second = second - bend * cosine + jump * sine
    pace = abs(turn) + 2.0 * abs(dv) * (v * c.inverse_vs2 + c.inverse_vs)
    return v - held * lost, by_v, by_z, second, abs(mixed) + squared + abs(bowed) + abs(bend) + jump, place, u_1, pace


@kernel
def tangent(c, v, z, normal_force):
    """The slopes of z'(v, z) by v and z, whatever their signs."""
    if v * z <= 0.0:
        return 1.0, 0.0
    _, by_v, by_z, _, _, _, _, _ = bristle_rate(c, abs(v), abs(z), breakaway(c, normal_force), normal_force, 0.0, 0.0)
    return by_v, by_z
