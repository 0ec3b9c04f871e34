"""A rattle: beads that fly to and fro in a shell and sound where they strike it.

All is seen from the shell. Shaken with the acceleration a, every bead of mass m feels the force -m a, which the gesture gives as `force`,
beside its weight; it strikes the floor of the shell and, a way of its own above it, the roof. The floor is the first half of the
shell's points, the roof the second: for each bead a light plate that moves with its point, so high that no two fly the same way,

    way of bead i = way (0.5 + i / (beads - 1)),   and it begins somewhere on it.
"""

import math
from typing import Any, ClassVar

from rosin.bodies.inertial_mass import InertialMass
from rosin.instruments.setups.one_contact import Points
from rosin.instruments.setups.scenery import Scenery
from rosin.instruments.setups.setup import AnyInteraction, AnyResonator, Reference, Setup, gain_parameter
from rosin.model.parameters import parameter
from rosin.scenes.joint import Rigid
from rosin.scenes.scene import Heard, Scene, Touch
from rosin.shapes.shape import Shape

FEWEST, MOST = 1, 12
GOLDEN = (math.sqrt(5) - 1) / 2  # shares of it are spread as evenly as can be
SHAKEN = 30.0  # m/s^2, usual for a hand
ROOF = 1e-4  # kg, of what moves with the shell above each bead


class Rattle(Scenery, Setup):
    """A shell with beads in it, shaken by a hand."""

    both_ways: ClassVar[frozenset[str]] = frozenset({"force"})

    shell: AnyResonator
    interaction: AnyInteraction
    beads: float = parameter("", "", "number of beads", default=8.0, at_least=FEWEST, at_most=MOST, range=(FEWEST, MOST))
    bead_mass: float = parameter("m", "kg", "mass of each", default=5e-4, more_than=0, at_most=10, range=(1e-5, 0.01), curve="log")
    way: float = parameter("", "m", "that they fly, on average", default=0.05, more_than=0, at_most=10, range=(0.005, 0.2), curve="log")
    gravity: float = parameter("g", "m/s²", "pull towards the floor", default=9.81, at_least=0, at_most=1e3, range=(0, 20))
    at: Points = None
    heard: Points = None
    gain: float = gain_parameter()

    def check(self) -> None:
        if self.beads != int(self.beads):
            raise self.refuse("beads", f"{self.beads:g}", f"is not a whole number; it must be one from {FEWEST} to {MOST}.")
        self.scene()

    def hands(self) -> dict[str, frozenset[str]]:
        return {"hand": frozenset({"force"})}

    def usual(self) -> Reference:
        return {"force": self.bead_mass * SHAKEN}

    def moves(self) -> dict[str, tuple[str, ...]]:
        return {"hand": tuple(f"floor {i + 1}" for i in range(int(self.beads)))}

    def scene(self) -> Scene:
        shell = self.shell.modal(at=self.at, heard=self.heard) if isinstance(self.shell, Shape) else self.shell
        bodies: dict[str, Any] = {"shell": shell}
        contacts, joints = {}, []
        for i in range(int(self.beads)):
            bead, roof, way = f"bead {i + 1}", f"roof {i + 1}", self.way * (0.5 + i / max(self.beads - 1, 1))
            begin, place = (GOLDEN * (i + 1)) % 1.0, i / max(self.beads - 1, 1)
            bodies[bead] = InertialMass(mass=self.bead_mass, position=-begin * way, gravity=self.gravity)
            bodies[roof] = InertialMass(mass=ROOF, position=-way)
            joints.append(Rigid(first="shell", second=roof, at=(1.0 - 0.5 * place, 0.0)))
            contacts[f"floor {i + 1}"] = Touch(first=bead, second="shell", interaction=self.interaction, at=(0.0, 0.5 * place))
            contacts[f"roof {i + 1}"] = Touch(first=roof, second=bead, interaction=self.interaction)
        return Scene(bodies=bodies, contacts=contacts, joints=tuple(joints), heard={"shell": Heard()})
