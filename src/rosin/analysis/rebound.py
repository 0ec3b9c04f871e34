"""A mass that strikes a rigid wall through a Hunt-Crossley contact: how fast it leaves, and how long it touches, in closed form.

With f = k x^a (1 + mu v) the velocity v and the compression x obey m v' = -f, x' = v, so that x is a function of v alone (Avanzini et al.
2003, eq. 8.13):

    x^(a + 1) = (m (a + 1) / k mu^2) (-mu (v - v_in) + ln((1 + mu v) / (1 + mu v_in)))

Below the velocity -1 / mu, at which the elastic and the lossy part of the force cancel, the same holds for a mass that tears itself
loose from within and leaves at v_in < -1 / mu; no blow gets there.

It vanishes again at v_out = -(1 + W(-b e^-b)) / mu, b = 1 + mu v_in, where W is Lambert's function. The time of contact is the integral of
dv / v' from v_out to v_in (eq. 8.27):

    t = (m / k)^(1 / (a + 1)) (mu^2 / (a + 1))^(a / (a + 1)) int dv / ((1 + mu v) bracket^(a / (a + 1)))
"""

import math

import numpy as np

from rosin.model.errors import ParameterError


def rebound_speed(speed: float, loss: float) -> float:
    """The speed (m/s, negative) after the contact, for a loss mu (s/m)."""
    _check(speed=speed, loss=loss)
    from scipy.special import lambertw

    b = 1 + loss * speed
    return -(1 + float(lambertw(-b * math.exp(-b)).real)) / loss


def contact_time(speed: float, mass: float, stiffness: float, exponent: float, loss: float) -> float:
    """How long (s) the mass touches the wall."""
    _check(speed=speed, mass=mass, stiffness=stiffness, exponent=exponent, loss=loss)
    from scipy.integrate import quad

    power = exponent / (exponent + 1)
    total = 0.0
    # counted from either end, s = |v - v_end|, the bracket vanishes as s; s = reach u^5 takes that out
    for end in (speed, rebound_speed(speed, loss)):
        toward = -math.copysign(1.0, end)

        def integrand(u: float, end: float = end, toward: float = toward) -> float:
            s = toward * abs(end) * u**5
            bracket = -loss * s + math.log1p(loss * s / (1 + loss * end))
            return 5 * u**4 * abs(end) / ((1 + loss * (end + s)) * bracket**power)

        total += quad(integrand, 0, 1, epsabs=0, epsrel=1e-9, limit=200)[0]
    return (mass / stiffness) ** (1 / (exponent + 1)) * (loss**2 / (exponent + 1)) ** power * total


def compression(velocity: np.ndarray, speed: float, mass: float, stiffness: float, exponent: float, loss: float) -> np.ndarray:
    """The compression (m) when the velocity is `velocity`, on the path that has no compression at `speed`: above 0, or below -1 / mu."""
    _check(mass=mass, stiffness=stiffness, exponent=exponent, loss=loss)
    if not speed < -1 / loss:
        _check(speed=speed)
    change = loss * (np.asarray(velocity, float) - speed)
    bracket = -change + np.log1p(change / (1 + loss * speed))
    return (mass * (exponent + 1) / (stiffness * loss**2) * np.maximum(bracket, 0.0)) ** (1 / (exponent + 1))


def _check(**values: float) -> None:
    for name, value in values.items():
        if not (math.isfinite(value) and value > 0):
            raise ParameterError(f"{name} = {value} is not allowed; it must be a number more than 0.")
