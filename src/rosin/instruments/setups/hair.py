"""Hair that is as wide as it is: both edges of the ribbon rub the string, with half of the hairs and half of the force each.

Between them the string turns while both hold it, so that they slip apart (Pitteroff and Woodhouse 1998). Where both move alike, they are
what one point is: l = f_N / f_ref stays, and so does s0 z + s1 h + s2 w of both together.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from rosin.instruments.setups.bow_hand import BowHand
from rosin.instruments.strings.fingerboard import Fingerboard
from rosin.playing.bowing.player import Player
from rosin.playing.bowing.strokes import Message
from rosin.scenes.contact import Contact

NEAREST = 0.002  # of the string: so near to the bridge an edge may come
OF_HAIR, OF_ROSIN = ("stiffness", "damping"), ("bristle_stiffness", "bristle_damping", "viscosity", "reference_force")


def half_of(bowed: Contact) -> Contact:
    """Half of the hairs on the string, under half of the force."""
    hair, rosin = bowed.exciter, bowed.interaction
    return bowed.replace(
        exciter=hair.replace(**{name: 0.5 * getattr(hair, name) for name in OF_HAIR}),
        interaction=rosin.replace(**{name: 0.5 * getattr(rosin, name) for name in OF_ROSIN}),
    )


class Edge(BowHand):
    """The hand at one edge of the hair, so far (of the string's length) from the middle of the bow; the near one tells the finger."""

    def __init__(self, player: Player, board: Fingerboard, messages: Sequence[Message], seed: int, aside: float) -> None:
        super().__init__(player, board, messages, seed)
        self.aside = aside
        if aside > 0:
            del self.controls["finger"]

    def block(self, begin: int, samples: int, sample_rate: float, *, array_step: int = 1) -> dict[str, Any]:
        """As that of the bow, with half of its force."""
        out = super().block(begin, samples, sample_rate, array_step=array_step)
        out |= {"normal_force": 0.5 * out["normal_force"], "position": np.maximum(out["position"] + self.aside, NEAREST)}
        return {name: out[name] for name in self.controls}
