"""The force of a blow: how long it must last for the sound that was heard, and what it gives to each mode.

A half sine of duration T and of impulse 1 has the spectrum |cos(pi f T) / (1 - 4 f^2 T^2)|, which is 12 dB down at 1.2 / T. Hertz's contact
f = k x^(3/2) of a mass m that arrives at v lasts T = 3.218 (m^2 / (k^2 v))^(1/5) (Johnson, Contact Mechanics, eq. 11.24).

Of a force F[n] that a mode with the pole z has felt, it keeps sum over n of F[n] z^-n / fs, in N s, once the exciter has left.
"""

import numpy as np

HERTZ = 3.218
SHORTEST, LONGEST = 1e-4, 6e-3  # s
COVERED = 0.9999  # share of the energy that lies below the frequency up to which the blow must reach
REACH = 1.1  # that frequency times the contact time


def contact_time(frequencies: np.ndarray, energies: np.ndarray) -> float:
    """Seconds of the longest blow whose spectrum still covers almost all of the energy."""
    order = np.argsort(frequencies)
    share = np.cumsum(energies[order])
    highest = frequencies[order][np.searchsorted(share, COVERED * share[-1])]
    return float(np.clip(REACH / highest, SHORTEST, LONGEST))


def half_sine(frequencies: np.ndarray, duration: float) -> np.ndarray:
    """Spectrum of a half sine of impulse 1."""
    turns = np.asarray(frequencies) * duration
    off = 1 - 4 * turns**2
    near = np.abs(off) < 1e-6
    return np.where(near, np.pi / 4, np.abs(np.cos(np.pi * turns) / np.where(near, 1.0, off)))


def stiffness(duration: float, mass: float, velocity: float) -> float:
    """N/m^1.5 of Hertz's contact that lasts so long."""
    return float(mass * (HERTZ / duration) ** 2.5 / np.sqrt(velocity))


def received(force: np.ndarray, frequencies: np.ndarray, rates: np.ndarray, sample_rate: float) -> np.ndarray:
    """Complex N s that modes keep of a force, as if given at its first sample."""
    touched = np.nonzero(force)[0]
    if len(touched) == 0:
        return np.zeros(len(frequencies), complex)
    first, last = touched[0], touched[-1] + 1
    steps = np.arange(last - first)
    turns = (np.asarray(rates) - 2j * np.pi * np.asarray(frequencies)) / sample_rate
    return force[first:last] @ np.exp(np.outer(steps, turns)) / sample_rate
