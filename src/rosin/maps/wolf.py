"""The wolf note mapped: a string that is bowed at the pitch of a light body does not hold its note (Schelleng, JASA 35, 1963).

A cello string runs over a bridge that moves with one mode of the body, of mass m, 175 Hz and Q 90. Where the note meets the mode, the
body takes more than the bow can give; the note breaks down, the body dies away, the note starts again, some times a second. A
heavier body, or a note some percent away, is safe.
"""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.engine.batch import lanes_of
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.model.errors import ParameterError
from rosin.model.extras import need
from rosin.playing.gesture import Gesture
from rosin.scenes.joint import Rigid
from rosin.scenes.scene import Heard, Scene, Touch
from rosin.sound.many import render_many

if TYPE_CHECKING:
    import xarray

RATE, DURATION = 24_000, 4.0  # Hz, s
MODE, QUALITY = 175.0, 90.0  # of the body
LENGTH, IMPEDANCE, DENSITY = 0.7, 0.89, 7850.0  # of the string, m, kg/s, kg/m^3
BOW, SPEED, FORCE = 0.107, 0.063, 0.49  # place, m/s, N
ROSIN = ElastoPlastic(bristle_stiffness=2.9e4, static_friction=1.05, dynamic_friction=0.4)
SLOW = (1.0, 25.0)  # Hz, of a stutter


def wolf_scene(ratio: float, mass: float) -> Scene:
    """A string tuned to so many times the mode of the body, over a body of that mass (kg)."""
    note = ratio * MODE
    radius = math.sqrt(IMPEDANCE / (2 * LENGTH * note) / (math.pi * DENSITY))
    string = StiffString(
        length=LENGTH,
        radius=radius,
        density=DENSITY,
        youngs_modulus=2e9,
        frequency=note,
        damping=1.1,
        frequency_damping=6.9e-3,
        bridge="moving",
    )
    body = Modal(frequencies=(MODE,), decay_times=QUALITY / (math.pi * MODE), masses=mass)
    return Scene(
        bodies={"bow": Hand(), "string": string, "body": body},
        contacts={"bowing": Touch(first="bow", second="string", interaction=ROSIN, at=(0.0, BOW))},
        joints=(Rigid(first="string", second="body"),),
        heard={"body": Heard()},
    )


def wolf_sounds(scenes: list[Scene]) -> list[np.ndarray]:
    """Velocity of each body, m/s, while its note is bowed."""
    gesture = {"bowing": Gesture(velocity=[(0, 0), (0.05, SPEED)], normal_force=FORCE)}
    return [sound.audio[0] for sound in render_many(scenes, gesture, duration=DURATION, sample_rate=RATE)]


def stutter(sound: np.ndarray) -> tuple[float, float]:
    """Depth of the slow swing of the level in the second half, from 0 to 1, and its rate in Hz."""
    step = round(RATE / MODE)
    half = sound[len(sound) // 2 :]
    level = np.sqrt(np.mean(half[: len(half) // step * step].reshape(-1, step) ** 2, axis=1))
    swing = np.fft.rfft((level - level.mean()) * np.hanning(len(level)))
    rates = np.fft.rfftfreq(len(level), step / RATE)
    slow = (rates > SLOW[0]) & (rates < SLOW[1])
    low, high = np.quantile(level, (0.02, 0.98))
    return float((high - low) / (high + low)), float(rates[slow][np.abs(swing[slow]).argmax()])


def wolf_map(ratios: Any, masses: Any, *, progress: Callable[[float], None] | None = None) -> "xarray.Dataset":
    """Depth and rate of the stutter over the note, in modes of the body, and the mass (kg) of that mode."""
    need("xarray")
    import xarray

    ratios, masses = (np.atleast_1d(np.asarray(values, float)) for values in (ratios, masses))
    if not ((ratios > 0.5) & (ratios < 2)).all() or not ((masses > 0) & np.isfinite(masses)).all():
        raise ParameterError("A wolf map goes over notes from half to twice the mode, and over masses of more than 0 kg.")
    points = [(ratio, mass) for ratio in ratios for mass in masses]
    found = []
    together = 4 * lanes_of("double", 1)
    for begin in range(0, len(points), together):
        found += [stutter(sound) for sound in wolf_sounds([wolf_scene(*point) for point in points[begin : begin + together]])]
        if progress:
            progress(len(found) / len(points))
    depth, rate = np.array(found).T.reshape(2, len(ratios), len(masses))
    axes = ("ratio", "mass")
    return xarray.Dataset(
        {
            "stutter": (axes, depth, {"units": "", "long_name": "depth of the slow swing of the level"}),
            "rate": (axes, rate, {"units": "Hz", "long_name": "how often the note breaks down"}),
        },
        {
            "ratio": ("ratio", ratios, {"units": "", "long_name": "note over mode of the body"}),
            "mass": ("mass", masses, {"units": "kg", "long_name": "mass of the mode"}),
        },
        {"mode_Hz": MODE, "quality": QUALITY, "duration_s": DURATION, "sample_rate_Hz": RATE},
    )
