"""Notes on equal pairs of an exciter and a resonator beside each other: a scene in which what rings rings on, and what rests costs nothing.

A score has a pair for each of its keys. Live there are a few pairs, which the pool (playing/pool.py) gives notes to and which are tuned
as they come: so all of them have the same number of modes. Where a key has fewer below the highest frequency, the others are too heavy
to be moved; where it has more than a pair, it goes without its highest.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any

from rosin.bodies.body import Body
from rosin.instruments.setups.setup import Keyed, Tuning
from rosin.model.rows import each
from rosin.playing.midi.score import A4, A4_KEY, pitch_of_key
from rosin.scenes.contact import Contact
from rosin.scenes.scene import Heard, Scene, Touch
from rosin.shapes.shape import HIGHEST

STRUCK, RUBBED = 16, 8  # pairs that are played live
FEWEST = 4  # of them, however many modes each has
MODES = 2048  # of all of them, if that leaves the fewest
EXTRA = 64  # modes to which a pair is enlarged for keys that have more than the resonator as it is
HEAVY, BRIEF = 1e9, 1e-3  # kg, s: of a mode that nothing moves
NEAR = 24  # semitones from its own pitch to which a resonator is made anew; further off it is bent


def side_by_side(contacts: Mapping[str, Contact], output: str) -> Scene:
    """Contacts that do not feel each other, by name, all heard alike."""
    bodies: dict[str, Body] = {}
    touches, heard = {}, {}
    for name, contact in contacts.items():
        first, second = f"{name} exciter", resonator_of(name)
        bodies |= {first: contact.exciter, second: contact.resonator}
        touches[name] = Touch(first=first, second=second, interaction=contact.interaction, texture=contact.texture)
        heard[second] = Heard(output=output)
    return Scene(bodies=bodies, contacts=touches, heard=heard)


def resonator_of(name: str) -> str:
    """The name of the second body of a pair."""
    return f"{name} resonator"


def keyed_pairs(body: Any, at_pitch: Callable[[Any, float], Any], pitch: float, *, struck: bool, at_least: int = 0) -> tuple[Keyed, Body]:
    """How pairs play keys live, and the resonator that each begins with: a body that sounds at a pitch (Hz), or is made for another."""
    own = A4_KEY + 12 * math.log2(pitch / A4)
    nearest = range(math.ceil(own - NEAR), math.floor(own + NEAR) + 1)
    widest = at_pitch(body, pitch_of_key(nearest[0]))
    modes = min(len(widest.frequencies), max(len(body.frequencies), EXTRA))
    like = widest if len(widest.frequencies) > len(body.frequencies) else body

    def tuned(key: float) -> Tuning:
        if key == own:
            return Tuning(fitted(body, like, modes))
        near = min(max(round(key), nearest[0]), nearest[-1])
        resonator = fitted(at_pitch(body, pitch_of_key(near)), like, modes)
        return Tuning(resonator, pitch_of_key(key) / min(body.frequencies), key - near)

    many = max(at_least, FEWEST, min(STRUCK if struck else RUBBED, MODES // modes))
    return Keyed(tuple(f"pair {place + 1}" for place in range(many)), own, nearest, tuned), tuned(own).resonator


def fitted(body: Any, like: Any, modes: int) -> Body:
    """A body with so many modes, those that it has not too heavy to be moved; weights and all else from one that has as many or more."""
    n = min(len(body.frequencies), modes)
    missing = modes - n
    made: Body = like.replace(
        frequencies=(*body.frequencies[:n], *(HIGHEST,) * missing),
        decay_times=(*each(body.decay_times, len(body.frequencies))[:n], *(BRIEF,) * missing),
        masses=(*each(body.masses, len(body.frequencies))[:n], *(HEAVY,) * missing),
        **_weights(like, modes),
    )
    return made


def _weights(body: Any, modes: int) -> dict[str, Any]:
    """The lowest columns of mode shapes, of a body that has them."""
    rows = {name: getattr(body, name, None) for name in ("shapes", "pickups")}
    return {name: tuple(row[:modes] for row in given) for name, given in rows.items() if given is not None}
