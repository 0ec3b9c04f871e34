"""Contacts that are measured: one for every body and every law, and some that grow in modes, grid points and voices.

Every contact is kept at work: bodies stick and slip, or are struck anew with each block; laws are led to and fro.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from rosin.bodies.body import Body
from rosin.bodies.hand import Hand
from rosin.bodies.inertial_mass import InertialMass
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.interactions.hunt_crossley import HuntCrossley
from rosin.interactions.interaction import Interaction
from rosin.scenes.contact import Contact

RATE = 44_100
BLOCK = 2048
QUANTUM = 128  # samples that a browser asks for at once
BODIES, LAWS, MODES, GRID, VOICES = ("bodies", "laws", "modes", "grid points", "voices")
NEEDED: dict[str, dict[str, Any]] = {
    "Modal": {"frequencies": (300.0, 470.0, 640.0), "decay_times": 0.3, "masses": 0.05},
    "StretchingModes": {
        "frequencies": tuple(200.0 + 90.0 * mode for mode in range(8)),
        "decay_times": 0.3,
        "masses": 0.05,
        "stretching": 1e11,
        "couplings": ((0.5,) * 128, (0.3,) * 64),
    },
    "MassSpringDamper": {"mass": 0.1, "stiffness": 1e5, "damping": 0.5},
    "StiffString": {"length": 1.0, "radius": 5e-4, "frequency": 196.0},
    "WaveguideString": {"frequency": 147.0, "impedance": 0.55},
    "Rim": {"radius": 0.03, "frequencies": (500.0, 1300.0, 2500.0), "decay_times": 0.3, "masses": 0.005, "split": 0.01},
    "InertialMass": {"mass": 0.03, "spring_stiffness": 800.0, "spring_damping": 1.0},
    "Hammer": {"mass": 0.05},
    "RollingBall": {"mass": 0.03, "radius": 0.01},
    "RollingWheel": {"mass": 0.03, "radius": 0.01},
}
STRIKERS = ("Hammer", "RollingBall", "RollingWheel")
EXCITERS = ("Hand", "Bow", "InertialMass", "SlidingWheel", *STRIKERS)
RUB = {"velocity": 0.1, "normal_force": 1.0}
BLOCKED = {"SlidingWheel": {"force": 100.0}}
BOWED = {"StiffString": {"normal_force": 5.0, "position": 0.25}, "WaveguideString": {"normal_force": 1.1, "position": 0.1}}
ROSIN = {
    "StiffString": ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0),
    "WaveguideString": ElastoPlastic(bristle_stiffness=3e4, bristle_damping=0.1, viscosity=0.0, static_friction=1.05, dynamic_friction=0.4),
}
STRINGS_BY_POINTS = {25: 865.0, 50: 436.0, 100: 217.5, 200: 96.6}  # frequencies in Hz
LINEAR = "ElastoPlastic, linear"


class Work(NamedTuple):
    """A contact or scene at work under controls that repeat with every `turn` samples, by one voice or several at once."""

    section: str
    name: str
    contact: Any  # Contact, Scene or Instrument
    controls: Mapping[str, Any]
    voices: int = 1
    block: int = BLOCK
    turn: int = BLOCK
    shared: int = 1  # contacts, bars or strings that its cost is shared by
    before: Mapping[str, Any] | None = None  # controls of the first turn of all, where they are others

    @property
    def parts(self) -> str:
        """The types of its parts."""
        if getattr(self.contact, "setup", None) is not None:
            return type(self.contact.setup).__name__
        if isinstance(self.contact, Contact):
            return ", ".join(type(part).__name__ for part in self.contact.parts[:3])
        return ", ".join(dict.fromkeys(type(body).__name__ for body in self.contact.bodies.values()))


Entry = tuple[str, str, Callable[[], Work]]  # section and name of what is measured, and what makes it


def single_contacts() -> Iterator[Entry]:
    """Every body and law, and contacts that grow."""
    for name in Body.registry:
        yield BODIES, name, partial(body_at_work, name)
    for name, law in Interaction.registry.items():
        yield LAWS, name, partial(law_at_work, name, law)
    yield LAWS, LINEAR, partial(law_at_work, LINEAR, partial(ElastoPlastic, solver="linear"))
    for modes in (3, 10, 50, 200):
        name = f"{modes} modes"
        yield MODES, name, partial(modes_at_work, name, modes)
    for points, frequency in STRINGS_BY_POINTS.items():
        name = f"{points} grid points"
        yield GRID, name, partial(_grid, name, frequency)
    for voices in (1, 2, 4, 8, 16):
        name = f"{voices} voice{'s'[: voices > 1]}"
        yield VOICES, name, partial(_voices, name, voices)


def example(name: str) -> Any:
    """A body of that type."""
    return Body.registry[name](**NEEDED.get(name, {}))


def body_at_work(name: str) -> Work:
    """A body in its usual role: striking or rubbing a few modes, or rubbed by a hand; a bow rubs a string, a dragged mass a wall."""
    if name in STRIKERS:
        thrown = np.where(np.arange(BLOCK) < BLOCK // 2, 0.0, 1.0)
        contact = Contact(exciter=example(name), interaction=HuntCrossley(stiffness=1e6), resonator=example("Modal"))
        return Work(BODIES, name, contact, {"velocity": thrown if name == "Hammer" else 0.5})
    rubbed = {"Bow": "WaveguideString"}.get(name, "Modal" if name in EXCITERS else name)
    rubbing = name if name in EXCITERS else {"Wall": "InertialMass"}.get(name, "Hand")
    contact = Contact(exciter=example(rubbing), interaction=ROSIN.get(rubbed, ElastoPlastic()), resonator=example(rubbed))
    return Work(BODIES, name, contact, {**RUB, **BOWED.get(rubbed, {}), **BLOCKED.get(name, {})})


def law_at_work(name: str, make: Callable[[], Any]) -> Work:
    """A law at work: a mass led to and fro through a spring, over a mode or against it."""
    law = make()
    swing = np.sin(2 * np.pi * np.arange(BLOCK) / BLOCK)
    if law.friction:
        contact = Contact(exciter=example("InertialMass"), interaction=law, resonator=_mode(0.05))
        return Work(LAWS, name, contact, {"velocity": 0.25 * swing, "normal_force": 0.4})
    law = law.replace(stiffness=1e6) if "stiffness" in type(law).fields else law
    mass = InertialMass(mass=0.05, spring_stiffness=5e3, spring_damping=10.0)
    return Work(LAWS, name, Contact(exciter=mass, interaction=law, resonator=_mode(0.5)), {"velocity": 0.2 * swing})


def _mode(mass: float) -> Modal:
    return Modal(frequencies=(120.0,), decay_times=0.3, masses=mass)


def modes_at_work(name: str, modes: int) -> Work:
    """So many modes under a hand."""
    plate = Modal(frequencies=tuple(300.0 + 100.0 * mode for mode in range(modes)), decay_times=0.3, masses=0.05)
    return Work(MODES, name, Contact(exciter=Hand(), interaction=ElastoPlastic(), resonator=plate), RUB)


def _grid(name: str, frequency: float) -> Work:
    string = StiffString(length=1.0, radius=1e-4, frequency=frequency)
    law = ROSIN["StiffString"].replace(bristle_stiffness=1e4)
    contact = Contact(exciter=Hand(), interaction=law, resonator=string)
    return Work(GRID, name, contact, {"velocity": 0.1, "normal_force": 0.2, "position": 0.25})


def _voices(name: str, voices: int) -> Work:
    string = example("WaveguideString")
    contact = Contact(exciter=Hand(), interaction=ROSIN["WaveguideString"], resonator=string)
    return Work(VOICES, name, contact, {**RUB, **BOWED["WaveguideString"]}, voices, QUANTUM, QUANTUM)
