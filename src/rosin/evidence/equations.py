"""The laws as differential equations, written apart from their kernels, for an integrator from outside to hold them against.

A mass m that is thrown over a surface, or against it, moves by

    x' = v,     m v' = -f(x, v, s),     s' = g(x, v, s)

where s is what the law remembers: the mean bristle, the temperature, the relaxed part of felt; laws without memory have none. Laws that
stick at rest are those of sliding until v = 0; there a thrown mass stays.
"""

import functools
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosin.interactions.interaction import Interaction
from rosin.model.errors import ParameterError

ROOTS = np.geomspace(1e-4, 10**0.5, 20_000)  # of the speeds (m/s) at which the steady temperature of the table law is known


def steady_bristle(law: Any, v: float, normal_force: float) -> float:
    """|z_ss(v)|: eq. 6 of Avanzini et al. 2002; of Dahl's law f_c / s0."""
    high, low = getattr(law, "static_friction", law.dynamic_friction), law.dynamic_friction
    fall = math.exp(-((v / law.stribeck_velocity) ** 2)) if high > low else 0.0
    return normal_force * (low + (high - low) * fall) / law.bristle_stiffness


def adhesion(law: Any, v: float, z: float, normal_force: float) -> float:
    """The adhesion map, eq. 7 and 8 of Avanzini et al. 2002 with |z| and |z_ss|; 1 for laws that creep."""
    if not hasattr(law, "breakaway"):
        return 1.0
    z_ss, z_ba = steady_bristle(law, v, normal_force), law.breakaway * law.dynamic_friction * normal_force / law.bristle_stiffness
    if v * z <= 0 or abs(z) <= z_ba:
        return 0.0
    return 1.0 if abs(z) >= z_ss else 0.5 * (1 + math.sin(math.pi * (abs(z) - 0.5 * (z_ss + z_ba)) / (z_ss - z_ba)))


def bristle_rate(law: Any, x: float, v: float, z: float, normal_force: float) -> float:
    """z', eq. 4 of Avanzini et al. 2002; with adhesion 1 it is eq. 1."""
    return v - adhesion(law, v, z, normal_force) * abs(v) * z / steady_bristle(law, v, normal_force)


def bristle_force(law: Any, x: float, v: float, z: float, normal_force: float) -> float:
    """Eq. 2 of Avanzini et al. 2002; s1 may fall with speed (Matusiak et al. 2025)."""
    damping = getattr(law, "bristle_damping", 0.0)
    if getattr(law, "damping_law", "constant") == "velocity":
        limit = law.dynamic_friction * normal_force
        damping = limit / math.hypot(v, limit / damping)
    rate = bristle_rate(law, x, v, z, normal_force)
    return law.bristle_stiffness * z + damping * rate + getattr(law, "viscosity", 0.0) * v


def loaded_rate(law: Any, x: float, v: float, z: float, normal_force: float) -> float:
    """z' of bristles that grow with the load l: l times that at the reference force, at v / l."""
    load = normal_force / law.reference_force
    return load * bristle_rate(law, x, v / load, z, law.reference_force)


def loaded_force(law: Any, x: float, v: float, z: float, normal_force: float) -> float:
    """The force of bristles that grow with the load, likewise."""
    load = normal_force / law.reference_force
    return load * bristle_force(law, x, v / load, z, law.reference_force)


def stribeck_force(law: Any, x: float, v: float, s: float, normal_force: float) -> float:
    """Eq. 8.15 of Avanzini et al. 2003 and the two other curves, while sliding."""
    u = abs(v) / law.stribeck_velocity
    shapes = {
        "gaussian": math.exp(-u * u),
        "hyperbolic": 1 / (1 + u),
        "rosin": (0.4 * math.exp(-10 * u) + 0.45 * math.exp(-u)) / 0.85,
    }
    mu = law.dynamic_friction + (law.static_friction - law.dynamic_friction) * shapes[law.curve]
    return math.copysign(mu * normal_force, v)


def exponential_force(law: Any, x: float, v: float, s: float, normal_force: float) -> float:
    """Eq. 2 and 3 of Onofrei et al. 2022."""
    return normal_force * math.sqrt(2 * law.stickiness) * v * math.exp(0.5 - law.stickiness * v * v)


def glass_friction(law: Any, tau: float) -> float:
    """The friction coefficient of rosin at a temperature rise (van Walstijn et al. 2026)."""
    r = (max(tau, 0.0) / law.glass_temperature) ** law.sharpness
    return law.static_friction * (1 + law.hot_share * r) / (1 + r)


def rosin_curve(v: Any) -> Any:
    """The measured sliding curve of rosin (Smith and Woodhouse 2000)."""
    return 0.4 * np.exp(-v / 0.01) + 0.45 * np.exp(-v / 0.1) + 0.35


@functools.cache
def softened(convection: float, conduction: float) -> Callable[[float], float]:
    """The friction coefficient over the temperature rise: that of the speed whose steady temperature it is, by a cubic spline."""
    from scipy.interpolate import CubicSpline

    speeds = ROOTS**2
    steady = rosin_curve(speeds) * speeds / (convection * ROOTS + conduction)
    spline = CubicSpline(steady, rosin_curve(speeds))
    return lambda tau: float(spline(min(max(tau, steady[0]), steady[-1])))


