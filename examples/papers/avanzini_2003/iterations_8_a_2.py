"""Avanzini, Rath, Rocchesso and Ottaviani 2003, appendix 8.A.2: how many Newton iterations a sample takes.

The paper says of Newton's method from the last value, with a tolerance of 1e-13: never more than four iterations for the impact, fewer than
seven for friction, "in every conditions". The loop as printed, `while (err < Errmax)`, does not iterate at all; it must be `>`. Corrected
so and else as printed, it is run here at 44.1 kHz on three modes (500, 1210 and 2365 Hz), over stiffness, exponent, speed and force.

The hammer of figure 8.3 (exponent 2.8, up to 1e12 N/m^2.8) does stay within four, and friction within six where the modes are heavy.
Neither holds everywhere. Hard impacts with the exponent 1.5 of two spheres take up to eleven. Friction on modes of 2 g takes more than six
from 3e5 N/m on, and with bristles of 1e6 N/m some samples never converge: Newton jumps to and fro between the elastic and the plastic side
of breakaway. The solvers of Rosin keep the root in a bracket and cannot fail; they are shown beside.
"""

import math

import numpy as np
from _newton_2003 import MOST, RATE, Modes, rubbed, struck
from _pens_2003 import MOSS, RUST, SAND, SLATE
from matplotlib.figure import Figure

from rosin import Contact, ElastoPlastic, Gesture, Hand, HuntCrossley, InertialMass, Modal, render
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

FREQUENCIES, DECAY, HEAVY = (500.0, 1210.0, 2365.0), 0.5, 0.05  # Hz, s, kg
ERROR = 1e-13
STIFFNESSES = np.geomspace(1e6, 1e13, 8)
EXPONENTS = (1.5, 2.3, 2.8, 3.5)
SPEEDS = (0.5, 2.0, 4.0)  # m/s
HAMMER, LOSS = 0.01, 0.6  # kg, s/m
BRISTLES = np.array([1e3, 1e4, 3e4, 1e5, 3e5, 1e6])  # N/m
MASSES = (0.05, 0.005, 0.002)  # kg
RUBS = ((0.05, 3.0), (0.1, 1.0), (0.2, 3.0))  # m/s, N
STATIC, DYNAMIC, STRIBECK, DAMPING = 0.8, 0.3, 0.1, 0.1
BLOW, RUB = 800, 2500  # samples
TOO_HARD = "Counterexample: k x^1.5, as of two spheres, takes 5 iterations at 1e9 N/m^1.5 and 11 at 1e13 N/m^1.5."
TOO_STIFF = "Counterexample: on modes of 2 g bristles of 1e6 N/m make Newton jump to and fro across breakaway; 50 iterations do not end it."


def modes(mass: float) -> Modes:
    """The resonator of the papers."""
    return Modes(FREQUENCIES, DECAY, mass)


def own_modes(mass: float) -> Modal:
    """The same in Rosin."""
    return Modal(frequencies=FREQUENCIES, decay_times=DECAY, masses=mass, integrator="bilinear")


def blows(stiffness: float, exponent: float) -> tuple[int, int]:
    """The most iterations of a blow at any speed: as printed, and of Rosin."""
    printed, own = 0, 0
    for speed in SPEEDS:
        printed = max(printed, struck(modes(HEAVY), HAMMER, speed, stiffness, exponent, LOSS, BLOW, ERROR).max())
        hammer = InertialMass(HAMMER, velocity=speed, position=-0.5 * speed / RATE)
        contact = Contact(hammer, HuntCrossley(stiffness, exponent, LOSS), own_modes(HEAVY))
        own = max(own, render(contact, Gesture(), duration=BLOW / RATE, sample_rate=RATE).diagnostics.iterations_worst)
    return int(printed), own


def rubs(bristle: float, mass: float) -> tuple[int, int, int]:
    """The most iterations under a hand at any speed and force: as printed, and of Rosin; and how many samples do not converge."""
    printed, own, failed = 0, 0, 0
    law = ElastoPlastic(bristle, DAMPING, 0.0, STATIC, DYNAMIC, STRIBECK)
    for speed, press in RUBS:
        counts = rubbed(modes(mass), speed, press, bristle, DAMPING, 0.0, STATIC, DYNAMIC, STRIBECK, RUB, ERROR)
        failed += int((counts >= MOST).sum())
        printed = max(printed, int(counts.max()))
        gesture = Gesture(velocity=[(0, 0), (0.01, speed)], normal_force=press)
        sound = render(Contact(Hand(), law, own_modes(mass)), gesture, duration=RUB / RATE, sample_rate=RATE)
        own = max(own, sound.diagnostics.iterations_worst)
    return printed, own, failed


