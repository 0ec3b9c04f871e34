"""Macros in the page are those of Python: the same curves, the same places."""

import numpy as np
import pytest

import rosin
from rosin.studio import site

CURVES = """async ([macros, places]) => {
  const {along, placeOf} = await import("/parts/macros.js");
  return macros.map(({curves}) => places.map((place) => {
    const values = Object.fromEntries(Object.entries(curves).map(([path, curve]) => [path, along(curve, place)]));
    return [values, placeOf(curves, new Map(Object.entries(values)))];
  }));
}"""
PLACES = [0.0, 0.013, 0.25, 0.5, 0.5000001, 0.77, 1.0]


@pytest.mark.parametrize("name", ["wineglass", "violin", "marimba", "chalk", "drum", "door"])
def test_curves_are_those_of_python(page, address, name):
    page.goto(f"{address}/icon.svg")
    player = rosin.instrument(name)
    plan = page.evaluate("async (name) => (await (await fetch(`/plans/${name}.json`)).json()).macros", name)
    found = page.evaluate(CURVES, [plan, PLACES])
    assert name in site.names()
    for macro, rows in zip(plan, found, strict=True):
        for place, (values, back) in zip(PLACES, rows, strict=True):
            expected = {path: curve.at(place) for path, curve in player.macros[macro["name"]].curves.items()}
            for path, value in expected.items():
                assert values[path] == (pytest.approx(value, rel=1e-12) if isinstance(value, float) else value)
            again = {path: curve.at(back) for path, curve in player.macros[macro["name"]].curves.items()}
            numbers = [(again[path], value) for path, value in expected.items() if isinstance(value, float)]
            np.testing.assert_allclose(*np.array(numbers).T, rtol=1e-5, atol=1e-9)
