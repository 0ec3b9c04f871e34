"""Avanzini, Rath, Rocchesso and Ottaviani 2003, figure 8.3: phase portrait and hysteresis of a hammer against a massive surface.

The paper draws the compression over its velocity by eq. 8.13, and the force over the compression, for a hammer of 10 g, 1.5e11 N/m^2.8 and
loss 0.6 s/m that comes in at 1 to 4 m/s. It says that the rebound is always slower than the blow, tends to v_lim = -1 / mu = -1.667 m/s for
hard blows, and that the region below v_lim is never entered from above. The simulation lies on eq. 8.13, and the loops enclose the kinetic
energy that is lost.

The paths below v_lim are drawn by eq. 8.13 and by an integrator of general purpose. There the force of eq. 8.11 pulls; the contact of Rosin
lets go instead, so it has none of them. They begin at a compression x > 0, not at x < 0 as the text has it: for x < 0 there is no force.
"""

import numpy as np
from _hammer_2003 import HAMMER, RATE, blow
from _pens_2003 import MOSS, RUST, SAND, SLATE
from matplotlib.figure import Figure
from scipy.integrate import solve_ivp

from rosin.analysis.rebound import compression, rebound_speed
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

SPEEDS = (1.0, 2.0, 3.0, 4.0)
LIMIT = -1 / HAMMER["loss"]  # m/s
LEAVING = (-1.9, -2.3, -2.8)  # m/s: speeds at which the lower paths leave the surface
DEEPEST = 0.7e-3  # m: where they begin


def torn_loose(velocity: float) -> tuple[np.ndarray, np.ndarray]:
    """Compression and velocity of the hammer under eq. 8.11 from DEEPEST on, until it leaves."""

    def motion(_: float, state: np.ndarray) -> tuple[float, float]:
        x, v = state
        return v, -HAMMER["stiffness"] / HAMMER["mass"] * max(x, 0.0) ** HAMMER["exponent"] * (1 + HAMMER["loss"] * v)

    def leaves(_: float, state: np.ndarray) -> float:
        return float(state[0])

    leaves.terminal = True
    found = solve_ivp(motion, (0, 0.01), (DEEPEST, velocity), events=leaves, rtol=1e-11, atol=1e-13)
    return found.y[0], found.y[1]


def energy(x: np.ndarray) -> np.ndarray:
    """Of the compressed hammer, J."""
    power = HAMMER["exponent"] + 1
    return HAMMER["stiffness"] * x**power / power


def energy_gap(velocity: np.ndarray, x: np.ndarray, speed: float) -> float:
    """The largest elastic energy (J) by which points of a path miss eq. 8.13; x itself is steep where the path begins and ends."""
    return float(np.abs(energy(compression(velocity, speed, **HAMMER)) - energy(x)).max())


def exhibit() -> Exhibit:
    """Closed form as lines, simulation as points."""
    figure = Figure(figsize=(11, 4.8), layout="constrained")
    left, right = figure.subplots(1, 2)
    path_errors, area_errors, rebounds = [], [], {}
    for speed, color in zip(SPEEDS, (SLATE, MOSS, SAND, RUST), strict=True):
        made = blow(speed, **HAMMER)
        rebounds[speed] = made.rebound
        v = np.linspace(rebound_speed(speed, HAMMER["loss"]), speed, 2000)
        x = compression(v, speed, **HAMMER)
        force = HAMMER["stiffness"] * x ** HAMMER["exponent"] * (1 + HAMMER["loss"] * v)
        middle = 0.5 * (made.compression[1:] + made.compression[:-1])  # the compression is half a step ahead of the velocity
        touching = (made.compression[1:] > 0) & (made.compression[:-1] > 0)
        path_errors.append(energy_gap(made.velocity[1:][touching], middle[touching], speed) / energy(x.max()))
        lost = 0.5 * HAMMER["mass"] * (speed**2 - rebound_speed(speed, HAMMER["loss"]) ** 2)
        area_errors.append(abs((made.force * made.velocity).sum() / RATE / lost - 1))
        left.plot(1e3 * x, v, color=color, label=f"{speed:g} m/s")
        left.plot(1e3 * middle[touching][::6], made.velocity[1:][touching][::6], "o", color=color, markersize=3)
        right.plot(1e3 * x, force, color=color, label=f"{speed:g} m/s: {1e3 * lost:.1f} mJ lost")
        right.plot(1e3 * middle[touching][::6], made.force[1:][touching][::6], "o", color=color, markersize=3)
    torn_errors = []
    for speed in LEAVING:
        v = np.linspace(speed, LIMIT - 8, 4000)
        x = compression(v, speed, **HAMMER)
        seen = x < DEEPEST
        left.plot(1e3 * x[seen], v[seen], color=INK, linewidth=0.9)
        found, velocity = torn_loose(float(np.interp(DEEPEST, x, v)))
        left.plot(1e3 * found[::3], velocity[::3], ".", color=INK, markersize=3)
        torn_errors.append(energy_gap(velocity, np.maximum(found, 0), speed) / energy(DEEPEST))
    left.axhline(LIMIT, color=INK, linestyle="--", linewidth=1)
    left.annotate(r"$v_{lim} = -1/\mu$", (0.58, LIMIT + 0.1), color=INK, fontsize=9)
    left.set(xlabel="compression / mm", ylabel="its velocity / (m/s)", xlim=(-0.02, 0.75), ylim=(-4.6, 4.3), title="phase portrait")
    right.set(xlabel="compression / mm", ylabel="force / N", title="compression and force")
    for axis in (left, right):
        axis.grid(color=MIST)
        axis.legend(frameon=False, fontsize=9)
    slowest = max(abs(each) / speed for speed, each in rebounds.items())
    hard = blow(20.0, **HAMMER).rebound
    claims = (
        Claim("largest elastic energy by which the simulation misses eq. 8.13, over the largest of its path", max(path_errors), 0, 2e-3),
        Claim("largest error of the energy inside a loop", max(area_errors), 0, 2e-4, paper="hysteresis"),
        Claim("largest speed of a rebound over that of its blow", slowest, 0, 1, paper="always smaller"),
        Claim("fastest rebound over v_lim", max(map(abs, rebounds.values())) / abs(LIMIT), 0, 1, paper="never exceeded"),
        Claim("rebound of a blow at 20 m/s, over v_lim", hard / LIMIT, 0.999, 1.001, paper="tends to 1"),
        Claim("the same of the integrator below v_lim", max(torn_errors), 0, 1e-6),
        Claim.near(
            "speed lost by a hammer that begins outside, x < 0, at 2.3 m/s outwards",
            2.3 + blow(-2.3, **HAMMER).rebound,
            0,
            1e-12,
            "m/s",
            paper="some, through the loss",
            erratum="they begin at x > 0: outside there is no force (eq. 8.11), and eq. 8.13 gives x > 0 wherever v < v_in < v_lim.",
        ),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
