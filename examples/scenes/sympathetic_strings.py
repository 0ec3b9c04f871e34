"""Sympathetic strings: how loudly a string answers another that stands on the same body, over how far it is out of tune.

One string of a sitar, which leaves its curved bridge alone here, is plucked; a thin one that nobody touches stands on the same body. In
tune it takes up much of the energy within a second; some cents off it beats, and answers more than 20 dB more softly.
"""

import numpy as np
from matplotlib.figure import Figure

import rosin
from rosin import Heard, render
from rosin.evidence import Claim, Exhibit, present
from rosin.instruments.setups.plucking import plucks
from rosin.sound.picture import MIST

RATE = 48_000
PITCH = 220.0  # Hz
CENTS = (-100, -50, -25, -16, -12, -8, -4, -2, 0, 2, 4, 8, 12, 16, 25, 50, 100)


def answer(cents: float) -> np.ndarray:
    """Velocity on the sympathetic string, so many cents off the plucked one."""
    setup = rosin.instrument("sitar").setup
    setup = setup.replace(frequency=PITCH, sympathetic=[PITCH * 2 ** (cents / 1200)], bridge={"length": 0.025, "curvature": 1e4})
    scene = setup.scene().replace(heard={"sympathetic 1": Heard()})
    return render(scene, {"pluck": plucks([(0.02, -3e-3)])}, duration=1.1, sample_rate=RATE).audio[0]


def level(sound: np.ndarray) -> float:
    """Of its last tenth of a second, in dB."""
    return float(10 * np.log10(np.mean(sound[-RATE // 10 :] ** 2)))


def exhibit() -> Exhibit:
    """The level over the mistuning, and three answers in time."""
    sounds = {cents: answer(cents) for cents in CENTS}
    levels = {cents: level(sound) - level(sounds[0]) for cents, sound in sounds.items()}
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    tuning, course = figure.subplots(1, 2)
    tuning.plot(CENTS, list(levels.values()), "o-")
    tuning.set(xlabel="cents out of tune", ylabel="level after a second, dB of that in tune")
    tuning.grid(color=MIST)
    for cents in (0, 8, 50):
        periods = sounds[cents][: len(sounds[cents]) // 480 * 480].reshape(-1, 480)
        course.plot(np.arange(len(periods)) / 100, 10 * np.log10(np.mean(periods**2, axis=1) + 1e-12), label=f"{cents} cents")
    course.set(xlabel="s", ylabel="level of the sympathetic string, dB", ylim=(-60, 5))
    course.grid(color=MIST)
    course.legend(frameon=False)
    claims = [
        Claim("8 cents off, dB", max(levels[-8], levels[8]), -60, -20),
        Claim("100 cents off, dB", max(levels[-100], levels[100]), -80, -30),
        Claim("loudest answer, cents", max(levels, key=lambda cents: levels[cents]), -2, 2),
    ]
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
