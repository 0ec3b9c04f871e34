"""What a hand can move: the controls in the order in which the kernels get them, with their units and limits."""

import math

import numpy as np

from rosin.model.errors import ParameterError

CONTROLS = ("velocity", "force", "normal_force", "position", "exciter_position", "finger", "bend")
VELOCITY, FORCE, NORMAL_FORCE, POSITION, EXCITER_POSITION, FINGER, BEND = range(7)
UNITS = {"velocity": "m/s", "force": "N", "normal_force": "N", "position": "", "exciter_position": "", "finger": "", "bend": "semitones"}
SHARE = (0.0, 1.0)
GLIDE = 0.005  # s: time constant with which live controls go where a hand puts them
MOST = 1e12  # m/s or N: what is beyond overflows between two breakpoints
LIMITS = {
    "velocity": (-MOST, MOST),
    "force": (-MOST, MOST),
    "normal_force": (0.0, MOST),
    "position": SHARE,
    "exciter_position": SHARE,
    "finger": SHARE,
    "bend": (-60.0, 60.0),
}


def limited(name: str, values: np.ndarray) -> np.ndarray:
    """The values of a control, refused where one is not finite or beyond the limits of that control."""
    low, high = LIMITS[name]
    least, most = values.min(initial=0.0), values.max(initial=0.0)
    if not (low <= least <= most <= high and math.isfinite(least) and math.isfinite(most)):
        wrong = ~(np.isfinite(values) & (values >= low) & (values <= high))
        unit = f" {UNITS[name]}" if UNITS[name] else ""
        allowed = f"a finite number, at least {low:g} and at most {high:g}{unit}"
        raise ParameterError(f"Gesture: {name} = {values[wrong][0]:g}{unit} is not allowed; it must be {allowed}.")
    return values
