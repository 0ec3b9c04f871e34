"""A gesture: how the controls of a contact move in time.

In a file of its own it is written as

{"format": "rosin-gesture", "version": 1, "gesture": {"velocity": ..., "normal_force": ...}}
"""

from collections.abc import Callable, Container, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from rosin.model.errors import ParameterError, shown, unknown
from rosin.model.fields import real
from rosin.model.files import read_json
from rosin.model.part import Part
from rosin.model.versions import PRESENT, up_to_date
from rosin.playing.controls import CONTROLS, UNITS, limited

Control = float | Mapping[str, Any] | Sequence[tuple[float, float]] | np.ndarray | Callable[[Any], Any]

FORMAT = "rosin-gesture"
VERSION = PRESENT[FORMAT]
MEANINGS = {
    "velocity": "of a hand, of the end of the spring that pulls a mass, or of a ball along the surface it rolls on",
    "force": "on the exciting mass, beside the weight of a ball",
    "normal_force": "that presses exciter and resonator together (friction)",
    "position": "of the contact along the resonator's points: 0 the first row of its shapes, 1 the last",
    "exciter_position": "of the contact along the exciter's points",
    "finger": "of the stopping finger along a string, from its nut: 0 is the open string",
    "bend": "by which all modes of the resonator are raised, as by bending a saw or tightening a skin",
}
WHY = {
    "velocity": "without it nothing moves",
    "normal_force": "without it nothing is pressed and friction is silent",
    "position": "where the string is touched, from 0 (bridge) to 1 (nut)",
    "exciter_position": "where the exciting string touches, from 0 (bridge) to 1 (nut)",
}
MOST_BREAKPOINTS = 100_000
LOOKS = 2000  # times at which the largest value of a curve is sought
LONG = 256  # samples, on average, that a stretch between breakpoints has where lines are drawn one by one


