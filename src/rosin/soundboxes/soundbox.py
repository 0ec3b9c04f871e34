"""What a soundbox is: the body that a string's bridge drives, one way. Newtons at the bridge in, radiated sound out."""

import dataclasses
from typing import Any, ClassVar, Protocol, Self, TypeVar, cast, runtime_checkable

import numpy as np

from rosin.model.errors import ParameterError
from rosin.model.part import Part, check_sample_rate
from rosin.model.registry import Registry

LONGEST_TAIL = 60.0  # s
LARGEST_FORCE = 1e12  # N
UNIT = "relative pressure"


@runtime_checkable
class Hearable(Protocol):
    """A sound, as far as a soundbox needs to know it."""

    @property
    def audio(self) -> np.ndarray: ...

    @property
    def sample_rate(self) -> int: ...

    @property
    def unit(self) -> str: ...


SoundLike = TypeVar("SoundLike", bound=Hearable)


class OpenSoundbox:
    """A soundbox at a sample rate that keeps its state from block to block."""

    channels: int

    def process(self, block: Any) -> np.ndarray:
        """The sound, (channels, n), of the next n samples of force (N), given as (n,) or (1, n)."""
        return self._answer(checked_force(block))

    def restart(self) -> None:
        """Back to rest."""
        raise NotImplementedError

    def _answer(self, force: np.ndarray) -> np.ndarray:
        raise NotImplementedError


class Soundbox(Part):
    """Base of all soundboxes. A soundbox is one file: docstring, parameters, and kernels where it has any."""

    kind: ClassVar[str] = "soundbox"
    registry: ClassVar[Registry] = Registry(__name__)

    @property
    def channels(self) -> int:
        """Number of channels that are heard."""
        return 1

    def muted(self, load: float) -> Self:
        """The same with a mute on its bridge, `load` times as heavy as what rocks there."""
        raise ParameterError(f"A {type(self).__name__} has no bridge hill that a mute could lower; take a ModalBox, or no mute.")

    def magnitudes(self, frequencies: np.ndarray) -> np.ndarray:
        """How much is heard of a force of 1 N at each frequency (Hz), (channels, frequencies)."""
        raise NotImplementedError

    def open(self, sample_rate: float = 48_000) -> OpenSoundbox:
        """The soundbox at a sample rate, at rest, for blocks of any size."""
        raise NotImplementedError

    def hear(self, sound: SoundLike, *, tail: float = 0.0) -> SoundLike:
        """The sound that a force at the bridge makes: `sound` has one channel, in N; it rings out for `tail` seconds more."""
        if not isinstance(sound, Hearable):
            raise ParameterError(f"hear needs a Sound with the force at the bridge, not {type(sound).__name__}.")
        if sound.unit != "N":
            unit = sound.unit or "no unit"
            raise ParameterError(f'hear needs a force in N, but this sound is in {unit}; render a string with output="bridge_force".')
        if isinstance(tail, bool | str) or not 0 <= tail <= LONGEST_TAIL:
            raise ParameterError(f"tail = {tail} s is not allowed; it must be at least 0 and at most {LONGEST_TAIL:g} s.")
        force = checked_force(sound.audio)
        if tail:
            force = np.pad(force, (0, round(tail * sound.sample_rate)))
        heard: SoundLike = dataclasses.replace(cast(Any, sound), audio=self._response(force, sound.sample_rate), unit=UNIT)
        return heard

    def _response(self, force: np.ndarray, sample_rate: int) -> np.ndarray:
        return self.open(sample_rate).process(force)


def checked_rate(sample_rate: Any) -> float:
    """A sample rate that a soundbox can run at."""
    if isinstance(sample_rate, bool) or not isinstance(sample_rate, int | float | np.number):
        raise ParameterError(f"sample_rate = {sample_rate!r} must be a number of Hz.")
    rate = float(sample_rate)
    check_sample_rate(rate)
    return rate


def checked_force(block: Any) -> np.ndarray:
    """A block of force as (n,) finite numbers."""
    force = np.asarray(block)
    if force.dtype.kind not in "fiu" or not (force.ndim == 1 or (force.ndim == 2 and force.shape[0] == 1)):
        raise ParameterError(
            f"The force at the bridge must be real numbers (n,) or (1, n), not {force.dtype} {force.shape}; "
            "a soundbox takes one channel: choose it, or sum them."
        )
    force = np.asarray(force, float).reshape(-1)
    with np.errstate(all="ignore"):
        small = np.dot(force, force) <= LARGEST_FORCE**2
    if not small and len(wrong := np.flatnonzero(~(np.abs(force) <= LARGEST_FORCE))):
        raise ParameterError(
            f"force[{wrong[0]}] = {force[wrong[0]]:g} N is not allowed; it must be finite and at most {LARGEST_FORCE:g} N in size."
        )
    return force
