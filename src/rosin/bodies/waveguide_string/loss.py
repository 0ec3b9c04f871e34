"""The loss of a string in one round trip, as first-order shelves fitted to a curve of quality Q(f).

    H(z) = prod over i of  r_i + (1 - r_i) (1 - a_i) / (1 - a_i z^-1),      |H(f)| = exp(-pi f / (f_1 Q(f)))

With 0 < r < 1 no frequency is amplified, and nothing is lost at 0 Hz, so a string that is held aside keeps pulling. Being causal,
such a loss delays high partials less: a constant Q raises partial n by ln n / (pi Q), as in any string that has it. Poles and
shelves are found by Levenberg's and Marquardt's method, on the logarithm of Q, low partials before high ones. A string that is
stopped at the length l has the loss H^l, close to shelves r^l. With y the low-passed part of its input x, a shelf stores
(1 - r) a y^2 / (1 - a) and loses (1 - r) a (x - y-)^2 + r (1 - r) (x - y)^2 a sample.
"""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import atan, exp, log, sin_cos_pi

SHELF = 3  # numbers that a shelf takes: its pole a, ln r of the open string, and r
MOST_SHELVES = 3
POINTS = 24
HIGHEST_PARTIAL, HIGHEST = 40.0, 0.4  # of the fit: partial, and part of the sample rate
IMPORTANT = 16.0  # partial from which on errors count less
STEPS, ENOUGH, MOST_DAMPING = 200, 1e-9, 1e9  # of the fit: at most so many, or until little is gained, or nothing can be
MOST = 2 * MOST_SHELVES
# scratch: unknowns (the logarithm of a pole in Hz, the logit of r) and their trial; a, r and both a step further for each shelf; slopes of
# one point; normal matrix with its right side; cosine, target and weight of each point
UNKNOWN, TRIAL, SHELF_NOW, SLOPE, MATRIX = 0, MOST, 2 * MOST, 4 * MOST, 5 * MOST
COSINE = MATRIX + MOST * (MOST + 1)
TARGET, WEIGHT = COSINE + POINTS, COSINE + 2 * POINTS
SCRATCH = COSINE + 3 * POINTS
DELTA = 1e-6


@kernel
def shelf_loss(a, r, cosine):
    """-ln |shelf| at a frequency of which the cosine is given."""
    b0 = r + (1.0 - r) * (1.0 - a)
    top = b0 * b0 + r * a * r * a - 2.0 * b0 * r * a * cosine
    return -0.5 * log(top / (1.0 + a * a - 2.0 * a * cosine))


@kernel
def pole_of(unknown, fs):
    """a of the logarithm of a pole in Hz."""
    return exp(-2.0 * math.pi * exp(unknown) / fs)


@kernel
def share_of(unknown):
    """r of its logit."""
    return 1.0 / (1.0 + exp(-unknown))


@kernel
def quality(p, at, points, f):
    """Q at a frequency, by straight lines between the logarithms of the points (f, Q), and held beyond them."""
    if f <= p[at] or points < 2:
        return p[at + 1]
    for i in range(1, points):
        if f <= p[at + 2 * i]:
            f0, q0, f1, q1 = p[at + 2 * i - 2], p[at + 2 * i - 1], p[at + 2 * i], p[at + 2 * i + 1]
            return q0 * exp(log(q1 / q0) * log(f / f0) / log(f1 / f0))
    return p[at + 2 * points - 1]


@kernel
def choose_points(c, scratch, f1, fs, p, q_at, points):
    """Partials of the fit, evenly in their logarithm: cosine of the angle, loss that is wanted, weight of the error."""
    top = max(min(HIGHEST_PARTIAL, HIGHEST * fs / f1), 2.0)
    for k in range(POINTS):
        n = exp(log(top) * k / (POINTS - 1.0))
        sine, _ = sin_cos_pi(min(n * f1 / fs, 0.5))
        c[scratch + COSINE + k] = 1.0 - 2.0 * sine * sine
        c[scratch + TARGET + k] = math.pi * n / quality(p, q_at, points, n * f1)
        c[scratch + WEIGHT + k] = 1.0 / (1.0 + n * n / (IMPORTANT * IMPORTANT))


@kernel
def misfit(c, scratch, unknowns, shelves, fs):
    """The weighted sum of the squared errors of ln Q."""
    for i in range(shelves):
        c[scratch + SHELF_NOW + 4 * i] = pole_of(c[scratch + unknowns + 2 * i], fs)
        c[scratch + SHELF_NOW + 4 * i + 1] = share_of(c[scratch + unknowns + 2 * i + 1])
    total = 0.0
    for k in range(POINTS):
        loss = 0.0
        for i in range(shelves):
            at = scratch + SHELF_NOW + 4 * i
            loss += shelf_loss(c[at], c[at + 1], c[scratch + COSINE + k])
        error = log(max(loss, 1e-300) / c[scratch + TARGET + k])
        total += c[scratch + WEIGHT + k] * error * error
    return total


@kernel
def solve_normal(c, matrix, n, damping):
    """Gauss's elimination of the damped normal equations in place; the solution ends up in the last column."""
    width = MOST + 1
    for i in range(n):
        c[matrix + i * width + i] = c[matrix + i * width + i] * (1.0 + damping) + 1e-12
    for i in range(n):
        for j in range(n):
            if j != i:
                ratio = c[matrix + j * width + i] / c[matrix + i * width + i]
                for k in range(i, n + 1):
                    column = matrix + (k if k < n else MOST)
                    c[column + j * width] = c[column + j * width] - ratio * c[column + i * width]
    for i in range(n):
        c[matrix + i * width + MOST] = c[matrix + i * width + MOST] / c[matrix + i * width + i]


