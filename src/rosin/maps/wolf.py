"""The wolf note: a string that is bowed at the pitch of a light body does not hold its note (Schelleng, JASA 35, 1963).

A cello string runs over a bridge that moves with one mode of the body, of mass m, 175 Hz and Q 90. Where the note meets the mode, the
body takes more than the bow can give; the note breaks down, the body dies away, the note starts again, some times a second. A
heavier body, or a note some percent away, is safe.
"""

import math

import numpy as np

from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.scenes.joint import Rigid
from rosin.scenes.scene import Heard, Scene, Touch

RATE, DURATION = 24_000, 4.0  # Hz, s
MODE, QUALITY, MASS = 175.0, 90.0, 0.286  # of the body: Hz, and kg, a light one
LENGTH, IMPEDANCE, DENSITY = 0.7, 0.89, 7850.0  # of the string, m, kg/s, kg/m^3
BOW, SPEED, FORCE = 0.107, 0.063, 0.49  # place, m/s, N
ROSIN = ElastoPlastic(bristle_stiffness=2.9e4, static_friction=1.05, dynamic_friction=0.4)
JUDGED = 0.5 * DURATION * MODE  # periods: half of a take
NOTE, BODY = "bodies.string.frequency", "bodies.body.masses"  # what a map of it goes over
RADIUS = "bodies.string.radius"


def radius(values: dict[str, np.ndarray]) -> np.ndarray:
    """Of strings (m) that have other notes and the same length and impedance."""
    note = values.get(NOTE, np.full(len(next(iter(values.values()))), MODE))
    return np.asarray(np.sqrt(IMPEDANCE / (2 * LENGTH * note) / (math.pi * DENSITY)))


def wolf_scene() -> Scene:
    """A string tuned to the mode of a light body, over that body."""
    string = StiffString(
        length=LENGTH,
        radius=float(radius({NOTE: np.array([MODE])})[0]),
        density=DENSITY,
        youngs_modulus=2e9,
        frequency=MODE,
        damping=1.1,
        frequency_damping=6.9e-3,
        bridge="moving",
    )
    body = Modal(frequencies=(MODE,), decay_times=QUALITY / (math.pi * MODE), masses=MASS)
    return Scene(
        bodies={"bow": Hand(), "string": string, "body": body},
        contacts={"bowing": Touch(first="bow", second="string", interaction=ROSIN, at=(0.0, BOW))},
        joints=(Rigid(first="string", second="body"),),
        heard={"body": Heard()},
    )
