"""Where something is struck: the blows of a recording, and for each the stretch that rings by itself.

At a blow most thirds of octaves rise within a few milliseconds; what beats, or swells, rises in few places or slowly.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from rosin.fitting.recording import Recording

FRAME = 1024  # samples at up to 50 kHz
HOPS = 3  # over which levels rise
LOWEST = 100.0  # Hz
DEPTH = 50.0  # dB below its loudest at which a band is taken as silent
FAINTEST = 70.0  # dB below the loudest at which a band is left out
LEAST_RISE = 6.0  # dB, averaged over bands
LEAST_SHARE = 0.25  # of the largest rise in the recording
APART = 0.05  # s between two blows
SEARCH, BEFORE = 0.05, 0.02  # s around a rise in which the onset is sought, and s of it that tell what was there before
ONSET = 0.05  # of the attack's peak
OVER = 1.3  # times what was there before
CONTACT = 0.004  # s for which the exciter may touch
BEFORE_NEXT = 0.01  # s before the next blow at which a stretch ends
LONGEST = 2.5  # s
LEAST_RINGING = 0.04  # s


class Strike(NamedTuple):
    """Samples of the onset, of where it rings alone, of where that ends, and of the next onset or the end of the recording."""

    onset: int
    begin: int
    end: int
    next: int


def strikes_of(recording: Recording) -> list[Strike]:
    """The blows, in time; the whole recording is one where no blow stands out."""
    rate, length = recording.sample_rate, recording.samples.shape[1]
    steps = np.abs(np.diff(recording.samples, prepend=0.0, axis=1)).max(axis=0)  # the treble of a blow stands out of what still rings
    onsets: list[int] = []
    for rise in _rises(recording):
        onset = _onset(steps, rise, rate)
        if not onsets or onset - onsets[-1] > APART * rate:
            onsets.append(onset)
    if not onsets:
        loudness = np.abs(recording.samples).max(axis=0)
        onsets = [int(np.argmax(loudness > ONSET * loudness.max()))]
    found = []
    for onset, following in zip(onsets, [*onsets[1:], length], strict=True):
        begin = onset + round(CONTACT * rate)
        end = min(following if following == length else following - round(BEFORE_NEXT * rate), begin + round(LONGEST * rate))
        if end - begin > LEAST_RINGING * rate:
            found.append(Strike(onset, begin, end, following))
    return found


def _onset(steps: np.ndarray, rise: int, sample_rate: float) -> int:
    """The first sample around a rise that stands out of what was there before."""
    first = max(0, rise - round(SEARCH * sample_rate))
    attack = steps[first : rise + round(SEARCH * sample_rate)]
    quiet = attack[: max(0, rise - first - round(BEFORE * sample_rate))]
    least = max(ONSET * attack.max(), OVER * quiet.max(initial=0.0))
    return first + int(np.argmax(attack > least) if least < attack.max() else np.argmax(attack))


def _rises(recording: Recording) -> np.ndarray:
    """Samples near which most of the spectrum rises."""
    from scipy.signal import find_peaks

    rate = recording.sample_rate
    frame = max(64, 1 << int(np.log2(FRAME * rate / 44_100)))
    hop = frame // 4
    power: Any = 0.0
    for channel in recording.samples:
        frames = np.lib.stride_tricks.sliding_window_view(np.pad(channel, (frame, 0)), frame)[::hop] * np.hanning(frame)
        power = power + np.abs(np.fft.rfft(frames, axis=1)) ** 2
    edges = LOWEST * 2 ** (np.arange(int(3 * np.log2(0.45 * rate / LOWEST)) + 1) / 3)
    bins = np.unique(np.round(edges * frame / rate).astype(int))
    levels = 10 * np.log10(np.array([power[:, low:high].sum(axis=1) for low, high in pairwise(bins)]) + 1e-18)
    loudest = levels.max(axis=1, keepdims=True)
    levels = np.maximum(levels, loudest - DEPTH)[loudest[:, 0] > loudest.max() - FAINTEST]
    rise = np.maximum(levels[:, HOPS:] - levels[:, :-HOPS], 0).mean(axis=0)
    peaks, _ = find_peaks(rise, height=max(LEAST_RISE, LEAST_SHARE * rise.max()), distance=max(1, round(APART * rate / hop)))
    return (peaks + HOPS) * hop - frame // 2
