"""A contact: an exciter, an interaction and a resonator, with the texture of the surface."""

import json
import math
import stat
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self

from pydantic import BeforeValidator

from rosin.bodies.body import Body
from rosin.bodies.hand import Hand
from rosin.errors import FileError, ParameterError, shown, unknown
from rosin.interactions.interaction import Interaction, Passivity
from rosin.parameters import Model
from rosin.part import Part, check_sample_rate
from rosin.textures.texture import Texture
from rosin.textures.white import White

LARGEST_FILE = 8_000_000  # bytes
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

    exciter: Annotated[Body, BeforeValidator(_instance_of(Body, "a body, such as Hand() or Modal(...)"))]
    interaction: Annotated[Interaction, BeforeValidator(_instance_of(Interaction, "an interaction, such as ElastoPlastic()"))]
    resonator: Annotated[Body, BeforeValidator(_instance_of(Body, "a body, such as Modal(...) or Wall()"))]
    texture: Annotated[Texture, BeforeValidator(_instance_of(Texture, "a texture, White() or Fractal(...)"))] = White()

    def check(self) -> None:
        """Refuse pairs that cannot meet."""
        if isinstance(self.resonator, Hand):
            raise ParameterError("Contact: resonator = Hand is not allowed; a Hand can only be the exciter.")
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
        parts = (self.exciter.kernels, self.interaction.kernels, self.resonator.kernels, self.texture.kernels)
        return (*parts, not self.interaction.friction)

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

    def wasm(self) -> bytes:
        """The WebAssembly module of this contact: the kernels that `render` runs, for a page or any other host."""
        from rosin.engine.composition import compose
        from rosin.engine.wasm import build

        return build(compose(*self.kernels))

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


def parse_json(text: str, what: str) -> Any:
    """JSON text as data; anything wrong is a ParameterError that says where."""
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_float=finite, object_pairs_hook=_refuse_twins)
    except json.JSONDecodeError as error:
        raise ParameterError(f"The {what} is not valid JSON: {error.msg} in line {error.lineno}, column {error.colno}.") from None
    except RecursionError:
        raise ParameterError(f"The {what} is nested too deeply.") from None
    except ParameterError:
        raise
    except ValueError:
        raise ParameterError(f"The {what} has a number with too many digits.") from None


def check_format(data: dict[str, Any], form: str, version: int, what: str) -> None:
    """Raise ParameterError where a file is of another format or version."""
    given = data.get("format"), data.get("version")
    if given != (form, version) or isinstance(given[1], bool):
        raise ParameterError(
            f"The {what} has format {shown(given[0])}, version {shown(given[1])}; format {form!r}, version {version}, is read."
        )


def finite(word: str) -> float:
    """A number of a JSON text that is not too large."""
    number = float(word)
    if math.isinf(number):
        raise ParameterError(f"{word[:20]} is too large for a number.")
    return number


def _refuse_constant(word: str) -> Any:
    raise ParameterError(f'{word} is not allowed in JSON; for an endless decay time write "inf".')


def _refuse_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        ((name, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ParameterError(f"{shown(name)} is given twice in one object.")
    return data


def read_json(path: str | Path, what: str) -> Any:
    """The data in a JSON file of reasonable size."""
    content = _content(Path(path))
    if not content:
        raise ParameterError(f"{path} is empty; it must hold the {what} as JSON.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ParameterError(f"{path} is not a text file in UTF-8.") from None
    return parse_json(text, what)


def _content(path: Path) -> bytes:
    """The bytes of a file; pipes and devices, which may never end, are not opened."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise FileError(f"Cannot read {path}: it is a folder, a device or a pipe; give a file.")
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileError:
        raise
    except OSError as error:
        raise FileError(f"Cannot read {path}: {error.strerror}.") from None
    except ValueError as error:
        raise FileError(f"Cannot read {str(path)!r}: {error}.") from None
    if len(content) > LARGEST_FILE:
        raise ParameterError(f"{path} has more than {LARGEST_FILE} bytes, the most that are read.")
    return content
