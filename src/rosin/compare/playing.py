"""Rosin plays what a recording plays: the same note as long, or, where ours has no notes, its own gesture."""

from dataclasses import replace

import numpy as np

from rosin.compare.take import LONGEST, RATE, Take, from_onset
from rosin.instruments.instrument import Instrument
from rosin.playing.midi.score import Note, Score, pitch_of_key

LEAD = 0.05  # s before a note
LONGER = 0.15  # s that a note is held longer than it is listened to
MIDDLE = 0.7  # velocity where nothing tells how hard it was played
USUAL_KEY = 69
ATTEMPTS = 4  # to find the key of a recording that has no note
OURS = "Rosin"


class Imitator:
    """Plays one instrument; each note is rendered once."""

    def __init__(self, instrument: str, notes: bool) -> None:
        self._instrument, self._plays_notes = Instrument.preset(instrument), notes
        self._played: dict[tuple[int, float, float], Take] = {}

    def like(self, take: Take) -> Take:
        """At the note of a recording, or with its lowest strong partial where that of the recording is."""
        strength = MIDDLE if take.strength is None else take.strength
        if not self._plays_notes:
            return self.note(USUAL_KEY, LONGEST, MIDDLE)
        if take.frequency is not None and take.key is not None:
            ours = self.note(round(take.key), take.duration, strength)
            return ours.transposed(take.frequency / float(pitch_of_key(round(take.key))))
        key, ours = USUAL_KEY, self.note(USUAL_KEY, take.duration, strength)
        for _ in range(ATTEMPTS):  # which of its partials are strong may change with the key
            off = round(12 * np.log2(take.partial / ours.partial))
            if off == 0:
                break
            key = int(np.clip(key + off, 0, 127))
            ours = self.note(key, take.duration, strength)
        nearest = float(np.clip(take.partial / ours.partial, 2 ** (-1 / 12), 2 ** (1 / 12)))
        return replace(ours.transposed(nearest), frequency=None)

    def note(self, key: int, duration: float, strength: float) -> Take:
        """One note, or the instrument's own gesture where it has none."""
        known = (key, round(duration, 3), strength)
        if known not in self._played:
            self._played[known] = self._render(key, duration, strength)
        return self._played[known]

    def _render(self, key: int, duration: float, strength: float) -> Take:
        if self._plays_notes:
            end = LEAD + duration + LONGER
            sound = self._instrument.render(score=Score((Note(LEAD, end, key, strength),), end), duration=end, sample_rate=RATE)
        else:
            sound = self._instrument.render(sample_rate=RATE)
        samples = from_onset(sound.audio[np.argmax((sound.audio**2).sum(axis=1))])
        if not self._plays_notes:
            return Take(self._instrument.name, OURS, samples, strength=strength)
        return Take(f"{self._instrument.name} {key}", OURS, samples, float(pitch_of_key(key)), strength=strength)
