"""`render_many`: many contacts or scenes, many gestures or both become sounds, side by side in vector lanes, on all cores, or on a card."""

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from rosin.bodies.body_kernels import OUTPUTS
from rosin.engine.batch import REAL, Batch, Precision, lanes_of, one_vector, shape_key
from rosin.engine.observing import observing
from rosin.model.errors import ParameterError, RosinError, unknown
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.rendering import (
    BLOCK,
    checked_memory,
    checked_traces,
    diagnostics_of,
    known_traces,
    samples_of,
    scene_gestures,
    traces_of,
)
from rosin.sound.sound import Sound

if TYPE_CHECKING:
    from rosin.scenes.scene import Scene

    Source = Contact | Scene
    Moves = Gesture | Mapping[str, Gesture]

MOST = 1_000_000  # sounds in one call
CARD_VOICES, CARD_BLOCK = 32_768, 512  # of one batch on a card
Target = Literal["lanes", "cuda"]


def tell_of_precision(precision: Precision, sources: Iterable[Any]) -> None:
    """Warn where something is not the same in single precision."""
    if precision == "single" and (reason := next((source.needs_double for source in sources if source.needs_double), "")):
        warnings.warn(f"{reason.rstrip('.')}. Take precision='double' for the sound that `render` makes.", stacklevel=3)


def render_many(
    contacts: "Source | Sequence[Source]",
    gestures: "Moves | Sequence[Moves]",
    *,
    duration: float,
    sample_rate: int = 48_000,
    seeds: Sequence[int] | None = None,
    record: Iterable[str] = (),
    output: str = "velocity",
    precision: Precision = "double",
    target: Target = "lanes",
    threads: int | None = None,
    progress: Callable[[float], None] | None = None,
) -> list[Sound]:
    """The sounds of contacts under gestures, pair by pair; a single contact or gesture serves all. Each sounds as `render` has it.

    A scene goes with gestures by the names of its contacts, as for `render`, and is heard as it says itself.

    seeds       of the surface noise of each; 0 for all where none are given
    precision   "double", or "single", which is faster and good to some 1e-5
    target      "lanes", this processor's vectors, or "cuda", an NVIDIA card, which pays from some thousand sounds on
    threads     that work at once, in lanes; as many as there are cores where none is given
    record, output, duration, sample_rate, progress   as for `render`

    Contacts with the same kinds of parts and numbers of modes or cells go side by side, and so do scenes that also touch alike.
    """
    if target not in ("lanes", "cuda"):
        raise unknown("target", target, ("lanes", "cuda"))
    if precision not in REAL:
        raise unknown("precision", precision, REAL)
    pairs = _pairs(contacts, gestures)
    given = [0] * len(pairs) if seeds is None else list(seeds)
    if len(given) != len(pairs):
        raise ParameterError(f"{len(given)} seeds are given for {len(pairs)} sounds; give one for each.")
    samples = samples_of(duration, sample_rate)
    songs = [_song(source, gesture, samples, sample_rate, record, output, target) for source, gesture in pairs]
    checked_memory(sum(samples * (song.channels + len(song.traces)) for song in songs))
    tell_of_precision(precision, (song.source for song in songs))
    groups: dict[Any, list[int]] = {}
    for place, song in enumerate(songs):
        groups.setdefault(song.key, []).append(place)
    chunks = []
    for places in groups.values():
        width, open_batch, most = _batches(songs[places[0]], target, precision, sample_rate, len(places))
        chunks += [(places[i : i + width], open_batch, min(most, samples)) for i in range(0, len(places), width)]
    sounds: list[Sound | None] = [None] * len(pairs)

    def work(places: list[int], open_batch: Any, block: int) -> None:
        chosen = [songs[place] for place in places]
        kept = chosen[0].traces
        moving = {id(move): move for song in chosen for move in song.moves.values()}
        batch = open_batch(
            [song.source for song in chosen],
            sample_rate,
            seeds=[given[place] for place in places],
            observe=observing(kept),
            precision=precision,
            block=block,
        )
        audio = np.empty((len(places), batch.channels, samples))
        recorded = {name: np.empty((len(places), samples)) for name in kept}
        for begin in range(0, samples, block):
            n = min(block, samples - begin)
            blocks = {id(move): move.block(begin, n, sample_rate) for move in moving.values()}
            heard = batch.process(n, [_controls(song.moves, blocks) for song in chosen], audio[:, :, begin : begin + n])
            if not np.isfinite(heard.sum()):
                raise RosinError("The simulation left the range of finite numbers; please report this contact.")
            for name, rows in recorded.items():
                rows[:, begin : begin + n] = batch.trace(name, n)
        counts = batch.evaluations
        for lane, (place, song) in enumerate(zip(places, chosen, strict=True)):
            own = {name: rows[lane] for name, rows in recorded.items()}
            told = diagnostics_of(counts[lane], samples, own)
            sounds[place] = Sound(audio[lane], int(sample_rate), own, int(sample_rate), told, song.source, song.unit)

    with ThreadPoolExecutor(1 if target == "cuda" else threads or os.cpu_count() or 1) as pool:
        for done, _ in enumerate(pool.map(lambda chunk: work(*chunk), chunks)):
            if progress:
                progress((done + 1) / len(chunks))
    found = [sound for sound in sounds if sound is not None]
    if not any(sound.audio.any() for sound in found):
        warnings.warn("All sounds are silent. Do the bodies meet, and do the gestures move them?", stacklevel=2)
    return found