def table_friction(law: Any, tau: float) -> float:
    """The friction coefficient of the plastic law."""
    return softened(law.convection, law.conduction)(tau)


def heating(friction: Callable[[Any, float], float]) -> Callable[..., float]:
    """tau' of a thermal law: heat made, less what fresh rosin and the string carry away."""

    def rate(law: Any, x: float, v: float, tau: float, normal_force: float) -> float:
        wide = law.hair_width / normal_force if hasattr(law, "hair_width") else 1.0
        cooling = law.convection * math.sqrt(abs(v) * wide) + law.conduction
        return (friction(law, tau) * abs(v) - cooling * tau) / law.heat_capacity

    return rate


def softening(friction: Callable[[Any, float], float]) -> Callable[..., float]:
    """The force of a thermal law, eq. 13 of Avanzini et al. 2002."""

    def force(law: Any, x: float, v: float, tau: float, normal_force: float) -> float:
        return math.copysign(friction(law, tau) * normal_force, v)

    return force


def steady_friction(law: Any, speed: float, normal_force: float) -> float:
    """The friction coefficient of the glass law in steady sliding: where heat made is heat lost."""
    from scipy.optimize import brentq

    hottest = law.static_friction * speed / law.conduction
    return glass_friction(law, float(brentq(lambda tau: heating(glass_friction)(law, 0.0, speed, tau, normal_force), 0.0, hottest + 1.0)))


def spring_force(law: Any, x: float, v: float, s: float, normal_force: float) -> float:
    """Eq. 8.8 of Avanzini et al. 2003, and with a dissipation eq. 8.11."""
    return law.stiffness * max(x, 0.0) ** law.exponent * max(1 + getattr(law, "dissipation", 0.0) * v, 0.0)


def felt_rate(law: Any, x: float, v: float, r: float, normal_force: float) -> float:
    """r' of Stulov's felt, which stands at (e r)^(1/a) where nothing presses it."""
    pressed = max(max(x, 0.0) ** law.exponent, law.relaxation * max(r, 0.0))
    return (pressed - r) / law.relaxation_time


def felt_force(law: Any, x: float, v: float, r: float, normal_force: float) -> float:
    """Eq. 8.9 of Avanzini et al. 2003 with the factor k that 8.10 lost; felt does not pull."""
    return max(law.stiffness * (max(x, 0.0) ** law.exponent - law.relaxation * r), 0.0)


def no_memory(law: Any, x: float, v: float, s: float, normal_force: float) -> float:
    """s' of a law that remembers nothing."""
    return 0.0


EQUATIONS: dict[str, tuple[Callable[..., float], Callable[..., float]]] = {  # f and g by the name of the law
    "ElastoPlastic": (bristle_force, bristle_rate),
    "LoadedBristles": (loaded_force, loaded_rate),
    "LuGre": (bristle_force, bristle_rate),
    "Dahl": (bristle_force, bristle_rate),
    "Stribeck": (stribeck_force, no_memory),
    "Exponential": (exponential_force, no_memory),
    "Thermal": (softening(glass_friction), heating(glass_friction)),
    "ThermalTable": (softening(table_friction), heating(table_friction)),
    "PowerLaw": (spring_force, no_memory),
    "HuntCrossley": (spring_force, no_memory),
    "Stulov": (felt_force, felt_rate),
}


@dataclass(frozen=True)
class Throw:
    """A mass (kg) thrown at a speed (m/s), touching from the first moment on, under a normal force (N) where the law is friction."""

    mass: float
    speed: float
    normal_force: float = 0.0

    def motion(self, law: Interaction, times: np.ndarray, *, method: str = "DOP853", tolerance: float = 1e-12) -> np.ndarray:
        """x (m), v (m/s) and s at rising times (s), by SciPy."""
        from scipy.integrate import solve_ivp

        name = type(law).__name__
        if name not in EQUATIONS:
            raise ParameterError(f"{name} has no equation to integrate; write it into rosin/evidence/equations.py.")
        force, rate = EQUATIONS[name]
        scale = np.array([1e-6, self.speed, 1e-6 if "Thermal" not in name else 1.0])

        def change(_: float, y: np.ndarray) -> list[float]:
            x, v, s = y.tolist()
            return [v, -force(law, x, v, s, self.normal_force) / self.mass, rate(law, x, v, s, self.normal_force)]

        def stops(_: float, y: np.ndarray) -> float:
            return float(y[1])

        stops.terminal = law.set_valued  # type: ignore[attr-defined]
        span = (0.0, float(times[-1]))
        options = {"rtol": tolerance, "atol": tolerance * scale, "max_step": span[1] / 1000}
        found = solve_ivp(change, span, [0.0, self.speed, 0.0], method=method, dense_output=True, events=stops, **options)
        path = found.sol(np.minimum(times, found.t[-1]))
        path[1, times > found.t[-1]] = 0.0
        return path
