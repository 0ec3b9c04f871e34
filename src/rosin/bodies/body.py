"""What a body is: for one sample, a velocity v = v_free + y f at the point that is touched."""

import math
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from rosin.bodies.body_kernels import BodyKernels
from rosin.bodies.ports import POINT, PortKernels, at_one_point
from rosin.model.part import Part
from rosin.model.registry import Registry


class Mode(NamedTuple):
    """A mode as a touch feels it: frequency (Hz), time in which it falls to 1/e (s), mass at the touched point (kg)."""

    frequency: float
    decay_time: float
    mass: float


def mode_of(mass: float, stiffness: float, damping: float) -> Mode:
    """The mode of a mass on a spring and a damper: w^2 = k / m, t_e = 2 m / c."""
    return Mode(math.sqrt(stiffness / mass) / (2 * math.pi), 2 * mass / damping if damping > 0 else math.inf, mass)


class Body(Part):
    """Base of all bodies. A body is one file: docstring, parameters, kernels."""

    kind: ClassVar[str] = "body"
    registry: ClassVar[Registry] = Registry(__name__)
    kernels: ClassVar[BodyKernels]

    one_point: ClassVar[bool] = True  # whether all that touches it touches the same point

    @property
    def ports(self) -> PortKernels:
        """The kernels that let it be touched several times at once, in a scene."""
        return at_one_point(self.kernels)

    def port_width(self, form: Mapping[str, int]) -> int:
        """Numbers in the row of a port, under a form."""
        return POINT

    @property
    def rigid(self) -> bool:
        """Whether no force can move it (y = 0)."""
        return False

    @property
    def thrown(self) -> bool:
        """Whether each rise of the gesture's velocity is a blow."""
        return False

    @property
    def controls(self) -> frozenset[str]:
        """Gesture controls that this body follows: `velocity`, `force`, `position`, `finger`, `bend`."""
        return frozenset()

    @property
    def needs(self) -> frozenset[str]:
        """Those of them without which it makes no sense."""
        return frozenset()

    @property
    def outputs(self) -> tuple[str, ...]:
        """What can be heard of it."""
        return ("velocity", "displacement")

    def channels(self, output: str = "velocity") -> int:
        """Number of pickups."""
        return 1

    def modes(self, position: float = 0.0) -> tuple[Mode, ...]:
        """The modes that a touch at a position can move, the lowest first; empty where the body does not know them."""
        return ()
