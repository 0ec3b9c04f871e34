"""The notes of an instrument's file: [start, end, key, velocity], each checked as it is read."""

from typing import Annotated, Any

from annotated_types import MaxLen, MinLen, MultipleOf

from rosin.model.errors import shown
from rosin.model.parameters import Checked, Description, real
from rosin.playing.midi.score import Note

LONGEST = 600.0  # s
MOST_NOTES = 10_000

START = Description("", "s", "when it begins", at_least=0, at_most=LONGEST)
END = Description("", "s", "when it ends", more_than=0, at_most=LONGEST)
KEY = Description("", "", "whole number; 60 is middle C, 69 the A of 440 Hz", at_least=0, at_most=127)
VELOCITY = Description("", "", "how it is struck", at_least=0, at_most=1)
NOTE = {"start": START, "end": END, "key": KEY, "velocity": VELOCITY}

WrittenNote = tuple[Annotated[float, START], Annotated[float, END], Annotated[float, KEY, MultipleOf(1)], Annotated[float, VELOCITY]]
WrittenNotes = Annotated[tuple[WrittenNote, ...], MinLen(1), MaxLen(MOST_NOTES)]


def _notes(value: Any) -> tuple[Note, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_NOTES:
        raise ValueError(f"must be a list of 1 to {MOST_NOTES} notes [start, end, key, velocity]")
    return tuple(note if isinstance(note, Note) else _note(note, index) for index, note in enumerate(value))


def _note(value: Any, index: int) -> Note:
    if not isinstance(value, list | tuple) or len(value) != len(NOTE):
        raise ValueError(f"entry {index} is {shown(value)}; a note is [{', '.join(NOTE)}]")
    for (name, description), given in zip(NOTE.items(), value, strict=True):
        try:
            allowed = description.admits(real(given)) and (name != "key" or given == int(given))
        except ValueError:
            allowed = False
        if not allowed:
            whole = "a whole number, " if name == "key" else ""
            raise ValueError(f"entry {index} has {name} = {shown(given)}; it must be {whole}{description.allowed()}")
    start, end, key, velocity = value
    if start >= end:
        raise ValueError(f"entry {index} begins at {start:g} s and ends at {end:g} s; the end must be after the start")
    return Note(float(start), float(end), int(key), float(velocity))


Notes = Annotated[tuple[Note, ...] | None, Checked(_notes, given=WrittenNotes | None)]
