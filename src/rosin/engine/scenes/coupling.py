"""The joint solve of several contacts: v = v_free - Y f, and each f_i and v_i on its own law.

Each law has a tangent e (f - f0) = a (v - v0) at its last point, e = 1 / (1 + |g| y), a = g e, g = df/dv; one that sticks
without yielding has e = GIVE and a = 1 / y. Where all follow their tangents the forces are f_N = S (E f0 + A (v_free - v0)),
S = (E + A Y)^-1, and contact i sees the port y_i = (Y S)_ii / S_ii = (1 / S_ii - e_i) / a_i: its law is solved, exactly, against
that, and the next tangents are taken there, until r = v - (v_free - Y f) is rounding. With a diagonal Y the first pass is the
solution, and contacts that feel no other are solved once, as if they were alone.

Where passes stall, they go on in order, each contact with the tangents that those before it have just found, and one that has given way
keeps to the slipping branch; then without falling slopes; then each with the others' forces as they are (Gauss-Seidel). If all that
fails, one pass *in turn*, v_i = v_free,i - Y_ii f_i - 2 sum over j before i of Y_ij f_j, misses the coupling of this sample but
neither a law nor the energy: its matrix differs from Y by a skew one. Every point lies on its law, so what a sample misses of the
energy is T f.r, whichever way it ended: it is booked.
"""

from rosin.engine.scenes.memory import Head
from rosin.interactions.interaction import RIGID
from rosin.kernels.dialect import Constant, kernel, part, view

TOGETHER, IN_ORDER, NOT_FALLING, ONE_BY_ONE, IN_TURN = range(5)  # ways of a pass
MOST_PASSES = 60
PATIENCE = 4  # passes that do not bring the residual down, after which the next way is tried
GIVE = Constant(1e-7, single=1e-4)  # of a rigid stick: picks, among forces that are not unique, those nearest to the last
ACCURACY = Constant(1e-12, single=2e-6)  # of the residual, relative to the terms it is made of
ENOUGH = Constant(1e-7, single=1e-3)  # kept rather than a pass in turn, where all passes are spent
ROUNDING = 50.0  # 1/s: a compression is known to its own rounding, and over a step so is the velocity
NOTHING = Constant(1e-12, single=1e-9)  # m/s that count as rest
SMALLEST_PIVOT = Constant(1e-6, single=1e-3)  # relative to what there is without the others
SOFT = Constant(1e-6, single=1e-2)  # a y below which a law is too soft to change anybody's port
FALLING = Constant(-1e300, single=-1e30)  # no limit to how steeply a force may fall


@kernel(separate=True, large=True)
def predict(m, first, last):
    """Forces carried on (extrapolated) from the last two samples, velocities as the bodies then have them."""
    n = m.contacts
    for i in range(first, last):
        m.touches[i].f = 2.0 * m.touches[i].f_1 - m.touches[i].f_2 if m.touches[i].f_1 != 0.0 else 0.0
        m.touches[i].branch = 0.0
    for i in range(first, last):
        if m.touches[i].g >= RIGID:
            m.touches[i].v = 0.0
        elif m.touches[i].g < 0.0:
            m.touches[i].f = m.touches[i].f_1
        else:
            v = m.touches[i].v_free
            for j in range(first, last):
                v -= m.y[i * n + j] * m.touches[j].f
            m.touches[i].v = v


@kernel
def take_tangents(m, first, last, steepest):
    """e and a of every contact that others feel; 0 for those that are out of contact, or alone."""
    n = m.contacts
    for i in range(first, last):
        y, g = m.y[i * n + i], m.touches[i].g
        e, a = 1.0, 0.0
        if m.touches[i].felt > 0.0 and y > 0.0:
            g = max(g, steepest / y)
            if g >= RIGID:
                e, a = GIVE, 1.0 / y
            else:
                e = 1.0 / (1.0 + abs(g) * y)
                a = g * e
        m.touches[i].e = e
        m.touches[i].a = a


@kernel(separate=True)
def subtract_row(row, other, share, n):
    """Of another row."""
    for j in range(n):
        row[j] -= share * other[j]


