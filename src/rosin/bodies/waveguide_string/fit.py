"""Shelves fitted to a curve of quality Q(f), so that a round trip has |H(f)| = exp(-pi f / (f_1 Q(f))).

Being causal, such a loss delays high partials less: a constant Q raises partial n by ln n / (pi Q), as in any string that has it.
The unknowns of a shelf are u, the logarithm of its pole in Hz, and v, the logit of r. With d = 2 pi e^u / f_s, a = e^-d and
m = 1 - cos w its loss is, without cancellation,

    -ln |shelf| = -ln(1 - x) / 2,     x = 2 a m (1 - r) (1 + a r) / ((1 - a)^2 + 2 a m)

and with g = a r / (1 + a r) and h = 2 a (m - 1 + a) / ((1 - a)^2 + 2 a m) the slopes of ln x are -d (1 + g - h) by u and
g (1 - r) - r by v. The squared errors of the logarithm of the loss, low partials before high ones, are made least by Newton's method,
damped as Levenberg and Marquardt do, with the Gauss-Newton matrix where that of Newton is not positive; an unknown at a bound that
it wants to cross stays there. It ends where steps are only rounding.
"""

import math

from rosin.kernels.dialect import Constant, kernel
from rosin.kernels.maths import exp, expm1, log, sin_cos_pi
from rosin.kernels.record import Inner, Real, Record, Row

MOST_SHELVES = 3
MOST = 2 * MOST_SHELVES  # unknowns
MOST_POINTS = 64  # of a curve of quality
POINTS = 24  # of the fit
HIGHEST_PARTIAL, HIGHEST = 40.0, 0.4  # of the fit: partial, and part of the sample rate
IMPORTANT = 16.0  # partial from which on errors count less
LEAST_SHARE, MOST_SHARE = -7.0, 12.0  # bounds of a logit
STEPS, LONGEST, MOST_DAMPING = 200, 2.0, 1e9  # at most so many steps, so long
FLOOR = 0.01  # what damping holds on to where an unknown has no effect
EQUAL = Constant(1e-12, single=1e-5)  # of the misfit: a change that may be rounding
DONE = Constant(1e-14, single=1e-6)  # a step that is


class Guess(Record):
    """A shelf that is tried."""

    d = Real()
    a = Real()
    b = Real("", "1 - a")
    r = Real()
    rest = Real("", "1 - r")


class Working(Record):
    """What the fit works with."""

    flat = Row(POINTS, text="m of each point")
    target = Row(POINTS, text="the loss that is wanted there")
    weight = Row(POINTS, text="of its error")
    least = Row(MOST, text="bounds of the unknowns")
    most = Row(MOST)
    unknown = Row(MOST, text="u and v of each shelf")
    trial = Row(MOST)
    guesses = Inner(Guess, MOST_SHELVES)
    slope = Row(MOST, text="of the loss at a point")
    down = Row(MOST, text="half the slope of the misfit, downwards")
    gauss = Row(MOST, MOST, text="the Gauss-Newton matrix")
    newton = Row(MOST, MOST, text="half the second slopes of the misfit")
    matrix = Row(MOST, MOST, text="of the equations that are being solved")
    step = Row(MOST, text="their right side, then their solution")
    held = Row(MOST, text="1 where an unknown stays at its bound")


@kernel
def quality(curve, f):
    """Q at a frequency, by straight lines between the logarithms of the points (f, Q), and held beyond them."""
    if f <= curve[0]:
        return curve[1]
    for i in range(1, MOST_POINTS):
        if f <= curve[2 * i]:
            f0, q0, f1, q1 = curve[2 * i - 2], curve[2 * i - 1], curve[2 * i], curve[2 * i + 1]
            return q0 * exp(log(q1 / q0) * log(f / f0) / log(f1 / f0))
    return curve[2 * MOST_POINTS - 1]


@kernel
def partial(k, f1, fs):
    """Partial k of the fit; they lie evenly in their logarithm."""
    return exp(log(max(min(HIGHEST_PARTIAL, HIGHEST * fs / f1), 2.0)) * k / (POINTS - 1.0))


