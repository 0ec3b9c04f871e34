"""Onofrei, Fontana and Serafin 2022, equations 13 to 21: the energy of a rubbed mass.

The paper multiplies its scheme by the velocity and finds a balance: the energy h of mass and spring changes by what the damper loses (q),
what the friction loses (p_d), and what the stick supplies (p_s). It closes to rounding, with the parameters of figure 3 and a damper of
20 kg/s, but with p_s = -N v_r phi, as (15) has it: (17c) prints it without the minus. The bound (18) holds nevertheless. h of
(19) and the limit (21) come out, too: below 0.5 sqrt(k / m) = 1036.7 Hz the scheme grows without end.
"""

import math

import numpy as np
from _rubbed_mass import FORCE, MASS, RATE, SPEED, STIFFNESS, rubbed
from matplotlib.figure import Figure
from scipy.optimize import brentq

from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

DAMPING, DURATION = 20.0, 0.1  # kg/s, s
WRONG_SIGN = (
    "The last term of (15) is -N v_r phi; (17c) drops the minus. The stick supplies energy where v_rel < 0, that is phi < 0, so that "
    "-N v_r phi > 0. With the printed sign the balance is off by twice what is supplied."
)


def growth(rate: float) -> float:
    """How much (9) can grow in one step at a sample rate, without stick and damper: its largest eigenvalue."""
    middle = 2 - STIFFNESS / (MASS * rate**2)
    return float(np.abs(np.roots([1, -middle, 1])).max())


def lowest_stable_rate() -> float:
    """The sample rate at which the growth leaves 1, in Hz."""
    return float(brentq(lambda rate: growth(rate) - 1 - 1e-7, 500, 2000))


def exhibit() -> Exhibit:
    """Energies over time, and the gap of their balance with either sign."""
    sound = rubbed(DURATION, DAMPING)
    stored, supplied, dissipated, exchanged = (sound.traces[f"{name}_energy"] for name in ("stored", "supplied", "dissipated", "exchanged"))
    v_rel, friction = -sound.traces["relative_velocity"], -sound.traces["force"]
    damper = -DAMPING * (v_rel + SPEED) ** 2  # (17a)
    rubbing = -v_rel * friction  # (17b)
    stick = -SPEED * friction  # (17c) with its minus
    lost, worn, given = (np.cumsum(power) / RATE for power in (damper, rubbing, stick))
    gap = np.abs(stored - lost - worn - given) / exchanged.max()
    printed_gap = np.abs(stored - lost - worn + given) / exchanged.max()

    figure = Figure(figsize=(9, 6), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(3, 2))
    times = 1e3 * np.arange(len(stored)) / RATE
    for values, colour, label in (
        (given, "#2c7a4b", "supplied by the stick, $p_s$"),
        (stored, INK, "stored in mass and spring, $h$"),
        (worn, "#c05a2b", "lost in friction, $p_d$"),
        (lost, "#d9a441", "lost in the damper, $q$"),
    ):
        above.plot(times, values, color=colour, lw=1.3, label=label)
    above.axhline(0, color="#9aa5b1", lw=0.8)
    above.set(ylabel="energy / J", title="A rubbed mass: supplied + lost = stored")
    above.legend(frameon=False, fontsize=8, loc="upper left")
    below.semilogy(times, np.maximum(gap, 1e-18), color=INK, lw=0.8, label="$p_s = -N v_r φ$, as in (15)")
    below.semilogy(times, printed_gap, color="#c05a2b", lw=1.2, label="$p_s = N v_r φ$, as (17c) is printed")
    below.set(xlabel="time / ms", ylabel="gap, relative", ylim=(1e-18, 10))
    below.legend(frameon=False, fontsize=8, loc="center right")
    for axis in (above, below):
        axis.grid(color=MIST)

    u, u_before = sound.audio[0][1:], sound.audio[0][:-1]
    quadratic = MASS * RATE**2 / 2 * (u**2 + u_before**2 + 2 * (STIFFNESS / (2 * MASS * RATE**2) - 1) * u * u_before)
    rates = np.diff(stored) * RATE
    wrong = printed_gap[-1] * exchanged.max() / given[-1]
    apart = max(np.abs(given - supplied).max(), np.abs(lost + worn + dissipated).max())
    claims = (
        Claim("largest gap of the balance, relative", gap.max(), 0, 1e-12, paper="0"),
        Claim.near("gap with (17c) as printed, over what is supplied", wrong, 2, 1e-9, paper="0", erratum=WRONG_SIGN),
        Claim("largest distance from the account of the engine, relative", apart / exchanged.max(), 0, 1e-12),
        Claim("largest power of the damper (17a)", damper.max(), -np.inf, 0, "W", paper="at most 0"),
        Claim("largest power of the friction (17b)", rubbing.max(), -np.inf, 0, "W", paper="at most 0"),
        Claim("fastest growth of h over N v_r (18)", rates.max() / (FORCE * SPEED), -np.inf, 1, paper="at most 1"),
        Claim("largest distance of h from (19), relative", np.abs(quadratic - stored[:-1]).max() / stored.max(), 0, 1e-9),
        Claim("lowest energy h", stored.min(), 0, np.inf, "J", paper="at least 0"),
        Claim.near("lowest stable sample rate (21)", lowest_stable_rate(), 0.5 * math.sqrt(STIFFNESS / MASS), 0.01, "Hz"),
        Claim.near("time step at 44.1 kHz", 1e3 / RATE, 0.0227, 5e-5, "ms"),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
