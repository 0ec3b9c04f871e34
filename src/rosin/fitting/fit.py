"""`fit`: recordings of one struck thing become an instrument.

Each recording is a place where it was struck; blows in one recording share the place, two channels are two places where it is
heard. All of them share frequencies and decay times.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rosin.analysis.distance import Distance, band_errors, distance
from rosin.fitting.attack_noise import AttackNoise, attack_noise
from rosin.fitting.building import THROWN, OnsetModes, blow, build, played
from rosin.fitting.damped import synthesised
from rosin.fitting.judging import check_explained, remarks, strikes_that_count
from rosin.fitting.modes import FoundModes, find_modes
from rosin.fitting.recording import Recording, at_one_rate, read_recording
from rosin.fitting.strikes import Strike, strikes_of
from rosin.instruments.instrument import Instrument
from rosin.instruments.setups.one_contact import OneContact
from rosin.model.errors import ParameterError
from rosin.scenes.contact import Contact

MOST_RECORDINGS = 16
MOST_STRIKES = 3  # of a recording, the strongest, that are fitted
FARTHEST_BACK = 2.0  # factor by which a mode may grow from where it was heard back to the onset
LOUDEST = 0.89  # of full scale
SHORTEST, LONGEST = 0.6, 8.0  # s that one blow is let ring
DEAD = 7.0  # decay times after which a mode is silent


@dataclass(frozen=True, eq=False)
class Fit:
    """What was found: the instrument, its modes and noise, and the first recording beside what the instrument makes of it."""

    instrument: Instrument
    modes: FoundModes
    noise: AttackNoise
    strikes: tuple[tuple[Strike, ...], ...]
    remarks: tuple[str, ...]
    original: np.ndarray
    modal: np.ndarray
    played: np.ndarray
    sample_rate: int
    left: float

    @property
    def distance(self) -> Distance:
        """From the recording to what the instrument plays."""
        return distance(self.original[0], self.played[0], self.sample_rate)

    def strongest(self, count: int) -> np.ndarray:
        """Frequencies (Hz) of the modes with the most energy, the strongest first."""
        energies = (np.abs(self.modes.amplitudes) ** 2).sum(axis=0) / self.modes.rates
        return self.modes.frequencies[np.argsort(-energies)[:count]]

    @property
    def errors(self) -> list[tuple[float, float, float]]:
        """For each octave: Hz, level of the recording after the attack (dB) and of what modes leave of it (dB)."""
        begin = self.strikes[0][0].begin - self.strikes[0][0].onset
        return band_errors(self.original[0, begin:], self.modal[0, begin:], self.sample_rate)


def fit(
    recordings: str | Path | Recording | Sequence[str | Path | Recording],
    *,
    name: str = "",
    progress: Callable[..., None] | None = None,
) -> Fit:
    """The instrument that sounds like something struck, from one recording of it, or from several struck at other places.

    recordings  sound files, or what `recording_of(samples, sample_rate)` makes of arrays
    name        of the instrument; by default that of the first recording
    progress    called with the share that is done, and with words for what is being done
    """
    tell = progress or (lambda share, words="": None)
    given = [recordings] if isinstance(recordings, str | Path | Recording) else list(recordings)
    if not 1 <= len(given) <= MOST_RECORDINGS:
        raise ParameterError(f"{len(given)} recordings are not allowed; give at least 1 and at most {MOST_RECORDINGS}.")
    tell(0.0, "listening")
    taken = at_one_rate([each if isinstance(each, Recording) else read_recording(each) for each in given])
    rate = taken[0].sample_rate
    counted = [strikes_that_count(each, strikes_of(each)) for each in taken]
    chosen = [_strongest(each, good) for each, good in zip(taken, counted, strict=True)]
    said = [f"{each.name}: {words}" for each, good in zip(taken, counted, strict=True) for words in remarks(each, good)]
    signals = [channel[s.begin : s.end] for each, strikes in zip(taken, chosen, strict=True) for s in strikes for channel in each.samples]
    tell(0.05, "seeking modes")
    modes = find_modes(signals, rate, lambda share: tell(0.05 + 0.75 * share, "seeking modes"))
    if len(modes) == 0:
        raise ParameterError(f"{taken[0].name} has no ringing modes: noise, or a blow that dies at once. Give something that rings.")
    left = _left(signals, modes)
    said += [f"{each.name}: {words}" for each, good in zip(taken, counted, strict=True) for words in check_explained(each, good, left)]
    tell(0.8, "building")
    channels = len(taken[0].samples)
    amplitudes = _at_onsets(modes, [s for strikes in chosen for s in strikes]).reshape(-1, channels, len(modes))
    firsts = np.cumsum([0, *(len(strikes) for strikes in chosen[:-1])])  # of each place, its strongest strike
    strike = chosen[0][0]
    modal = np.array([synthesised(modes.poles, row, strike.end - strike.onset) for row in amplitudes[0]])
    noise = attack_noise(taken[0].samples, modal, strike.onset, strike.begin, strike.end, rate)
    contact = build(_together(modes, noise, amplitudes[firsts]))
    tell(0.9, "playing it")
    sounding = played(contact, strike.end - strike.onset, rate)
    original = taken[0].samples[:, strike.onset : strike.end]
    instrument = _instrument(contact, name or Path(taken[0].name).stem, taken, modes, float(np.abs(sounding).max()))
    tell(1.0, "done")
    return Fit(instrument, modes, noise, tuple(map(tuple, chosen)), tuple(said), original, modal, sounding, rate, left)


def _strongest(recording: Recording, strikes: Sequence[Strike]) -> list[Strike]:
    """The strikes that ring with the most energy, the strongest first."""
    return sorted(strikes, key=lambda s: -float((recording.samples[:, s.begin : s.end] ** 2).sum()))[:MOST_STRIKES]


def _left(signals: Sequence[np.ndarray], modes: FoundModes) -> float:
    """dB of what modes leave of all signals."""
    rest = sum(float(((signal - modes.heard(place, len(signal))) ** 2).sum()) for place, signal in enumerate(signals))
    return float(10 * np.log10(max(rest, 1e-30) / sum(float(signal @ signal) for signal in signals)))


def _at_onsets(modes: FoundModes, strikes: Sequence[Strike]) -> np.ndarray:
    """Complex amplitudes (strikes, channels, modes) taken back from the beginning of each signal to the onset of its strike."""
    back = np.array([s.begin - s.onset for s in strikes])
    turned = modes.poles ** -back[:, None]
    limited = turned * np.minimum(1.0, FARTHEST_BACK / np.abs(turned))
    return modes.amplitudes.reshape(len(strikes), -1, len(modes)) * limited[:, None]


def _together(modes: FoundModes, noise: AttackNoise, amplitudes: np.ndarray) -> OnsetModes:
    """Modes and noise; the noise is as loud at every place."""
    noises = np.broadcast_to(noise.amplitudes, (len(amplitudes), *noise.amplitudes.shape))
    return OnsetModes(
        np.concatenate([modes.frequencies, noise.frequencies]),
        np.concatenate([modes.rates, noise.rates]),
        np.concatenate([amplitudes, noises], axis=2),
    )


def _instrument(contact: Contact, name: str, taken: Sequence[Recording], modes: FoundModes, peak: float) -> Instrument:
    """The contact as an instrument that is struck once at each place."""
    ring = float(np.clip(DEAD / modes.rates.min(), SHORTEST, LONGEST))
    places = len(taken)
    gap = ring if places == 1 else min(ring, 1.5)
    times = [THROWN + gap * place for place in range(places)]
    gesture: dict[str, Any] = {"velocity": [point for time in times for point in blow(begin=time)[1:]]}
    gesture["velocity"].insert(0, (0.0, 0.0))
    if places > 1:
        steps = np.linspace(0, 1, places)
        edges = [point for time, step in zip(times, steps, strict=True) for point in ((time - 0.01, step), (time + gap - 0.02, step))]
        gesture["position"] = edges
    setup = OneContact(
        exciter=contact.exciter,
        interaction=contact.interaction,
        resonator=contact.resonator,
        gain=min(0.0, 20 * np.log10(LOUDEST / max(peak, 1e-9))),
    )
    files = ", ".join(each.name for each in taken)
    return Instrument(
        name=name[:100],
        summary=f"Fitted to {files}: {len(modes)} modes and the noise of the blow."[:2000],
        setup=setup,
        gesture=gesture,
        duration=times[-1] + ring,
        variation={"gesture.velocity": 0.1},
        sources={
            "resonator": f"modes fitted to {files}, the last ones of short decay stand for the noise of the blow; modal mass and shapes by "
            "convention: what is heard well is also driven well"[:2000],
            "interaction": "a hammer of 5 g; stiffness by Hertz from the brightness of the recording",
        },
    )
