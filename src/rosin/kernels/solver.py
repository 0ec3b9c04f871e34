"""The scalar equation of a contact, solved without fail: Newton while it works, a bracket when it does not."""

from rosin.kernels.dialect import Constant, kernel

MOST_STEPS = 76
UNKNOWN = Constant(1e300, single=1e30)  # left by a step of a residual that cannot say what its steps leave
FAR = Constant(1e290, single=1e29)  # left by a step that starts too far away for its rule to hold
CAUTION = 16.0  # how far a step foretold from the last two is trusted
LINEAR = 16.0  # what may be left, in last steps, where roots nearly coincide and Newton converges but linearly
NEARLY = 0.1  # relative size of a step after which Newton converges quadratically


@kernel
def newton_step(g, slope):
    """A residual with its Newton step, which cannot say what that leaves."""
    return g, -g / slope if slope != 0.0 else UNKNOWN, UNKNOWN


@kernel
def newton_in_bracket(residual, q, low, high, x, absolute, relative):
    """The root of a residual that is >= 0 at `low` and <= 0 at `high`, and the number of evaluations it took.

    `residual(x, q)` gives its value, a step towards the root, and how far from the root that step may still be. The step is
    taken if it stays inside and halves the one before; otherwise the bracket is halved. It stops when the bracket, or
    what is left, is below absolute + relative |x|: an evaluation that would only confirm the root is saved. Where
    the residual does not know what is left, quadratic convergence is carried on from the last two steps.
    """
    previous = 0.0
    for count in range(MOST_STEPS):
        g, step, left = residual(x, q)
        if g > 0.0:
            low = x
        else:
            high = x
        trial = x + step
        size = abs(step)
        if low <= trial <= high and (previous == 0.0 or size <= 0.5 * previous):
            if left == UNKNOWN and 0.0 < previous <= NEARLY * abs(trial):
                ratio = size / previous
                left = CAUTION * size * max(ratio * ratio, size / abs(trial))
            left = min(left, LINEAR * size)
            previous = size
        else:
            trial = 0.5 * (low + high)
            left = high - low
            previous = 0.0
        x = trial
        tolerance = absolute + relative * abs(x)
        if left <= tolerance or high - low <= tolerance:
            return x, count + 1
    return x, MOST_STEPS
