"""The stiffness of a string as a chain of equal all-passes (a + z^-1) / (1 + a z^-1).

Partial n must come at f_n = n f_1 sqrt((1 + B n^2) / (1 + B)), so a round trip may take n / f_n of it. An all-pass of delay t at
0 Hz delays a phase by 2 atan(t tan(w / 2)) / w, that is by t - w^2 t (t^2 - 1) / 12 at first: M of them have the curvature of
the string where M t (t^2 - 1) = 6 B P^3 / 4 pi^2, P the period in samples. This strength is then raised until partial 16 (or the
highest one below a third of the sample rate) is in tune as well as the first. A string that is stopped keeps its stiffness:
the strength falls with its length. An all-pass loses nothing: w^2 / (1 - a^2) is its energy.
"""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import atan, power, sin_cos_pi

SECTIONS = 4
MATCHED = 16.0  # partial that is in tune besides the first
HIGHEST = 1 / 3  # of the sample rate
HALVINGS = 52  # of the interval in which the strength is looked for


@kernel
def delay_of_strength(strength):
    """t of one section, the root above 1 of t (t^2 - 1) = strength / M, by Newton from above."""
    q = strength / SECTIONS
    t = 1.0 + min(0.5 * q, power(q, 1 / 3))
    for _ in range(6):
        t -= (t * (t * t - 1.0) - q) / (3.0 * t * t - 1.0)
    return t


@kernel
def chain_angle(t, half_sine, half_cosine):
    """By which the whole chain delays a phase; the sine and cosine are those of half the frequency, w / 2."""
    return SECTIONS * 2.0 * atan(t * half_sine / half_cosine)


@kernel
def phase_delay(t, w):
    """Delay in samples of the whole chain at w radians a sample."""
    sine, cosine = sin_cos_pi(0.5 * w / math.pi)
    return chain_angle(t, sine, cosine) / w


@kernel
def fit_strength(inharmonicity, period):
    """The strength of the open string."""
    if inharmonicity <= 0.0:
        return 0.0
    w = 2.0 * math.pi / period
    n = max(2.0, min(MATCHED, math.floor(HIGHEST * period)))
    stretch = math.sqrt((1.0 + inharmonicity * n * n) / (1.0 + inharmonicity))
    wanted = period * (1.0 - 1.0 / stretch)  # by which the partial must be early
    low = 6.0 * inharmonicity * period * period * period / (4.0 * math.pi * math.pi)
    high = 8.0 * low
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        t = delay_of_strength(middle)
        if phase_delay(t, w) - phase_delay(t, min(n * w * stretch, 0.95 * math.pi)) < wanted:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)
