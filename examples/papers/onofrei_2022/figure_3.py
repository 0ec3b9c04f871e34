"""Onofrei, Fontana and Serafin 2022, figure 3: a rubbed mass sticks and slips.

The figure shows 0.1 s of displacement, relative velocity and friction of a mass of 1 kg on 4.2992e6 N/m, without damper, under 3000 N at
0.1 m/s: sticking, abrupt slips, and a sawtooth. All of that comes out. The paper prints no rate of the slips; it is not the 330 Hz to
which the mass is tuned. The stick holds it until the spring pulls with nearly N, so that it slips 56.745 times a second at 44.1 kHz, and
56.723 times by an independent integrator of (1) to (4), which higher sample rates approach at second order. A mass that were held fast
while it sticks would slip 64.4 times; friction that vanishes at v_rel = 0 lets it creep. (9) and (12), run as they are printed with plain
Newton steps, give the same motion.
"""

import math

import numpy as np
from _rubbed_mass import FORCE, MASS, RATE, SPEED, STICKINESS, STIFFNESS, friction_share, rubbed
from matplotlib.figure import Figure
from scipy.integrate import solve_ivp

from rosin.analysis import slip_rate
from rosin.analysis.slips import slip_onsets
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

SHOWN, LONG = 0.1, 2.0  # s
SLIPPING = 0.5  # m/s against the stick
MOST_ITERATIONS = 99


def integrated_onsets(duration: float) -> np.ndarray:
    """When the mass begins to slip, in s, by an integrator that knows nothing of the scheme."""

    def rate(time: float, state: np.ndarray) -> list[float]:
        displacement, velocity = state
        return [velocity, (-STIFFNESS * displacement - FORCE * float(friction_share(velocity - SPEED))) / MASS]

    def slips(time: float, state: np.ndarray) -> float:
        return float(SPEED - state[1] - SLIPPING)

    slips.direction = 1
    found = solve_ivp(rate, (0, duration), [0.0, 0.0], method="LSODA", rtol=1e-9, atol=1e-13, events=slips)
    times: np.ndarray = found.t_events[0]
    return times


def printed_scheme(duration: float) -> tuple[np.ndarray, int]:
    """u by (9) and (12) as printed, and the most Newton steps that a sample took."""
    T = 1 / RATE
    u, u_before, v_rel, most = 0.0, 0.0, -SPEED, 0
    motion = []
    for _ in range(round(duration * RATE)):
        motion.append(u)
        b = SPEED * 2 / T + u * (STIFFNESS / MASS - 2 / T**2) + u_before * 2 / T**2
        for count in range(1, MOST_ITERATIONS + 1):
            fall = math.sqrt(2 * STICKINESS) * math.exp(0.5 - STICKINESS * v_rel**2)
            step = (FORCE / MASS * fall * v_rel + v_rel * 2 / T + b) / (FORCE / MASS * fall * (1 - 2 * STICKINESS * v_rel**2) + 2 / T)
            v_rel -= step
            most = max(most, count)
            if abs(step) < 1e-14:
                break
        friction = FORCE * float(friction_share(v_rel))
        u, u_before = u * (4 * MASS - 2 * STIFFNESS * T**2) / (2 * MASS) - u_before - friction * 2 * T**2 / (2 * MASS), u
    return np.array(motion), most


def mean_rate(onsets: np.ndarray) -> float:
    """Slips a second."""
    return float((len(onsets) - 1) / (onsets[-1] - onsets[0]))


def exhibit() -> Exhibit:
    """The three rows of the figure."""
    sound = rubbed(LONG)
    shown = round(SHOWN * RATE)
    motion, velocity, friction = sound.audio[0], -sound.traces["relative_velocity"], -sound.traces["force"]
    onsets = slip_onsets(-velocity, SLIPPING) / RATE
    exact = integrated_onsets(0.3)
    literal, most = printed_scheme(SHOWN)
    figure = Figure(figsize=(9, 6), layout="constrained")
    axes = figure.subplots(3, 1, sharex=True)
    times = 1e3 * np.arange(shown) / RATE
    for axis, values, label in (
        (axes[0], 1e3 * motion, "displacement u / mm"),
        (axes[1], velocity, "$v_{rel}$ / (m/s)"),
        (axes[2], 1e-3 * friction, "$F_{fr}$ / kN"),
    ):
        axis.plot(times, values[:shown], color=INK, lw=1.2)
        axis.set_ylabel(label)
        axis.grid(color=MIST)
    for onset in exact[exact < SHOWN]:
        axes[0].axvline(
            1e3 * onset, color="#c05a2b", lw=0.8, ls="--", label="slips of an independent integrator" if onset == exact[0] else None
        )
    figure.legend(frameon=False, loc="outside lower right", fontsize=8)
    axes[-1].set_xlabel("time / ms")
    axes[0].set_title(f"1 kg tuned to 330 Hz under 3000 N at 0.1 m/s: {mean_rate(onsets):.2f} slips a second")
    finer = slip_onsets(rubbed(LONG, sample_rate=2 * RATE).traces["relative_velocity"], SLIPPING) / (2 * RATE)
    off, finer_off = (abs(mean_rate(found) - mean_rate(exact)) for found in (onsets, finer))
    ideal = float(slip_rate(MASS, STIFFNESS, 0.0, SPEED, FORCE))
    resonance = math.sqrt(STIFFNESS / MASS) / (2 * math.pi)
    hovering = np.abs(velocity[:shown]) < 1 / math.sqrt(2 * STICKINESS)
    untold = "not printed; tuned to 330 Hz"
    claims = (
        Claim.near("resonance (5)", resonance, 330, 0.01, "Hz"),
        Claim.near("slips a second at 44.1 kHz", mean_rate(onsets), mean_rate(exact), 0.04, "Hz", paper=untold),
        Claim.near("how much closer 88.2 kHz comes to the integrator", off / finer_off, 4, 1, paper=""),
        Claim("slips a second over those of a mass held fast", mean_rate(onsets) / ideal, 0.8, 1),
        Claim.near("slips in 0.1 s", (onsets < SHOWN).sum(), (exact < SHOWN).sum(), 0, paper=""),
        Claim("share of the time that v_rel hovers around 0", hovering.mean(), 0.75, 1, paper="stuck until an abrupt slip"),
        Claim("share of the time that u rises", (np.diff(motion) > 0).mean(), 0.75, 1, paper="a sawtooth"),
        Claim("largest distance from (9) and (12), relative", np.abs(motion[:shown] - literal).max() / np.abs(literal).max(), 0, 1e-9),
        Claim("most Newton steps of (12) in a sample", most, 1, MOST_ITERATIONS, paper="99 at most"),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
