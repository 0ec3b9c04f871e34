"""What a sweep is asked: which takes of what, with how it is usually played where nothing else is said."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rosin.engine.batch import Precision
from rosin.instruments.instrument import Instrument
from rosin.instruments.speaking import usual_stroke
from rosin.maps.axes import axis_of, points_of
from rosin.maps.measures import HEARD, METERED, Ear, measures_of
from rosin.maps.performances import Performances, axis_of_instrument
from rosin.maps.study import MapStudy
from rosin.maps.subject import Source, Subject, subject_of
from rosin.maps.takes import Formula, Takes
from rosin.model.errors import ParameterError


class Rubbing(NamedTuple):
    """What is rubbed, the controls by which it usually is, for how long (s), and what sounds (Hz), if that is known."""

    subject: Subject
    usual: dict[str, float]
    duration: float
    frequency: float | None


def usually_rubbed(instrument: Instrument) -> Rubbing:
    """How an instrument is usually rubbed."""
    rubbed = instrument.setup.rubbed()
    if rubbed is None:
        raise ParameterError(f"Nothing of {instrument.name} is rubbed.")
    speed, force = usual_stroke(instrument, rubbed)
    usual = {"velocity": speed, "normal_force": force, **rubbed.controls}
    return Rubbing(Subject(rubbed.contact, rubbed.within), usual, rubbed.duration, rubbed.frequency)


def study_of(
    source: Source | Instrument | Subject,
    axes: Mapping[str, Any],
    *,
    within: str = "",
    fixed: Mapping[str, float | Formula] | None = None,
    measure: str | Ear | Sequence[str | Ear] = tuple(METERED),
    duration: float = 1.0,
    sample_rate: int = 44_100,
    frequency: float | None = None,
    periods: float = 20.0,
    precision: Precision = "double",
    sound: bool = False,
    **spread: Any,
) -> MapStudy:
    """What `sweep` is to find out of something rubbed, with what an instrument is usually rubbed by where nothing else is said."""
    usual: dict[str, float] = {}
    if isinstance(source, Instrument):
        subject, usual, _, nominal = usually_rubbed(source)
        frequency = frequency or nominal
    else:
        subject = subject_of(source, within)
    return MapStudy(
        subject=subject,
        points=points_of([axis_of(subject, name, values) for name, values in axes.items()], **spread),
        measures=measures_of(measure),
        fixed={**{name: value for name, value in usual.items() if name not in axes}, **(fixed or {})},
        duration=duration,
        sample_rate=int(sample_rate),
        frequency=frequency,
        periods=periods,
        precision=precision,
        sound=sound,
    )


def performances_of(
    instrument: Instrument,
    axes: Mapping[str, Any],
    *,
    fixed: Mapping[str, float | Formula] | None = None,
    measure: str | Ear | Sequence[str | Ear] = tuple(HEARD),
    duration: float | None = None,
    sample_rate: int = 44_100,
    sound: bool = False,
    **spread: Any,
) -> Performances:
    """What `sweep` is to find out of a whole instrument."""
    return Performances(
        instrument=instrument,
        points=points_of([axis_of_instrument(instrument, name, values) for name, values in axes.items()], **spread),
        measures=measures_of(measure, HEARD),
        fixed=dict(fixed or {}),
        duration=duration or float(instrument.duration),
        sample_rate=int(sample_rate),
        sound=sound,
    )


def takes_of(source: Source | Instrument | Subject, axes: Mapping[str, Any], *, whole: bool | None = None, **study: Any) -> Takes:
    """What `sweep` is to find out."""
    if isinstance(source, Instrument) and (whole if whole is not None else source.setup.rubbed() is None):
        return performances_of(source, axes, **study)
    return study_of(source, axes, **study)
