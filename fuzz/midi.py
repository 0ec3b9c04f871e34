"""Damaged MIDI files: each gives a score of sound notes, or is refused in words."""

import io
import tempfile
from itertools import pairwise
from pathlib import Path

import mido
import numpy as np

from fuzz.damage import damaged_bytes
from fuzz.target import Bytes, in_words
from rosin import RosinError
from rosin.playing.midi.file import read_score
from rosin.playing.midi.phrase import lines

KINDS = ("note_on", "note_on", "note_off", "control_change", "pitchwheel", "aftertouch", "polytouch", "program_change")


class Midi(Bytes):
    """The bytes of a file."""

    about = "damaged MIDI files"

    def __enter__(self) -> "Midi":
        self.path = Path(self.afterwards.enter_context(tempfile.TemporaryDirectory(prefix="rosin-fuzz-"))) / "tune.mid"
        return self

    def case(self, random: np.random.Generator) -> bytes:
        """A file of random messages, mostly damaged."""
        track = mido.MidiTrack([mido.MetaMessage("set_tempo", tempo=int(random.integers(1, 2_000_000)))])
        for _ in range(int(random.integers(1, 40))):
            message = mido.Message(str(random.choice(KINDS)), channel=int(random.integers(16)), time=int(random.integers(200)))
            for name in ("note", "velocity", "control", "value", "program"):
                if hasattr(message, name):
                    setattr(message, name, int(random.integers(128)))
            track.append(message)
        file = io.BytesIO()
        mido.MidiFile(type=int(random.integers(2)), tracks=[track], ticks_per_beat=int(random.integers(1, 2000))).save(file=file)
        return file.getvalue() if random.uniform() < 0.1 else damaged_bytes(file.getvalue(), random)

    def check(self, case: bytes) -> None:
        """Read it, and share its notes among two hands."""
        self.path.write_bytes(case)
        try:
            score = read_score(self.path)
        except RosinError as error:
            return in_words(error)
        for note in (*score.notes, *score.percussion):
            assert 0 <= note.start < note.end <= score.duration
            assert np.isfinite(note.frequencies([note.start, note.end])).all()
            for curve in (note.pressure, note.timbre, note.expression, note.modulation, note.volume):
                assert all(0 <= value <= 1 for _, value in curve.points)
        for line in lines(score, 2):
            assert all(before.end <= after.start for before, after in pairwise(line))
        return None
