"""What laws with a static friction curve share: v + y f(v) = v_free, on the branch where the contact is.

For v > 0 the left side, F(v) = v + y N mu(v), is concave up to an inflection and convex beyond. Where friction falls
steeply it folds, and up to three velocities solve the equation: an inner one (sticking or creeping), an outer
one (slipping) and one between that no motion can hold. Newton from the left on the concave part, and from
the right on the convex one, can only go straight to the root or show that there is none. The present branch is
kept until it disappears (the hysteresis rule of McIntyre and Woodhouse).
"""

from rosin.kernels.dialect import Constant, kernel
from rosin.kernels.solver import newton_in_bracket, newton_step

MOST_STEPS = 40  # of all attempts
ACCURACY = Constant(1e-14, single=5e-7)
ROUNDING = Constant(4e-16, single=2e-7)


@kernel
def shortfall(curve, v, q):
    """goal - F(v) with its Newton step: the residual of a law with that curve."""
    inner, goal = q
    value, slope = curve(v, inner)
    return newton_step(goal - value, -slope)


@kernel
def newton_on_branches(curve, q, goal, last, inflection, attempts):
    """F(v) = goal by Newton: from the last velocity, from the end of its branch, from the end of the other one.

    An attempt is given up where F falls or a step leaves its branch; the ends are rest and the free velocity.
    """
    outer = last > inflection
    attempt = 0 if last > 0.0 else 1
    v = max(last, 0.0)
    for count in range(1, MOST_STEPS + 1):
        value, slope = curve(v, q)
        stays = False
        if slope > 0.0:
            move = (goal - value) / slope
            v = v + move
            stays = inflection <= v <= 4.0 * (goal + last) if outer else 0.0 <= v <= inflection
            if stays and abs(move) <= ACCURACY * v + ROUNDING * goal / slope:
                return True, v, count
        if not stays:
            attempt += 1
            if attempt >= attempts:
                return False, v, count
            if attempt == 2:
                outer = not outer
            v = goal if outer else 0.0
    return False, v, MOST_STEPS


@kernel
def branch_root(curve, residual, q, goal, last, inflection, sticks):
    """The root on the branch of the last velocity, else on the other one; a bracket is the last resort.

    Where the contact `sticks` if it does not slip on, only the branch of the last velocity counts, and there may be no root on it.
    """
    found, v, count = newton_on_branches(curve, q, goal, last, inflection, 2 if sticks else 3)
    if not found and not sticks:
        v, more = newton_in_bracket(residual, (q, goal), 0.0, goal, 0.5 * goal, 0.0, ACCURACY)
        found = True
        count += more
    return found, v, count


@kernel
def lean(c, s, v):
    """On the branch of this velocity."""
    s.v = v
