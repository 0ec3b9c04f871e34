"""What a hand can move: the controls in the order in which the kernels get them, with their units and limits."""

import math

import numpy as np

from rosin.model.errors import ParameterError

CONTROLS = ("velocity", "force", "normal_force", "position", "exciter_position", "finger", "bend")
VELOCITY, FORCE, NORMAL_FORCE, POSITION, EXCITER_POSITION, FINGER, BEND = range(7)
UNITS = {"velocity": "m/s", "force": "N", "normal_force": "N", "position": "", "exciter_position": "", "finger": "", "bend": "semitones"}
SHARE = (0.0, 1.0)
LIMITS = {"normal_force": (0.0, math.inf), "position": SHARE, "exciter_position": SHARE, "finger": SHARE, "bend": (-60.0, 60.0)}


def limited(name: str, values: np.ndarray) -> np.ndarray:
    """The values of a control, refused where one is not finite or beyond the limits of that control."""
    low, high = LIMITS.get(name, (-math.inf, math.inf))
    least, most = values.min(initial=0.0), values.max(initial=0.0)
    if not (low <= least <= most <= high and math.isfinite(least) and math.isfinite(most)):
        wrong = ~(np.isfinite(values) & (values >= low) & (values <= high))
        unit = f" {UNITS[name]}" if UNITS[name] else ""
        allowed = "a finite number" if math.isinf(low) else f"at least {low:g}{'' if math.isinf(high) else f' and at most {high:g}'}{unit}"
        raise ParameterError(f"Gesture: {name} = {values[wrong][0]:g}{unit} is not allowed; it must be {allowed}.")
    return values
