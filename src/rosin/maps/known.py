"""Maps that everybody who bows a string knows.

The first two are of a cello D (147 Hz, 0.55 kg/s, a bridge of 33 kg/s, loss that rises with frequency).

schelleng   bow place and force: between which forces the string speaks, with Schelleng's lines (1973)
guettler    acceleration and force of an attack: how many periods pass until it speaks, for bristles and for rosin (2002)
wolf        note and mass of the body: where the note breaks down again and again (Schelleng 1963)
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from rosin.analysis.force_limits import schelleng_limits
from rosin.bodies.hand import Hand
from rosin.bodies.waveguide_string import WaveguideString
from rosin.instruments.instrument import Instrument
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.interactions.interaction import Interaction
from rosin.interactions.thermal import Thermal
from rosin.maps import wolf
from rosin.maps.subject import Subject
from rosin.scenes.contact import Contact

FREQUENCY, IMPEDANCE, RESISTANCE = 147.0, 0.55, 33.0  # Hz, kg/s, kg/s
CORNER = 7000.0  # Hz, of the loss at the nut, a pole: Q = 2 pi n / ln(1 + (f / corner)^2)
PARTIALS = np.array([1, 2, 3, 5, 8, 13, 20, 30, 45])
BRISTLES = ElastoPlastic(
    bristle_stiffness=1e6, bristle_damping=1.0, viscosity=0.0, static_friction=0.8, dynamic_friction=0.3, stribeck_velocity=0.1
)
SPEED, PLACE = 0.1, 0.1
Range = tuple[str, float, float]  # an axis: its name and its ends
Lines = dict[str, tuple[np.ndarray, np.ndarray]]


def cello_d(law: Interaction) -> Contact:
    """The string under a law."""
    loss = zip(FREQUENCY * PARTIALS, 2 * np.pi * PARTIALS / np.log1p((FREQUENCY * PARTIALS / CORNER) ** 2), strict=True)
    string = WaveguideString(frequency=FREQUENCY, impedance=IMPEDANCE, quality=tuple(loss), inharmonicity=0.0, bridge_resistance=RESISTANCE)
    return Contact(exciter=Hand(), interaction=law, resonator=string)


def schelleng_lines(places: np.ndarray) -> Lines:
    """F_max and F_min with the steady curve of the bristles."""
    drops = np.array([BRISTLES.sliding(0.0)[0] - BRISTLES.sliding(SPEED / place)[0] for place in places])
    low, high = np.array([schelleng_limits(IMPEDANCE, RESISTANCE, SPEED, b, drop) for b, drop in zip(places, drops, strict=True)]).T
    return {"Schelleng's highest force": (places, high), "Schelleng's lowest force": (places, low)}


def well_between(values: dict[str, np.ndarray]) -> np.ndarray:
    """A force well between Schelleng's limits at some places, with which a string speaks."""
    lines = schelleng_lines(values["position"])
    low, high = (lines[f"Schelleng's {which} force"][1] for which in ("lowest", "highest"))
    return np.asarray(low**0.1 * high**0.9)


def no_lines(_: np.ndarray) -> Lines:
    """Nothing is drawn over it."""
    return {}


class KnownMap(NamedTuple):
    """A map: what is played, by the title of its picture, over which axes; what is fixed, what is shown, and the lines over it.

    options   what else a sweep of it is told
    """

    sources: dict[str, Contact | Subject | Instrument]
    x: Range
    y: Range
    fixed: dict[str, Any]
    measure: str
    duration: float
    lines: Callable[[np.ndarray], Lines] = no_lines
    sample_rate: int = 44_100
    options: dict[str, Any] = {}


KNOWN = {
    "schelleng": KnownMap(
        {"Schelleng diagram of a cello D, bowed at 0.1 m/s": cello_d(BRISTLES)},
        ("position", 0.02, 0.25),
        ("normal_force", 0.05, 20.0),
        {"velocity": SPEED, "rise": 0.05, "opening_force": well_between, "holding": 0.25, "pressing": 0.45},
        "regime",
        1.0,
        schelleng_lines,
    ),
    "guettler": KnownMap(
        {"elasto-plastic bristles": cello_d(BRISTLES), "thermal rosin": cello_d(Thermal())},
        ("acceleration", 0.25, 8.0),
        ("normal_force", 0.2, 10.0),
        {"velocity": 0.2, "position": PLACE},
        "transient",
        1.4,
    ),
    "wolf": KnownMap(
        {"Wolf note: how far the level swings": Subject(wolf.wolf_scene())},
        (wolf.NOTE, 0.97 * wolf.MODE, 1.03 * wolf.MODE),
        (wolf.BODY, 0.2, 0.8),
        {"velocity": wolf.SPEED, "normal_force": wolf.FORCE, wolf.RADIUS: wolf.radius},
        "swing",
        wolf.DURATION,
        sample_rate=wolf.RATE,
        options={"periods": wolf.JUDGED},
    ),
}
