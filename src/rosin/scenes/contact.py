"""A contact: an exciter, an interaction and a resonator, with the texture of the surface."""

import json
from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Self

from rosin.bodies.body import Body
from rosin.bodies.hand import Hand
from rosin.interactions.interaction import Interaction, Passivity
from rosin.model.errors import ParameterError, unknown
from rosin.model.fields import Checked
from rosin.model.files import parse_json
from rosin.model.parameters import Model
from rosin.model.part import Part, check_sample_rate
from rosin.textures.texture import Texture
from rosin.textures.white import White

ROLES: dict[str, type[Part]] = {
    "exciter": Body,
    "interaction": Interaction,
    "resonator": Body,
    "texture": Texture,
}


def _instance_of(kind: type[Part], words: str) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if isinstance(value, type) and issubclass(value, kind):
            raise ValueError(f"is a class; make one of it: {value.__name__}(...)")
        if not isinstance(value, kind):
            raise ValueError(f"must be {words}")
        return value

    return check


class Contact(Model):
    """What touches what, and how. The force acts +f on the resonator and -f on the exciter."""

    kind: ClassVar[str] = "contact"

    exciter: Annotated[Body, Checked(_instance_of(Body, "a body, such as Hand() or Modal(...)"))]
    interaction: Annotated[Interaction, Checked(_instance_of(Interaction, "an interaction, such as ElastoPlastic()"))]
    resonator: Annotated[Body, Checked(_instance_of(Body, "a body, such as Modal(...) or Wall()"))]
    texture: Annotated[Texture, Checked(_instance_of(Texture, "a texture, White() or Fractal(...)"))] = White()

    def check(self) -> None:
        """Refuse pairs that cannot meet."""
        if isinstance(self.resonator, Hand):
            kind = type(self.resonator).__name__
            raise ParameterError(f"Contact: resonator = {kind} is not allowed; a {kind} can only be the exciter.")
        if self.exciter.rigid and self.resonator.rigid:
            names = f"exciter = {type(self.exciter).__name__} and resonator = {type(self.resonator).__name__}"
            if not self.exciter.controls:
                raise ParameterError(f"Contact: {names} are both rigid and neither moves; one must move or give way.")
            if self.interaction.set_valued:
                law = type(self.interaction).__name__
                raise ParameterError(
                    f"Contact: {names} are both rigid, so nothing settles the force at which {law} sticks; "
                    "use a body that gives way, or a law whose force follows from the motion (ElastoPlastic, LuGre, Dahl, Exponential)."
                )

    @property
    def parts(self) -> tuple[Body, Interaction, Body, Texture]:
        """Exciter, interaction, resonator, texture."""
        return self.exciter, self.interaction, self.resonator, self.texture

    @property
    def kernels(self) -> tuple[Any, ...]:
        """What the engine composes into a voice."""
        return self.exciter.kernels, self.interaction.kernels, self.resonator.kernels, self.texture.kernels

    @property
    def title(self) -> str:
        """What it is made of, in words."""
        return ", ".join(type(part).__name__ for part in (self.exciter, self.interaction, self.resonator))

    @property
    def controls(self) -> frozenset[str]:
        """The gesture controls that this contact follows."""
        return self._of_both(self.exciter.controls, self.resonator.controls)

    @property
    def needs(self) -> frozenset[str]:
        """Those of them that a gesture must give."""
        return self._of_both(self.exciter.needs, self.resonator.needs)

    def _of_both(self, exciter: frozenset[str], resonator: frozenset[str]) -> frozenset[str]:
        own = {"exciter_position" if name == "position" else name for name in exciter - {"finger", "bend"}}
        pressed = {"normal_force"} if self.interaction.friction else set()
        return frozenset(own | pressed | (resonator & {"position", "finger", "bend"}))

    @property
    def observes(self) -> tuple[str, ...]:
        """What its law can be asked for, beside force and motion."""
        return self.interaction.observes

    @property
    def needs_double(self) -> str:
        """Why it is not the same in single precision; empty where it is."""
        return next((f"{type(part).__name__}: {part.needs_double}" for part in self.parts if part.needs_double), "")

    def check_rate(self, sample_rate: float) -> None:
        """Raise ParameterError where the contact cannot run at this sample rate."""
        check_sample_rate(sample_rate)
        for part in self.parts:
            part.check_rate(sample_rate)

    def passivity(self, normal_force: float = 1.0, speed: float = 1.0) -> Passivity:
        """Whether the contact can only lose energy, at this normal force (N) and up to this relative speed (m/s)."""
        for name, value, unit in (("normal_force", normal_force, "N"), ("speed", speed, "m/s")):
            if isinstance(value, str) or not 0 <= value <= 1e9:
                raise ParameterError(f"passivity: {name} = {value} {unit} is not allowed; it must be at least 0 and at most 1e9 {unit}.")
        return self.interaction.passivity(normal_force, speed)

    def to_dict(self) -> dict[str, Any]:
        """The contact as plain data, for JSON."""
        return {role: getattr(self, role).to_dict() for role in ROLES}

    @classmethod
    def from_dict(cls, data: Any) -> Self:
        """The contact that `to_dict` wrote; every entry is checked."""
        if not isinstance(data, dict):
            raise ParameterError(f"A contact must be an object with {', '.join(ROLES)}, not {type(data).__name__}.")
        for role in data:
            if role not in ROLES:
                raise unknown("contact entry", role, ROLES)
        for role in ("exciter", "interaction", "resonator"):
            if role not in data:
                raise ParameterError(f"The contact has no {role}; give an object with its type and parameters.")
        return cls(**{role: ROLES[role].from_dict(entry, role) for role, entry in data.items()})

    def to_json(self) -> str:
        """The contact as JSON text."""
        return json.dumps(self.to_dict(), indent=2, allow_nan=False)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """The contact in a JSON text."""
        return cls.from_dict(parse_json(text, "contact"))
