"""Keys in the page: pairs of an exciter and a resonator, to which notes are given, and how each key is tuned, as plain data."""

from typing import Any

import numpy as np

from rosin.instruments.setups.pairs import exciter_of, resonator_of
from rosin.instruments.setups.setup import Keyed
from rosin.scenes.contact import Contact
from rosin.scenes.scene import DOT
from rosin.studio.planned import Runs

LAYER = "keys"
MOVED = ("velocity", "normal_force", "bend", "position")


def keys_plan(keyed: Keyed, voice: Any) -> dict[str, Any]:
    """How a page plays keys on the pairs of a voice that was set up."""
    bodies = [piece.name for piece in voice.layout.bodies]
    return {
        "pairs": [
            {
                "changed": 1 + bodies.index(resonator_of(pair)),
                "controls": {control: voice.layout.rows.get(f"{pair}{DOT}{control}", 0) for control in MOVED},
                "parameters": voice.machine.stretch(_parameters(pair))[0],
            }
            for pair in keyed.pairs
        ],
        "thrown": voice.scene.bodies[exciter_of(keyed.pairs[0])].thrown,
        "first": keyed.nearest[0],
        **tunings(keyed, voice),
    }


def tunings(keyed: Keyed, voice: Any) -> dict[str, Any]:
    """What each key asks for, from the first one on.

    It writes numbers into the parameters of a resonator, from an offset (bytes) on; and by so much its controls exceed the usual ones.
    """
    view = voice.machine.view(_parameters(keyed.pairs[0]))
    own, rows, firmer = view.copy(), [], []
    for key in keyed.nearest:
        tuning = keyed.tuned(key)
        voice.machine.fill(_parameters(keyed.pairs[0]), tuning.resonator.packed())
        rows.append(view.copy())
        firmer.append(dict(tuning.firmer))
    view[:] = own
    table = np.array(rows)
    moved = np.flatnonzero((table != own).any(axis=0))
    begin, end = int(moved[0]), int(moved[-1]) + 1
    return {"offset": 8 * begin, "tunings": table[:, begin:end].tolist(), "firmer": firmer}


def pair_parameters(keyed: Keyed, voice: Any, contact: Contact) -> Runs:
    """The parameters of all that is no resonator, of pairs that are made as a contact is."""
    found = []
    for pair in keyed.pairs:
        parts = {exciter_of(pair): contact.exciter, f"{pair}.law": contact.interaction, f"{pair}.texture": contact.texture}
        for name, part in parts.items():
            voice.machine.fill(f"{name}.p", part.packed())
            found.append(voice.machine.stretch(f"{name}.p"))
    return found


def _parameters(pair: str) -> str:
    return f"{resonator_of(pair)}.p"
