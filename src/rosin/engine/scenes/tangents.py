"""Tangents of the laws of contacts that feel each other, the ports that come of them, and what of the coupling is still missed.

Each law has a tangent v - v0 = D (f - f0) at its last point, D = 1 / g, g = df/dv; one that sticks without yielding has D = GIVE y, one
whose force does not change has D = FLAT y. Where all follow their tangents the forces are f_N = K^-1 (D f0 + v_free - v0), K = D + Y,
and contact i sees the port

    y_i = (Y K^-1)_ii / K^-1_ii = 1 / K^-1_ii - D_i.
"""

from rosin.interactions.interaction import RIGID
from rosin.kernels.dialect import Constant, kernel, part
from rosin.kernels.record import LINE

GIVE = Constant(1e-7, single=1e-4)  # of a rigid stick: picks, among forces that are not unique, those nearest to the last
FLAT = Constant(1e15, single=1e7)  # of a force that does not change
ROUNDING = 50.0  # 1/s: a compression is known to its own rounding, so over a step is the velocity, and with it the force
NOTHING = Constant(1e-12, single=1e-9)  # m/s that count as rest
SMALLEST_PIVOT = Constant(1e-6, single=1e-3)  # relative to what there is without the others
FALLING = Constant(-1e300, single=-1e30)  # no limit to how steeply a force may fall
ACCURACY = Constant(1e-12, single=2e-6)  # of what is missed, relative to the terms it is made of
HOPELESS = Constant(1e300, single=1e30)  # more than is ever missed


@kernel(reassociate=True)
def dot(row, other, width):
    """Sum of products over whole cache lines."""
    total = 0.0
    for begin in range(0, width, LINE):
        for j in range(LINE):
            total += row[begin + j] * other[begin + j]
    return total


@kernel(separate=True)
def subtract_row(row, other, share, width):
    """Of another row, over whole cache lines."""
    for begin in range(0, width, LINE):
        for j in range(LINE):
            row[begin + j] -= share * other[begin + j]


@kernel(separate=True, large=True)
def take_tangents(m, first, many, width, steepest):
    """D of every contact, and K = D + Y where its inverse will be."""
    for a in range(many):
        y, g = m.near[(first + a) * m.slots + a], m.slope[first + a]
        if y <= 0.0:
            give = 1.0
        else:
            g = max(g, steepest / y)
            if g >= RIGID:
                give = GIVE * y
            elif abs(g) * y * FLAT > 1.0:
                give = 1.0 / g
            else:
                give = FLAT * y
        m.yielding[first + a] = give
        row, near = part(m.inverse, (first + a) * m.slots), part(m.near, (first + a) * m.slots)
        for b in range(width):
            row[b] = near[b]
        row[a] += give


@kernel(separate=True, large=True)
def invert(m, first, many, width):
    """K^-1 of K, by Gauss and Jordan in place; whether it went well.

    No pivots are looked for: with forces that rise K is positive definite, and with others that fall there is another way.
    """
    stride = m.slots
    inverse = part(m.inverse, first * stride)
    for k in range(many):
        pivot = inverse[k * stride + k]
        if not abs(pivot) > SMALLEST_PIVOT * abs(m.yielding[first + k]):
            return False
        scale = 1.0 / pivot
        inverse[k * stride + k] = 1.0
        chosen = part(inverse, k * stride)
        for b in range(width):
            chosen[b] *= scale
        for other in range(many):
            if other != k:
                share = inverse[other * stride + k]
                inverse[other * stride + k] = 0.0
                subtract_row(part(inverse, other * stride), chosen, share, width)
    return True


@kernel(separate=True, large=True)
def tangent_ports(m, first, many, width, steepest):
    """For each contact the port that it sees while the others follow their tangents; whether that makes sense for all."""
    stride = m.slots
    take_tangents(m, first, many, width, steepest)
    if not invert(m, first, many, width):
        return False
    for a in range(first, first + many):
        m.drive[a] = m.yielding[a] * m.force[a] + (m.free[a] - m.velocity[a])
    for b in range(first, first + many):
        m.aim[b] = dot(part(m.inverse, b * stride), part(m.drive, first), width)
    good = True
    for i in range(first, first + many):
        near, inverse = part(m.near, i * stride), part(m.inverse, i * stride)
        y, give, kept = near[i - first], m.yielding[i], inverse[i - first]
        v = m.free[i] - dot(near, part(m.aim, first), width)
        seen = -1.0
        if kept != 0.0:
            seen = 1.0 / kept - give if abs(give) < y else dot(near, inverse, width) / kept
        if seen < 0.0 and seen > -1e-9 * y:
            seen = 0.0
        if not 0.0 <= seen <= 4.0 * y or not abs(v) < RIGID:
            good = False
        m.port[i] = seen
        m.goal[i] = v + seen * m.aim[i]
    return good


@kernel(reassociate=True)
def coupled(row, force, width):
    """Y f of a contact, and the size of its terms."""
    total, terms = 0.0, 0.0
    for begin in range(0, width, LINE):
        for j in range(LINE):
            share = row[begin + j] * force[begin + j]
            total += share
            terms += abs(share)
    return total, terms


@kernel(separate=True, large=True)
def residual(m, first, many, width):
    """r of every contact, and its largest size relative to the terms it is made of."""
    worst = 0.0
    for a in range(first, first + many):
        moved, terms = coupled(part(m.near, a * m.slots), part(m.force, first), width)
        steep = 1.0 + m.near[a * m.slots + a - first] * max(m.slope[a], 0.0)
        terms += abs(m.free[a]) + ROUNDING * m.depth[a] * steep + NOTHING
        m.missed_by[a] = m.velocity[a] - (m.free[a] - moved)
        m.terms[a] = terms
        worst = max(worst, abs(m.missed_by[a]) / terms)
    return worst