class Gesture:
    """Controls by name, each a number, breakpoints [(time, value), ...], an audio-rate array or a function of time.

    Breakpoints are joined by straight lines and held before the first and after the last. Curves that have a name (curves.py:
    Stroke, Press, Recorded, Glided) may be given as such or as {"type": ..., parameters}, and go into files. A function is called with an
    array of times (s), or with one time after the other if it cannot take that. Nothing is smoothed.
    """

    def __init__(self, /, **controls: Control) -> None:
        self.controls = {name: _checked(name, value) for name, value in controls.items()}

    def __repr__(self) -> str:
        return f"Gesture({', '.join(f'{name}={_shown(value)}' for name, value in self.controls.items())})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gesture) and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def block(self, begin: int, samples: int, sample_rate: float, *, array_step: int = 1) -> dict[str, Any]:
        """The controls at samples begin, begin + 1, ..., or one number where they stay; an array advances every `array_step` samples."""
        first, last = begin / sample_rate, (begin + samples - 1) / sample_rate
        found = {name: _level(value, first, last) for name, value in self.controls.items()}
        if None in found.values():
            times = np.arange(begin, begin + samples) / sample_rate
            moving = (name for name, level in found.items() if level is None)
            found |= {name: self._values(name, self.controls[name], times, begin, array_step, _joined) for name in moving}
        return found

    def _values(self, name: str, value: Any, times: np.ndarray, begin: int, array_step: int, joined: Callable[..., Any] = np.interp) -> Any:
        if isinstance(value, float):
            return value
        if isinstance(value, tuple):
            return joined(times, *value)
        if isinstance(value, np.ndarray):
            places = np.minimum((begin + np.arange(len(times))) / array_step, len(value) - 1)
            return np.interp(places, np.arange(len(value)), value) if array_step > 1 else value[places.astype(int)]
        found = limited(name, _sampled(name, value, times))
        return found if found.ndim else float(found)

    def replace(self, /, **changes: Control) -> "Gesture":
        """A copy with some controls changed or added."""
        changed = Gesture(**changes)
        changed.controls = self.controls | changed.controls
        return changed

    def only(self, controls: Container[str]) -> "Gesture":
        """A copy with those of its controls that are named."""
        found = Gesture()
        found.controls = {name: value for name, value in self.controls.items() if name in controls}
        return found

    def seeded(self, seed: int) -> "Gesture":
        """The gesture of another take, where something in it is left to chance; here nothing is."""
        return self

    @classmethod
    def gathered(cls, controls: Mapping[str, tuple["Gesture", str]]) -> "Gesture":
        """Controls as other gestures move them: for each the gesture and the control's name there; what that does not move is left out."""
        found = cls()
        found.controls = {name: given.controls[own] for name, (given, own) in controls.items() if own in given.controls}
        return found

    def values(self, name: str, times: np.ndarray) -> np.ndarray:
        """A control at any times (s), 0 where it is not given; an array has no times of its own."""
        value = self.controls.get(name, 0.0)
        if isinstance(value, np.ndarray):
            raise ParameterError(
                f"Gesture: {name} is an array, which says nothing between its samples; give breakpoints or a function of time."
            )
        return np.broadcast_to(self._values(name, value, times, 0, 1), times.shape)

    def largest(self, name: str, duration: float) -> float:
        """The largest absolute value of a control in the time (s) from 0 to `duration`, however briefly it is held."""
        value = self.controls.get(name, 0.0)
        found = np.abs(self.values(name, np.linspace(0, duration, LOOKS))).max()
        if isinstance(value, tuple):
            times, values = value
            found = np.abs(values[(times >= 0) & (times <= duration)]).max(initial=found)
        return float(found)

    def check(self, contact_controls: frozenset[str], needed: frozenset[str], samples: int) -> None:
        """Raise ParameterError for a control that the contact does not follow or that is missing, or an array that ends too soon."""
        for name, value in self.controls.items():
            if name not in contact_controls:
                followed = ", ".join(sorted(contact_controls)) or "none"
                hint = " (a mass follows velocity only through a spring: give it a spring_stiffness)" if name == "velocity" else ""
                raise ParameterError(f"Gesture: {name} has no effect on this contact{hint}; it follows {followed}.")
            if isinstance(value, np.ndarray) and len(value) < samples:
                raise ParameterError(f"Gesture: {name} is an array of {len(value)} samples, but {samples} are to be rendered.")
        for name in sorted(needed - set(self.controls)):
            raise ParameterError(f"Gesture: {name} must be given{f' ({UNITS[name]})' if UNITS[name] else ''}: {WHY[name]}.")

    def to_dict(self) -> dict[str, Any]:
        """The gesture as plain data, for JSON; functions and arrays cannot be written."""
        return {name: _plain(name, value) for name, value in self.controls.items()}

    @classmethod
    def from_dict(cls, data: Any) -> "Gesture":
        """The gesture that `to_dict` wrote; every entry is checked."""
        if not isinstance(data, Mapping):
            raise ParameterError(f"A gesture must be an object of controls, not {type(data).__name__}.")
        return cls(**data)


Gesture.__doc__ = "\n".join(
    [(Gesture.__doc__ or "").strip(), "", *(f"{name:18} {UNITS[name] or '0..1':10} {text}" for name, text in MEANINGS.items())]
)


def read_gesture(path: str | Path) -> dict[str, Any]:
    """The controls, or the hands with theirs, in a JSON file: of this format, or the bare object."""
    data = read_json(path, "gesture")
    if not isinstance(data, dict):
        raise ParameterError(f"A gesture must be an object of controls, not {shown(data)}.")
    if "format" not in data:
        return data
    data = up_to_date(data, FORMAT, "gesture")
    for name in data:
        if name not in ("format", "version", "gesture"):
            raise unknown("gesture entry", name, ("format", "version", "gesture"))
    if not isinstance(data.get("gesture"), dict):
        raise ParameterError('The file has no "gesture": give it an object of controls.')
    return data["gesture"]


