"""A recording as it is read from a file: one or two channels without direct current, at no more than 50 kHz."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

import numpy as np

from rosin.model.errors import FileError, ParameterError

LONGEST = 60.0  # s that are listened to
SHORTEST = 0.05  # s
LOWEST_RATE, HIGHEST_RATE, USUAL_RATE = 4_000, 50_000, 48_000  # Hz
MOST_CHANNELS = 2
ALIKE = 0.9999  # correlation of two channels that are one
SILENT = 1e-4  # of full scale


@dataclass(frozen=True, eq=False)
class Recording:
    """Samples (channels, length) with their rate, and what had to be said about them."""

    name: str
    samples: np.ndarray
    sample_rate: int
    notes: tuple[str, ...] = ()

    @property
    def loudest(self) -> np.ndarray:
        """The channel with the most energy."""
        return np.asarray(self.samples[np.argmax((self.samples**2).sum(axis=1))])


def read_recording(path: str | Path) -> Recording:
    """The recording in a sound file; of a long one, its first minute."""
    import soundfile

    path = Path(path)
    if not path.is_file():
        raise FileError(f"Cannot read {path}: there is no such file.")
    try:
        with soundfile.SoundFile(path) as file:
            rate, seconds = file.samplerate, file.frames / file.samplerate
            samples = file.read(round(LONGEST * rate), dtype="float64", always_2d=True).T
    except soundfile.SoundFileError as error:
        raise FileError(f"{path} is not a sound file that can be read (WAV, FLAC, AIFF, OGG, MP3, ...): {error}") from None
    notes = () if seconds <= LONGEST else (f"it lasts {_lasting(seconds)}; the first {LONGEST:g} s are listened to.",)
    return recording_of(samples, rate, path.name, notes)


def recording_of(samples: np.ndarray, sample_rate: float, name: str = "recording", notes: tuple[str, ...] = ()) -> Recording:
    """Samples, (length,) or (channels, length), checked and made ready."""
    samples = np.atleast_2d(np.asarray(samples, dtype=float))
    if samples.ndim != 2 or samples.shape[0] > samples.shape[1]:
        raise ParameterError(f"{name} has the shape {samples.shape}; give samples as (length,) or (channels, length).")
    if sample_rate != round(sample_rate) or sample_rate < LOWEST_RATE:
        raise ParameterError(f"{name} has {sample_rate:g} samples a second; give a whole number of at least {LOWEST_RATE}.")
    if not np.isfinite(samples).all():
        raise ParameterError(f"{name} holds values that are not finite numbers; record or export it anew.")
    if samples.shape[1] < SHORTEST * sample_rate:
        raise ParameterError(f"{name} lasts {samples.shape[1] / sample_rate:.3f} s, which is too short; give at least 0.3 s of ringing.")
    samples = samples - np.median(samples, axis=1, keepdims=True)
    peak = np.abs(samples).max()
    if peak < SILENT:
        level = f"{20 * np.log10(peak):.0f} dB below full scale" if peak > 0 else "all samples are alike"
        raise ParameterError(f"{name} is silent ({level}); record it louder.")
    samples, said = _few_channels(samples)
    if sample_rate > HIGHEST_RATE:
        samples = resampled(samples, Fraction(USUAL_RATE, round(sample_rate)))
        sample_rate = USUAL_RATE
    return Recording(name, samples, round(sample_rate), (*notes, *said))


def at_one_rate(recordings: Sequence[Recording]) -> list[Recording]:
    """All recordings at the highest of their rates and with as many channels as each of them has."""
    rate, channels = max(each.sample_rate for each in recordings), min(len(each.samples) for each in recordings)
    made = []
    for each in recordings:
        samples = each.samples if len(each.samples) == channels else each.loudest[None]
        if each.sample_rate != rate:
            samples = resampled(samples, Fraction(rate, each.sample_rate))
        made.append(replace(each, samples=samples, sample_rate=rate))
    return made


def _few_channels(samples: np.ndarray) -> tuple[np.ndarray, tuple[str, ...]]:
    """The two loudest channels, or one where they are the same, and what to say about it."""
    loudest = np.sort(np.argsort(-(samples**2).sum(axis=1), kind="stable")[:MOST_CHANNELS])
    said = () if len(samples) <= MOST_CHANNELS else (f"of its {len(samples)} channels the two loudest are taken.",)
    samples = samples[loudest]
    if len(samples) == MOST_CHANNELS:
        energies = (samples**2).sum(axis=1)
        if energies.min() < 1e-8 * energies.max() or samples[0] @ samples[1] > ALIKE * np.sqrt(energies.prod()):
            return samples[[np.argmax(energies)]], said
    return samples, said


def resampled(samples: np.ndarray, ratio: Fraction) -> np.ndarray:
    """So many times as many samples along the last axis, without what their rate cannot hold."""
    from scipy.signal import resample_poly

    return np.asarray(resample_poly(samples, ratio.numerator, ratio.denominator, axis=-1))


def _lasting(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"
