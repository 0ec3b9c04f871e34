"""The scalar equation of a contact, solved without fail: Newton while it works, a bracket when it does not."""

from rosin.kernels.dialect import kernel

MOST_STEPS = 76
CAUTION = 16.0  # how far a step foretold from the last two is trusted
LINEAR = 16.0  # what may be left, in last steps, where roots nearly coincide and Newton converges but linearly
NEARLY = 0.1  # relative size of a step after which Newton converges quadratically
UNKNOWN = 1e300  # a residual that cannot bound its own curvature


@kernel
def newton_in_bracket(residual, q, low, high, x, absolute, relative):
    """The root of a residual that is >= 0 at `low` and <= 0 at `high`, and the number of evaluations it took.

    `residual(x, q)` gives value, slope and a bound on its curvature. A Newton step is taken if it stays inside and halves
    the one before; otherwise the bracket is halved. It stops when the bracket, or what the next step would be, is below
    absolute + relative |x|. That next step is foretold, so that the evaluation which would only confirm the root is saved:
    Newton leaves at most curvature step^2 / slope once curvature step / slope <= 1/2 (Kantorovich); where no bound on the
    curvature is known, quadratic convergence is carried on from the last two steps.
    """
    previous = 0.0
    for count in range(MOST_STEPS):
        g, slope, curvature = residual(x, q)
        if g > 0.0:
            low = x
        else:
            high = x
        inverse = 1.0 / slope if slope != 0.0 else 1e300
        trial = x - g * inverse
        size = abs(trial - x)
        if low <= trial <= high and (previous == 0.0 or size <= 0.5 * previous):
            next_step = LINEAR * size
            bent = curvature * abs(inverse) * size
            if bent <= 0.5:
                next_step = min(next_step, bent * size)
            elif curvature == UNKNOWN and 0.0 < previous <= NEARLY * abs(trial):
                ratio = size / previous
                next_step = min(next_step, CAUTION * size * ratio * ratio)
            previous = size
        else:
            trial = 0.5 * (low + high)
            next_step = high - low
            previous = 0.0
        x = trial
        tolerance = absolute + relative * abs(x)
        if next_step <= tolerance or high - low <= tolerance:
            return x, count + 1
    return x, MOST_STEPS
