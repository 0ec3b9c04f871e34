"""Notes on equal pairs of an exciter and a resonator beside each other: a scene in which what rings rings on, and what rests costs nothing.

A score has a pair for each of its keys. Live there are a few pairs, which the pool (playing/pool.py) gives notes to and which are tuned
as they come: so all of them have the same number of modes. Where a key has fewer below the highest frequency, the others are too heavy
to be moved; where it has more than a pair, it goes without its highest.
"""

import math
from collections.abc import Mapping
from typing import Any

from rosin.bodies.body import Body
from rosin.instruments.setups.setup import Keyed, Tuning
from rosin.model.rows import each
from rosin.playing.midi.score import key_of_pitch, pitch_of_key
from rosin.scenes.contact import Contact
from rosin.scenes.scene import Heard, Scene, Touch
from rosin.shapes.shape import HIGHEST

STRUCK, RUBBED = 16, 8  # pairs that are played live
FEWEST = 4  # of them, however many modes each has
MODES = 2048  # of all of them, if that leaves the fewest
EXTRA = 64  # modes to which a pair is enlarged for keys that have more than the resonator as it is
HEAVY, BRIEF = 1e9, 1e-3  # kg, s: of a mode that nothing moves
WEIGHTS = ("shapes", "pickups")  # of modes, where a body has them
KEYS = range(128)
KEY = "key"
NEAR = 24  # semitones from its own pitch to which a resonator that can be bent is made anew; further off it is bent


def key_name(key: int) -> str:
    """What the pair of a key is called in a score."""
    return f"{KEY} {key}"


def key_of(name: str) -> int:
    """The key of that pair."""
    return int(name.removeprefix(KEY))


def side_by_side(contacts: Mapping[str, Contact], output: str) -> Scene:
    """Contacts that do not feel each other, by name, all heard alike."""
    bodies: dict[str, Body] = {}
    touches, heard = {}, {}
    for name, contact in contacts.items():
        first, second = exciter_of(name), resonator_of(name)
        bodies |= {first: contact.exciter, second: contact.resonator}
        touches[name] = Touch(first=first, second=second, interaction=contact.interaction, texture=contact.texture)
        heard[second] = Heard(output=output)
    return Scene(bodies=bodies, contacts=touches, heard=heard)


def pair_name(place: int) -> str:
    """What a pair of a pool is called."""
    return f"pair {place + 1}"


def exciter_of(name: str) -> str:
    """The name of the first body of a pair."""
    return f"{name} exciter"


def resonator_of(name: str) -> str:
    """The name of the second body of a pair."""
    return f"{name} resonator"


def keyed_pairs(setup: Any, at_least: int = 0) -> tuple[Keyed, Body]:
    """How pairs of a setup (OneContact) play keys live, and the resonator that each begins with."""
    body = setup.body
    own = key_of_pitch(setup.pitch)
    nearest = range(math.ceil(own - NEAR), math.floor(own + NEAR) + 1) if "bend" in body.controls else KEYS
    widest = setup.tuned(pitch_of_key(nearest[0]))
    modes = min(len(widest.frequencies), max(len(body.frequencies), EXTRA))

    def tuned(key: float) -> Tuning:
        if key == own:
            return Tuning(fitted(body, modes))
        near = min(max(round(key), nearest[0]), nearest[-1])
        pitch = pitch_of_key(near)
        return Tuning(fitted(setup.tuned(pitch), modes), setup.firmer(pitch), key - near)

    resonator = tuned(own).resonator
    many = max(at_least, FEWEST, min(STRUCK if setup.exciter.thrown else RUBBED, MODES // getattr(resonator, "work", modes)))
    return Keyed(tuple(map(pair_name, range(many))), own, nearest, tuned), resonator


def fitted(body: Any, modes: int) -> Body:
    """A body with so many modes; those that it has not are too heavy to be moved, and not heard."""
    n = min(len(body.frequencies), modes)
    missing = modes - n
    made: Body = body.replace(
        frequencies=(*body.frequencies[:n], *(HIGHEST,) * missing),
        decay_times=(*each(body.decay_times, len(body.frequencies))[:n], *(BRIEF,) * missing),
        masses=(*each(body.masses, len(body.frequencies))[:n], *(HEAVY,) * missing),
        **{name: _filled(getattr(body, name), modes) for name in WEIGHTS if getattr(body, name, None) is not None},
    )
    return made


def _filled(rows: tuple[tuple[float, ...], ...], modes: int) -> tuple[tuple[float, ...], ...]:
    return tuple((*row[:modes], *(0.0,) * (modes - len(row))) for row in rows)