class _Song(NamedTuple):
    """What becomes one sound: its source, the gestures that move it by the names of contacts ("" of the only one), and what is kept."""

    source: Any
    moves: Mapping[str, Gesture]
    traces: tuple[str, ...]
    channels: int
    unit: str
    key: Any
    output: str


def _song(source: "Source", gesture: Any, samples: int, sample_rate: int, record: Iterable[str], output: str, target: Target) -> _Song:
    if isinstance(source, Contact):
        if not isinstance(gesture, Gesture):
            raise ParameterError(f"A Contact goes with a Gesture, not {type(gesture).__name__}.")
        gesture.check(source.controls, source.needs, samples)
        traces = checked_traces(source, record)
        key = shape_key(source, sample_rate)
        return _Song(source, {"": gesture}, traces, source.resonator.channels(output), OUTPUTS[output], key, output)
    from rosin.engine.scenes.batch import scene_key

    if target == "cuda":
        raise ParameterError("Scenes run in lanes, not on a card; leave target out.")
    if output != "velocity":
        raise ParameterError("A scene says itself what is heard of it: heard={body: Heard(output=...)}.")
    moves = scene_gestures(source, gesture, samples)
    traces = known_traces("scene", traces_of(source), record)
    return _Song(source, moves, traces, source.channels, source.unit, scene_key(source, sample_rate), output)


def _controls(moves: Mapping[str, Gesture], blocks: Mapping[int, Mapping[str, Any]]) -> dict[str, Any]:
    """The controls of a block, those of a scene as "contact.control"."""
    return {
        f"{contact}.{name}" if contact else name: value for contact, gesture in moves.items() for name, value in blocks[id(gesture)].items()
    }


def _batches(song: _Song, target: Target, precision: Precision, sample_rate: int, voices: int) -> tuple[int, Any, int]:
    """How many of so many voices go side by side, what opens them, and the longest block that they take."""
    if not isinstance(song.source, Contact):
        from rosin.engine.scenes.batch import SceneBatch

        lanes = one_vector(precision)
        return lanes, partial(SceneBatch, lanes=lanes), BLOCK
    if target == "lanes":
        lanes = lanes_of(precision, song.source, sample_rate, voices)
        return lanes, partial(Batch, output=song.output, lanes=lanes), BLOCK
    from rosin.engine.cuda import CudaBatch

    return CARD_VOICES, partial(CudaBatch, output=song.output), CARD_BLOCK


def _sounds(thing: Any) -> bool:
    return isinstance(thing, Contact) or getattr(thing, "kind", "") == "scene"


def _pairs(contacts: Any, gestures: Any) -> "list[tuple[Source, Moves]]":
    """Contact or scene, and what moves it, of each sound."""
    sources = [contacts] if _sounds(contacts) else list(contacts)
    moves = [gestures] if isinstance(gestures, Gesture | Mapping) else list(gestures)
    for things, right, what in (
        (sources, _sounds, "Contact or Scene"),
        (moves, lambda thing: isinstance(thing, Gesture | Mapping), "Gesture"),
    ):
        wrong = next((thing for thing in things if not right(thing)), None)
        if wrong is not None or not things:
            raise ParameterError(f"render_many needs a {what}, or several of them, not {type(wrong).__name__ if things else 'nothing'}.")
    many = max(len(sources), len(moves))
    if any(len(things) not in (1, many) for things in (sources, moves)):
        raise ParameterError(f"{len(sources)} contacts and {len(moves)} gestures do not go together; give as many of both, or one for all.")
    if many > MOST:
        raise ParameterError(f"{many} sounds are too many for one call; at most {MOST} are allowed.")
    first, second = (things * many if len(things) == 1 else things for things in (sources, moves))
    return list(zip(first, second, strict=True))
