"""What is heard of a rubbed sound: its level and pitch in steps of 20 ms, and the steadiest stretch, in which parameters are sought.

The pitch of a step is that of the first high peak of the correlation r of a frame with what follows it (a squeal's frequency, a creak's
slips a second); r says how periodic it is.
"""

from typing import NamedTuple

import numpy as np

from rosin.fitting.judging import envelope
from rosin.fitting.recording import Recording
from rosin.model.errors import ParameterError

STEP = 0.02  # s
FRAMES = (0.04, 0.12)  # s: of squeals, and of creaks that a short one is too short for
LOWEST, HIGHEST = 15.0, 8000.0  # Hz
HIGH = 0.9  # of the highest peak of r: so high is the one that counts
CLEARLY = 0.75  # of r of the shorter frame
PERIODIC = 0.6  # of r
PERIODS = 2.5  # that a frame holds at least
STRETCH, SHORTEST = 0.5, 0.2  # s
QUIET = 40.0  # dB below the loudest step, where nothing is rubbed
DYING = 20.0  # dB by which a strike falls, without a rise by
RISING = 3.0  # dB
SINGS = 8.0  # times its pitch: below it lies the mean frequency of what sings, above it that of separate slips
ADVICE = "Give something that is rubbed for half a second or more; for what is struck, leave out --rubbed."


class Listened(NamedTuple):
    """Tracks (steps), and the stretch: its begin and end in samples, pitch (Hz), r and whether it sings."""

    levels: np.ndarray  # dB
    pitches: np.ndarray  # Hz, or not a number
    begin: int
    end: int
    pitch: float
    periodic: float
    sings: bool

    @property
    def words(self) -> str:
        """What it is."""
        if np.isnan(self.pitch):
            return "raucous, without a pitch"
        what = f"a steady tone of {self.pitch:.0f} Hz" if self.sings else f"{self.pitch:.0f} slips a second"
        return what if self.periodic > HIGH else f"{what}, unsteady"


def listen(recording: Recording) -> Listened:
    """What is heard of a recording; ParameterError where that is no rubbing."""
    signal, rate = recording.loudest, recording.sample_rate
    levels = envelope(signal, rate)
    loud = levels > levels.max() - QUIET
    if loud.sum() * STEP < SHORTEST:
        raise ParameterError(f"{recording.name} sounds for {loud.sum() * STEP:.2f} s only. {ADVICE}")
    if _dies(levels):
        raise ParameterError(f"{recording.name} is loudest at once and then dies away: a strike. {ADVICE}")
    tracks = [pitch_at(signal, rate, round((step + 0.5) * STEP * rate)) for step in range(len(levels))]
    pitches = np.array([pitch if periodic > PERIODIC else np.nan for pitch, periodic in tracks])
    begin, end = _steadiest(levels, np.array(pitches))
    inside = slice(begin, end)
    known = pitches[inside][np.isfinite(pitches[inside])]
    pitch = float(np.median(known)) if len(known) > 0.3 * (end - begin) else float("nan")
    samples = slice(round(begin * STEP * rate), round(end * STEP * rate))
    power = np.abs(np.fft.rfft(signal[samples])) ** 2
    centre = float((power * np.fft.rfftfreq(len(signal[samples]), 1 / rate)).sum() / power.sum())
    periodic = float(np.median([r for _, r in tracks[inside]]))
    return Listened(levels, pitches, samples.start, samples.stop, pitch, periodic, bool(centre < SINGS * pitch))


def pitch_at(signal: np.ndarray, rate: float, middle: int) -> tuple[float, float]:
    """Hz and r around a sample: of the longer frame, or of the shorter where that is clearly more periodic, as where it glides."""
    found = []
    for length in FRAMES:
        half = round(0.5 * length * rate)
        found.append(_pitch(signal[max(middle - half, 0) : middle + half], rate))
    short, long = found
    return long if long[1] > CLEARLY * short[1] else short


def _pitch(frame: np.ndarray, rate: float) -> tuple[float, float]:
    """Hz of the first high peak of r, and r there."""
    n = len(frame)
    least, most = max(int(rate / HIGHEST), 2), min(int(rate / LOWEST), int(n / PERIODS))
    if most <= least + 2 or not frame.any():
        return float("nan"), 0.0
    frame = frame - frame.mean()
    products = np.fft.irfft(np.abs(np.fft.rfft(frame, 2 * n)) ** 2)[: most + 1]
    energy = np.concatenate([[0.0], np.cumsum(frame**2)])
    lags = np.arange(most + 1)
    r = products / np.sqrt(energy[n - lags] * (energy[n] - energy[lags]) + 1e-30)
    inner = r[least:most]
    peaks = np.flatnonzero((inner >= r[least - 1 : most - 1]) & (inner > r[least + 1 : most + 1]))
    if not len(peaks) or inner[peaks].max() <= 0:
        return float("nan"), 0.0
    peaks = peaks[inner[peaks] > HIGH * inner[peaks].max()]
    lag = int(peaks[0]) + least
    before, at, after = r[lag - 1 : lag + 2]
    bend = before - 2 * at + after
    return float(rate / (lag + (0.5 * (before - after) / bend if bend < 0 else 0.0))), float(min(at, 1.0))


def _dies(levels: np.ndarray) -> bool:
    """Whether it falls from its first loud step on, as what is struck does."""
    peak = int(np.argmax(levels))
    rest = levels[peak:]
    rises = float((rest - np.minimum.accumulate(rest))[rest > levels.max() - QUIET].max(initial=0.0))
    held = int((levels > levels.max() - RISING).sum()) * STEP
    return peak * STEP < 0.1 and rest[0] - rest.min() > DYING and rises < RISING and held < SHORTEST


def _steadiest(levels: np.ndarray, pitches: np.ndarray) -> tuple[int, int]:
    """Steps of the stretch that is loud, periodic and changes least."""
    count = min(round(STRETCH / STEP), len(levels))
    best, chosen = -np.inf, 0
    for begin in range(len(levels) - count + 1):
        part, known = levels[begin : begin + count], pitches[begin : begin + count]
        known = np.log2(known[np.isfinite(known)])
        wavers = 12 * float(known.std()) if len(known) > 1 else 12.0
        score = part.mean() - 2 * part.std() - wavers + 12 * len(known) / count
        if score > best:
            best, chosen = score, begin
    return chosen, chosen + count
