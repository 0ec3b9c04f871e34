"""How even a scale is: every semitone of two octaves, bowed alike, and the level at which each note is heard through the body."""

from collections.abc import Sequence

import numpy as np

from rosin.instruments.performance import perform
from rosin.instruments.setups.bowed_strings import BowedStrings
from rosin.playing.midi.score import Note, Score

BEGIN, LENGTH = 0.05, 0.7  # s
VELOCITY = 0.7


def scale(setup: BowedStrings, keys: Sequence[int], sample_rate: int = 48_000) -> np.ndarray:
    """Level of each note in dB, played by itself, both channels together."""
    return np.array([_level(setup, key, sample_rate) for key in keys])


def _level(setup: BowedStrings, key: int, sample_rate: int) -> float:
    note = Note(BEGIN, BEGIN + LENGTH, int(key), VELOCITY)
    sound = perform(setup.play(Score((note,), note.end), sample_rate, {}), duration=note.end, sample_rate=sample_rate)
    return float(10 * np.log10((sound.audio[:, round(BEGIN * sample_rate) :] ** 2).mean()))
