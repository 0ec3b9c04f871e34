"""What strings have in common: they are bowed somewhere, stopped by a finger, heard at pickups and at the bridge."""

from typing import Protocol

from rosin.bodies.body_kernels import OUTPUTS


class HasPickups(Protocol):
    """Has pickups."""

    @property
    def pickups(self) -> tuple[float, ...]: ...


class String:
    """Controls and outputs of a string, beside Body among its bases."""

    @property
    def controls(self) -> frozenset[str]:
        return frozenset({"position", "finger"})

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"position"})

    @property
    def outputs(self) -> tuple[str, ...]:
        return tuple(OUTPUTS)

    def channels(self: HasPickups, output: str = "velocity") -> int:
        return 1 if output == "bridge_force" else len(self.pickups)
