"""Appendix 8.A of Avanzini et al. 2003 as it is printed: bilinear modes, the K method, and Newton's iteration from the last value.

The loop of 8.A.2 says `while (err < Errmax)`; it must go on while the step is larger than that. Signs of eq. 8.46 to 8.48 are those that
hold for either direction of sliding. Errmax is relative where h is above 1: beyond 500 N a step of 1e-13 N is lost in rounding. Iterations
are counted in each sample, and nothing is made clever.
"""

import math

import numpy as np

RATE = 44_100
RAMP = 441  # samples in which the hand comes up to speed
MOST = 50  # iterations after which a sample counts as failed


class Modes:
    """A few bilinear modes (eq. 8.7) that one force drives at one point."""

    def __init__(self, frequencies: tuple[float, ...], decay_time: float, mass: float) -> None:
        self.matrices = []
        for frequency in frequencies:
            w2 = (2 * math.pi * frequency) ** 2
            delta = RATE**2 + RATE / decay_time + w2 / 4
            step = (delta - w2 / 2) / delta, RATE / delta, -RATE * w2 / delta, (2 * RATE**2 - delta) / delta
            self.matrices.append((*step, 1 / (4 * mass * delta), 2 * RATE / (4 * mass * delta)))
        self.state = [(0.0, 0.0)] * len(frequencies)
        self.last = 0.0
        self.moved = sum(matrix[4] for matrix in self.matrices), sum(matrix[5] for matrix in self.matrices)

    def free(self) -> tuple[float, float]:
        """Displacement and velocity of the point without the force of this sample."""
        self.state = [
            (a * x + b * v + d * self.last, c * x + e * v + g * self.last)
            for (x, v), (a, b, c, e, d, g) in zip(self.state, self.matrices, strict=True)
        ]
        return sum(x for x, _ in self.state), sum(v for _, v in self.state)

    def push(self, force: float) -> None:
        """Finish the sample."""
        self.state = [(x + d * force, v + g * force) for (x, v), (_, _, _, _, d, g) in zip(self.state, self.matrices, strict=True)]
        self.last = force


def struck(
    resonator: Modes, mass: float, speed: float, stiffness: float, exponent: float, loss: float, samples: int, largest: float
) -> np.ndarray:
    """Iterations of each sample in which a hammer touches; `largest` is Errmax (N)."""
    position, velocity, last, h = -0.5 * speed / RATE, speed, 0.0, 0.0
    own = 0.25 / (mass * RATE**2), 0.5 / (mass * RATE)  # eq. 8.7 of a free mass
    k1, k2 = -(own[0] + resonator.moved[0]), -(own[1] + resonator.moved[1])
    counts = []
    for _ in range(samples):
        there, pace = resonator.free()
        position, velocity = position + velocity / RATE - own[0] * last, velocity - own[1] * last
        x_free, v_free = position - there, velocity - pace
        if x_free <= 0 and h == 0:
            count, h = 0, 0.0
        else:
            count, error = 0, math.inf
            while error > largest * max(1.0, abs(h)) and count < MOST:
                x, v = x_free + k1 * h, v_free + k2 * h
                f, by_x, by_v = 0.0, 0.0, 0.0
                if x > 0:
                    f = stiffness * x**exponent * (1 + loss * v)
                    by_x = exponent * f / x
                    by_v = stiffness * loss * x**exponent
                following = h - (f - h) / (by_x * k1 + by_v * k2 - 1)
                error, h, count = abs(following - h), following, count + 1
            if not math.isfinite(h):
                counts.append(MOST)
                break
        if count:
            counts.append(count)
        resonator.push(h)
        position, velocity, last = position - own[0] * h, velocity - own[1] * h, h
    return np.array(counts)


def bristle_rate(v: float, z: float, s0: float, fc: float, fs: float, vs: float, zba: float) -> tuple[float, float, float]:
    """z' and its slopes by v and z (eq. 8.16 to 8.19, 8.45 to 8.48)."""
    side = 1.0 if v >= 0 else -1.0
    fall = (fs - fc) * math.exp(-min((v / vs) ** 2, 700.0))
    steady = side * (fc + fall) / s0
    steady_by_v = -side * 2 * v / (s0 * vs * vs) * fall
    a, a_v, a_z = 0.0, 0.0, 0.0
    if side * z > 0 and abs(z) > zba:
        a = 1.0
        if abs(z) < abs(steady):
            width = abs(steady) - zba
            angle = math.pi * (abs(z) - 0.5 * (abs(steady) + zba)) / width
            a = 0.5 * (1 + math.sin(angle))
            a_v = 0.5 * math.pi * math.cos(angle) * side * steady_by_v * (zba - abs(z)) / width**2
            a_z = 0.5 * math.pi * math.cos(angle) * side / width
    by_v = 1 - z * ((a + v * a_v) * steady - a * v * steady_by_v) / steady**2
    return v * (1 - a * z / steady), by_v, -v / steady * (z * a_z + a)


def rubbed(
    resonator: Modes,
    speed: float,
    press: float,
    s0: float,
    s1: float,
    s2: float,
    static: float,
    dynamic: float,
    vs: float,
    samples: int,
    largest: float,
) -> np.ndarray:
    """Iterations of each sample under a hand at `speed` pressed with `press`; `largest` is Errmax (m/s)."""
    fs, fc = static * press, dynamic * press
    zba, b, half = 0.7 * fc / s0, resonator.moved[1], 0.5 / RATE
    k1 = -b / (1 + s2 * b) * (s0 * half + s1)
    z, h = 0.0, 0.0
    counts = []
    for n in range(samples):
        _, pace = resonator.free()
        z_free = z + half * h
        v_free = (speed * min(1.0, n / RAMP) - pace - b * s0 * z_free) / (1 + s2 * b)
        count, error = 0, math.inf
        while error > largest * max(1.0, abs(h)) and count < MOST:
            rate, by_v, by_z = bristle_rate(v_free + k1 * h, z_free + half * h, s0, fc, fs, vs, zba)
            following = h - (rate - h) / (by_v * k1 + by_z * half - 1)
            error, h, count = abs(following - h), following, count + 1
            if not abs(h) < 1e9:
                return np.array([*counts, MOST])
        counts.append(count)
        z = z_free + half * h
        v = v_free + k1 * h
        resonator.push(s0 * z + s1 * h + s2 * v)
    return np.array(counts)
