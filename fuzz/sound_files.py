"""Damaged sound files: what is listened to, and responses of soundboxes; each read, finite, or refused in words."""

import tempfile
from pathlib import Path

import numpy as np

from fuzz.damage import damaged_bytes
from fuzz.target import Bytes, in_words
from rosin import RosinError
from rosin.fitting.recording import read_recording
from rosin.sound.encoding import sound_bytes
from rosin.soundboxes.impulse_response import ImpulseResponse

RATE, SECONDS = 8000, 0.4
FORMS = (("WAV", 16), ("WAV", 24), ("WAV", 32), ("FLAC", 16), ("FLAC", 24))


class SoundFiles(Bytes):
    """The bytes of a file."""

    about = "damaged WAV and FLAC files"

    def __enter__(self) -> "SoundFiles":
        self.path = Path(self.afterwards.enter_context(tempfile.TemporaryDirectory(prefix="rosin-fuzz-"))) / "sound.wav"
        times = np.arange(round(SECONDS * RATE)) / RATE
        ringing = 0.5 * np.exp(-8 * times) * np.sin(2 * np.pi * 440 * times)
        self.valid = [sound_bytes(np.tile(ringing, (channels, 1)), RATE, *form) for form in FORMS for channels in (1, 2)]
        return self

    def case(self, random: np.random.Generator) -> bytes:
        """A valid file; its head, where a file says what it is, is damaged oftener than the rest."""
        valid = self.valid[int(random.integers(len(self.valid)))]
        if random.uniform() < 0.7:
            return damaged_bytes(valid[:64], random) + valid[64:]
        return damaged_bytes(valid, random)

    def check(self, case: bytes) -> None:
        """Read it in both ways."""
        self.path.write_bytes(case)
        for read in (read_recording, ImpulseResponse.load):
            try:
                found = read(self.path)
            except RosinError as error:
                in_words(error)
            else:
                assert np.isfinite(found.samples).all()