@kernel
def aim(w, k, n, f1, fs, q):
    """Let point k be a partial that has this quality."""
    sine, _ = sin_cos_pi(min(n * f1 / fs, 0.5))
    w.flat[k] = 2.0 * sine * sine
    w.target[k] = math.pi * n / q
    w.weight[k] = 1.0 / (1.0 + n * n / (IMPORTANT * IMPORTANT))


@kernel
def begin(w, shelves, f1, fs):
    """Bounds, and a first trial: poles evenly over the partials, the higher the more they take."""
    for i in range(shelves):
        share = (i + 0.5) / shelves
        w.trial[2 * i] = (1.0 - share) * log(f1) + share * log(min(HIGHEST_PARTIAL * f1, HIGHEST * fs))
        w.least[2 * i], w.most[2 * i] = log(0.25 * f1), log(0.45 * fs)
        w.trial[2 * i + 1] = 4.0 - 4.0 * share
        w.least[2 * i + 1], w.most[2 * i + 1] = LEAST_SHARE, MOST_SHARE


@kernel
def guess(it, u, v, fs):
    """The shelf of two unknowns."""
    odds = exp(-v)
    it.d = 2.0 * math.pi * exp(u) / fs
    it.a = exp(-it.d)
    it.b = -expm1(-it.d)
    it.r = 1.0 / (1.0 + odds)
    it.rest = odds / (1.0 + odds)


@kernel
def reduced(it, m):
    """x of a shelf."""
    return 2.0 * it.a * m * it.rest * (1.0 + it.a * it.r) / (it.b * it.b + 2.0 * it.a * m)


@kernel
def nepers(x):
    """-ln(1 - x) / 2 for 0 <= x < 1, good to rounding where x is small."""
    if x > 0.25:
        return -0.5 * log(1.0 - x)
    s = x / (2.0 - x)
    q = s * s
    q2 = q * q
    low = (1 / 3 + q * (1 / 5)) + q2 * (1 / 7 + q * (1 / 9))
    high = (1 / 11 + q * (1 / 13)) + q2 * (1 / 15 + q * (1 / 17))
    return s + s * q * (low + q2 * q2 * (high + q2 * q2 * (1 / 19)))


@kernel
def misfit(w, shelves, fs):
    """The weighted sum of the squared errors of the trial."""
    for i in range(shelves):
        guess(w.guesses[i], w.trial[2 * i], w.trial[2 * i + 1], fs)
    total = 0.0
    for k in range(POINTS):
        loss = 0.0
        for i in range(shelves):
            loss += nepers(reduced(w.guesses[i], w.flat[k]))
        error = log(loss / w.target[k])
        total += w.weight[k] * error * error
    return total


@kernel
def bend(w, i, it, m, factor):
    """The slopes of a shelf's loss; with a factor, their slopes go into Newton's matrix, without it they are kept."""
    a, r, rest = it.a, it.r, it.rest
    bottom = it.b * it.b + 2.0 * a * m
    x = reduced(it, m)
    y = 0.5 * x / (1.0 - x)
    g, h = a * r / (1.0 + a * r), 2.0 * a * (m - it.b) / bottom
    by_u, by_v = -it.d * (1.0 + g - h), g * rest - r
    if factor == 0.0:
        w.slope[2 * i], w.slope[2 * i + 1] = y * by_u, y * by_v
    else:
        more = 1.0 / (1.0 - x)
        curl = g * (1.0 - g)
        uu = more * by_u * by_u + by_u + it.d * it.d * (curl - h - 2.0 * a * a / bottom + h * h)
        uv = more * by_u * by_v - it.d * rest * curl
        vv = more * by_v * by_v + rest * (rest * curl - r - g * r)
        at = 2 * i * MOST + 2 * i
        w.newton[at] = w.newton[at] + factor * y * uu
        w.newton[at + 1] = w.newton[at + 1] + factor * y * uv
        w.newton[at + MOST] = w.newton[at + MOST] + factor * y * uv
        w.newton[at + MOST + 1] = w.newton[at + MOST + 1] + factor * y * vv


