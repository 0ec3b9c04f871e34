"""Playing several layers at once: each contact or scene is rendered under its gesture, heard, and mixed with the others."""

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from rosin.instruments.setups.setup import Layer, Played
from rosin.model.errors import unknown
from rosin.model.parameters import checked_seed
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.rendering import render, traces_of
from rosin.sound.sound import Diagnostics, Sound

APART = 7919  # between the seeds of two layers


def perform(
    layers: list[Played],
    *,
    duration: float,
    sample_rate: int = 48_000,
    oversample: int = 1,
    seed: int = 0,
    record: Iterable[str] = (),
    progress: Callable[[float], None] | None = None,
) -> Sound:
    """The sum of all layers, mono or stereo. Traces are named LAYER.TRACE where there are several layers, of those that have them.

    Of a scene, "force" and the like are asked of every contact that a hand moves.
    """
    record = (record,) if isinstance(record, str) else tuple(record)
    asked = [_asked(played, record) for played in layers]
    for name in record:
        if not any(name in found for found in asked):
            raise unknown("trace", name, {name for played in layers for name in traces_of(played.layer.source)})
    traces: dict[str, np.ndarray] = {}
    rate = sample_rate * oversample
    went: list[Diagnostics] = []
    together: list[tuple[Layer, Sound]] = []  # of layers that are heard alike, the first with the sound of all
    for index, played in enumerate(layers):

        def share(done: float, before: int = index) -> None:
            if progress:
                progress((before + done) / len(layers))

        layer = played.layer
        alike = next((sound for other, sound in together if other.heard == layer.heard), None)
        sound = render(
            layer.source,
            _seeded(played.gesture, seed),
            duration=duration,
            sample_rate=sample_rate,
            oversample=oversample,
            seed=checked_seed(seed) + APART * index,
            record=[trace for traces in asked[index].values() for trace in traces],
            output=layer.output if isinstance(layer.source, Contact) else None,
            progress=share,
            silence_is_told=False,
            spans=played.spans,
            onto=alike,
        )
        if alike is None:
            together.append((layer, sound))
        traces |= {f"{played.name}.{name}" if len(layers) > 1 else name: trace for name, trace in sound.traces.items()}
        went.append(sound.diagnostics)
    total = np.zeros((1, 0))
    for layer, sound in together:  # a soundbox is linear: strings on one bridge are summed before it
        sound.audio[:] *= layer.gain
        total = _mixed(total, (sound if layer.soundbox is None else layer.soundbox.hear(sound)).audio)
    return Sound(total, int(sample_rate), traces, int(rate), _together(went), layers[0].layer.source, "")


def _seeded(gesture: Any, seed: int) -> Any:
    """A gesture, or several by name, of another take."""
    if isinstance(gesture, Gesture):
        return gesture.seeded(seed)
    return {name: each.seeded(seed) for name, each in gesture.items()}


def _asked(played: Played, record: Iterable[str]) -> dict[str, list[str]]:
    """The traces of a layer that each name asks for."""
    known = traces_of(played.layer.source)
    moved = () if isinstance(played.gesture, Gesture) else played.gesture
    named = {name: [name] if name in known else [f"{each}.{name}" for each in moved if f"{each}.{name}" in known] for name in record}
    return {name: traces for name, traces in named.items() if traces}


def faded(sound: Sound, length: float) -> Sound:
    """The sound, with its end faded in place as half a cosine."""
    samples = min(round(length * sound.sample_rate), sound.audio.shape[1])
    sound.audio[:, sound.audio.shape[1] - samples :] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(1, samples + 1) / max(samples, 1))
    return sound


def prolonged(sound: Sound, length: float) -> Sound:
    """The sound with silence after it, for a room to ring."""
    return dataclasses.replace(sound, audio=np.pad(sound.audio, ((0, 0), (0, round(length * sound.sample_rate)))))


def _together(went: list[Diagnostics]) -> Diagnostics:
    """How all layers went: evaluations on average, the worst of the rest."""
    errors = [each.energy_error for each in went if each.energy_error is not None]
    return Diagnostics(
        sum(each.iterations_mean for each in went) / len(went),
        max(each.iterations_worst for each in went),
        max(errors) if errors else None,
    )


def _mixed(total: np.ndarray, more: np.ndarray) -> np.ndarray:
    """Sum of two sounds; a mono one is in the middle of a stereo one, further channels are dropped."""
    if total.shape[1] == 0:
        return more[:2]
    channels = min(2, max(len(total), len(more)))
    return np.broadcast_to(total, (channels, total.shape[1])) + np.broadcast_to(more[:2], (channels, more.shape[1]))
