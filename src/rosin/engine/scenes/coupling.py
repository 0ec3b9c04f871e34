"""The joint solve of several contacts: v = v_free - Y f, and each f_i and v_i on its own law.

Each law is solved, exactly, against the port that its contact sees while all others follow their tangents (tangents.py); the next tangents
are taken there, until r = v - (v_free - Y f) is rounding. Where all know their forces at once from how they move, Newton's way is tried
first (at_once.py). Contacts that feel no other are solved once, as if they were alone; those that do not touch (slots.py) take no part.

Where passes stall, they go on in order, each contact with the tangents that those before it have just found, and one that has given way
keeps to the slipping branch; then without falling slopes; then each with the others' forces as they are (Gauss-Seidel). If all that
fails, one pass *in turn*, v_i = v_free,i - Y_ii f_i - 2 sum over j before i of Y_ij f_j, misses the coupling of this sample but
neither a law nor the energy: its matrix differs from Y by a skew one. Every point lies on its law, so what a sample misses of the
energy is T f.r, whichever way it ended: it is booked.
"""

from rosin.engine.scenes.at_once import at_once
from rosin.engine.scenes.memory import Head
from rosin.engine.scenes.slots import keep_found, let_in, look_around, solve_alone
from rosin.engine.scenes.tangents import ACCURACY, FALLING, HOPELESS, residual, tangent_ports
from rosin.kernels.dialect import Constant, abreast, kernel, view
from rosin.kernels.record import LINE

TOGETHER, IN_ORDER, NOT_FALLING, ONE_BY_ONE, IN_TURN = range(5)  # ways of a pass
MOST_PASSES = 60
PATIENCE = 2  # passes that do not bring the residual down, after which the next way is tried
ENOUGH = Constant(1e-7, single=1e-3)  # kept rather than a pass in turn, where all passes are spent


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
def settle(attempt, move, reals, wholes, first, last, explicit):
    """Solve the contacts from `first` to before `last`; passes, and whether r is rounding.

    `attempt(reals, wholes, k, a)` solves contact k, in slot a, against `goal` and `port`, and leaves force, velocity and slope there;
    `move(reals, wholes, k, a)` leaves there the force and the slope for the velocity that it finds, where laws are `explicit`.
    """
    m = view(Head, reals, wholes)
    many = let_in(m, wholes, first, last)
    passes, solved = 1, True
    while many > 0:
        took, solved = 0, False
        if explicit > 0 and many > 1:
            took, solved = at_once(move, reals, wholes, first, last, many)
        if not solved:
            more_passes, solved = iterate(attempt, reals, wholes, first, last, many)
            took += more_passes
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
