"""Scenes at work: what a contact costs among others, on one body and on bodies of their own; bars that ring; strings over a bridge."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from rosin.bench.contacts import BLOCK, QUANTUM, RUB, Entry, Work
from rosin.bodies.hammer import Hammer
from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.instruments.opening import instrument
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.interactions.hunt_crossley import HuntCrossley
from rosin.scenes.contact import Contact
from rosin.scenes.scene import Heard, Scene, Touch

SCENES = "scenes"
COUNTS = (1, 2, 4, 8, 16)
BARS, BAR_MODES = 16, 10
POINTS = 20  # of a curved bridge, under each string
ONE, SMALLEST = "a contact", "a scene of one contact"
STEP = 0.07  # by which the speed of each hand differs from that of its neighbour


def scenes_at_work() -> Iterator[Entry]:
    """All of them."""
    yield SCENES, ONE, lambda: Work(SCENES, ONE, Contact(exciter=Hand(), interaction=ElastoPlastic(), resonator=_plate()), RUB)
    yield SCENES, SMALLEST, partial(_rubbed, SMALLEST, 1, own=True)
    for many in COUNTS[1:]:
        for own, where in ((False, "one body"), (True, "bodies of their own")):
            name = f"{many} contacts, {where}"
            yield SCENES, name, partial(_rubbed, name, many, own=own)
    name = f"{BARS} bars that ring, {BAR_MODES} modes each"
    yield SCENES, name, partial(_ringing, name)
    for strings in (1, 4):
        name = f"{strings} tanpura string{'s'[: strings > 1]}, {POINTS} points of the bridge each"
        yield SCENES, name, partial(_tanpura, name, strings)


def _plate() -> Modal:
    shapes = ((1.0, 0.6, 0.2), (0.4, -0.8, 0.9), (0.9, 0.3, -0.7))
    return Modal(frequencies=(300.0, 470.0, 640.0), decay_times=0.3, masses=0.05, shapes=shapes)


def _rubbed(name: str, many: int, *, own: bool) -> Work:
    """Hands that rub one plate at several places, or one each."""
    plates = [f"plate {i}" for i in range(many if own else 1)]
    hands = {f"hand {i}": Hand() for i in range(many)}
    touches = {
        f"rub {i}": Touch(
            first=f"hand {i}",
            second=plates[i if own else 0],
            interaction=ElastoPlastic(),
            at=(0.0, i / max(many - 1, 1)),
        )
        for i in range(many)
    }
    scene = Scene(bodies=hands | {plate: _plate() for plate in plates}, contacts=touches, heard={plates[0]: Heard()})
    speeds = {f"rub {i}.velocity": RUB["velocity"] * (1 + STEP * i) for i in range(many)}
    return Work(SCENES, name, scene, speeds | {f"rub {i}.normal_force": RUB["normal_force"] for i in range(many)}, shared=many)


def _ringing(name: str) -> Work:
    """Bars that were struck once and are left alone."""
    bars: dict[str, Any] = {
        f"bar {i}": Modal(frequencies=tuple(220.0 * (1 + 0.1 * i) * k for k in range(1, BAR_MODES + 1)), decay_times=100.0, masses=0.05)
        for i in range(BARS)
    }
    hammers = {f"hammer {i}": Hammer(mass=0.02) for i in range(BARS)}
    law = HuntCrossley(stiffness=1e6)
    touches = {f"blow {i}": Touch(first=f"hammer {i}", second=f"bar {i}", interaction=law) for i in range(BARS)}
    scene = Scene(bodies=bars | hammers, contacts=touches, heard=dict.fromkeys(bars, Heard()))
    thrown = np.where(np.arange(BLOCK) < QUANTUM, 1.0, 0.0)
    return Work(SCENES, name, scene, {}, shared=BARS, before={f"blow {i}.velocity": thrown for i in range(BARS)})


def _tanpura(name: str, strings: int) -> Work:
    """Strings that are plucked once and buzz on, each over its part of the curved bridge."""
    setup: Any = instrument("tanpura").setup
    few = setup.replace(frequencies=setup.frequencies[:strings], radii=setup.radii[:strings], bridge=setup.bridge.replace(points=POINTS))
    (layer,) = few.layers().values()
    pull = np.where(np.arange(BLOCK) < BLOCK // 2, 0.1, 0.0)
    press = np.where(np.arange(BLOCK) < BLOCK // 2, 20.0, 0.0)
    plucks = {f"{string}.{control}": row for string in few.names for control, row in (("velocity", pull), ("normal_force", press))}
    return Work(SCENES, name, layer.source, {}, shared=strings, before=plucks)