@kernel
def fit_shelves(c, to, scratch, shelves, f1, fs, p, q_at, points):
    """Fit the shelves to Q(f), given as points in p, and write their poles and ln r to c from `to` on."""
    n = 2 * shelves
    width = MOST + 1
    matrix = scratch + MATRIX
    lowest, highest = log(0.25 * f1), log(0.45 * fs)
    for i in range(shelves):
        share = (i + 0.5) / shelves
        c[scratch + UNKNOWN + 2 * i] = (1.0 - share) * log(f1) + share * log(min(HIGHEST_PARTIAL * f1, HIGHEST * fs))
        c[scratch + UNKNOWN + 2 * i + 1] = 4.0 - 4.0 * share
    choose_points(c, scratch, f1, fs, p, q_at, points)
    damping = 1e-2
    best = misfit(c, scratch, UNKNOWN, shelves, fs)
    for _ in range(STEPS):
        for i in range(MOST * width):
            c[matrix + i] = 0.0
        for i in range(shelves):
            at = scratch + SHELF_NOW + 4 * i
            c[at] = pole_of(c[scratch + UNKNOWN + 2 * i], fs)
            c[at + 1] = share_of(c[scratch + UNKNOWN + 2 * i + 1])
            c[at + 2] = pole_of(c[scratch + UNKNOWN + 2 * i] + DELTA, fs)
            c[at + 3] = share_of(c[scratch + UNKNOWN + 2 * i + 1] + DELTA)
        for k in range(POINTS):
            cosine, weight = c[scratch + COSINE + k], c[scratch + WEIGHT + k]
            loss = 0.0
            for i in range(shelves):
                at = scratch + SHELF_NOW + 4 * i
                here = shelf_loss(c[at], c[at + 1], cosine)
                c[scratch + SLOPE + 2 * i] = (shelf_loss(c[at + 2], c[at + 1], cosine) - here) / DELTA
                c[scratch + SLOPE + 2 * i + 1] = (shelf_loss(c[at], c[at + 3], cosine) - here) / DELTA
                loss += here
            loss = max(loss, 1e-300)
            error = log(loss / c[scratch + TARGET + k])
            for i in range(n):
                slope = weight * c[scratch + SLOPE + i] / loss
                for j in range(n):
                    c[matrix + i * width + j] = c[matrix + i * width + j] + slope * c[scratch + SLOPE + j] / loss
                c[matrix + i * width + MOST] = c[matrix + i * width + MOST] - slope * error
        solve_normal(c, matrix, n, damping)
        for i in range(shelves):
            pole = c[scratch + UNKNOWN + 2 * i] + c[matrix + 2 * i * width + MOST]
            share = c[scratch + UNKNOWN + 2 * i + 1] + c[matrix + (2 * i + 1) * width + MOST]
            c[scratch + TRIAL + 2 * i] = min(max(pole, lowest), highest)
            c[scratch + TRIAL + 2 * i + 1] = min(max(share, -7.0), 12.0)
        trial = misfit(c, scratch, TRIAL, shelves, fs)
        gain = best - trial
        if gain > 0.0:
            best = trial
            damping = 0.3 * damping
            for i in range(n):
                c[scratch + UNKNOWN + i] = c[scratch + TRIAL + i]
        else:
            damping = 4.0 * damping
        if 0.0 <= gain < ENOUGH * best or damping > MOST_DAMPING:
            break
    for i in range(shelves):
        c[to + SHELF * i] = pole_of(c[scratch + UNKNOWN + 2 * i], fs)
        c[to + SHELF * i + 1] = -log(1.0 + exp(-c[scratch + UNKNOWN + 2 * i + 1]))


@kernel
def shorten_shelves(c, at, shelves, length, w):
    """Take the shelves of a string of this length (the open one is 1); their phase delay, in samples, at w radians a sample."""
    sine_half, cosine_half = sin_cos_pi(0.5 * w / math.pi)
    sine, cosine = 2.0 * sine_half * cosine_half, 1.0 - 2.0 * sine_half * sine_half
    delay = 0.0
    for i in range(shelves):
        shelf = at + SHELF * i
        a = c[shelf]
        r = exp(length * c[shelf + 1])
        c[shelf + 2] = r
        b0 = r + (1.0 - r) * (1.0 - a)
        delay += atan(a * sine / (1.0 - a * cosine)) - atan(r * a * sine / (b0 - r * a * cosine))
    return delay / w


@kernel
def pass_shelf(c, at, s, state, x):
    """One sample through a shelf, which keeps y."""
    a, r = c[at], c[at + 2]
    y = a * s[state] + (1.0 - a) * x
    s[state] = y
    return r * x + (1.0 - r) * y


@kernel
def square_in_shelf(c, at, s, state):
    """The energy that a shelf holds, as a square of velocity."""
    a, r = c[at], c[at + 2]
    return (1.0 - r) * a / (1.0 - a) * s[state] * s[state]


@kernel
def lost_in_shelf(c, at, s, state, x):
    """What a shelf lost of x, as a square of velocity, and what it let through."""
    a, r = c[at], c[at + 2]
    y = s[state]
    before = (y - (1.0 - a) * x) / a
    return (1.0 - r) * (a * (x - before) * (x - before) + r * (x - y) * (x - y)), r * x + (1.0 - r) * y
