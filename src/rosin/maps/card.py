"""Takes on a CUDA card: as many at once as fit well, measured there."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from rosin.engine.driver import card
from rosin.engine.metered_card import MeteredCard
from rosin.maps.cores import Found, Measured
from rosin.maps.study import Study
from rosin.meters.bowed_motion import BowedMotion
from rosin.model.errors import RosinError
from rosin.scenes.contact import Contact

VOICES = 131_072  # at once


class Card:
    """What computes takes of a study on the first CUDA card."""

    def __init__(self, study: Study) -> None:
        if not isinstance(study.subject.source, Contact):
            raise RosinError("Scenes run on cores, not on a card")
        if study.hears:
            raise RosinError("What needs the sound itself runs on cores, not on a card")
        card()  # which says so where there is none
        self.study, self.together = study, VOICES
        self._known: tuple[Any, int, MeteredCard] | None = None

    def __str__(self) -> str:
        return f"a CUDA card of {card().limits.processors} multiprocessors, {VOICES} voices at once"

    def measured(self, ranges: Iterable[tuple[int, int]]) -> Measured:
        """What the points of each range came to."""
        for start, stop in ranges:
            values = self.study.points.between(start, stop)
            contacts = self.study.sources(values)
            found = self.study.empty(stop - start)
            for places in self.study.subject.forms(contacts, self.study.sample_rate):
                part = self._played({name: row[places] for name, row in values.items()}, [contacts[place] for place in places])
                for name in found:
                    found[name][places] = part[name]
            yield start, stop, found

    def _played(self, values: dict[str, np.ndarray], contacts: list[Any]) -> Found:
        voices = self._open(contacts)
        return voices.play(self.study.samples, self.study.leads(values), self.study.heard(values))

    def _open(self, contacts: list[Any]) -> MeteredCard:
        """Voices of these contacts: those of the last time, where only hands differ."""
        if self._known is not None and self._known[1] == len(contacts) and all(contact is self._known[0] for contact in contacts):
            return self._known[2]
        self._known = None
        opened = MeteredCard(contacts, BowedMotion, self.study.sample_rate, precision=self.study.precision)
        if opened.batch.alike:
            self._known = contacts[0], len(contacts), opened
        return opened
