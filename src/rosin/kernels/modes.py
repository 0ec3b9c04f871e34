"""One step of a mode: what its velocity takes of displacement and velocity at the half step, and of a force (see bodies/modal.py)."""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import exp, expm1, sin_cos_pi


@kernel
def rates_exact(omega, decay, T):
    """h1, h2 and m b of a mode whose step has the poles of the continuous mode; decay = 1 / t_e."""
    lost = -expm1(-decay * T)
    q = 1.0 - lost
    under = omega * omega - decay * decay
    if under >= 0.0:
        sine, _ = sin_cos_pi(0.5 / math.pi * T * math.sqrt(under))
        swing = 2.0 * q * sine * sine
    else:
        root = math.sqrt(-under)
        part = exp(-0.5 * T * omega * omega / (decay + root)) * -expm1(-T * root)
        swing = -0.5 * part * part
    h1 = -(0.5 * lost * lost + swing) / T
    h2 = 0.5 * (0.5 * (1.0 + q) * (1.0 + q) - swing)
    if decay * T < 1e-8:
        return h1, h2, 0.5 * T
    return h1, h2, -expm1(-2.0 * decay * T) / (4.0 * decay)


@kernel
def rates_bilinear(omega, decay, T):
    """h1, h2 and m b of (8.7): Delta T^2 = 1 + T / t_e + (w T / 2)^2."""
    scale = 1.0 / (1.0 + T * decay + 0.25 * omega * omega * T * T)
    return -0.5 * T * omega * omega * scale, scale, 0.5 * T * scale


@kernel(reassociate=True)
def twice_energy(step, h1, h2, b, x, w):
    """Kinetic and potential energy of a mode, in 2 J: m' w^2 + m' w'^2 x^2 with m' = T h2 / 2b and m' w'^2 = -h1 / b."""
    return (0.5 * step * h2 * w * w - h1 * x * x) / b
