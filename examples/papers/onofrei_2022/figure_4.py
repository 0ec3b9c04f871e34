"""Onofrei, Fontana and Serafin 2022, figure 4: the eleven masses of the application.

The figure is a picture of the application, whose masses the text tunes from 55 to 330 Hz in steps of 27.5 Hz. Here each of them, 1 kg
without damper, is rubbed with the force and speed of figure 3, then the stick is lifted, and its free ringing is measured. The text
also says that low masses swing farther under the same stick because their springs are softer, and scales their sound for that: they do, by
N / k, which is as 1 / f^2, nearly enough: the stick carries each to where the spring pulls with the largest friction.
"""

import math

import numpy as np
from _rubbed_mass import FORCE, MASS, RATE, SPEED, STICKINESS
from matplotlib.figure import Figure

from rosin import Contact, Exponential, Gesture, Hand, MassSpringDamper, render
from rosin.analysis import pitch
from rosin.evidence import Claim, Exhibit, present
from rosin.instruments.setups.rubbed_masses import RubbedMasses
from rosin.sound.picture import INK, MIST

LIFTED, DURATION = 0.6, 1.6  # s


def rubbed_and_left(frequency: float) -> tuple[float, float]:
    """Of a mass tuned to a frequency: how far the stick carries it (m), and at what frequency it rings afterwards (Hz)."""
    contact = Contact(Hand(), Exponential(STICKINESS), MassSpringDamper.tuned(frequency, math.inf, MASS))
    gesture = Gesture(velocity=SPEED, normal_force=[(LIFTED, FORCE), (LIFTED + 1e-4, 0)])
    motion = render(contact, gesture, duration=DURATION, sample_rate=RATE, output="displacement").audio[0]
    left = round((LIFTED + 0.01) * RATE)
    return float(np.abs(motion[:left]).max()), pitch(motion[left:], RATE, frequency, semitones=1)


def exhibit() -> Exhibit:
    """How far each mass is carried, and how it rings."""
    tuned = RubbedMasses().frequencies
    carried, ringing = np.array([rubbed_and_left(frequency) for frequency in tuned]).T
    springs = FORCE / (MASS * (2 * np.pi * tuned) ** 2)
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.plot(range(1, len(tuned) + 1), tuned, color=INK, label="tuned")
    left.plot(range(1, len(tuned) + 1), ringing, "o", color="#c05a2b", label="rings, simulated")
    left.set(xlabel="mass", ylabel="frequency / Hz", xticks=range(1, len(tuned) + 1))
    right.loglog(tuned, 1e3 * springs, color=INK, label="N / k")
    right.loglog(tuned, 1e3 * carried, "o", color="#c05a2b", label="carried, simulated")
    right.set(xlabel="frequency / Hz", ylabel="largest displacement / mm")
    right.set_xticks([55, 110, 220, 330], ["55", "110", "220", "330"])
    right.minorticks_off()
    for axis in (left, right):
        axis.grid(color=MIST)
        axis.legend(frameon=False)
    claims = (
        Claim.near("masses", len(tuned), 11, 0),
        Claim.near("lowest", ringing[0], 55, 0.05, "Hz"),
        Claim.near("highest", ringing[-1], 330, 0.05, "Hz"),
        Claim.near("step", np.polyfit(np.arange(len(ringing)), ringing, 1)[0], 27.5, 0.01, "Hz"),
        Claim.near("exponent of the displacement by frequency", np.polyfit(np.log(tuned), np.log(carried), 1)[0], -2, 0.05, paper="falls"),
        Claim("largest distance from N / k, relative", np.abs(carried / springs - 1).max(), 0, 0.05),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
