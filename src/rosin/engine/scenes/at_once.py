"""Newton's way through contacts whose laws know their forces at once from how they move, as impacts do: v = v_free - Y f(v).

    (D + Y) df = -r,     r = v - (v_free - Y f(v)),     D = 1 / f'(v),     then v = v_free - Y (f + df)

A pass asks every law once and eliminates once, where the passes of coupling.py solve every law and invert; from forces that are carried on
(extrapolated) it takes two or three. Where a pass does not bring r down at once, as when bodies meet or part, it is left to those.
"""

from rosin.engine.scenes.memory import Head
from rosin.engine.scenes.tangents import ACCURACY, HOPELESS, SMALLEST_PIVOT, dot, residual, subtract_row, take_tangents
from rosin.kernels.dialect import kernel, part, view
from rosin.kernels.record import LINE

MOST_PASSES = 12
QUICK = 0.2  # of r, to which each pass must bring it down


@kernel(separate=True, large=True)
def move_to_tangents(m, first, many, most, width):
    """Velocities with which all follow their tangents, D df + Y df = -r, by Gauss's elimination; whether it went well."""
    stride = m.slots
    inverse, rest = part(m.inverse, first * stride), part(m.aim, first)
    take_tangents(m, first, many, width, 0.0)
    for a in range(many):
        rest[a] = -m.missed_by[first + a]
    for k in range(many):
        row = part(inverse, k * stride)
        if not row[k] > SMALLEST_PIVOT * m.yielding[first + k]:
            return False
        scale = 1.0 / row[k]
        for other in range(many):
            if other > k:
                share = scale * row[other]
                rest[other] -= share * rest[k]
                subtract_row(part(inverse, other * stride), row, share, width)
    for step in range(most):
        last = most - 1 - step  # the same in all lanes
        if last < many:
            chosen = part(inverse, last * stride)
            total = rest[last]
            for b in range(last + 1, many):
                total -= chosen[b] * rest[b]
            rest[last] = total / chosen[last]
    for b in range(many):
        rest[b] += m.force[first + b]
    for i in range(first, first + many):
        m.velocity[i] = m.free[i] - dot(part(m.near, i * stride), rest, width)
    return True


@kernel(separate=True, large=True)
def at_once(move, reals, wholes, first, last, many):
    """Newton's way, for laws that know their forces from how they move: passes, and whether r is rounding."""
    m = view(Head, reals, wholes)
    width = (many + LINE - 1) // LINE * LINE
    before = HOPELESS
    for count in range(1, MOST_PASSES + 1):
        for k in range(first, last):
            if m.touches[k].slot >= 0.0 and m.touches[k].felt > 0.0:
                move(reals, wholes, k, int(m.touches[k].slot))
        worst = residual(m, first, many, width)
        if worst <= ACCURACY:
            return count, True
        if not worst <= QUICK * before or not move_to_tangents(m, first, many, last - first, width):
            return count, False
        before = worst
    return MOST_PASSES, False
