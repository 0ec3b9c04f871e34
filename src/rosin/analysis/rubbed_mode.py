"""When a mode that is rubbed begins to sound, how fast it grows, and between which speeds and forces.

A mode of mass m at the touched point, angular frequency w and 1/e decay time t_e is rubbed at speed v with normal force F. Its own
velocity u there makes the relative velocity v - u, and the friction of steady sliding is F mu(v) + s2 v. A small u changes the force
by -D u,

    m u'' + (2 m / t_e + D) u' + m w^2 u = 0,     D = F mu'(v) + s2,     u ~ e^{g t} cos(w t),

    g = -1 / t_e - D / 2m = [-F mu'(v) - s2 - 2 m / t_e] / 2m.

Falling friction (mu' < 0) feeds the mode. For the Gaussian curve of the bristle laws -mu' = 2 v (mu_s - mu_d) / v_s^2 exp(-(v / v_s)^2),
largest at v_s / sqrt(2). Bristles follow late. Close to sliding at z = z_ss the adhesion map is flat (a = 1, a' = 0), so
z' = v (1 - a z / z_ss) gives

    dz' = -r (dz - z_ss' dv),     r = v / z_ss = s0 v / (mu F),

and with f = s0 z + s1 z' + s2 v, of which only the real part at w feeds or damps,

    D = s2 + F mu' Re [(1 + i w s1 / s0) / (1 + i w / r)] = s2 + F mu' (1 + a k F) / (1 + (k F)^2),   a = w s1 / s0,  k = w mu / (s0 v).

(s1 that falls with speed, s1 < f_c / v, is left out: then a k F < (k F)^2.) Static curves have k = 0. g = G is a quadratic in F, so

    B = 2 m (1 / t_e + G) + s2:   (B k^2 + mu' a k) F^2 + mu' F + B = 0

says between which forces the mode grows faster than G; without the delay it is F = B / |mu'|. Below v = mu F w / s0 (k F = 1) the bristle
relaxes more slowly than the mode swings: there a contact falls silent or changes its mode, but only the order of magnitude is right.

The mode speaks when it has grown to the speed of the hand. A hand that is accelerated from rest, with its force on, leaves it at a
thirtieth to a hundredth of that; one that is pressed on while it moves, at one in some ten thousand. On glass, bowl and saw it took

    t g = 3.5 to 4.8  from rest,     8.7 to 10.4  pressed on,

where the ramp is short against t and v is from a half to one and a half v_s; slower it takes longer (6 at v_s / 5), faster less (1.7 at
2 v_s, from rest). All this is about small motion. One that sounds already goes on above the highest speed, and a hand
that starts from rest with much force gets there; which of several growing modes remains is not said either.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from rosin.interactions.interaction import Interaction
from rosin.model.errors import ParameterError, unknown
from rosin.scenes.contact import Contact

Start = Literal["rest", "pressed"]
GROWN = {"rest": (3.5, 4.8), "pressed": (8.7, 10.4)}  # t g at which a mode speaks, earliest and latest
SPEAKS = {"rest": 4.0, "pressed": 9.0}  # duration times g without which it does not
SPEEDS = np.geomspace(1e-6, 1e3, 400)  # m/s, among which limits are sought


@dataclass(frozen=True)
class RubbedMode:
    """A mode under friction: a law with a curve of sliding, frequency (Hz), 1/e decay time (s) and mass at the touched point (kg)."""

    law: Interaction
    frequency: float
    decay_time: float
    mass: float

    def __post_init__(self) -> None:
        if self.law.sliding(1.0) is None:
            law = type(self.law).__name__
            raise ParameterError(f"{law} has no friction that follows from speed; use ElastoPlastic, LuGre, Stribeck or Exponential.")
        for name, unit in (("frequency", "Hz"), ("decay_time", "s"), ("mass", "kg")):
            if not getattr(self, name) > 0:
                raise ParameterError(f"RubbedMode: {name} = {getattr(self, name)} {unit} is not allowed; it must be more than 0 {unit}.")

    def growth_rate(self, velocity: ArrayLike, normal_force: ArrayLike) -> np.ndarray:
        """g (1/s) at speeds (m/s) and forces (N) that broadcast against each other; below 0 the mode dies away."""
        velocity, force = _more_than_zero("velocity", velocity, "m/s"), np.asarray(normal_force, dtype=float)
        slope, advance, delay = self._response(velocity)
        late = delay * force
        resistance = self._viscosity + force * slope * (1 + advance * late) / (1 + late**2)
        return -1 / self.decay_time - resistance / (2 * self.mass)

    def onset_time(self, velocity: ArrayLike, normal_force: ArrayLike, *, start: Start = "rest") -> tuple[np.ndarray, np.ndarray]:
        """Earliest and latest time (s) at which the mode speaks, from rest or "pressed" on; inf where it does not grow."""
        rate = self.growth_rate(velocity, normal_force)
        time_constant = np.divide(1.0, rate, out=np.full(rate.shape, np.inf), where=rate > 0)
        earliest, latest = GROWN[checked_start(start)]
        return earliest * time_constant, latest * time_constant

    def forces(self, velocity: ArrayLike, growth_rate: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
        """The smallest and the largest force (N) between which the mode grows at least so fast; inf, inf where none does that."""
        velocity = _more_than_zero("velocity", velocity, "m/s")
        slope, advance, delay = self._response(velocity)
        needed = 2 * self.mass * (1 / self.decay_time + growth_rate) + self._viscosity
        square = needed * delay**2 + slope * advance * delay
        inside = slope**2 - 4 * square * needed
        grows = (slope < 0) & (inside >= 0)
        root = np.sqrt(np.where(grows, inside, 0.0)) - slope
        lowest = np.divide(2 * needed, root, out=np.full(root.shape, np.inf), where=grows)
        highest = np.divide(root, 2 * square, out=np.full(root.shape, np.inf), where=grows & (square > 0))
        return lowest, highest

    def force_to_speak(self, velocity: ArrayLike, duration: float, *, start: Start = "rest") -> np.ndarray:
        """The smallest force (N) with which the mode speaks within a duration (s); inf where none does."""
        if not duration > 0:
            raise ParameterError(f"duration = {duration} s is not allowed; it must be more than 0.")
        return self.forces(velocity, SPEAKS[checked_start(start)] / duration)[0]

    def speed_limits(self, normal_force: float) -> tuple[float, float] | None:
        """The lowest and the highest speed (m/s) between which the mode grows; 0 if it grows however slow, None if nowhere."""
        from scipy.optimize import brentq

        rate = self.growth_rate(SPEEDS, normal_force)
        best = int(np.argmax(rate))
        if rate[best] <= 0:
            return None

        def crossing(sign: int) -> float:
            away = np.flatnonzero(rate[best::sign] <= 0)
            if not len(away):
                return 0.0 if sign < 0 else math.inf
            outer = best + sign * int(away[0])
            ends = sorted((SPEEDS[outer], SPEEDS[outer - sign]))
            return float(brentq(lambda speed: float(self.growth_rate(speed, normal_force)), *ends, rtol=1e-12))

        return crossing(-1), crossing(1)

    def slowest_speed(self, normal_force: ArrayLike) -> np.ndarray:
        """mu F w / s0 (m/s), by order of magnitude the speed below which bristles are too slow for the mode; 0 without bristles."""
        friction, _ = self._sliding(np.asarray(0.0))
        return friction * np.asarray(normal_force, dtype=float) * 2 * math.pi * self.frequency / self._bristle_stiffness

    @property
    def _bristle_stiffness(self) -> float:
        return getattr(self.law, "bristle_stiffness", math.inf)

    @property
    def _bristle_damping(self) -> float:
        falls = getattr(self.law, "damping_law", "constant") == "velocity"
        return 0.0 if falls else getattr(self.law, "bristle_damping", 0.0)

    @property
    def _viscosity(self) -> float:
        return getattr(self.law, "viscosity", 0.0)

    def _sliding(self, velocity: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """mu and mu' at speeds."""
        return np.vectorize(self.law.sliding, otypes=(float, float))(velocity)

    def _response(self, velocity: np.ndarray) -> tuple[np.ndarray, float, np.ndarray]:
        """mu', a and k at speeds."""
        friction, slope = self._sliding(velocity)
        bristles = 2 * math.pi * self.frequency / self._bristle_stiffness
        return slope, bristles * self._bristle_damping, bristles * friction / velocity


def rubbed_modes(contact: Contact, position: float = 0.0, exciter_position: float = 0.0) -> tuple[RubbedMode, ...]:
    """Every mode that the friction of a contact could feed, as if it were alone: of a mass that is pulled, then of the resonator.

    None where the law has no friction that follows from speed, or the bodies do not know their modes.
    """
    if contact.interaction.sliding(1.0) is None:
        return ()
    modes = (*contact.exciter.modes(exciter_position), *contact.resonator.modes(position))
    return tuple(RubbedMode(contact.interaction, *mode) for mode in modes)


def checked_start(start: str) -> str:
    """The way a take begins, if there is such a one."""
    if start not in GROWN:
        raise unknown("start", start, GROWN)
    return start


def _more_than_zero(name: str, values: ArrayLike, unit: str) -> np.ndarray:
    array = np.asarray(values, dtype=float)
    if not (array > 0).all():
        raise ParameterError(f"{name} = {array[~(array > 0)].flat[0]:g} {unit} is not allowed; it must be more than 0 {unit}.")
    return array
