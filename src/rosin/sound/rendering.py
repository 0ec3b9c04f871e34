"""`render`: a contact under a gesture, or a scene under several, becomes a sound."""

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast, runtime_checkable

import numpy as np

from rosin.bodies.body_kernels import OUTPUTS
from rosin.engine.composition import TRACES
from rosin.engine.decimator import Decimator
from rosin.engine.observing import ENERGIES, observing
from rosin.engine.voice import Voice
from rosin.model.errors import ParameterError, RosinError, shown, unknown
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.sound import Diagnostics, Sound

if TYPE_CHECKING:
    from rosin.scenes.scene import Scene

OVERSAMPLING = (1, 2, 4, 8)
LONGEST = 24 * 3600.0  # s
MOST_MEMORY = 8e9  # bytes
BLOCK = 16_384
OWN = {"output": None, "target": "native", "silence_is_told": True, "spans": None, "onto": None}  # what an instrument leaves to nobody


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
    contact: "Contact | Scene | Playable",
    gesture: Any = None,
    *,
    duration: float | None = None,
    sample_rate: int = 48_000,
    oversample: int = 1,
    seed: int = 0,
    record: Iterable[str] = (),
    output: str | None = None,
    target: str = "native",
    progress: Callable[[float], None] | None = None,
    silence_is_told: bool = True,
    spans: Sequence[tuple[float, float]] | None = None,
    onto: Sound | None = None,
) -> Sound:
    """The sound of a contact under a gesture; of a scene under gestures by the names of its contacts; or of an instrument.

    duration, sample_rate   s, Hz
    oversample              1, 2, 4 or 8: the contact runs at that multiple of the rate; traces stay at it
    seed                    of the surface noise; the same seed gives the same samples
    record                  names of traces: force, relative_velocity, compression, iterations, stored_energy,
                            supplied_energy, dissipated_energy, exchanged_energy and what the law observes (bristle, temperature, ...);
                            of a scene "contact.force" and so on, passes, and the energies of all of it
    output                  of a contact: "velocity" (m/s, unless another is named) or "displacement" (m) at its pickups, or "bridge_force"
                            (N) of a string; a scene and an instrument say themselves what is heard of them
    target                  of a contact or scene: "native", "whole", "wasm", "c" or "python"
    silence_is_told         warn where nothing moves at the pickups
    progress                called with the share that is done, after each block of 16,384 samples
    spans                   stretches of time (s, from and to), in order, outside of which all is at rest and silent; by default one of all
    onto                    a sound of as many samples and channels at the same rate, to which this one is added; by default a new one
    """
    if isinstance(contact, Playable):
        _check_own(contact, output=output, target=target, silence_is_told=silence_is_told, spans=spans, onto=onto)
        return contact.render(
            gesture, duration=duration, sample_rate=sample_rate, oversample=oversample, seed=seed, record=record, progress=progress
        )
    of_a_scene = getattr(contact, "kind", "") == "scene"
    if not of_a_scene and not (isinstance(contact, Contact) and isinstance(gesture, Gesture)):
        raise ParameterError(f"render needs a Contact and a Gesture, not {type(contact).__name__} and {type(gesture).__name__}.")
    if isinstance(oversample, bool) or not isinstance(oversample, int | np.integer) or oversample not in OVERSAMPLING:
        raise ParameterError(f"oversample = {oversample} is not allowed; it must be one of {', '.join(map(str, OVERSAMPLING))}.")
    samples, rate = samples_of(duration, sample_rate), sample_rate * oversample
    options: dict[str, Any] = {"seed": seed, "target": target, "block": BLOCK}
    voice: Any
    if of_a_scene:
        from rosin.engine.scenes.opening import open_scene  # scenes are loaded where there is one

        if output is not None:
            raise ParameterError("A scene says itself what is heard of it: heard={body: Heard(output=...)}.")
        scene = cast("Scene", contact)
        gestures = scene_gestures(scene, gesture, samples)
        record = known_traces("scene", traces_of(scene), record)
        checked_memory(oversample * samples * (scene.channels + len(record)))
        voice = open_scene(scene, rate, observe=observing(record), **options)
        unit, moves = scene.unit, any(not body.rigid for body in scene.bodies.values())
    else:
        assert isinstance(contact, Contact)
        output, gestures = output or "velocity", {"": gesture}
        gesture.check(contact.controls, contact.needs, samples)
        record = checked_traces(contact, record)
        checked_memory(oversample * samples * (contact.resonator.channels() + len(record)))
        voice = Voice(contact, rate, output=output, observe=observing(record), **options)
        unit, moves = OUTPUTS[output], not contact.resonator.rigid
    stretches = [(0, samples)]
    if spans is not None and oversample == 1:
        stretches = [(_sample(begin, rate, samples), _sample(end, rate, samples)) for begin, end in spans]
    audio = _room_for(onto, (voice.channels, samples), sample_rate)
    traces, total = _played(voice, gestures, audio, stretches, oversample, record, progress, seed)
    with np.errstate(all="ignore"):
        power = sum(float(np.dot(row[first:last], row[first:last])) for row in audio for first, last in stretches)
    if not np.isfinite(power):
        raise RosinError(f"The simulation left the range of finite numbers; please report this {contact.kind}.")
    if silence_is_told and moves and power == 0:
        warnings.warn(
            "The sound is silent: nothing moved at the pickups. Do the bodies meet, and does the gesture move them?", stacklevel=2
        )
    told = diagnostics_of(voice.evaluations, total, traces)
    return Sound(audio, int(sample_rate), traces, int(rate), told, contact, unit)


