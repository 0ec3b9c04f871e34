"""Where the motion of a body lies in the memory of its program, so that a page can draw it (page/scopes/shapes.js).

grid    a stiff string: which of three rows is the present one, where they begin (at the bridge), how far they lie apart, and where the
        number of their cells is kept
waves   a waveguide: the rings of waves to the bridge and to the nut, and where delays, reflection, finger and period are kept
modes   a bank of modes: their frequencies, and where the rows of displacements and velocities begin

Places are counted from where the state, or the coefficients, of the resonator begin; whole numbers from the first of the program.
"""

from functools import singledispatch
from typing import Any

from rosin.bodies.body import Body
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.bodies.waveguide_string import WaveguideString
from rosin.engine.program import Layout

GHOSTS = 2  # points of a row before its end


@singledispatch
def shape_of(body: Body, layout: Layout) -> dict[str, Any] | None:
    """The layout of a body's motion, None where there is no picture of it."""
    return None


def _place(layout: Layout, name: str) -> int:
    """Where something of the resonator begins, counted from its state (s...) or its coefficients (c...)."""
    return layout.reals[f"resonator.{name}"].offset - layout.reals[f"resonator.{name[0]}"].offset


def _count(layout: Layout, name: str) -> int:
    return layout.wholes[f"resonator.{name}"]


@shape_of.register
def _(body: StiffString, layout: Layout) -> dict[str, Any]:
    form = layout.forms["resonator"]
    rows = {
        "phase": _count(layout, "phase"),
        "offset": _place(layout, "s.rows") + GHOSTS,
        "stride": form["row"],
        "cells": _place(layout, "c.cells_now"),
    }
    return {"kind": "grid", **rows, "finger": _place(layout, "s.finger")}


@shape_of.register
def _(body: WaveguideString, layout: Layout) -> dict[str, Any]:
    counts = {name: _count(layout, name) for name in ("head", "ring")}
    kept = {"period": _place(layout, "c.period"), "reflected": _place(layout, "c.reflected"), "finger": _place(layout, "s.finger")}
    taps = {"fromBridge": _place(layout, "s.from_bridge.first"), "fromNut": _place(layout, "s.from_nut.first")}
    return {"kind": "waves", "lines": [_place(layout, "s.to_bridge"), _place(layout, "s.to_nut")], **counts, **kept, **taps}


@shape_of.register
def _(body: Modal, layout: Layout) -> dict[str, Any]:
    return {"kind": "modes", "offset": _place(layout, "s.x"), "velocities": _place(layout, "s.v"), "frequencies": list(body.frequencies)}
