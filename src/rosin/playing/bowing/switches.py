"""What a score has for a bow besides its notes: keys that choose an articulation, and a pedal that slurs."""

import dataclasses
from bisect import bisect_left, bisect_right

from rosin.playing.bowing.articulations import articulation_of, key_switches
from rosin.playing.bowing.line import EARLIER, TOGETHER
from rosin.playing.midi.score import Note, Score


def switched(score: Score, lowest: int) -> Score:
    """The notes of a score, each with the articulation that the last key switch below the lowest key has chosen, unless it has its own."""
    switches = {key: name for key, name in key_switches().items() if key < lowest}
    pressed = [note for note in score.notes if note.key in switches]
    times, names = [note.start for note in pressed], [switches[note.key] for note in pressed]
    notes = []
    for note in score.notes:
        if note.key in switches:
            continue
        if note.articulation:
            articulation_of(note.articulation)
        elif last := bisect_right(times, note.start):
            note = dataclasses.replace(note, articulation=names[last - 1])
        notes.append(note)
    return dataclasses.replace(score, notes=tuple(notes))


def pedalled(score: Score) -> Score:
    """The same, where a note that only a pedal holds ends as the next one begins: a bow slurs them, instead of playing all at once."""
    starts = [note.start for note in score.notes]

    def ended(note: Note) -> Note:
        if note.key_up is None:
            return note
        following = bisect_left(starts, max(note.key_up - EARLIER, note.start + TOGETHER))
        end = min(note.end, starts[following]) if following < len(starts) else note.end
        return dataclasses.replace(note, end=end, key_up=None)

    return dataclasses.replace(score, notes=tuple(map(ended, score.notes)))
