"""What a study plays: a contact, or a scene of which one contact is led and judged while all others rest."""

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from rosin.engine.batch import Batch, Precision, lanes_of, one_vector, shape_key
from rosin.engine.metered_lanes import MeteredBatch
from rosin.engine.scenes.batch import SceneBatch, scene_key
from rosin.meters.meter import Meter
from rosin.model.description import Description
from rosin.model.errors import ParameterError, unknown
from rosin.model.paths import changed, parameters_of
from rosin.scenes.contact import Contact
from rosin.scenes.scene import Scene

Source = Contact | Scene
ROOTS = {Contact: ("exciter", "interaction", "resonator", "texture"), Scene: ("bodies", "contacts", "joints", "heard")}
MIDDLE = 0.5  # where something is touched that has no places


def subject_of(source: "Source | Subject", within: str = "") -> "Subject":
    """What is played, given as such or as a contact, or as a scene and the contact within it."""
    return source if isinstance(source, Subject) else Subject(source, within)


@dataclass(frozen=True)
class Subject:
    """A contact, or a scene and `within` it the contact that is led; it may be left out where the scene has but one."""

    source: Source
    within: str = ""

    def __post_init__(self) -> None:
        if not isinstance(self.source, Contact | Scene):
            raise ParameterError(f"A sweep needs a Contact, a Scene or an instrument, not {type(self.source).__name__}.")
        if isinstance(self.source, Contact):
            if self.within:
                raise ParameterError(f"within = {self.within} is for scenes; this is a single contact.")
        elif not self.within:
            if len(self.source.contacts) > 1:
                raise ParameterError(f"This scene has several contacts; say which is led: within = {' or '.join(self.source.contacts)}.")
            object.__setattr__(self, "within", next(iter(self.source.contacts)))
        elif self.within not in self.source.contacts:
            raise unknown("contact of the scene", self.within, self.source.contacts)
        if "velocity" not in self.controls:
            followed = ", ".join(sorted(self.controls)) or "nothing"
            raise ParameterError(f"A sweep leads a hand by its velocity; {self.within or 'this contact'} follows {followed}.")

    @property
    def roots(self) -> tuple[str, ...]:
        """What paths of parameters begin with."""
        return ROOTS[type(self.source)]

    @functools.cached_property
    def contact(self) -> Contact:
        """What is led and judged, as it would be alone."""
        return self.source if isinstance(self.source, Contact) else self.source.alone(self.within)

    @property
    def controls(self) -> frozenset[str]:
        """Those that it follows."""
        return self.source.controls if isinstance(self.source, Contact) else self.source.controls_of(self.within)

    @property
    def needs(self) -> frozenset[str]:
        """Those of them that must be given."""
        return frozenset(self.source.needs) if isinstance(self.source, Contact) else self.source.needs_of(self.within)

    def parameters(self) -> dict[str, Description]:
        """What each of its parameters is, by path."""
        return {row.path: row.description for row in parameters_of(self.source) if row.description}

    def changed(self, values: Mapping[str, Any]) -> "Subject":
        """The same with other parameters, checked."""
        return Subject(changed(self.source, dict(values)), self.within) if values else self

    @property
    def place(self) -> float:
        """Where it is touched, where nobody says."""
        return MIDDLE if isinstance(self.source, Contact) else self.source.contacts[self.within].at[1]

    @property
    def pitch_path(self) -> str:
        """The parameter that tunes it, where it has one."""
        owner = "resonator" if isinstance(self.source, Contact) else f"bodies.{self.source.contacts[self.within].second}"
        return f"{owner}.frequency"

    def forms(self, sources: list[Source], sample_rate: float) -> list[np.ndarray]:
        """Places of sources that have one form and so can go side by side, for each form."""
        if all(source is sources[0] for source in sources):
            return [np.arange(len(sources))]
        places: dict[object, list[int]] = {}
        for place, source in enumerate(sources):
            key = shape_key(source, sample_rate) if isinstance(source, Contact) else scene_key(source, sample_rate)
            places.setdefault(key, []).append(place)
        return [np.array(some) for some in places.values()]

    def side_by_side(self, precision: Precision, sample_rate: float, points: int) -> int:
        """How many voices pay in one batch: one vector or two of contacts, one of scenes, which keep more."""
        if isinstance(self.source, Contact):
            return lanes_of(precision, self.source, sample_rate, points)
        return one_vector(precision)

    def voices(self, sources: list[Source], meter: type[Meter], sample_rate: float, precision: Precision, block: int) -> MeteredBatch:
        """Sources of one form, each with a meter."""
        opening = Batch if isinstance(self.source, Contact) else SceneBatch
        form: dict[str, Any] = {"precision": precision, "block": block, "lanes": len(sources), "opening": opening, "within": self.within}
        return MeteredBatch(sources, meter, sample_rate, **form)
