"""How lightly each note is bowed, so that a scale is even: a player hears which notes a body answers loudly, and takes some of it back.

A bowed string drives the bridge with a sawtooth, whose harmonics fall as 1 / n, and the body has the response H. So a note is heard with

    W(f) = sum over n of |H(n f)|^2 / n^2

and is bowed with the speed of the usual stroke times

    e(f) = (Z_m / Z)^0.6 (W_m / W(f))^(evenness / 2)

Z is the impedance of the string, for heavier ones are louder; Z_m and W_m are geometric means over the strings and over their notes.
"""

import functools
from collections.abc import Callable, Sequence

import numpy as np

from rosin.instruments.strings.data import StringData
from rosin.soundboxes.soundbox import Soundbox

BY_WEIGHT = 0.6  # power of its impedance with which a string is played more lightly
HARMONICS = 20  # that tell how loud a note is: the others carry less than a hundredth of it
HIGHEST = 14_000.0  # Hz: what lies above adds nothing
REACH = 27  # semitones above the highest open string
FINE = 2  # pitches a semitone
MOST = 2.0  # times the speed, or a part of it, that a player adds or leaves out at most


def evening(box: Soundbox, strings: Sequence[StringData], string: StringData, evenness: float) -> Callable[[float], float]:
    """The factor e by frequency (Hz), for the notes of one string."""
    middle = np.exp(np.mean([np.log(each.impedance) for each in strings]))
    lightly = float((middle / string.impedance) ** BY_WEIGHT)
    if evenness == 0:
        return lambda frequency: lightly
    places, louder = _loudness(box, min(each.frequency for each in strings), max(each.frequency for each in strings))

    def factor(frequency: float) -> float:
        taken_back = np.exp(-0.5 * evenness * np.interp(np.log(frequency), places, louder))
        return lightly * float(np.clip(taken_back, 1 / MOST, MOST))

    return factor


@functools.lru_cache(maxsize=16)
def _loudness(box: Soundbox, lowest: float, highest: float) -> tuple[np.ndarray, np.ndarray]:
    """log f and log W / W_m from the lowest open string to the end of the highest."""
    semitones = 12 * np.log2(highest / lowest) + REACH
    pitches = lowest * 2 ** (np.arange(0, semitones, 1 / FINE) / 12)
    n = np.arange(1, HARMONICS + 1)
    frequencies = np.minimum(np.outer(pitches, n), HIGHEST)
    heard = (box.magnitudes(frequencies.ravel()) ** 2).mean(axis=0).reshape(frequencies.shape)
    loud = np.log(np.maximum((heard / n**2 * (np.outer(pitches, n) <= HIGHEST)).sum(axis=1), 1e-30))
    return np.log(pitches), loud - loud.mean()
