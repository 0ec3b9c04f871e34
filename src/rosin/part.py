"""What bodies, interactions and textures have in common: a registry, and numbers for the kernels."""

from typing import Any, ClassVar

from rosin.parameters import Model


class Part(Model):
    """One of the parts of a contact. A class that starts a kind has its own `registry`; every class below it is entered there."""

    registry: ClassVar[dict[str, type["Part"]]] = {}

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "registry" not in cls.__dict__:
            cls.registry[cls.__name__] = cls

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        """Let `help` show the parameters."""
        super().__pydantic_init_subclass__(**options)
        if cls.model_fields:
            cls.__doc__ = "\n".join([(cls.__doc__ or "").strip(), "", *cls.sheet()])

    def pack(self) -> list[float]:
        """The parameters as the flat array `p` of the kernels."""
        raise NotImplementedError

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        """Lengths of the coefficient and state arrays at a sample rate."""
        raise NotImplementedError

    def check_rate(self, sample_rate: float) -> None:
        """Raise ParameterError where the part cannot run at this sample rate."""
