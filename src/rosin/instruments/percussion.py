"""General MIDI percussion: keys of channel 10 name drums, not pitches. An instrument's file says which it plays, and at which pitch.

    "percussion": {"36": 35, "45": 45}        bass drum 1 at the pitch of key 35, a low tom at that of key 45

So one file of a band's drums is played by several instruments, each taking what is its own; what is left out is told, with who has it.
"""

import dataclasses
import warnings
from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

from rosin.instruments.catalogue import PACKAGE, instrument_names
from rosin.instruments.notes import KEY, Key
from rosin.model.errors import shown
from rosin.model.fields import Checked, Lengths, real
from rosin.model.files import parse_json
from rosin.model.presets import text_of
from rosin.playing.midi.channels import KEYS
from rosin.playing.midi.score import Note, Score

FIRST = 35
NAMES = (  # of the keys from the first one on, by General MIDI
    *("acoustic bass drum", "bass drum 1", "side stick", "acoustic snare", "hand clap", "electric snare", "low floor tom", "closed hi-hat"),
    *("high floor tom", "pedal hi-hat", "low tom", "open hi-hat", "low-mid tom", "hi-mid tom", "crash cymbal 1", "high tom"),
    *("ride cymbal 1", "Chinese cymbal", "ride bell", "tambourine", "splash cymbal", "cowbell", "crash cymbal 2", "vibraslap"),
    *("ride cymbal 2", "hi bongo", "low bongo", "mute hi conga", "open hi conga", "low conga", "high timbale", "low timbale"),
    *("high agogo", "low agogo", "cabasa", "maracas", "short whistle", "long whistle", "short guiro", "long guiro"),
    *("claves", "hi wood block", "low wood block", "mute cuica", "open cuica", "mute triangle", "open triangle"),
)


def name_of(key: int) -> str:
    """What General MIDI calls a key of channel 10."""
    return NAMES[key - FIRST] if FIRST <= key < FIRST + len(NAMES) else f"key {key}"


def _keys(value: Any) -> dict[int, int]:
    if not isinstance(value, Mapping) or len(value) > KEYS:
        raise ValueError(f"must be an object of at most {KEYS} keys of channel 10, each with the key that is struck for it")
    found = {}
    for given, key in value.items():
        text = str(given)
        named = int(text) if text.isascii() and text.isdigit() and len(text) <= 3 else -1
        if not (_is_key(named) and _is_key(key)):
            raise ValueError(f"has {shown(given)}: {shown(key)}; both must be keys, whole numbers {KEY.allowed()}")
        found[named] = int(key)
    return found


def _is_key(value: Any) -> bool:
    try:
        return KEY.admits(real(value)) and real(value) % 1 == 0
    except ValueError:
        return False


Percussion = Annotated[dict[int, int], Checked(_keys, given=Annotated[dict[str, Key], Lengths(0, KEYS)])]


def with_percussion(score: Score, percussion: Mapping[int, int], name: str) -> Score:
    """A score whose notes of percussion are those that an instrument strikes; the others are left out with a warning."""
    if not score.percussion:
        return score
    struck = [dataclasses.replace(note, key=percussion[note.key]) for note in score.percussion if note.key in percussion]
    if len(struck) < len(score.percussion):
        warnings.warn(left_out(score.percussion, percussion, name), stacklevel=3)
    return dataclasses.replace(score, notes=(*score.notes, *struck), percussion=())


def left_out(notes: tuple[Note, ...], percussion: Mapping[int, int], name: str) -> str:
    """What of the percussion an instrument does not play, and who does."""
    missing = Counter(note.key for note in notes if note.key not in percussion)
    words = ", ".join(f"{name_of(key)} ({many})" for key, many in sorted(missing.items()))
    others = [other for other in instrument_names() if missing.keys() & percussion_of(other).keys()]
    hint = f" Played by {', '.join(others)}." if others else ""
    return f"{name} leaves {missing.total()} notes of percussion (channel 10) out: {words}.{hint}"


def percussion_of(name: str) -> dict[int, int]:
    """That of an instrument, read from its file without making it."""
    return _keys(parse_json(text_of(PACKAGE, name), "preset").get("percussion", {}))


def row(percussion: Mapping[int, int]) -> list[float]:
    """The same as the player of live notes has it: for each key 1 + the key that is struck, or 0."""
    return [1.0 + percussion.get(key, -1) for key in range(KEYS)]
