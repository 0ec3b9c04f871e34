"""Avanzini, Rath, Rocchesso and Ottaviani 2003, figure 8.9: spectra of a resonator struck with a soft and with a hard hammer.

The paper compares two ratios of mass to stiffness, which it does not print. Here they are 1e-12 and 1e-14 s^2 m^1.8, of a hammer of 10 g
with the exponent 2.8 and the loss 0.6 s/m of figure 8.3, at 2 m/s, on a free bar of steel. A short contact gives a bright attack, a long
one a dull attack, as the text says. The caption has it the wrong way round: it is the soft mallet whose mass over stiffness is high. The
time of contact goes as (m / k)^(1 / 3.8).
"""

import numpy as np
from _hammer_2003 import GAP, HAMMER, blow
from _pens_2003 import RUST, SLATE
from matplotlib.figure import Figure

from rosin import Bar, Contact, Gesture, HuntCrossley, InertialMass, render
from rosin.analysis.rebound import contact_time
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

SPEED = 2.0  # m/s
RATE = 96_000
SOFT, HARD = 1e-12, 1e-14  # mass over stiffness
ATTACK = 0.05  # s
BAR = Bar(0.25, 0.008, 0.03, material="steel").modal(at=0.4, heard=0.02)


def hammer(ratio: float) -> dict[str, float]:
    """The hammer of figure 8.3 with another mass over stiffness."""
    return HAMMER | {"stiffness": HAMMER["mass"] / ratio}


def struck(ratio: float) -> tuple[np.ndarray, np.ndarray]:
    """The sound of the bar (m/s) and the force on it (N)."""
    law = HuntCrossley(HAMMER["mass"] / ratio, HAMMER["exponent"], HAMMER["loss"])
    contact = Contact(InertialMass(HAMMER["mass"], velocity=SPEED, position=-GAP), law, BAR)
    sound = render(contact, Gesture(), duration=0.5, sample_rate=RATE, record="force")
    return sound.audio[0], sound.traces["force"]


def spectrum(sound: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies (Hz) and power."""
    return np.fft.rfftfreq(len(sound), 1 / RATE), np.abs(np.fft.rfft(sound)) ** 2


def centroid(sound: np.ndarray) -> float:
    """Of the attack, Hz."""
    frequencies, power = spectrum(sound[: round(ATTACK * RATE)])
    return float(frequencies @ power / power.sum())


def exhibit() -> Exhibit:
    """Spectra, forces, and the brightness of the attack over mass over stiffness."""
    figure = Figure(figsize=(12.5, 4.2), layout="constrained")
    left, middle, right = figure.subplots(1, 3, width_ratios=(1.5, 1, 1))
    loudest = 1.0
    for ratio, color, label in ((HARD, RUST, "hard"), (SOFT, INK, "soft")):
        sound, force = struck(ratio)
        frequencies, power = spectrum(sound * np.exp(-6 * np.arange(len(sound)) / len(sound)))
        seen = frequencies < 16_000
        loudest = power.max() if ratio == HARD else loudest
        level = 10 * np.log10(power[seen] / loudest)
        words = f"{label}, m/k = {ratio:g}"
        left.plot(frequencies[seen] / 1000, level, color=color, linewidth=0.8, label=words)
        time = 1e3 * np.arange(len(force)) / RATE
        middle.plot(time[time < 2.5], force[time < 2.5] / force.max(), color=color, label=words)
    ratios = np.geomspace(1e-15, 1e-11, 17)
    brightness = np.array([centroid(struck(ratio)[0]) for ratio in ratios])
    right.semilogx(ratios, brightness, "o-", color=SLATE, markersize=4)
    left.set(xlabel="frequency / kHz", ylabel="level / dB", title="sound")
    middle.set(xlabel="time / ms", ylabel="force over its largest", title="force on the bar")
    right.set(xlabel="mass over stiffness", ylabel="centroid of the attack / Hz", title="brightness")
    for axis in (left, middle, right):
        axis.grid(color=MIST)
    left.legend(frameon=False)
    times = {
        ratio: (1e3 * blow(SPEED, **hammer(ratio), duration=4e-3).contact_time, 1e3 * contact_time(SPEED, **hammer(ratio)))
        for ratio in (SOFT, HARD)
    }
    claims = (
        Claim.near("time of contact on a wall, m/k = 1e-14", times[HARD][0], times[HARD][1], 1e-3, "ms", paper="by eq. 8.27, 0.558 ms"),
        Claim.near("time of contact on a wall, m/k = 1e-12", times[SOFT][0], times[SOFT][1], 1e-3, "ms", paper="by eq. 8.27, 1.876 ms"),
        Claim(
            "share of the steps of m/k from 1e-15 to 1e-12 that make the attack duller",
            float((np.diff(brightness[ratios < 1.1 * SOFT]) < 0).mean()),
            1,
            1,
            paper="a long contact has little energy at high frequencies",
        ),
        Claim(
            "centroid of the attack with m/k = 1e-14 over that with 1e-12",
            centroid(struck(HARD)[0]) / centroid(struck(SOFT)[0]),
            1.2,
            np.inf,
            paper="below 1: low m/k is called soft",
            erratum="by eq. 8.27 the time of contact grows as (m / k)^(1 / (alpha + 1)): low m/k is short, bright and hard.",
        ),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
