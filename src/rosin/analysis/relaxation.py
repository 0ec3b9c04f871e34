"""How often a mass on a spring and a damper sticks and slips when it is dragged over a surface, or a surface over it.

Dragged at speed v, the mass m holds until spring k and damper c pull with the static friction; while it slips, friction is less by a
drop P (N). With y the extension of the spring beyond that of steady sliding, y' = v minus the velocity of the mass against the surface,

    sticking   y' = v,                        until   k y + c v = P,   y_0 = (P - c v) / k
    slipping   m y'' + c y' + k y = 0,        from    y = y_0, y' = v   until   y' = v again, at y = y_1

    1 / f = T_slip + (y_0 - y_1) / v.

Without damper y is a part of a sine and y_1 = -y_0; with w = sqrt(k / m) and S = P / (m w v) the slip lasts (pi + 2 atan(1 / S)) / w, so

    f = w / (2 S + pi + 2 atan(1 / S)),

a sawtooth where S is large, nearly the sine of the free mass at w / 2 pi where it is small. Slow and damped, the slip is half a swing,

    f = k v / [(1 + e^{-pi d / sqrt(1 - d^2)}) P],     d = c / (2 sqrt(k m)),

rising with speed and falling with load. A damper also lets fast dragging slide: y' does not return to v, and the mass comes to rest against
the hand. The drop is (mu_s - mu_d) F where friction has fallen as soon as the mass slips, that is v_s well below y_0 w; for the exponential
law of Onofrei et al. 2022 it is all of N. Bristles creep before they give way and so hold less than the static friction the faster they are
loaded: they slip up to a fifth more often than the cycle says, which the slow formula happens to make good.
"""

import math

import numpy as np
from numpy.typing import ArrayLike

from rosin.model.errors import ParameterError

PLACES = 400  # of a swing, among which the end of a slip is sought


def slip_rate(mass: float, stiffness: float, damping: float, velocity: ArrayLike, friction_drop: ArrayLike) -> np.ndarray:
    """Slips a second of a mass (kg) on spring (N/m) and damper (N s/m), at speeds (m/s) and drops of friction (N); 0 where it slides."""
    _check(mass, stiffness, damping, velocity, friction_drop)
    return np.vectorize(_slip_rate, otypes=(float,))(mass, stiffness, damping, velocity, friction_drop)


def slow_slip_rate(mass: float, stiffness: float, damping: float, velocity: ArrayLike, friction_drop: ArrayLike) -> np.ndarray:
    """The same well below w / 2 pi, where slips are short: k v / [(1 + e^{-pi d / sqrt(1 - d^2)}) P]."""
    _check(mass, stiffness, damping, velocity, friction_drop)
    ratio = damping / (2 * math.sqrt(stiffness * mass))
    kept = math.exp(-math.pi * ratio / math.sqrt(1 - ratio**2)) if ratio < 1 else 0.0
    return stiffness * np.asarray(velocity, dtype=float) / ((1 + kept) * np.asarray(friction_drop, dtype=float))


def _check(mass: float, stiffness: float, damping: float, velocity: ArrayLike, friction_drop: ArrayLike) -> None:
    """Refuse what is not more than 0; only a damper may be missing."""
    given = (("mass", mass, "kg"), ("stiffness", stiffness, "N/m"), ("velocity", velocity, "m/s"), ("friction_drop", friction_drop, "N"))
    for name, value, unit in given:
        if not (np.isfinite(value) & np.greater(value, 0)).all():
            raise ParameterError(f"A slip rate needs a {name} of more than 0 {unit} and finite, not {value}.")
    if not 0 <= damping < math.inf:
        raise ParameterError(f"A slip rate needs a damping of at least 0 N s/m and finite, not {damping}.")


def _slip_rate(mass: float, stiffness: float, damping: float, velocity: float, friction_drop: float) -> float:
    """One over the duration of one cycle."""
    from scipy.optimize import brentq

    omega = math.sqrt(stiffness / mass)
    if damping == 0:
        share = friction_drop / (mass * omega * velocity)
        return omega / (2 * share + math.pi + 2 * math.atan2(1, share))
    begin = (friction_drop - damping * velocity) / stiffness
    poles = np.roots([mass, damping, stiffness]).astype(complex)
    if poles[0] == poles[1]:
        poles[0] *= 1 + 1e-9
    first = (velocity - poles[1] * begin) / (poles[0] - poles[1])
    weights = np.array([first, begin - first])

    def swing(time: ArrayLike, derivative: int) -> np.ndarray:
        return (weights * poles**derivative * np.exp(np.multiply.outer(time, poles))).sum(axis=-1).real

    times = np.linspace(0, 2 * math.pi / omega / math.sqrt(max(1 - (damping / (2 * mass * omega)) ** 2, 0.01)), PLACES)
    falls = np.flatnonzero(swing(times, 1) < velocity * (1 - 1e-12))
    back = np.flatnonzero(swing(times[falls[0] :], 1) >= velocity) if len(falls) else falls
    if not len(back):
        return 0.0
    end = falls[0] + int(back[0])
    slip = float(brentq(lambda time: float(swing(time, 1)) - velocity, times[end - 1], times[end]))
    return 1 / (slip + (begin - float(swing(slip, 0))) / velocity)