@kernel
def accept(w, shelves):
    """The trial, whose shelves are guessed, becomes the unknowns: slopes and second slopes of the misfit there."""
    n = 2 * shelves
    for i in range(n):
        w.unknown[i] = w.trial[i]
        w.down[i] = 0.0
        for j in range(n):
            w.gauss[i * MOST + j] = 0.0
            w.newton[i * MOST + j] = 0.0
    for k in range(POINTS):
        loss = 0.0
        for i in range(shelves):
            bend(w, i, w.guesses[i], w.flat[k], 0.0)
            loss += nepers(reduced(w.guesses[i], w.flat[k]))
        error, weight = log(loss / w.target[k]), w.weight[k] / loss
        for i in range(shelves):
            bend(w, i, w.guesses[i], w.flat[k], weight * error)
        for i in range(n):
            w.down[i] = w.down[i] - weight * w.slope[i] * error
            for j in range(n):
                product = weight * w.slope[i] * w.slope[j] / loss
                w.gauss[i * MOST + j] = w.gauss[i * MOST + j] + product
                w.newton[i * MOST + j] = w.newton[i * MOST + j] + (1.0 - error) * product


@kernel
def equate(w, chosen, n, damping):
    """The equations of a damped step by one of the matrices; an unknown that is held has one of its own."""
    for i in range(n):
        w.step[i] = (1.0 - w.held[i]) * w.down[i]
        for j in range(n):
            w.matrix[i * MOST + j] = (1.0 - w.held[i]) * (1.0 - w.held[j]) * chosen[i * MOST + j]
        w.matrix[i * MOST + i] = w.matrix[i * MOST + i] + damping * (w.gauss[i * MOST + i] + FLOOR) + w.held[i]


@kernel
def solve(w, n):
    """Gauss's elimination in place; 1 if the matrix is positive, else 0."""
    for i in range(n):
        if w.matrix[i * MOST + i] <= 0.0:
            return 0
        for j in range(n):
            if j != i:
                ratio = w.matrix[j * MOST + i] / w.matrix[i * MOST + i]
                for k in range(i, n):
                    w.matrix[j * MOST + k] = w.matrix[j * MOST + k] - ratio * w.matrix[i * MOST + k]
                w.step[j] = w.step[j] - ratio * w.step[i]
    for i in range(n):
        w.step[i] = w.step[i] / w.matrix[i * MOST + i]
    return 1


@kernel
def try_step(w, n, damping):
    """Set the trial a step further, within its bounds; how far that is."""
    for i in range(n):
        outward = (w.unknown[i] <= w.least[i] and w.down[i] < 0.0) or (w.unknown[i] >= w.most[i] and w.down[i] > 0.0)
        w.held[i] = 1.0 if outward else 0.0
    equate(w, w.newton, n, damping)
    if solve(w, n) == 0:
        equate(w, w.gauss, n, damping)
        solve(w, n)
    far = 0.0
    for i in range(n):
        moved = w.unknown[i] + min(max(w.step[i], -LONGEST), LONGEST)
        w.trial[i] = min(max(moved, w.least[i]), w.most[i])
        far = max(far, abs(w.trial[i] - w.unknown[i]))
    return far


@kernel
def find_unknowns(w, shelves, f1, fs):
    """Find the unknowns. Where the misfit cannot tell a good step from a bad one, steps must shrink."""
    begin(w, shelves, f1, fs)
    best = misfit(w, shelves, fs)
    accept(w, shelves)
    damping, last = 1e-2, LONGEST
    for _ in range(STEPS):
        far = try_step(w, 2 * shelves, damping)
        trial = misfit(w, shelves, fs)
        equal = abs(best - trial) < EQUAL * best
        if trial < best or (equal and far < 0.5 * last):
            best = trial
            accept(w, shelves)
            damping = 0.1 * damping
            last = far if equal else last
        elif equal:
            break
        else:
            damping = 4.0 * damping
        if far < DONE or damping > MOST_DAMPING:
            break


@kernel
def fit_shelf(w, i, shelf, fs):
    """Write a shelf that was found."""
    shelf.pole = exp(-2.0 * math.pi * exp(w.unknown[2 * i]) / fs)
    shelf.log_share = -log(1.0 + exp(-w.unknown[2 * i + 1]))
