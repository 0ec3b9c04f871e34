"""What fields of models take, what they make of it, and what they say of what they refuse."""

import copy
import math
import pickle
from itertools import repeat
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
import pytest

from rosin.model.description import SHARE
from rosin.model.errors import ParameterError
from rosin.model.fields import Checked, Lengths, check_of
from rosin.model.parameters import Model, parameter


class Point(Model):
    """Of a plane."""

    across: float = parameter("x", "m", "to the right", at_least=-1, at_most=1)
    up: float = parameter("y", "m", "upwards", default=0.0, at_least=-1, at_most=1)


class Way(Model):
    """From point to point."""

    points: Annotated[tuple[Point, ...], Lengths(2, 4)]
    name: Annotated[str, Lengths(1, 5)] | None = None
    steps: int = parameter("", "", "of each part", default=1, at_least=1, at_most=9)
    kinds: dict[str, Literal["straight", "round"]] = {}
    unit: ClassVar[float] = 1.0


@pytest.mark.parametrize(
    ("kind", "given", "made"),
    [
        (float, 2, 2.0),
        (float, np.float32(0.5), 0.5),
        (float, "inf", math.inf),
        (int, 3.0, 3),
        (str, "a", "a"),
        (bool, False, False),
        (Any, {"whatever": 1}, {"whatever": 1}),
        (tuple[float, ...], [1, 2], (1.0, 2.0)),
        (tuple[float, str], [1, "a"], (1.0, "a")),
        (dict[str, float], {"a": 1}, {"a": 1.0}),
        (float | None, None, None),
        (str | tuple[float, ...], [1], (1.0,)),
        (Literal["yes", "no"], "no", "no"),
        (Annotated[float, SHARE], 1, 1.0),
        (Annotated[str, Checked(len)], "abc", 3),
        (Annotated[tuple[float, ...], Checked(sorted), Lengths(1)], (2, 1), [1, 2]),
        (Point, {"across": 1}, Point(1)),
        (complex, 1j, 1j),
    ],
    ids=repeat(""),
)
def test_a_type_says_what_is_taken(kind, given, made):
    found = check_of(kind)(given)
    assert found == made
    assert type(found) is type(made)


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        (float, True, "a number, not True"),
        (float, 10**400, "too large"),
        (int, 1.5, "a whole number"),
        (int, math.inf, "a whole number"),
        (str, 1, "must be a text"),
        (str, "\ud800", "surrogates"),
        (bool, 1, "true or false"),
        (tuple[float, ...], "abc", "must be a list"),
        (tuple[float, ...], [1, [2]], r"entry 1 must be a number, not \[2\]"),
        (tuple[tuple[float, ...], ...], [[1], [2, "a"]], r"entry 1\.1 must be a number"),
        (tuple[float, float], [1], "a list of 2 entries"),
        (dict[str, float], [1], "must be an object"),
        (dict[str, float], {1: 1}, "entry 1 must be a text"),
        (dict[str, float], {"k" * 1000: "a"}, r"entry k+\.\.\.k+ must be a number"),
        (dict[str, float], {"a": {}}, "entry a must be a number"),
        (Literal["yes", "no", "perhaps"], [], "must be 'yes', 'no' or 'perhaps'"),
        (str | tuple[float, ...], 3, "must be a text or a list"),
        (str | tuple[float, ...], ["a"], "entry 0 must be a number"),
        (Annotated[float, SHARE], 1.5, "must be at least 0 and at most 1"),
        (Annotated[str, Lengths(0, 3)], "abcd", "has 4 characters; it must have at most 3"),
        (Annotated[tuple[Any, ...], Lengths(2)], [1], "has 1 entries; it must have at least 2"),
        (Point | None, 3, "must be a Point, or an object with its parameters or null"),
        (Point, {3: 1}, "must be a Point, or an object"),
        (complex, "1", "must be complex"),
    ],
    ids=repeat(""),
)
def test_what_is_refused_is_told(kind, given, words):
    with pytest.raises(ValueError, match=words):
        check_of(kind)(given)


def test_of_too_many_entries_none_is_looked_at():
    seen = []
    check = check_of(Annotated[tuple[Annotated[Any, Checked(seen.append)], ...], Lengths(0, 2)])
    with pytest.raises(ValueError, match="has 3 entries"):
        check([1, 2, 3])
    assert not seen


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, r"Way: points must be given\."),
        ({"points": [Point(0), {"up": 1}]}, r"points\.1: Point: across must be given \(to the right, at least -1 and at most 1 m\)"),
        ({"points": [Point(0), 1]}, r"Way: points\.1 = 1: must be a Point"),
        ({"points": [{"across": 2}, Point(0)]}, r"points\.0: Point: across \(x\) = 2 m is not allowed"),
        ({"points": [Point(0)] * 5}, r"Way: points = .* has 5 entries; it must have at most 4"),
        ({"points": [Point(0)] * 2, "steps": 10}, "Way: steps = 10 is not allowed; it must be at least 1 and at most 9"),
        ({"points": [Point(0)] * 2, "step": 1}, "Way parameter 'step' does not exist; did you mean 'steps'"),
        ({"points": [Point(0)] * 2, "kinds": {"a": "bent"}}, r"Way: kinds\.a = 'bent': must be 'straight' or 'round'"),
        ({"points": 1, "name": "", "steps": "a"}, "Way: points = 1: .* Way: name = '': .* Way: steps = 'a': "),
    ],
    ids=repeat(""),
)
def test_a_model_says_where_it_is_wrong(given, words):
    with pytest.raises(ParameterError, match=words):
        Way(**given)


def test_models_are_values():
    way = Way([Point(0.5), {"across": 1, "up": -1}])
    assert way.points == (Point(0.5), Point(1, -1))
    assert way == Way(points=way.points) == copy.deepcopy(way) == pickle.loads(pickle.dumps(way))
    assert way != Way(way.points, steps=2)
    assert Point(0) != Way([Point(0)] * 2)
    assert {Point(1), Point(1.0, 0), Point(0)} == {Point(0), Point(1)}
    assert repr(Point(0.5)) == "Point(across=0.5, up=0.0)"
    assert way.named() == {"points": way.points, "name": None, "steps": 1, "kinds": {}}
    for change in (lambda: setattr(way, "steps", 2), lambda: delattr(way, "steps")):
        with pytest.raises(ParameterError, match="cannot be changed"):
            change()


def test_defaults_are_no_ones_to_change():
    first = Way([Point(0)] * 2)
    first.kinds["a"] = "round"
    assert Way([Point(0)] * 2).kinds == {}


def test_classes_below_inherit_fields_and_their_order():
    class Named(Point):
        label: str = ""
        across: float = parameter("x", "mm", "to the right", default=0.5, at_least=0, at_most=1)

    assert list(Named.fields) == ["across", "up", "label"]
    assert Named().across == 0.5
    assert Point.fields["across"].required
    with pytest.raises(ParameterError, match="at least 0 and at most 1 mm"):
        Named(-1)
    assert not hasattr(Named, "label")
    assert Way.unit == 1.0
    assert "unit" not in Way.fields
