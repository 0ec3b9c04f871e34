"""What a shape is made of. A constant loss factor makes a mode at f fall to 1/e in t_e = 1 / (pi f eta), by 60 dB in 2.2 / (f eta)."""

from typing import Annotated, Any, Literal, Self

from rosin.model import presets
from rosin.model.errors import unknown
from rosin.model.fields import Checked
from rosin.model.parameters import Model, parameter

PACKAGE, FILE, FORMAT = "rosin.shapes", "materials", "rosin-materials"


class Material(Model):
    """An elastic solid, its numbers and their source."""

    name: str
    youngs_modulus: float = parameter("E", "Pa", "Young's modulus", at_least=1, at_most=1e13, range=(1e6, 4e11), curve="log")
    density: float = parameter("ρ", "kg/m^3", "density", at_least=1e-3, at_most=1e5, range=(100, 12_000), curve="log")
    poisson_ratio: float = parameter("ν", "", "Poisson's ratio", default=0.3, at_least=0, at_most=0.5, range=(0.1, 0.49))
    loss_factor: float = parameter(
        "η", "", "loss factor, 1/Q of every mode", default=1e-3, at_least=0, at_most=10, range=(1e-4, 0.3), curve="log"
    )
    source: str = ""

    def __str__(self) -> str:
        return self.name

    @classmethod
    def preset(cls, name: str) -> Self:
        """A material that comes with Rosin: "steel", "glass", "wood", ..."""
        rows = {row["name"]: row for row in cls._rows()}
        if name not in rows:
            raise unknown("material", name, rows)
        return cls(**rows[name])

    @classmethod
    def presets(cls) -> list[str]:
        """Names of the materials that come with Rosin."""
        return [row["name"] for row in cls._rows()]

    @classmethod
    def _rows(cls) -> list[dict[str, Any]]:
        return presets.parsed(presets.text_of(PACKAGE, FILE), FORMAT, "materials", set(cls.fields))["materials"]

    def loss(self, instead: float | None) -> float:
        """The loss factor, or the one given instead."""
        return self.loss_factor if instead is None else instead


def material(value: Any) -> Material:
    """A material as it is, by the name of a preset, or by its fields."""
    if isinstance(value, Material):
        return value
    if isinstance(value, str):
        return Material.preset(value)
    if isinstance(value, dict):
        return Material(**value)
    raise ValueError("must be a Material, the name of one, or an object with its parameters")


Name = Literal[tuple(Material.presets())]  # type: ignore[valid-type]
SomeMaterial = Annotated[Material, Checked(material, given=Name | Material)]