@kernel(separate=True, large=True)
def invert(m, first, last):
    """S, by Gauss and Jordan in place, over the contacts that have a tangent; whether it went well.

    No pivots are looked for: with forces that rise the principal minors are positive, and with others that fall there is another way.
    """
    n, many = m.contacts, last - first
    for i in range(first, last):
        if m.touches[i].a != 0.0:
            for j in range(first, last):
                m.inverse[i * n + j] = m.touches[i].a * m.y[i * n + j] if m.touches[j].a != 0.0 else 0.0
            m.inverse[i * n + i] += m.touches[i].e
    for k in range(first, last):
        if m.touches[k].a != 0.0:
            pivot = m.inverse[k * n + k]
            if abs(pivot) < SMALLEST_PIVOT * m.touches[k].e or pivot == 0.0:
                return False
            scale = 1.0 / pivot
            m.inverse[k * n + k] = 1.0
            chosen = part(m.inverse, k * n + first)
            for j in range(many):
                chosen[j] *= scale
            for i in range(first, last):
                if i != k and m.touches[i].a != 0.0:
                    share = m.inverse[i * n + k]
                    m.inverse[i * n + k] = 0.0
                    subtract_row(part(m.inverse, i * n + first), chosen, share, many)
    return True


@kernel(separate=True, large=True)
def softened(m, first, last, i):
    """The port of a contact whose own tangent is too flat to tell: Y_ii less what the others take up, following theirs."""
    n = m.contacts
    y = m.y[i * n + i]
    for j in range(first, last):
        if j != i and m.touches[j].a != 0.0:
            taken = 0.0
            for k in range(first, last):
                if k != i and m.touches[k].a != 0.0:
                    taken += m.inverse[j * n + k] * m.touches[k].a * m.y[k * n + i]
            y -= m.y[i * n + j] * taken
    return max(y, 0.0)


@kernel(separate=True, large=True)
def tangent_ports(m, first, last, steepest):
    """For each contact the port that it sees while the others follow their tangents; whether that makes sense for all."""
    n = m.contacts
    take_tangents(m, first, last, steepest)
    if not invert(m, first, last):
        return False
    for i in range(first, last):
        m.touches[i].f_n = m.touches[i].f
        drive = m.touches[i].v_free - m.touches[i].v
        for j in range(first, last):
            if m.touches[j].a == 0.0:
                drive -= m.y[i * n + j] * m.touches[j].f
        m.touches[i].drive = m.touches[i].e * m.touches[i].f + m.touches[i].a * drive
    for i in range(first, last):
        if m.touches[i].a != 0.0:
            f = 0.0
            for j in range(first, last):
                if m.touches[j].a != 0.0:
                    f += m.inverse[i * n + j] * m.touches[j].drive
            m.touches[i].f_n = f
    good = True
    for i in range(first, last):
        v, y = m.touches[i].v_free, m.y[i * n + i]
        for j in range(first, last):
            v -= m.y[i * n + j] * m.touches[j].f_n
        if abs(m.touches[i].a) * y > SOFT:
            kept = m.inverse[i * n + i]
            seen = (1.0 / kept - m.touches[i].e) / m.touches[i].a if kept != 0.0 else -1.0
            if seen < 0.0 and seen > -1e-9 * y:
                seen = 0.0
            if not 0.0 <= seen <= 4.0 * y:
                good = False
            y = seen
        elif m.touches[i].f != 0.0:
            y = softened(m, first, last, i)
        if not abs(v) < RIGID:
            good = False
        m.touches[i].port = y
        m.touches[i].goal = v + y * m.touches[i].f_n
    return good


@kernel(separate=True, seldom=True)
def alone_port(m, first, last, i):
    """The port of a contact while the others' forces stay as they are."""
    n = m.contacts
    u = m.touches[i].v_free
    for j in range(first, last):
        if j != i:
            u -= m.y[i * n + j] * m.touches[j].f
    m.touches[i].goal = u
    m.touches[i].port = m.y[i * n + i]


