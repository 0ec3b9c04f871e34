"""Where the motion of a body lies in its memory, so that a page can draw it (page/shapes.js).

grid    a stiff string: which of three rows is the present one, where they begin (at the bridge), how far they lie apart
waves   a waveguide: the rings of waves to the bridge and to the nut, and where delays, reflection, finger and period are kept
modes   a bank of modes: their frequencies, and where the rows of displacements and velocities begin
"""

from functools import singledispatch
from typing import Any

from rosin.bodies import modal, waveguide_string
from rosin.bodies.body import Body
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString, grid
from rosin.bodies.waveguide_string import WaveguideString

GHOSTS = 2  # points of a row before its end


@singledispatch
def shape_of(body: Body, sample_rate: float) -> dict[str, Any] | None:
    """The layout of a body's motion, None where there is no picture of it."""
    return None


@shape_of.register
def _(body: StiffString, sample_rate: float) -> dict[str, Any]:
    stride = (body.sizes(sample_rate)[1] - grid.ROWS) // 3
    rows = {"phase": grid.PHASE, "offset": grid.ROWS + GHOSTS, "stride": stride, "length": body.cells(sample_rate) + 1}
    return {"kind": "grid", **rows, "finger": grid.FINGER}


@shape_of.register
def _(body: WaveguideString, sample_rate: float) -> dict[str, Any]:
    kept = {name: getattr(waveguide_string, name.upper()) for name in ("head", "ring", "period", "reflected", "finger")}
    taps = {"fromBridge": waveguide_string.FROM_BRIDGE, "fromNut": waveguide_string.FROM_NUT}
    return {"kind": "waves", "offset": waveguide_string.PICKED + len(body.pickups), **kept, **taps}


@shape_of.register
def _(body: Modal, sample_rate: float) -> dict[str, Any]:
    stride = (body.sizes(sample_rate)[1] - modal.HEAD) // 3
    return {"kind": "modes", "offset": modal.HEAD, "velocities": modal.HEAD + 2 * stride, "frequencies": list(body.frequencies)}