def _check_own(playable: Any, **options: Any) -> None:
    """Raise ParameterError where something is asked of an instrument that it decides itself."""
    for name, value in options.items():
        if value != OWN[name]:
            raise ParameterError(
                f"{name} = {shown(value)} is for a contact or a scene; {getattr(playable, 'name', 'an instrument')} decides that itself. "
                "Render one of its layers: instrument.setup.layers()[name].source."
            )


def _sample(time: float, rate: int, samples: int) -> int:
    return min(max(0, round(time * rate)), samples)


def _room_for(onto: Sound | None, shape: tuple[int, int], sample_rate: int) -> np.ndarray:
    """Where a sound is added to: silence, or another sound that it fits."""
    if onto is None:
        return np.zeros(shape)
    if not isinstance(onto, Sound):
        raise ParameterError(f"onto must be a Sound, not {type(onto).__name__}.")
    if onto.audio.shape != shape or onto.sample_rate != sample_rate:
        channels, samples = onto.audio.shape
        raise ParameterError(
            f"onto has {channels} channels and {samples} samples at {onto.sample_rate} Hz; "
            f"what is added to it must have as many, not {shape[0]} and {shape[1]} at {sample_rate} Hz."
        )
    return onto.audio


def _played(
    voice: Any,
    gestures: Mapping[str, Gesture],
    audio: np.ndarray,
    stretches: Sequence[tuple[int, int]],
    oversample: int,
    record: tuple[str, ...],
    progress: Any,
    seed: int,
) -> tuple[dict[str, np.ndarray], int]:
    """Add to `audio` what a voice plays in stretches of samples; its traces at its own rate, and samples it took.

    Gestures are by the name of their contact in a scene. What is oversampled has one stretch.
    """
    decimator = Decimator(oversample, voice.channels) if oversample > 1 else None
    delay = decimator.delay if decimator else 0
    total = oversample * (audio.shape[1] + delay)
    traces = {name: np.zeros(total) for name in record}
    took = 0
    for index, (start, stop) in enumerate(stretches):
        first, last = (0, total) if decimator else (start, stop)
        if index:
            voice.restart(seed + index)
        for begin in range(first, last, BLOCK):
            n = min(BLOCK, last - begin)
            controls = {
                f"{contact}.{name}" if contact else name: value
                for contact, gesture in gestures.items()
                for name, value in gesture.block(begin, n, voice.sample_rate, array_step=oversample).items()
            }
            sound = voice.process_checked(n, controls)
            if decimator:
                sound = decimator.process(sound)
            place = begin // oversample - delay
            late = max(-place, 0)
            audio[:, place + late : place + sound.shape[1]] += sound[:, late:]
            for name, trace in traces.items():
                trace[begin : begin + n] = voice.trace(name, n)
            took += n
            if progress:
                progress(min(1.0, (begin + n) / total))
    return {name: trace[: audio.shape[1] * oversample] for name, trace in traces.items()}, max(took, 1)


def scene_gestures(scene: "Scene", given: Any, samples: int) -> dict[str, Gesture]:
    """A gesture for every contact of a scene that follows one."""
    if not isinstance(given, Mapping) or not all(isinstance(gesture, Gesture) for gesture in given.values()):
        raise ParameterError("A scene needs gestures by the names of its contacts: {contact: Gesture(...), ...}.")
    for name in given:
        if name not in scene.contacts:
            raise unknown("contact of the scene", name, scene.contacts)
    gestures = {name: given.get(name, Gesture()) for name in scene.contacts}
    for name, gesture in gestures.items():
        try:
            gesture.check(scene.controls_of(name), scene.needs_of(name), samples)
        except ParameterError as error:
            raise ParameterError(f"{name}: {error}") from None
    return gestures


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


def traces_of(source: "Contact | Scene") -> tuple[str, ...]:
    """What can be recorded of a contact or a scene."""
    if isinstance(source, Contact):
        return (*TRACES, *source.observes)
    from rosin.engine.scenes.opening import scene_traces

    return scene_traces(source)


def checked_traces(contact: Contact, record: Iterable[str]) -> tuple[str, ...]:
    """The names of traces, if the contact has them, each once."""
    return known_traces(type(contact.interaction).__name__, traces_of(contact), record)


def known_traces(whose: str, known: tuple[str, ...], record: Iterable[str]) -> tuple[str, ...]:
    """The names of traces, if they are known, each once."""
    names = (record,) if isinstance(record, str) else tuple(record or ())
    for name in names:
        if name not in known:
            raise unknown(f"trace of {whose}", name, known)
    return tuple(dict.fromkeys(names))


def _energy_error(traces: dict[str, np.ndarray]) -> float:
    """The largest gap of the account, relative to the work exchanged and the most energy stored so far."""
    gap = np.abs(traces["stored_energy"] + traces["dissipated_energy"] - traces["supplied_energy"])
    scale = traces["exchanged_energy"] + np.maximum.accumulate(traces["stored_energy"])
    return float((gap[scale > 0] / scale[scale > 0]).max(initial=0.0))
