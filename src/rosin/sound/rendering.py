"""`render`: a contact under a gesture becomes a sound."""

import warnings
from collections.abc import Callable, Iterable
from typing import Any, Protocol, runtime_checkable

import numpy as np

from rosin.bodies.body import OUTPUTS
from rosin.engine.composition import TRACES
from rosin.engine.decimator import Decimator
from rosin.engine.voice import Voice
from rosin.model.errors import ParameterError, RosinError, unknown
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.sound import Diagnostics, Sound

OVERSAMPLING = (1, 2, 4, 8)
LONGEST = 24 * 3600.0  # s
MOST_MEMORY = 8e9  # bytes
BLOCK = 8192
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


@runtime_checkable
class Playable(Protocol):
    """Something that renders itself, as an instrument does: it has a gesture and a duration of its own."""

    def render(
        self,
        gesture: Any = None,
        *,
        duration: float | None = None,
        sample_rate: int = 48_000,
        oversample: int = 1,
        seed: int = 0,
        record: Iterable[str] = (),
        progress: Callable[[float], None] | None = None,
    ) -> Sound:
        """The sound of its own gesture, or of another."""
        ...


def render(
    contact: Contact | Playable,
    gesture: Any = None,
    *,
    duration: float | None = None,
    sample_rate: int = 48_000,
    oversample: int = 1,
    seed: int = 0,
    record: Iterable[str] = (),
    output: str = "velocity",
    target: str = "native",
    progress: Callable[[float], None] | None = None,
    silence_is_told: bool = True,
) -> Sound:
    """The sound of a contact under a gesture; or of an instrument, which has a gesture and a duration of its own.

    duration, sample_rate   s, Hz
    oversample              1, 2, 4 or 8: the contact runs at that multiple of the rate; traces stay at it
    seed                    of the surface noise; the same seed gives the same samples
    record                  names of traces: force, relative_velocity, compression, iterations, stored_energy,
                            supplied_energy, dissipated_energy, exchanged_energy and what the law observes (bristle, temperature, ...)
    output                  of a contact: "velocity" (m/s) or "displacement" (m) at its pickups, or "bridge_force" (N) of a string
    target                  "native", "wasm" or "python"
    silence_is_told         warn where nothing moves at the pickups
    progress                called with the share that is done, after each block of 8192 samples
    """
    if isinstance(contact, Playable):
        return contact.render(
            gesture, duration=duration, sample_rate=sample_rate, oversample=oversample, seed=seed, record=record, progress=progress
        )
    if not isinstance(contact, Contact) or not isinstance(gesture, Gesture):
        raise ParameterError(f"render needs a Contact and a Gesture, not {type(contact).__name__} and {type(gesture).__name__}.")
    samples = samples_of(duration, sample_rate)
    if isinstance(oversample, bool) or not isinstance(oversample, int | np.integer) or oversample not in OVERSAMPLING:
        raise ParameterError(f"oversample = {oversample} is not allowed; it must be one of {', '.join(map(str, OVERSAMPLING))}.")
    gesture.check(contact.controls, contact.needs, samples)
    record = checked_traces(contact, record or ())
    checked_memory(oversample * samples * (contact.resonator.channels() + len(record)))
    rate = sample_rate * oversample
    voice = Voice(contact, rate, seed=seed, output=output, observe=bool(record), target=target, block=BLOCK)
    decimator = Decimator(oversample, voice.channels) if oversample > 1 else None
    total = oversample * (samples + (decimator.delay if decimator else 0))
    audio = np.empty((voice.channels, total // oversample))
    traces = {name: np.empty(total) for name in record}
    for begin in range(0, total, BLOCK):
        n = min(BLOCK, total - begin)
        sound = voice.process_checked(n, gesture.block(begin, n, rate, array_step=oversample))
        audio[:, begin // oversample : (begin + n) // oversample] = decimator.process(sound) if decimator else sound
        for name, trace in traces.items():
            trace[begin : begin + n] = voice.trace(name, n)
        if progress:
            progress(min(1.0, (begin + n) / total))
    audio = audio[:, decimator.delay if decimator else 0 :]
    if not np.isfinite(audio).all():
        raise RosinError("The simulation left the range of finite numbers; please report this contact.")
    if silence_is_told and not audio.any() and not contact.resonator.rigid:
        warnings.warn(
            "The sound is silent: nothing moved at the pickups. Do the bodies meet, and does the gesture move them?", stacklevel=2
        )
    recorded = {name: trace[: samples * oversample] for name, trace in traces.items()}
    told = diagnostics_of(voice.evaluations, total, recorded)
    return Sound(audio, int(sample_rate), recorded, int(rate), told, contact, OUTPUTS[output])


def diagnostics_of(evaluations: tuple[float, float], samples: int, traces: dict[str, np.ndarray]) -> Diagnostics:
    """How a render went."""
    error = _energy_error(traces) if set(ENERGIES) <= set(traces) else None
    return Diagnostics(evaluations[0] / samples, int(evaluations[1]), error)


def samples_of(duration: Any, sample_rate: int) -> int:
    """Samples that a duration has, if both are allowed."""
    if isinstance(sample_rate, bool | str) or sample_rate != int(sample_rate):
        raise ParameterError(f"sample_rate = {sample_rate!r} is not allowed; it must be a whole number of Hz.")
    if isinstance(duration, bool | str) or duration is None or not 0 < duration <= LONGEST:
        raise ParameterError(f"duration = {duration} s is not allowed; it must be more than 0 and at most {LONGEST:g} s.")
    return max(1, round(duration * sample_rate))


def checked_memory(values: int) -> None:
    """Raise ParameterError where so many numbers are too many."""
    if 16 * values > MOST_MEMORY:
        raise ParameterError(
            f"This render would need {16 * values / 1e9:.1f} GB; render a shorter time, record less, or stream blocks from a Voice."
        )


def traces_of(contact: Contact) -> tuple[str, ...]:
    """What can be recorded of a contact."""
    return (*TRACES, *contact.interaction.observes)


def checked_traces(contact: Contact, record: Iterable[str]) -> tuple[str, ...]:
    """The names of traces, if the contact has them, each once."""
    names = (record,) if isinstance(record, str) else tuple(record)
    known = traces_of(contact)
    for name in names:
        if name not in known:
            raise unknown(f"trace of {type(contact.interaction).__name__}", name, known)
    return tuple(dict.fromkeys(names))


def _energy_error(traces: dict[str, np.ndarray]) -> float:
    """The largest gap of the account, relative to the work exchanged and the most energy stored so far."""
    gap = np.abs(traces["stored_energy"] + traces["dissipated_energy"] - traces["supplied_energy"])
    scale = traces["exchanged_energy"] + np.maximum.accumulate(traces["stored_energy"])
    return float((gap[scale > 0] / scale[scale > 0]).max(initial=0.0))
