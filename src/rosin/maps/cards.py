"""Takes on the CUDA cards of this machine: on each as many at once as fit well, measured there."""

import functools
from collections.abc import Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from rosin.engine.cuda import CudaDevice
from rosin.engine.driver import cards
from rosin.engine.metered_card import MeteredCard
from rosin.maps.cores import Measured
from rosin.maps.study import MapStudy
from rosin.maps.takes import Found, Takes
from rosin.meters.bowed_motion import BowedMotion
from rosin.model.errors import RosinError
from rosin.scenes.contact import Contact

VOICES = 131_072  # at once on a card


class Cards:
    """What computes takes of a study on the CUDA cards of this machine.

    devices   what makes the memory of voices on each of them; by default that of every card there is
    """

    def __init__(self, study: Takes, devices: Sequence[Any] = ()) -> None:
        if not isinstance(study, MapStudy):
            raise RosinError("Whole instruments run on cores, not on a card")
        if not isinstance(study.subject.source, Contact):
            raise RosinError("Scenes run on cores, not on a card")
        if study.hears:
            raise RosinError("What needs the sound itself runs on cores, not on a card")
        self.study = study
        self._cards = [OneCard(study, device) for device in devices or [functools.partial(CudaDevice, number=n) for n in range(cards())]]
        self.together = min(VOICES, -(-len(study.points) // len(self._cards)))

    def __str__(self) -> str:
        some = "a CUDA card" if len(self._cards) == 1 else f"{len(self._cards)} CUDA cards"
        return f"{some}, {self.together} voices at once{' on each' * (len(self._cards) > 1)}"

    def measured(self, ranges: Iterable[tuple[int, int]]) -> Measured:
        """What the points of each range came to, as cards are done with them."""
        left, free = iter(ranges), list(self._cards)
        at_work: dict[Future[Found], tuple[OneCard, int, int]] = {}
        with ThreadPoolExecutor(len(free)) as pool:
            while True:
                while free and (handed := next(left, None)) is not None:
                    one = free.pop()
                    at_work[pool.submit(one.found, *handed)] = one, *handed
                if not at_work:
                    return
                for done in wait(at_work, return_when=FIRST_COMPLETED).done:
                    one, start, stop = at_work.pop(done)
                    free.append(one)
                    yield start, stop, done.result()


class OneCard:
    """What computes takes of a study on one of them."""

    def __init__(self, study: MapStudy, device: Any) -> None:
        self.study, self._device = study, device
        self._known: tuple[Any, int, MeteredCard] | None = None

    def found(self, start: int, stop: int) -> Found:
        """What some points came to."""
        values = self.study.points.between(start, stop)
        contacts = self.study.sources(values)
        found = self.study.empty(stop - start)
        for places in self.study.subject.forms(contacts, self.study.sample_rate):
            own = {name: row[places] for name, row in values.items()}
            voices = self._open([contacts[place] for place in places])
            part = voices.play(self.study.samples, self.study.leads(own), self.study.heard(own))
            for name in found:
                found[name][places] = part[name]
        return found

    def _open(self, contacts: list[Any]) -> MeteredCard:
        """Voices of these contacts: those of the last time, where only hands differ."""
        if self._known is not None and self._known[1] == len(contacts) and all(contact is self._known[0] for contact in contacts):
            return self._known[2]
        self._known = None
        study = self.study
        opened = MeteredCard(contacts, BowedMotion, study.sample_rate, precision=study.precision, device=self._device)
        if opened.batch.alike:
            self._known = contacts[0], len(contacts), opened
        return opened
