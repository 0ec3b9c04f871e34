"""The joint solve of several contacts: v = v_free - Y f, and each f_i and v_i on its own law.

Each law has a tangent v - v0 = D (f - f0) at its last point, D = 1 / g, g = df/dv; one that sticks without yielding has D = GIVE y, one
whose force does not change has D = FLAT y. Where all follow their tangents the forces are f_N = K^-1 (D f0 + v_free - v0), K = D + Y,
and contact i sees the port

    y_i = (Y K^-1)_ii / K^-1_ii = 1 / K^-1_ii - D_i:

its law is solved, exactly, against that, and the next tangents are taken there, until r = v - (v_free - Y f) is rounding. Contacts that
feel no other are solved once, as if they were alone; those that do not touch (slots.py) take no part.

Where passes stall, they go on in order, each contact with the tangents that those before it have just found, and one that has given way
keeps to the slipping branch; then without falling slopes; then each with the others' forces as they are (Gauss-Seidel). If all that
fails, one pass *in turn*, v_i = v_free,i - Y_ii f_i - 2 sum over j before i of Y_ij f_j, misses the coupling of this sample but
neither a law nor the energy: its matrix differs from Y by a skew one. Every point lies on its law, so what a sample misses of the
energy is T f.r, whichever way it ended: it is booked.
"""

from rosin.engine.scenes.memory import Head
from rosin.engine.scenes.slots import keep_found, let_in, look_around, solve_alone
from rosin.interactions.interaction import RIGID
from rosin.kernels.dialect import Constant, abreast, kernel, part, view
from rosin.kernels.record import LINE

TOGETHER, IN_ORDER, NOT_FALLING, ONE_BY_ONE, IN_TURN = range(5)  # ways of a pass
MOST_PASSES = 60
PATIENCE = 2  # passes that do not bring the residual down, after which the next way is tried
GIVE = Constant(1e-7, single=1e-4)  # of a rigid stick: picks, among forces that are not unique, those nearest to the last
FLAT = Constant(1e15, single=1e7)  # of a force that does not change
ACCURACY = Constant(1e-12, single=2e-6)  # of the residual, relative to the terms it is made of
ENOUGH = Constant(1e-7, single=1e-3)  # kept rather than a pass in turn, where all passes are spent
ROUNDING = 50.0  # 1/s: a compression is known to its own rounding, so over a step is the velocity, and with it the force
NOTHING = Constant(1e-12, single=1e-9)  # m/s that count as rest
SMALLEST_PIVOT = Constant(1e-6, single=1e-3)  # relative to what there is without the others
HOPELESS = Constant(1e300, single=1e30)  # a residual above all others
FALLING = Constant(-1e300, single=-1e30)  # no limit to how steeply a force may fall


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


@kernel
def take_tangents(m, first, many, steepest):
    """D of every contact."""
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


@kernel(separate=True, large=True)
def invert(m, first, many, width):
    """K^-1, by Gauss and Jordan in place; whether it went well.

    No pivots are looked for: with forces that rise K is positive definite, and with others that fall there is another way.
    """
    stride = m.slots
    inverse = part(m.inverse, first * stride)
    near = part(m.near, first * stride)
    for a in range(many):
        for b in range(width):
            inverse[a * stride + b] = near[a * stride + b]
        inverse[a * stride + a] += m.yielding[first + a]
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
    take_tangents(m, first, many, steepest)
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


@kernel(separate=True, seldom=True)
def alone_port(m, first, many, a):
    """The port of a contact while the others' forces stay as they are."""
    u = m.free[a]
    for b in range(many):
        if first + b != a:
            u -= m.near[a * m.slots + b] * m.force[first + b]
    m.goal[a] = u
    m.port[a] = m.near[a * m.slots + a - first]


@kernel(separate=True, seldom=True)
def port_in_turn(m, first, a):
    """The port of a contact after twice the impulses of those before it."""
    u = m.free[a]
    for b in range(a - first):
        u -= 2.0 * m.near[a * m.slots + b] * m.force[first + b]
    m.goal[a] = u
    m.port[a] = m.near[a * m.slots + a - first]


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


