"""Linear joints between bodies: what holds without a law, such as a string's end on a bridge or a bar on its cord."""

from typing import Annotated, Any, ClassVar

from rosin.model.description import SHARE
from rosin.model.fields import Checked
from rosin.model.parameters import parameter
from rosin.model.part import Part
from rosin.model.registry import Registry


def name_of(value: Any) -> str:
    """The name of a body, contact or the like."""
    if not isinstance(value, str) or not value or "." in value:
        raise ValueError("must be a name without dots")
    return value


def places(value: Any) -> tuple[float, float]:
    """Where a link touches its two bodies."""
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise ValueError("must be two places, from 0 to 1, one on each body")
    if not all(isinstance(each, int | float) and not isinstance(each, bool) and 0 <= each <= 1 for each in value):
        raise ValueError("must be two numbers from 0 to 1")
    return float(value[0]), float(value[1])


Name = Annotated[str, Checked(name_of)]
Place = Annotated[float, SHARE]
Places = Annotated[tuple[float, float], Checked(places, given=tuple[Place, Place])]


class Joint(Part):
    """Base of all joints: two bodies by name, and where they are joined. The force acts +f on the second and -f on the first."""

    kind: ClassVar[str] = "joint"
    registry: ClassVar[Any] = Registry(__name__)

    first: Name
    second: Name
    at: Places = (0.0, 0.0)

    @property
    def reaction(self) -> tuple[float, float]:
        """Stiffness (N/m) and damping (N s/m), both zero where it does not give way."""
        return 0.0, 0.0


class Rigid(Joint):
    """Both places move together."""


class Spring(Joint):
    """A spring with a damper beside it."""

    stiffness: float = parameter("k", "N/m", "stiffness", at_least=0, at_most=1e12, range=(1, 1e7), curve="log")
    damping: float = parameter("d", "N s/m", "damping", default=0.0, at_least=0, at_most=1e9, range=(0, 100))

    def check(self) -> None:
        """Refuse a spring that holds nothing."""
        if self.stiffness == 0 and self.damping == 0:
            raise self.refuse("stiffness", "0 N/m", "without damping holds nothing; leave the joint out, or give one of them.")

    @property
    def reaction(self) -> tuple[float, float]:
        """Stiffness and damping."""
        return self.stiffness, self.damping