def exhibit() -> Exhibit:
    """The most iterations over stiffness."""
    impact = {exponent: np.array([blows(stiffness, exponent) for stiffness in STIFFNESSES]) for exponent in EXPONENTS}
    friction = {mass: np.array([rubs(bristle, mass) for bristle in BRISTLES]) for mass in MASSES}
    figure = Figure(figsize=(12, 4.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    for (exponent, found), color in zip(impact.items(), (RUST, SAND, INK, MOSS), strict=True):
        left.semilogx(STIFFNESSES, found[:, 0], "o-", color=color, markersize=4, label=f"exponent {exponent:g}")
    own = np.max([found[:, 1] for found in impact.values()], axis=0)
    left.semilogx(STIFFNESSES, own, "s:", color=SLATE, markersize=4, label="Rosin, all exponents")
    left.axhline(4, color=INK, linestyle="--", linewidth=1)
    left.annotate("the paper: at most 4", (1e6, 4.15), fontsize=9)
    left.set(xlabel="stiffness / (N/m^exponent)", ylabel="most iterations of a sample", title="impact", ylim=(0, 12.5))
    for (mass, found), color in zip(friction.items(), (MOSS, INK, RUST), strict=True):
        converged = found[:, 2] == 0
        label = f"modes of {1000 * mass:g} g"
        right.semilogx(BRISTLES[converged], found[converged, 0], "o-", color=color, markersize=4, label=label)
        for place in np.flatnonzero(~converged):
            right.plot(BRISTLES[place], 11.4, "x", color=color, markersize=9, markeredgewidth=2)
            right.annotate(f"{found[place, 2]} samples never", (BRISTLES[place] / 1.25, 11.25), ha="right", color=color, fontsize=9)
    own = np.max([found[:, 1] for found in friction.values()], axis=0)
    right.semilogx(BRISTLES, own, "s:", color=SLATE, markersize=4, label="Rosin, all modes")
    right.axhline(6, color=INK, linestyle="--", linewidth=1)
    right.annotate("the paper: fewer than 7", (1e3, 6.15), fontsize=9)
    right.set(xlabel="stiffness of the bristles / (N/m)", ylabel="most iterations of a sample", title="friction", ylim=(0, 12.5))
    for axis in (left, right):
        axis.grid(color=MIST)
        axis.legend(frameon=False, fontsize=9, loc="upper left" if axis is left else "lower right")
    likely = STIFFNESSES < 2e12
    untouched = struck(modes(HEAVY), HAMMER, 2.0, 1e11, 2.8, LOSS, BLOW, math.inf)
    hardest, stiffest = (max(found[:, 0].max() for found in kind.values()) for kind in (impact, friction))
    claims = (
        Claim("most iterations of an impact, exponent 2.8, up to 1e12 N/m^2.8", impact[2.8][likely, 0].max(), 1, 4, paper="at most 4"),
        Claim("most iterations of an impact, everywhere", hardest, 5, MOST, "", "at most 4", TOO_HARD),
        Claim("most iterations of friction, modes of 50 g", friction[0.05][:, 0].max(), 1, 6, paper="fewer than 7"),
        Claim("most iterations of friction, everywhere", stiffest, MOST, MOST, "", "fewer than 7", TOO_STIFF),
        Claim("most evaluations of an impact in Rosin", max(found[:, 1].max() for found in impact.values()), 1, 15),
        Claim("most evaluations of friction in Rosin", max(found[:, 1].max() for found in friction.values()), 1, 15),
        Claim.near(
            "iterations of the loop as printed, over a blow",
            float(untouched.sum()),
            0,
            0,
            paper="up to 4 a sample",
            erratum="`while (err < Errmax)` leaves at once, as no error is small before the first step; it must be `>`.",
        ),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