def _checked(name: str, value: Any) -> Any:
    """A control in its inner form: float, (times, values), array or function."""
    if name not in CONTROLS:
        raise unknown("Gesture control", name, CONTROLS)
    if isinstance(value, Mapping):
        from rosin.playing.curves import Curve

        return Curve.from_dict(dict(value), f"Gesture: {name}")
    if callable(value):
        return value
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "fiu" or value.ndim > 2:
            raise ParameterError(f"Gesture: {name} must be an array of real numbers in one row, not {value.dtype} of shape {value.shape}.")
        if value.ndim == 1:
            return limited(name, value.astype(float))
    if isinstance(value, tuple) and len(value) == 2 and all(isinstance(part, list | np.ndarray) for part in value):
        raise ParameterError(f"Gesture: {name} = (times, values) is not understood; give pairs: list(zip(times, values)).")
    if getattr(value, "ndim", 1) and hasattr(value, "__len__") and not isinstance(value, str):
        return _breakpoints(name, value)
    try:
        number = real(value)
    except ValueError:
        raise ParameterError(
            f"Gesture: {name} = {shown(value)} is not a number, breakpoints [(time, value), ...], an array or a function of time."
        ) from None
    return float(limited(name, np.array([number]))[0])


def _breakpoints(name: str, value: Any) -> tuple[np.ndarray, np.ndarray]:
    if not 0 < len(value) <= MOST_BREAKPOINTS:
        raise ParameterError(f"Gesture: {name} has {len(value)} breakpoints; 1 to {MOST_BREAKPOINTS} are allowed.")
    try:
        points = [(real(time), real(level)) for time, level in value]
    except (TypeError, ValueError):
        raise ParameterError(f"Gesture: {name} must be breakpoints [(time in s, value), ...]; got {shown(value)}.") from None
    times, values = (np.array(row) for row in zip(*points, strict=True))
    if not np.isfinite(times).all() or (times[1:] < times[:-1]).any():
        raise ParameterError(f"Gesture: the breakpoint times of {name} must be finite and must not go back.")
    return times, limited(name, values)


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return repr([(float(time), float(level)) for time, level in zip(*value, strict=True)])
    return f"np.array({value.tolist()!r})" if isinstance(value, np.ndarray) else repr(value)


def _level(value: Any, first: float, last: float) -> float | None:
    """What a control is from a first time to a last, where that is known at once: a number, or breakpoints on one level."""
    if not isinstance(value, tuple):
        return value if isinstance(value, float) else None
    times, values = value
    begin, end = np.searchsorted(times, (first, last), side="right")
    around = values[max(begin - 1, 0) : end + 1]
    return float(around[0]) if (around == around[0]).all() else None


def _joined(times: np.ndarray, places: np.ndarray, values: np.ndarray) -> np.ndarray:
    """`np.interp` for times that rise: a line for each stretch between two breakpoints, not a search for each time, where these are few."""
    begin, end = np.searchsorted(places, (times[0], times[-1]), side="right")
    if end - begin > len(times) // LONG:
        return np.interp(times, places, values)
    found = np.empty(len(times))
    edges = np.searchsorted(times, places[begin:end])
    for stretch, first, last in zip(range(begin - 1, end), (0, *edges), (*edges, len(times)), strict=True):
        if 0 <= stretch < len(places) - 1 and first < last:
            slope = (values[stretch + 1] - values[stretch]) / (places[stretch + 1] - places[stretch])
            np.subtract(times[first:last], places[stretch], out=found[first:last])
            found[first:last] *= slope
            found[first:last] += values[stretch]
        else:
            found[first:last] = values[max(stretch, 0)]
    return found


def _sampled(name: str, function: Callable[[Any], Any], times: np.ndarray) -> np.ndarray:
    try:
        values = np.asarray(function(times), dtype=float)
    except ParameterError:
        raise
    except (TypeError, ValueError):
        values = np.array([function(float(time)) for time in times], dtype=float)
    if values.ndim > 1 or values.size not in (1, times.size):
        raise ParameterError(f"Gesture: the function of {name} gave shape {values.shape} for {times.size} times.")
    return values.reshape(times.shape) if values.size == times.size else values.reshape(())


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, tuple):
        return [[float(time), float(level)] for time, level in zip(*value, strict=True)]
    if isinstance(value, float):
        return value
    if isinstance(value, Part):
        return value.to_dict()
    raise ParameterError(f"Gesture: {name} is a function or an array, which a file cannot hold; give breakpoints instead.")
