"""A string against its frets: clean while it swings little, rattling where it swings too far.

An open string low over twelve frets is plucked by 1, 2 and 5 mm. The first pluck touches no fret; the last strikes all of them, and throws
energy into partials that a free string plucked as hard does not have.
"""

import numpy as np
from matplotlib.figure import Figure

import rosin
from rosin.evidence import Claim, Exhibit, present
from rosin.instruments.performance import perform
from rosin.instruments.setups.plucking import plucks
from rosin.sound.sound import Sound

RATE = 48_000
PULLS = (1e-3, 2e-3, 5e-3)  # m
FRETS = [f"fret {number}.force" for number in range(1, 13)]


def plucked(pull: float, **changes: float) -> Sound:
    """The string of the instrument, plucked once, with the force on each fret."""
    setup = rosin.instrument("fretted").setup.replace(gain=0.0, **changes)
    return perform(setup.played({"pluck": plucks([(0.02, -pull)])}), duration=0.6, record=FRETS)


def centroid(sound: Sound) -> float:
    """Centre of the spectrum (Hz) of the tenth of a second after the pluck."""
    stretch = sound.audio[0, round(0.03 * RATE) : round(0.13 * RATE)]
    power = np.abs(np.fft.rfft(stretch * np.hanning(len(stretch)))) ** 2
    return float((power * np.fft.rfftfreq(len(stretch), 1 / RATE)).sum() / power.sum())


def exhibit() -> Exhibit:
    """Bridge force and the frets that are struck, for three plucks."""
    sounds = [plucked(pull) for pull in PULLS]
    figure = Figure(figsize=(11, 6), layout="constrained")
    axes = figure.subplots(2, len(PULLS), sharex=True, sharey="row")
    for (force, frets), pull, sound in zip(axes.T, PULLS, sounds, strict=True):
        times = np.arange(sound.audio.shape[1]) / RATE
        force.plot(times, sound.audio[0], linewidth=0.4)
        force.set(title=f"plucked by {1000 * pull:g} mm: centre at {centroid(sound):.0f} Hz")
        for number, name in enumerate(FRETS, start=1):
            struck = np.flatnonzero(sound.traces[name] > 0)
            frets.plot(struck / RATE, np.full(len(struck), number), "|", color="C3", markersize=6)
        frets.set(xlabel="s", xlim=(0, 0.6), ylim=(0, 13))
    axes[0, 0].set(ylabel="force at the bridge, N")
    axes[1, 0].set(ylabel="fret that is struck")
    free = plucked(PULLS[-1], action=0.05, nut=0.05)
    claims = [
        Claim("frets that a pluck of 1 mm strikes", sum(sounds[0].traces[name].any() for name in FRETS), 0, 0),
        Claim("frets that a pluck of 5 mm strikes", sum(sounds[-1].traces[name].any() for name in FRETS), 12, 12),
        Claim("how much brighter it is than without frets", centroid(sounds[-1]) / centroid(free), 4, 20),
    ]
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
