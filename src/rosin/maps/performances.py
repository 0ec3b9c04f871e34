"""Whole instruments, as they are played: every take is one note, or the gesture that the instrument comes with, measured by its sound.

What differs are parameters of the instrument by their paths, its macros as macro.NAME, and of the note

    key        60 is middle C, 69 the A of 440 Hz; whole numbers
    strength   0 to 1, how it is struck or bowed
    held       s, how long its key is down; all of the take where nothing else is said
"""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from rosin.instruments.instrument import Instrument
from rosin.instruments.notes import END, KEY, VELOCITY
from rosin.maps.axes import Axis, checked_numbers
from rosin.maps.takes import Found, Takes
from rosin.model.errors import ParameterError, unknown
from rosin.playing.midi.score import Note, Score

OF_NOTE = {"key": KEY, "strength": VELOCITY, "held": END}
MACRO = "macro."
USUAL_KEY, USUAL_STRENGTH = 60.0, 0.7


def axis_of_instrument(instrument: Instrument, name: str, values: Any) -> Axis:
    """An axis, checked: it is something of this instrument, and every value of it is allowed."""
    array = checked_numbers(name, values)
    if name in OF_NOTE:
        for value in (array.min(), array.max()):
            if not OF_NOTE[name].admits(float(value)):
                raise ParameterError(f"{name} = {value:g} is not allowed; it must be {OF_NOTE[name].allowed()}.")
        if name == "key" and (array != np.round(array)).any():
            raise ParameterError(f"key must be whole numbers, not {array[array != np.round(array)][0]:g}.")
        return Axis(name, array, OF_NOTE[name].unit, OF_NOTE[name].text, whole=name == "key")
    if name.startswith(MACRO):
        for value in (array.min(), array.max()):
            instrument.with_macros(**{name.removeprefix(MACRO): float(value)})  # which refuses what is not there
        return Axis(name, array, "", instrument.macros[name.removeprefix(MACRO)].text)
    known = {row.path: row.description for row in instrument.parameters() if row.description}
    path = name if name in known else name.rpartition(".")[0]  # of a list: which of its numbers
    if path not in known:
        raise unknown(f"axis of {instrument.name}", name, (*OF_NOTE, *known))
    for value in (array.min(), array.max()):
        instrument.with_changes({name: float(value)})  # which refuses what is not allowed
    return Axis(name, array, known[path].unit, known[path].text)


@dataclass(frozen=True, kw_only=True)
class Performances(Takes):
    """Takes of an instrument."""

    instrument: Instrument
    heard_as: ClassVar[str] = "mean of all channels"

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, measure in self.measures.items():
            if measure.ear is None:
                raise ParameterError(f"{name} is told by the motion of one rubbed contact; of a whole instrument its sound is measured.")

    def axis(self, name: str, values: Any) -> Axis:
        """Values of something by its name, checked."""
        return axis_of_instrument(self.instrument, name, values)

    def described(self) -> dict[str, Any]:
        """What a file of results says about how they were made."""
        return super().described() | {"source": self.instrument.to_json()}

    @property
    def title(self) -> str:
        """What is played, in words."""
        return str(self.instrument.name)

    def score(self, values: Found) -> Score | None:
        """The note of one point; none where no axis is of a note: then the instrument is played as it comes."""
        if not self.given & set(OF_NOTE):
            return None
        key, strength, held = (
            float(self.value(values, name, usual)[0])
            for name, usual in (("key", USUAL_KEY), ("strength", USUAL_STRENGTH), ("held", self.duration))
        )
        return Score((Note(0.0, min(held, self.duration), round(key), strength),), self.duration)

    def take(self, values: Found, seed: int = 0) -> np.ndarray:
        """The sound of one point, the mean of its channels."""
        changes = {name: float(self.value(values, name, 0.0)[0]) for name in self.given if name not in OF_NOTE}
        macros = {name.removeprefix(MACRO): changes.pop(name) for name in list(changes) if name.startswith(MACRO)}
        instrument = self.instrument.with_macros(**macros).with_changes(changes)
        sound = instrument.render(score=self.score(values), duration=self.duration, sample_rate=self.sample_rate, seed=seed)
        return np.asarray(sound.audio.mean(axis=0))

    def told(self, sound: np.ndarray) -> dict[str, float]:
        """What was asked for of one sound."""
        return {name: measure.ear(sound, float(self.sample_rate)) for name, measure in self.measures.items() if measure.ear}
