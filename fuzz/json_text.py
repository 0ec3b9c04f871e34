"""Files of JSON with damaged bytes: instruments, contacts, scenes and gestures, each read or refused in words."""

from pathlib import Path

import numpy as np

from fuzz import TESTS
from fuzz.damage import damaged_bytes
from fuzz.target import Bytes, in_words
from rosin import Instrument, RosinError
from rosin.cli.description import is_description, read_description
from rosin.model import presets
from rosin.model.files import parse_json
from rosin.playing.gesture import Gesture

PACKAGE = "rosin.instruments"
PLAIN = ("chalk", "wineglass", "brake", "rolling_ball", "glass_harmonica")  # that open at once


class JsonText(Bytes):
    """The bytes of a file."""

    about = "damaged JSON: instruments, contacts, scenes, gestures"

    def __enter__(self) -> "JsonText":
        files = [path.read_bytes() for path in sorted(Path(TESTS / "version_1").glob("*.json"))]
        self.valid = [*files, *(presets.text_of(PACKAGE, name).encode() for name in PLAIN)]
        return self

    def case(self, random: np.random.Generator) -> bytes:
        """A valid file, damaged."""
        return damaged_bytes(self.valid[int(random.integers(len(self.valid)))], random)

    def check(self, case: bytes) -> None:
        """Read it as what it seems to be."""
        try:
            data = parse_json(case.decode("utf-8", "replace"), "file")
            if isinstance(data, dict) and "gesture" in data and len(data) <= 3:
                Gesture.from_dict(data["gesture"])
            elif is_description(data):
                read_description(data, {})
            else:
                Instrument.from_dict(data)
        except RosinError as error:
            in_words(error)
