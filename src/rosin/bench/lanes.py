"""Voices side by side in the lanes of a vector: what each of them costs, against one voice alone."""

import functools
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rosin.bench.contacts import BLOCK, RATE, Entry, Work, body_at_work, law_at_work, modes_at_work
from rosin.bench.targets import task_of, turns, turns_before
from rosin.bench.timing import Task, cpu_time
from rosin.engine.batch import Batch, Precision, lanes_of
from rosin.interactions.thermal import Thermal
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact

LANES = "lanes"
APART = 0.03  # by which the speed of each hand differs from that of its neighbour: no two voices stick and slip together


def side_by_side() -> Iterator[Entry]:
    """Contacts of which many sound at once."""
    for modes in (3, 10, 50):
        yield _named(f"{modes} modes", partial(modes_at_work, "", modes))
    yield _named("Thermal", partial(law_at_work, "", Thermal))
    for body in ("Rim", "WaveguideString", "StiffString"):
        yield _named(body, partial(body_at_work, body))


def _named(what: str, make: Any) -> Entry:
    name = f"{what} in lanes"
    return LANES, name, lambda: make()._replace(section=LANES, name=name)


class InLanes:
    """As many voices as go side by side."""

    name = "in lanes"

    def voices(self, played: Work) -> int:
        """One in each lane."""
        return lanes_of("double", played.contact, RATE)

    def task(self, played: Work) -> Task:
        """Voices that have been playing for a second and play on, block after block."""
        lanes = self.voices(played)
        controls = [_hand(played.controls, 1 + APART * lane) for lane in range(lanes)]
        batch = Batch([played.contact] * lanes, RATE, block=played.block)
        for _ in range(turns_before(played)):
            batch.process(played.turn, controls)

        def play() -> None:
            for _ in range(turns(played)):
                batch.process(played.turn, controls)

        return task_of(played._replace(voices=lanes), functools.partial(cpu_time, play))


def play_side_by_side(contacts: Sequence[Contact], gesture: Gesture, duration: float, rate: int, precision: Precision) -> None:
    """Open contacts, as many side by side as can be, and play them to the end; nothing is kept."""
    lanes, samples = lanes_of(precision, contacts[0], rate, len(contacts)), round(duration * rate)
    for first in range(0, len(contacts), lanes):
        batch = Batch(contacts[first : first + lanes], rate, precision=precision, block=BLOCK, lanes=lanes)
        for begin in range(0, samples, BLOCK):
            n = min(BLOCK, samples - begin)
            batch.process(n, [gesture.block(begin, n, rate)] * batch.voices)


def _hand(controls: Mapping[str, Any], speed: float) -> dict[str, Any]:
    return {**controls, "velocity": speed * controls["velocity"]}
