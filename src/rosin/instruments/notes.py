"""The notes of an instrument's file: [start, end, key, velocity], for a bow also [..., articulation], each checked as it is read."""

from typing import Annotated, Any

from rosin.model.description import Description
from rosin.model.errors import ParameterError, shown
from rosin.model.fields import Checked, Lengths, real
from rosin.playing.bowing.articulations import USUAL, ArticulationName, articulation_of
from rosin.playing.midi.score import Note

LONGEST = 600.0  # s
MOST_NOTES = 10_000

START = Description("", "s", "when it begins", at_least=0, at_most=LONGEST)
END = Description("", "s", "when it ends", more_than=0, at_most=LONGEST)
KEY = Description("", "", "whole number; 60 is middle C, 69 the A of 440 Hz", at_least=0, at_most=127)
VELOCITY = Description("", "", "how it is struck", at_least=0, at_most=1)
NOTE = {"start": START, "end": END, "key": KEY, "velocity": VELOCITY}

Start = Annotated[float, START]
End = Annotated[float, END]
Key = Annotated[int, KEY]
Velocity = Annotated[float, VELOCITY]
WrittenNote = tuple[Start, End, Key, Velocity] | tuple[Start, End, Key, Velocity, ArticulationName]
WrittenNotes = Annotated[tuple[WrittenNote, ...], Lengths(1, MOST_NOTES)]


def _notes(value: Any) -> tuple[Note, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list | tuple) or not 0 < len(value) <= MOST_NOTES:
        raise ValueError(f"must be a list of 1 to {MOST_NOTES} notes [start, end, key, velocity]")
    return tuple(note if isinstance(note, Note) else _note(note, index) for index, note in enumerate(value))


def _note(value: Any, index: int) -> Note:
    if not isinstance(value, list | tuple) or not len(NOTE) <= len(value) <= len(NOTE) + 1:
        raise ValueError(f"entry {index} is {shown(value)}; a note is [{', '.join(NOTE)}], or has an articulation after that")
    for (name, description), given in zip(NOTE.items(), value, strict=False):
        try:
            allowed = description.admits(real(given)) and (name != "key" or given == int(given))
        except ValueError:
            allowed = False
        if not allowed:
            whole = "a whole number, " if name == "key" else ""
            raise ValueError(f"entry {index} has {name} = {shown(given)}; it must be {whole}{description.allowed()}")
    start, end, key, velocity, *how = value
    if start >= end:
        raise ValueError(f"entry {index} begins at {start:g} s and ends at {end:g} s; the end must be after the start")
    try:
        articulation_of(how[0] if how else USUAL)
    except ParameterError as error:
        raise ValueError(f"entry {index}: {error}") from None
    return Note(float(start), float(end), int(key), float(velocity), articulation=how[0] if how else "")


def written(note: Note) -> list[Any]:
    """A note as its file has it."""
    how = [note.articulation] if note.articulation else []
    return [note.start, note.end, note.key, note.velocity, *how]


Notes = Annotated[tuple[Note, ...] | None, Checked(_notes, given=WrittenNotes | None)]
