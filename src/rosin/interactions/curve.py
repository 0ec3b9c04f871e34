"""What laws with a static friction curve share: v + y f(v) = v_free, on the branch where the contact is.

For v > 0 the left side, F(v) = v + y N mu(v), is concave up to an inflection and convex beyond. Where friction falls
steeply it folds, and up to three velocities solve the equation: an inner one (sticking or creeping), an outer
one (slipping) and one between that no motion can hold. Newton from the left on the concave part, and from
the right on the convex one, can only go straight to the root or show that there is none. The present branch is
kept until it disappears (the hysteresis rule of McIntyre and Woodhouse).
"""

from rosin.kernels.dialect import Constant, kernel
from rosin.kernels.solver import newton_in_bracket, newton_step

MOST_STEPS = 20
ACCURACY = Constant(1e-14, single=5e-7)
ROUNDING = Constant(4e-16, single=2e-7)


@kernel
def newton_on_branch(curve, q, goal, v, low, high):
    """F(v) = goal by Newton from v, given up where F falls or the step leaves [low, high]."""
    for count in range(MOST_STEPS):
        value, slope = curve(v, q)
        if slope <= 0.0:
            return False, v, count + 1
        move = (goal - value) / slope
        v = v + move
        if not low <= v <= high:
            return False, v, count + 1
        if abs(move) <= ACCURACY * v + ROUNDING * goal / slope:
            return True, v, count + 1
    return False, v, MOST_STEPS


@kernel
def shortfall(curve, v, q):
    """goal - F(v) with its Newton step: the residual of a law with that curve."""
    inner, goal = q
    value, slope = curve(v, inner)
    return newton_step(goal - value, -slope)


@kernel
def outer_root(curve, q, goal, last, inflection):
    """The slipping root, from the last velocity or from the far right."""
    found, v, count = False, last, 0
    if last > inflection:
        found, v, count = newton_on_branch(curve, q, goal, last, inflection, 4.0 * (goal + last))
    if not found:
        found, v, more = newton_on_branch(curve, q, goal, goal, inflection, goal)
        count = count + more
    return found, v, count


@kernel
def inner_root(curve, q, goal, last, inflection):
    """The sticking root, from the last velocity or from rest."""
    found, v, count = False, last, 0
    if 0.0 < last <= inflection:
        found, v, count = newton_on_branch(curve, q, goal, last, 0.0, inflection)
    if not found:
        found, v, more = newton_on_branch(curve, q, goal, 0.0, 0.0, inflection)
        count = count + more
    return found, v, count


@kernel
def branch_root(curve, residual, q, goal, last, inflection):
    """The root on the branch of the last velocity, else on the other one; a bracket is the last resort."""
    if last > inflection:
        found, v, count = outer_root(curve, q, goal, last, inflection)
        if not found:
            found, v, more = inner_root(curve, q, goal, 0.0, inflection)
            count = count + more
    else:
        found, v, count = inner_root(curve, q, goal, last, inflection)
        if not found:
            found, v, more = outer_root(curve, q, goal, 0.0, inflection)
            count = count + more
    if not found:
        v, more = newton_in_bracket(residual, (q, goal), 0.0, goal, 0.5 * goal, 0.0, ACCURACY)
        count = count + more
    return v, count