@kernel(separate=True, seldom=True)
def forget_branches(m, first, many):
    """No contact has given way yet."""
    for a in range(first, first + many):
        m.branch[a] = 0.0


@kernel(separate=True, large=True)
def pass_over(attempt, reals, wholes, first, last, many, way, turn, count):
    """Solve every law once, in the given way; in order, every other time from the last to the first."""
    m = view(Head, reals, wholes)
    width = (many + LINE - 1) // LINE * LINE
    good = True
    if way == TOGETHER:
        good = tangent_ports(m, first, many, width, FALLING)
        if not good:
            good = tangent_ports(m, first, many, width, 0.0)
    backwards = turn % 2 if TOGETHER < way < IN_TURN else 0
    for direction in range(2):
        if direction == backwards:
            for step in range(first, last):
                k = step if direction == 0 else first + last - 1 - step
                if m.touches[k].slot >= 0.0 and m.touches[k].felt > 0.0:
                    a = int(m.touches[k].slot)
                    if TOGETHER < way < ONE_BY_ONE:
                        good = tangent_ports(m, first, many, width, FALLING if way == IN_ORDER else 0.0)
                        if not good and way == IN_ORDER:
                            good = tangent_ports(m, first, many, width, 0.0)
                    if way == IN_TURN:
                        port_in_turn(m, first, a)
                    elif way == ONE_BY_ONE or not good:
                        alone_port(m, first, many, a)
                    moved = abs(m.velocity[a] + m.port[a] * m.force[a] - m.goal[a]) > 0.02 * ACCURACY * m.terms[a]
                    if count == 1 or moved or way != TOGETHER:
                        attempt(reals, wholes, k, a)
                        if TOGETHER < way < ONE_BY_ONE and m.velocity[a] != 0.0:
                            m.branch[a] = m.velocity[a]
    return residual(m, first, many, width)


@kernel(separate=True, large=True)
def iterate(attempt, reals, wholes, first, last, many):
    """Solve the contacts in the slots from `first` on; passes, and whether r is rounding."""
    m = view(Head, reals, wholes)
    way, turn, stalled = TOGETHER, 0, 0
    best, worst = HOPELESS, HOPELESS
    for count in range(1, MOST_PASSES + 2):
        if count > MOST_PASSES:
            if worst <= ENOUGH:
                return MOST_PASSES, False
            way = IN_TURN
            forget_branches(m, first, many)
        worst = pass_over(attempt, reals, wholes, first, last, many, way, turn, count)
        if worst <= ACCURACY:
            return count, True
        if worst < (0.5 if way == TOGETHER else 0.8) * best:
            best = worst
            stalled = 0
        else:
            stalled += 1
            if stalled >= PATIENCE:
                stalled = 0
                best = HOPELESS
                way = way + 1 if way < ONE_BY_ONE else IN_ORDER
                turn += 1
                if way != NOT_FALLING:
                    forget_branches(m, first, many)
    return MOST_PASSES + 1, False


@kernel(separate=True, large=True)
def settle(attempt, reals, wholes, first, last):
    """Solve the contacts from `first` to before `last`; passes, and whether r is rounding.

    `attempt(reals, wholes, k, a)` solves contact k, in slot a, against `goal` and `port`, and leaves force, velocity and slope there.
    """
    m = view(Head, reals, wholes)
    many = let_in(m, wholes, first, last)
    passes, solved = 1, True
    while many > 0:
        took, solved = iterate(attempt, reals, wholes, first, last, many)
        passes = max(passes, took)
        more = look_around(m, wholes, first, last, many)
        if more == many or took > MOST_PASSES:
            break
        many = more
    keep_found(m, first, last)
    for k in range(first, last):
        if m.touches[k].felt == 0.0 and (abreast() or m.touches[k].awake > 0.0):
            solve_alone(attempt, m, reals, wholes, k, k)
    return passes, solved
