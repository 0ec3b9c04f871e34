"""`fit_rubbed`: a recording of something rubbed becomes an instrument, with parameters as sure as the sound tells them."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rosin.fitting.recording import Recording, read_recording, resampled
from rosin.fitting.rubbed.listening import QUIET, STEP, Listened, listen
from rosin.fitting.rubbed.searching import RENDERS, Population, seek
from rosin.fitting.rubbed.suspects import Sought, Suspect, resonances, singing, slipping
from rosin.fitting.rubbed.traits import Traits, apart, thirds, traits
from rosin.instruments.instrument import Instrument
from rosin.instruments.setups.one_contact import OneContact
from rosin.model.errors import ParameterError
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.many import render_many

LEAST_RATE, RAISED = 22_050, 44_100  # Hz
SETTLING = 0.25  # s before what is heard of a render
FEWEST, MOST = 400, 1_000_000  # renders
BATCH = 64  # at once
LONGEST = 20.0  # s that the gesture follows
LOUDEST = 0.89  # of full scale
SHARES = (0.16, 0.5, 0.84)
TOLD = 0.75  # of the width that it has where nothing is told
FAINTEST = 1e-4  # of the loudest third, that is to be met
UNLIKE = 3.0  # times what passes: a warning
PERIODS = 4.0  # of slips, to either side, over which level and pitch are calmed
ASTRAY = 0.7  # octaves from the pitch of the stretch, beyond which a pitch is an echo of a resonance
RELEASED = 0.3  # s after the gesture


class Estimate(NamedTuple):
    """A parameter: its value in the instrument, the range in which it lies with 68 %, and whether the sound tells it."""

    sought: Sought
    value: float
    low: float
    high: float
    told: bool


@dataclass(frozen=True, eq=False)
class RubbedFit:
    """What was found: the instrument, its parameters, and the recording beside what the instrument makes of it."""

    instrument: Instrument
    what: str
    parameters: tuple[Estimate, ...]
    listened: Listened
    remarks: tuple[str, ...]
    original: np.ndarray
    played: np.ndarray
    sample_rate: int
    apart: float


def fit_rubbed(
    recording: str | Path | Recording,
    *,
    name: str = "",
    seed: int = 0,
    renders: int = RENDERS,
    progress: Callable[..., None] | None = None,
) -> RubbedFit:
    """The instrument that sounds like something rubbed.

    recording   a sound file, or what `recording_of(samples, sample_rate)` makes of arrays
    name        of the instrument; by default that of the recording
    seed        of the search
    renders     that are made: more of them find what is nearer, and tell ranges better
    progress    called with the share that is done, and with words for what is being done
    """
    tell = progress or (lambda share, words="": None)
    if not FEWEST <= renders <= MOST:
        raise ParameterError(f"renders = {renders} is not allowed; give a whole number from {FEWEST} to {MOST}.")
    tell(0.0, "listening")
    taken = _at_a_high_rate(recording if isinstance(recording, Recording) else read_recording(recording))
    heard = listen(taken)
    stretch = taken.loudest[heard.begin : heard.end]
    peaks = resonances(stretch, taken.sample_rate)
    if heard.sings:
        suspect = singing(heard.pitch, peaks)
    else:
        suspect = slipping(heard.pitch if np.isfinite(heard.pitch) else 100.0, peaks)
    judge = Judge(suspect, stretch, taken.sample_rate)
    tell(0.02, "seeking parameters")
    found = seek(judge.far, len(suspect.sought), lambda share: tell(0.02 + 0.9 * share, "seeking parameters"), seed=seed, renders=renders)
    tell(0.93, "playing it")
    values = suspect.values(found.places[0])
    contact, controls = suspect.make(values)
    contact = judge.heard_together(contact, controls)
    instrument = _instrument(contact, controls, heard, taken, name, suspect)
    played = instrument.render(sample_rate=taken.sample_rate).audio
    if (peak := float(np.abs(played).max())) > 0:
        setup: Any = instrument.setup
        instrument = instrument.replace(setup=setup.replace(gain=20 * np.log10(LOUDEST / peak)))
        played = played * (LOUDEST / peak)
    distance = float(found.distances[0])
    remarks = list(taken.notes)
    if distance > UNLIKE:
        remarks.append(
            f"nothing that was tried sounds like it ({distance:.1f} times as far as an ear lets pass): listen before you trust it."
        )
    tell(1.0, "done")
    return RubbedFit(
        instrument,
        suspect.what,
        _told(suspect, found, values),
        heard,
        tuple(f"{taken.name}: {words}" for words in remarks),
        taken.loudest[None, : played.shape[1]],
        played,
        taken.sample_rate,
        distance,
    )


class Judge:
    """Hears what parameters make, and how far that is from a stretch of a recording."""

    def __init__(self, suspect: Suspect, stretch: np.ndarray, rate: int) -> None:
        self.suspect, self.rate, self.length = suspect, rate, len(stretch)
        self.goal: Traits = traits(stretch, rate)
        self.thirds = thirds(stretch, rate)

    def far(self, places: np.ndarray, progress: Callable[[float], None]) -> np.ndarray:
        """How far each place in the unit cube is."""
        distances = np.empty(len(places))
        for begin in range(0, len(places), BATCH):
            batch = places[begin : begin + BATCH]
            pairs = [self.suspect.make(self.suspect.values(place)) for place in batch]
            for k, signals in enumerate(self._rendered(pairs, range(begin, begin + len(batch)))):
                distances[begin + k] = apart(traits(self.weights(signals) @ signals, self.rate), self.goal)
            progress((begin + len(batch)) / len(places))
        return distances

    def weights(self, signals: np.ndarray) -> np.ndarray:
        """How loud each mode is heard, so that thirds of octaves come near; with other signs in turn."""
        from scipy.optimize import nnls

        goal = np.maximum(self.thirds, FAINTEST * self.thirds.max())
        shares = np.maximum(thirds(signals, self.rate) / goal, 1e-30).T
        size = shares.max(axis=0)
        found, _ = nnls(shares / size, np.ones(len(goal)))
        signs = np.where(np.arange(len(signals)) % 2 == 0, 1.0, -1.0)
        return np.asarray(signs * np.sqrt(found / size))

    def heard_together(self, contact: Contact, controls: dict[str, float]) -> Contact:
        """The contact, its modes heard as loud as they are to be."""
        (signals,) = self._rendered([(contact, controls)], [0])
        body: Any = contact.resonator
        return contact.replace(resonator=body.replace(pickups=(tuple(self.weights(signals)),)))

    def _rendered(self, pairs: Any, seeds: Any) -> list[np.ndarray]:
        contacts, gestures = [contact for contact, _ in pairs], [Gesture(**controls) for _, controls in pairs]
        skipped = round(SETTLING * self.rate)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            duration = (skipped + self.length) / self.rate
            sounds = render_many(contacts, gestures, duration=duration, sample_rate=self.rate, seeds=list(seeds))
        return [sound.audio[:, skipped:] for sound in sounds]


def _calmed(track: np.ndarray, steps: int) -> np.ndarray:
    """A track that does not follow single slips: its weighted mean over an odd number of steps."""
    weights = np.hanning(steps + 2)[1:-1]
    return np.convolve(np.pad(track, steps // 2, mode="edge"), weights / weights.sum(), "valid")


def _told(suspect: Suspect, found: Population, values: dict[str, float]) -> tuple[Estimate, ...]:
    low, _, high = found.quantiles(SHARES)
    usual = SHARES[2] - SHARES[0]
    return tuple(
        Estimate(each, values[each.name], float(each.at(below)), float(each.at(above)), bool(above - below < TOLD * usual))
        for each, below, above in zip(suspect.sought, low, high, strict=True)
    )


def _at_a_high_rate(recording: Recording) -> Recording:
    """At a rate at which friction can be computed."""
    if recording.sample_rate >= LEAST_RATE:
        return recording
    samples = resampled(recording.samples, Fraction(RAISED, recording.sample_rate))
    return replace(recording, samples=samples, sample_rate=RAISED)


def _instrument(contact: Contact, controls: dict[str, float], heard: Listened, taken: Recording, name: str, suspect: Suspect) -> Instrument:
    """The contact as an instrument whose gesture follows level and pitch of the recording."""
    steps = min(len(heard.levels), round(LONGEST / STEP))
    times = (np.arange(steps) + 0.5) * STEP
    calm = 1 + 2 * (1 if heard.sings or np.isnan(heard.pitch) else int(np.ceil(PERIODS / heard.pitch / STEP)))
    levels = _calmed(heard.levels, calm)
    usual = levels[round(heard.begin / taken.sample_rate / STEP) : max(1, round(heard.end / taken.sample_rate / STEP))].mean()
    levels, pitches = levels[:steps], heard.pitches[:steps]
    loud = levels > levels.max() - QUIET
    strength = np.where(loud, np.clip(10 ** ((levels - usual) / 20), 0.0, 2.0), 0.0)
    if heard.sings:
        velocity, force = controls["velocity"] * strength, controls["normal_force"] * loud
    else:
        known = np.abs(np.log2(pitches / heard.pitch)) < ASTRAY
        ratio = np.ones(steps)
        if known.any():
            ratio = _calmed(np.interp(times, times[known], pitches[known] / heard.pitch), calm)
        velocity, force = controls["velocity"] * np.clip(ratio, 0.25, 4.0) * loud, controls["normal_force"] * np.clip(strength, 0.0, 1.5)
    end = float(times[-1] + STEP)
    rows = {"velocity": velocity, "normal_force": force}
    gesture = {control: [(0.0, 0.0), *zip(times.tolist(), row.tolist(), strict=True), (end, 0.0)] for control, row in rows.items()}
    return Instrument(
        name=(name or Path(taken.name).stem)[:100],
        summary=f"Fitted to {taken.name}: {suspect.what}; {heard.words}."[:2000],
        setup=OneContact(exciter=contact.exciter, interaction=contact.interaction, resonator=contact.resonator, notes="none"),
        gesture=gesture,
        duration=end + RELEASED,
        variation={"gesture.velocity": 0.1},
        sources={
            "interaction": f"parameters that were sought by renders until they sound like {taken.name}; many others do as well"[:2000],
            "resonator": "its first mode was sought, others are peaks of the spectrum; how loud each is heard follows from the spectrum",
            "gesture": f"level and pitch of {taken.name}, in steps of {1000 * STEP:g} ms"[:2000],
        },
    )
