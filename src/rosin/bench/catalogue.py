"""All of Rosin that is measured, by section and name."""

import itertools
from collections.abc import Iterator

from rosin.bench.contacts import BODIES, GRID, LAWS, MODES, VOICES, Entry, single_contacts
from rosin.bench.hands import HANDS, moving_hands
from rosin.bench.instruments import INSTRUMENTS, whole_instruments
from rosin.bench.lanes import LANES, side_by_side
from rosin.bench.scenes import SCENES, scenes_at_work

SECTIONS = (BODIES, LAWS, MODES, GRID, VOICES, HANDS, LANES, SCENES, INSTRUMENTS)
QUICK = (
    *("Modal", "StiffString", "WaveguideString"),
    *("ElastoPlastic", "Stribeck", "HuntCrossley"),
    *("3 modes", "50 modes", "25 grid points", "100 grid points", "1 voice", "16 voices"),
    *("WaveguideString, steady", "WaveguideString, position", "WaveguideString, finger, vibrato"),
    *("3 modes in lanes", "WaveguideString in lanes"),
    *("violin", "wineglass", "marimba"),
    *("a contact", "a scene of one contact", "2 contacts, one body", "16 bars that ring, 10 modes each"),
)


def everything() -> Iterator[Entry]:
    """Section and name of all that is measured, and what makes it."""
    return itertools.chain(single_contacts(), moving_hands(), side_by_side(), scenes_at_work(), whole_instruments())
