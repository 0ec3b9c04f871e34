"""`render_many`: many contacts, many gestures or both become sounds, side by side in vector lanes and on all cores, or on a card."""

import os
import warnings
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Literal

import numpy as np

from rosin.bodies.body import OUTPUTS
from rosin.engine.batch import REAL, Batch, Precision, lanes_of, shape_key
from rosin.model.errors import ParameterError, RosinError, unknown
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.rendering import BLOCK, checked_memory, checked_traces, diagnostics_of, samples_of
from rosin.sound.sound import Sound

MOST = 1_000_000  # sounds in one call
CARD_VOICES, CARD_BLOCK = 32_768, 512  # of one batch on a card
Target = Literal["lanes", "cuda"]


def render_many(
    contacts: Contact | Sequence[Contact],
    gestures: Gesture | Sequence[Gesture],
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

    seeds       of the surface noise of each; 0 for all where none are given
    precision   "double", or "single", which is faster and good to some 1e-5
    target      "lanes", this processor's vectors, or "cuda", an NVIDIA card, which pays from some thousand sounds on
    threads     that work at once, in lanes; as many as there are cores where none is given
    record, output, duration, sample_rate, progress   as for `render`

    Contacts with the same kinds of parts and numbers of modes or cells go side by side.
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
    traces = [checked_traces(contact, record) for contact, _ in pairs]
    checked_memory(
        sum(samples * (contact.resonator.channels(output) + len(kept)) for (contact, _), kept in zip(pairs, traces, strict=True))
    )
    for contact, gesture in pairs:
        gesture.check(contact.controls, contact.needs, samples)
    if precision == "single" and (reason := next((contact.needs_double for contact, _ in pairs if contact.needs_double), "")):
        warnings.warn(f"{reason}. Take precision='double' for the sound that `render` makes.", stacklevel=2)
    groups: dict[Any, list[int]] = {}
    for place, (contact, _) in enumerate(pairs):
        groups.setdefault(shape_key(contact, sample_rate), []).append(place)
    chunks = []
    for places in groups.values():
        width, open_batch, most = _batches(target, precision, len(places))
        chunks += [(places[i : i + width], open_batch, min(most, samples)) for i in range(0, len(places), width)]
    sounds: list[Sound | None] = [None] * len(pairs)

    def work(places: list[int], open_batch: Any, block: int) -> None:
        chosen, moves = [pairs[place][0] for place in places], [pairs[place][1] for place in places]
        kept = traces[places[0]]
        batch = open_batch(
            chosen,
            sample_rate,
            seeds=[given[place] for place in places],
            output=output,
            observe=bool(kept),
            precision=precision,
            block=block,
        )
        audio = np.empty((len(places), batch.channels, samples))
        recorded = {name: np.empty((len(places), samples)) for name in kept}
        for begin in range(0, samples, block):
            n = min(block, samples - begin)
            controls = {id(move): move.block(begin, n, sample_rate) for move in {id(move): move for move in moves}.values()}
            heard = batch.process(n, [controls[id(move)] for move in moves], audio[:, :, begin : begin + n])
            if not np.isfinite(heard.sum()):
                raise RosinError("The simulation left the range of finite numbers; please report this contact.")
            for name, rows in recorded.items():
                rows[:, begin : begin + n] = batch.trace(name, n)
        counts = batch.evaluations
        for lane, place in enumerate(places):
            own = {name: rows[lane] for name, rows in recorded.items()}
            told = diagnostics_of(counts[lane], samples, own)
            sounds[place] = Sound(audio[lane], int(sample_rate), own, int(sample_rate), told, chosen[lane], OUTPUTS[output])

    with ThreadPoolExecutor(1 if target == "cuda" else threads or os.cpu_count() or 1) as pool:
        for done, _ in enumerate(pool.map(lambda chunk: work(*chunk), chunks)):
            if progress:
                progress((done + 1) / len(chunks))
    found = [sound for sound in sounds if sound is not None]
    if not any(sound.audio.any() for sound in found):
        warnings.warn("All sounds are silent. Do the bodies meet, and do the gestures move them?", stacklevel=2)
    return found


def _batches(target: Target, precision: Precision, voices: int) -> tuple[int, Any, int]:
    """How many of so many voices go side by side, what opens them, and the longest block that they take."""
    if target == "lanes":
        lanes = lanes_of(precision, voices)
        return lanes, partial(Batch, lanes=lanes), BLOCK
    from rosin.engine.cuda import CudaBatch

    return CARD_VOICES, CudaBatch, CARD_BLOCK


def _pairs(contacts: Any, gestures: Any) -> list[tuple[Contact, Gesture]]:
    """Contact and gesture of each sound."""
    given = [[each] if isinstance(each, Contact | Gesture) else list(each) for each in (contacts, gestures)]
    for things, kind in zip(given, (Contact, Gesture), strict=True):
        wrong = next((thing for thing in things if not isinstance(thing, kind)), None)
        if wrong is not None or not things:
            what = type(wrong).__name__ if things else "nothing"
            raise ParameterError(f"render_many needs one {kind.__name__} or several, not {what}.")
    many = max(map(len, given))
    if any(len(things) not in (1, many) for things in given):
        raise ParameterError(
            f"{len(given[0])} contacts and {len(given[1])} gestures do not go together; give as many of both, or one for all."
        )
    if many > MOST:
        raise ParameterError(f"{many} sounds are too many for one call; at most {MOST} are allowed.")
    first, second = (things * many if len(things) == 1 else things for things in given)
    return list(zip(first, second, strict=True))
