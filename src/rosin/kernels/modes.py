"""One step of a mode: what its velocity takes of displacement and velocity at the half step, and of a force (see bodies/modal)."""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp, expm1, sin_cos_pi

SEMITONE = math.log(2.0) / 12.0


@kernel(reassociate=True)
def detour(bends, last, n):
    """By what a row of bends leads the pitch away at most, up and down added, as a ratio."""
    way = abs(bends[0] - last)
    for i in range(1, n):
        way += abs(bends[i] - bends[i - 1])
    return exp(SEMITONE * way)


@kernel
def losses(decay, T):
    """What a step takes of a mode's amplitude, and its m b, whatever its frequency; decay = 1 / t_e."""
    lost = -expm1(-decay * T)
    return lost, 0.5 * T if decay * T < 1e-8 else -expm1(-2.0 * decay * T) / (4.0 * decay)


@kernel
def swung(omega, decay, lost, T):
    """How far a mode turns in a step, 1 - cos, times what is left of it; none where it creeps."""
    sine, _ = sin_cos_pi(0.5 / math.pi * T * math.sqrt(max(omega * omega - decay * decay, 0.0)))
    return 2.0 * (1.0 - lost) * sine * sine


@kernel
def crept(omega, decay, T):
    """The same of one that is damped beyond swinging, omega < decay, in which the cosine is that of an imaginary angle."""
    root = math.sqrt(decay * decay - omega * omega)
    part = exp(-0.5 * T * omega * omega / (decay + root)) * -expm1(-T * root)
    return -0.5 * part * part


@kernel
def turned(swing, lost, T):
    """h1 and h2 of a mode that turns so far."""
    left = 2.0 - lost
    return -(0.5 * lost * lost + swing) / T, 0.25 * left * left - 0.5 * swing


@kernel
def rates_exact(omega, decay, T):
    """h1, h2 and m b of a mode whose step has the poles of the continuous mode."""
    lost, mobility = losses(decay, T)
    swing = swung(omega, decay, lost, T) if omega >= decay else crept(omega, decay, T)
    h1, h2 = turned(swing, lost, T)
    return h1, h2, mobility


@kernel
def rates_bilinear(omega, decay, T):
    """h1, h2 and m b of (8.7): Delta T^2 = 1 + T / t_e + (w T / 2)^2."""
    scale = 1.0 / (1.0 + T * decay + 0.25 * omega * omega * T * T)
    return -0.5 * T * omega * omega * scale, scale, 0.5 * T * scale


@kernel(reassociate=True)
def twice_energy(step, h1, h2, b, x, w):
    """Kinetic and potential energy of a mode, in 2 J: m' w^2 + m' w'^2 x^2 with m' = T h2 / 2b and m' w'^2 = -h1 / b."""
    return (0.5 * step * h2 * w * w - h1 * x * x) / b
