"""Overtones that wander: a tanpura string over its curved bridge, and the same string without.

The string is plucked once at 0.4 of its length. Over the bridge it rolls off and on again in every period, which makes partials up to
several kHz; their crest comes down slowly: it is what a drone seems to sing. Without the bridge they only die, the high ones first.
"""

import numpy as np
from matplotlib.figure import Figure

import rosin
from rosin.evidence import Claim, Exhibit, present
from rosin.instruments.performance import perform
from rosin.playing.midi.score import Note, Score

RATE = 48_000
SECONDS, WINDOW = 2.0, 0.06  # s
NO_BRIDGE = 1e4  # 1/m: a curvature that leaves the string alone


def heard(curvature: float) -> np.ndarray:
    """The force at the end of one string, plucked once."""
    setup = rosin.instrument("tanpura").setup.replace(frequencies=[130.81], radii=1.4e-4, bridge={"curvature": curvature})
    return perform(setup.play(Score((Note(0, 1, 48, 0.8),), 1.0), RATE, {}), duration=SECONDS).audio[0]


def centroids(sound: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """(times, centre of the spectrum in Hz) along a sound."""
    size = round(WINDOW * RATE)
    begins = np.arange(RATE // 20, len(sound) - size, size // 2)
    spectra = np.abs(np.fft.rfft(np.hanning(size) * np.array([sound[begin : begin + size] for begin in begins]))) ** 2
    return (begins + size / 2) / RATE, spectra @ np.fft.rfftfreq(size, 1 / RATE) / spectra.sum(axis=1)


def exhibit() -> Exhibit:
    """Both spectrograms, with the centre of the spectrum over time."""
    sounds = {"over the curved bridge": heard(0.24), "without it": heard(NO_BRIDGE)}
    figure = Figure(figsize=(11, 4.8), layout="constrained")
    claims, centres = [], {}
    for axis, (name, sound) in zip(figure.subplots(1, 2, sharey=True), sounds.items(), strict=True):
        axis.specgram(sound + 1e-12, NFFT=2048, noverlap=1792, Fs=RATE, vmin=-130, cmap="magma")
        times, centres[name] = centroids(sound)
        axis.plot(times, centres[name], color="white", linewidth=1)
        axis.set(title=f"{name}; white: centre of the spectrum", xlabel="s", ylim=(0, 8000))
    figure.axes[0].set(ylabel="Hz")
    over, without = centres.values()
    claims.append(Claim("highest centre over the bridge, Hz", over.max(), 2000, 6000))
    claims.append(Claim("and without it, Hz", without.max(), 0, 600))
    claims.append(Claim("times that it rises by more than 5 % over the bridge", int(np.sum(over[1:] > 1.05 * over[:-1])), 1, 100))
    claims.append(Claim("and without it", int(np.sum(without[1:] > 1.05 * without[:-1])), 0, 0))
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
