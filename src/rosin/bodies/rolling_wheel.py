"""A wheel that rolls over a rough track as far as its brake lets it: a rolling ball (rolling_ball.py) at the speed u of its rim.

The gesture's `velocity` leads the wheel along; its `force` is that of the brake on the rim (braked.py).
"""

from typing import Any, ClassVar

from rosin.bodies import braked, rolling_ball
from rosin.bodies.body_kernels import BodyKernels
from rosin.bodies.braked import grip_parameter, rim_mass_parameter, turned
from rosin.bodies.rolling_ball import RollingBall, displacement, pickup, push, spent, start, stored
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Inner, Memory, Real


class Parameters(rolling_ball.Parameters):
    """Those of a ball, and of its rim."""

    rim = Inner(braked.Parameters)


class Coefficients(rolling_ball.Coefficients):
    """Those of a ball, and of its rim."""

    rim = Inner(braked.Coefficients)


class State(rolling_ball.State):
    """That of a ball, and of its rim."""

    rim = Real("m/s", "speed of the rim")


MEMORY = Memory(Parameters, Coefficients, State)
prepare_ball, prepare_rim, roll = rolling_ball.prepare, braked.prepare, rolling_ball.free


@kernel
def prepare(p, fs, c):
    """The ball, its track, and its rim."""
    prepare_ball(p, fs, c)
    prepare_rim(p.rim, fs, c.rim)


@kernel
def free(c, s, velocity, force, position, finger):
    """Turn the rim, and roll at its speed."""
    s.rim = turned(c.rim, s.rim, velocity, force)
    return roll(c, s, s.rim, 0.0, position, finger)


class RollingWheel(RollingBall):
    """A wheel on a track, led at the gesture's `velocity` and braked by its `force`; it begins at rest."""

    rim_mass: float = rim_mass_parameter()
    grip: float = grip_parameter()

    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent)

    def packed(self) -> dict[str, Any]:
        return {**super().packed(), "rim": {"rim_mass": self.rim_mass, "grip": self.grip}}
