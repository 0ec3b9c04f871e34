"""The implicit solver: the rate h = z' of each sample is the root of z'(v~ + K1 h, z~ + K2 h) = h.

The elastic root is exact below breakaway; beyond, it brackets the sliding root together with the rate that would just
reach breakaway. Where both an elastic unloading and a sliding root exist, a contact that slid in the last sample goes on
sliding, if Newton finds that root within a few steps; else it unloads. Each search starts where the tangent of the last evaluated
point meets h, which knows what the bodies do in this sample; where the tangent keeps missing in a smooth way, that is carried on
(extrapolated).
"""

from rosin.interactions.bristle import RELATIVE, first_inside, tolerance
from rosin.interactions.elasto_plastic.adhesion import breakaway, bristle_rate
from rosin.kernels.dialect import kernel
from rosin.kernels.solver import FAR, newton_in_bracket, newton_step

SMOOTH = 0.3  # of a miss: what its second difference may be
FEW = 6  # Newton steps after which a sliding root is given up for the elastic one


@kernel
def residual(h, q):
    """z'(v~ + K1 h, z~ + K2 h) - h (8.41), with Chebyshev's third-order step and what it leaves.

    The step leaves a third-order rest unless it passes a jump of the second change, then a second-order one.
    """
    c, s, v_known, k1, z_known, half, z_ba, normal_force = q
    v = v_known + k1 * h
    z = z_known + half * h
    moved, by_v, by_z, second, most, place, u_1, pace = bristle_rate(c, v, z, z_ba, normal_force, k1, half)
    s.seen_v = v
    s.seen_z = z
    s.seen_rate = moved
    s.by_v = by_v
    s.by_z = by_z
    first = by_v * k1 + by_z * half
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
    q = (c, s, sign * v_known, k1, sign * z_known, half, z_ba, normal_force)
    accuracy = tolerance(elastic, z_known, half)
    h, count = newton_in_bracket(residual, q, low, high, first_inside(sign * guess, sign * s.h, low, high), accuracy, RELATIVE)
    return sign * h, count


@kernel
def tangent_rate(s, v_known, k1, z_known, half):
    """h on the tangent of the last evaluated point, for v > 0."""
    moved = s.seen_rate + s.by_v * (v_known - s.seen_v) + s.by_z * (z_known - s.seen_z)
    return moved * (1.0 / (1.0 - s.by_v * k1 - s.by_z * half))


@kernel
def miss_carried_on(s):
    """The last three misses carried on by a parabola, if they lie on one nearly enough."""
    if abs(s.miss - 2.0 * s.miss_1 + s.miss_2) < SMOOTH * abs(s.miss):
        return 3.0 * (s.miss - s.miss_1) + s.miss_2
    return 0.0


@kernel
def rate(c, s, v_known, k1, z_known, half, normal_force, guess):
    """The settled rate, unless the contact slid in the last sample and can go on sliding while the bristle relaxes."""
    if v_known * z_known < 0.0 and k1 < 0.0:
        sign = 1.0 if z_known > 0.0 else -1.0
        z_ba = breakaway(c, normal_force)
        if sign * s.v > 0.0 and sign * s.z > z_ba and sign * (z_known + half * v_known / (1.0 - k1)) > z_ba:
            q = (c, s, sign * v_known, k1, sign * z_known, half, z_ba, normal_force)
            low = (z_ba - sign * z_known) / half
            accuracy = tolerance(v_known / (1.0 - k1), z_known, half)
            found, h, count = sliding_rate(q, sign * s.h, low, -sign * v_known / k1, accuracy)
            if found:
                return sign * h, count
    sign = 1.0 if z_known > 0.0 else -1.0
    tangent = tangent_rate(s, sign * v_known, k1, sign * z_known, half)
    h, count = settled_rate(c, s, v_known, k1, z_known, half, normal_force, sign * (tangent + miss_carried_on(s)))
    if count > 0:
        s.miss_2 = s.miss_1
        s.miss_1 = s.miss
        s.miss = sign * h - tangent
    return h, count
