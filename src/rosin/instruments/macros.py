"""Macros: knobs from 0 to 1 with a name, each of which turns one or more parameters along curves.

    "macros": {"wetness": {"text": "...", "value": 0.5, "words": ["dry", "moist", "wet"],
                           "curves": {"interaction.noise": {"points": [[0, 0.05], [0.5, 0.02], [1, 0.005]], "scale": "log"}}}}

`value` is where the knob stands: there its curves have the values of the instrument's own parameters. A parameter has at most one knob.
A curve goes through its points [knob, value], on the way from one point to the next (v0 at k0, v1 at k1, t = (k - k0) / (k1 - k0))

    linear   v0 + t (v1 - v0)
    log      v0 (v1 / v0)^t, by equal ratios; all values have one sign
    steps    v0, for words and the like

before the first and after the last it stays. Two points at one knob are a jump: the first holds there, the second beyond.

A knob sets its parameters; whatever is changed later wins, be it a parameter or a knob.
"""

import itertools
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from rosin.engine.macros import between
from rosin.model.errors import ParameterError, shown, unknown
from rosin.model.fields import Checked, Lengths, real
from rosin.model.parameters import Model, parameter
from rosin.model.part import plain

MOST, MOST_POINTS, WORDS = 16, 64, 300  # macros of an instrument, points of a curve, letters of a text


def _checked_value(value: Any) -> Any:
    """What a parameter may be: a number, a word or nothing."""
    return value if value is None or isinstance(value, str) else real(value)


Value = Annotated[Any, Checked(_checked_value, given=float | str | None)]
Word = Annotated[str, Lengths(1, 40)]


class KnobCurve(Model):
    """What a parameter does while a knob goes from 0 to 1: points [knob, value], and how it goes between them."""

    kind: ClassVar[str] = "curve"

    points: Annotated[tuple[tuple[float, Value], ...], Lengths(1, MOST_POINTS)]
    scale: Literal["linear", "log", "steps"] = "linear"

    def check(self) -> None:
        """Knobs rise from 0 to 1; what goes between values can."""
        knobs, values = [knob for knob, _ in self.points], [value for _, value in self.points]
        if any(a > b for a, b in itertools.pairwise(knobs)) or not 0 <= knobs[0] <= knobs[-1] <= 1:
            raise self.refuse("points", ", ".join(f"{knob:g}" for knob in knobs), "are its knobs; they must rise, from 0 to 1 at most.")
        if self.scale != "steps":
            for value in values:
                if not isinstance(value, float) or abs(value) == float("inf"):
                    raise self.refuse("points", value, f'is one of its values; "{self.scale}" needs finite numbers, "steps" takes any.')
        if self.scale == "log" and not (min(values) > 0 or max(values) < 0):
            raise self.refuse("points", values, 'are its values; "log" needs all of them above 0, or all below.')

    def at(self, knob: float) -> Any:
        """The value where the knob stands at `knob`."""
        before = self.points[0]
        if knob < before[0]:
            return before[1]
        for after in self.points:
            if knob == after[0]:
                return after[1]
            if knob < after[0]:
                return self._between(before, after, knob)
            before = after
        return before[1]

    def _between(self, before: tuple[float, Any], after: tuple[float, Any], knob: float) -> Any:
        """Strictly between two points."""
        if self.scale == "steps":
            return before[1]
        return float(between(before[1], after[1], (knob - before[0]) / (after[0] - before[0]), float(self.scale == "log")))


class Macro(Model):
    """A knob: what it does in a sentence, where it stands, words for its low, middle and high third, and its curves by path."""

    kind: ClassVar[str] = "macro"

    text: Annotated[str, Lengths(0, WORDS)]
    value: float = parameter("", "", "where the knob stands", at_least=0, at_most=1, range=(0, 1))
    words: tuple[Word, Word, Word]
    curves: Annotated[dict[Annotated[str, Lengths(0, WORDS)], KnobCurve], Lengths(1, MOST_POINTS)]

    @property
    def word(self) -> str:
        """The word for where it stands."""
        return self.words[min(2, int(3 * self.value))]

    def changes(self) -> dict[str, Any]:
        """What its parameters are where it stands."""
        return {path: curve.at(self.value) for path, curve in self.curves.items()}


def spans(macros: Mapping[str, Macro]) -> dict[str, tuple[float, float]]:
    """How far each number goes that a macro turns."""
    curves = {path: curve for macro in macros.values() for path, curve in macro.curves.items() if curve.scale != "steps"}
    return {path: (min(v for _, v in curve.points), max(v for _, v in curve.points)) for path, curve in curves.items()}


def title_of(name: str) -> str:
    """A macro's name as a heading."""
    return name.replace("_", " ").capitalize()


def check_macros(macros: Mapping[str, Macro], data: Mapping[str, Any]) -> None:
    """Raise ParameterError where a macro turns what an instrument (its setup as plain data, with "output" beside) does not have."""
    turned: dict[str, str] = {}
    for name, macro in macros.items():
        if not name.isidentifier():
            raise ParameterError(f"macro {shown(name)} is not allowed; its name must be letters, digits and _, such as hair_pressure.")
        for path in macro.curves:
            if path in turned:
                raise ParameterError(f"macros: {shown(path)} is turned by {turned[path]} and by {name}; one knob is allowed for each.")
            turned[path] = name
            _check_path(name, path, data)


def _check_path(name: str, path: str, data: Any) -> None:
    for step in path.split("."):
        known = data if isinstance(data, dict) else [str(place) for place in range(len(data))] if isinstance(data, list) else ()
        if step not in known:
            raise ParameterError(f"macro {name}: {shown(path)} is not a parameter of the instrument; rosin show has them all.")
        data = data[step] if isinstance(data, dict) else data[int(step)]


def turned(what: str, macros: Mapping[str, Macro], values: Mapping[str, Any]) -> tuple[dict[str, Macro], dict[str, Any]]:
    """The macros of something with some of them turned to these values, and what its parameters become by that."""
    found, changes = dict(macros), dict[str, Any]()
    for name, value in values.items():
        if name not in macros:
            raise unknown(f"macro of {what}", name, macros)
        try:
            found[name] = macros[name].replace(value=value)
        except ParameterError:
            raise ParameterError(f"{what}: macro {name} = {shown(value)} is not allowed; it must be a number from 0 to 1.") from None
        changes |= found[name].changes()
    return found, changes


def described_macros(macros: Mapping[str, Macro]) -> list[dict[str, Any]]:
    """Macros as plain data for a page: name and title beside what their file says."""
    return [{"name": name, "title": title_of(name), **plain(macro)} for name, macro in macros.items()]