@kernel(separate=True, seldom=True)
def port_in_turn(m, first, last, i):
    """The port of a contact after twice the impulses of those before it."""
    n = m.contacts
    u = m.touches[i].v_free
    for j in range(first, i):
        u -= 2.0 * m.y[i * n + j] * m.touches[j].f
    m.touches[i].goal = u
    m.touches[i].port = m.y[i * n + i]


@kernel(separate=True, large=True)
def residual(m, first, last):
    """r of every contact, and its largest size relative to the terms it is made of."""
    n = m.contacts
    worst = 0.0
    for i in range(first, last):
        v = m.touches[i].v_free
        terms = abs(v) + ROUNDING * abs(m.touches[i].compression) + NOTHING
        for j in range(first, last):
            share = m.y[i * n + j] * m.touches[j].f
            v -= share
            terms += abs(share)
        m.touches[i].r = m.touches[i].v - v
        m.touches[i].terms = terms
        worst = max(worst, abs(m.touches[i].r) / terms)
    return worst


@kernel(separate=True, seldom=True)
def forget_branches(m, first, last):
    """No contact has given way yet."""
    for i in range(first, last):
        m.touches[i].branch = 0.0


@kernel
def settle_alone(attempt, m, reals, wholes, i):
    """A contact that is the only one of its group."""
    m.touches[i].branch = 0.0
    m.touches[i].goal = m.touches[i].v_free
    m.touches[i].port = m.y[i * m.contacts + i]
    attempt(reals, wholes, i)
    m.touches[i].r = m.touches[i].v - (m.touches[i].goal - m.touches[i].port * m.touches[i].f)


@kernel(separate=True, large=True)
def settle(attempt, reals, wholes, first, last):
    """Solve the contacts from `first` to before `last`; passes, and whether r is rounding.

    `attempt(reals, wholes, i)` solves contact i against `goal` and `port`, on a copy of its state, and leaves f, v and g.
    """
    m = view(Head, reals, wholes)
    if last - first == 1:
        settle_alone(attempt, m, reals, wholes, first)
        return 1, True
    predict(m, first, last)
    way, turn, stalled = TOGETHER, 0, 0
    best, worst = 1e300, 1e300
    for count in range(1, MOST_PASSES + 2):
        if count > MOST_PASSES:
            if worst <= ENOUGH:
                return MOST_PASSES, False
            way = IN_TURN
            forget_branches(m, first, last)
        good = True
        if way == TOGETHER:
            good = tangent_ports(m, first, last, FALLING)
            if not good:
                good = tangent_ports(m, first, last, 0.0)
        for k in range(first, last):
            i = first + last - 1 - k if turn % 2 == 1 and TOGETHER < way < IN_TURN else k
            if TOGETHER < way < ONE_BY_ONE:
                good = tangent_ports(m, first, last, FALLING if way == IN_ORDER else 0.0)
                if not good and way == IN_ORDER:
                    good = tangent_ports(m, first, last, 0.0)
            if m.touches[i].felt == 0.0:
                m.touches[i].goal = m.touches[i].v_free
                m.touches[i].port = m.y[i * m.contacts + i]
            elif way == IN_TURN:
                port_in_turn(m, first, last, i)
            elif way == ONE_BY_ONE or not good:
                alone_port(m, first, last, i)
            moved = abs(m.touches[i].v + m.touches[i].port * m.touches[i].f - m.touches[i].goal) > 0.02 * ACCURACY * m.touches[i].terms
            if count == 1 or (m.touches[i].felt > 0.0 and (moved or way != TOGETHER)):
                attempt(reals, wholes, i)
                if TOGETHER < way < ONE_BY_ONE and m.touches[i].v != 0.0:
                    m.touches[i].branch = m.touches[i].v
        worst = residual(m, first, last)
        if worst <= ACCURACY:
            return count, True
        if worst < (0.5 if way == TOGETHER else 0.8) * best:
            best = worst
            stalled = 0
        else:
            stalled += 1
            if stalled >= PATIENCE:
                stalled = 0
                best = 1e300
                way = way + 1 if way < ONE_BY_ONE else IN_ORDER
                turn += 1
                if way != NOT_FALLING:
                    forget_branches(m, first, last)
    return MOST_PASSES + 1, False
