"""What thin round walls share: they are struck and heard round their angle, and are thin against their radius."""

from typing import Any, ClassVar

from rosin.shapes.shape import ANGLE


class ThinRound:
    """A thin round wall with a `radius` and a `thickness`, beside Shape among its bases."""

    coordinates: ClassVar[tuple[str, ...]] = (ANGLE,)

    def check(self: Any) -> None:
        if self.thickness >= self.radius:
            raise self.refuse("thickness", f"{self.thickness:g} m", f"must be less than the radius, {self.radius:g} m: the wall is thin.")

    def _struck(self) -> Any:
        return 0.0

    def _heard(self) -> Any:
        return 0.04, 0.07
