"""Instruments whose files are damaged: each opens, comes back from its own file and sounds, or is refused in words."""

import json
from typing import Any

import numpy as np

from fuzz.damage import damaged_data
from fuzz.target import Data, in_words
from rosin import Instrument, RosinError
from rosin.instruments.setups.one_contact import OneContact
from rosin.model import presets

PACKAGE = "rosin.instruments"
SECONDS = 0.004


class Presets(Data):
    """The data of an instrument's file."""

    about = "damaged instruments"

    def __enter__(self) -> "Presets":
        self.valid = [json.loads(presets.text_of(PACKAGE, name)) for name in presets.names(PACKAGE)]
        return self

    def case(self, random: np.random.Generator) -> Any:
        """One that comes with Rosin, damaged."""
        return damaged_data(self.valid[int(random.integers(len(self.valid)))], random)

    def check(self, case: Any) -> None:
        """Open it; what is a single contact is heard."""
        try:
            made = Instrument.from_dict(case)
            again = Instrument.from_dict(json.loads(made.to_json()))
            assert again.to_json() == made.to_json()
            if isinstance(made.setup, OneContact):
                assert np.isfinite(made.render(duration=SECONDS).audio).all()
        except RosinError as error:
            in_words(error)
