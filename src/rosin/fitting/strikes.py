"""Where something is struck: the blows of a recording, and for each the stretch that rings by itself.

At a blow a large part of the spectrum rises within a few milliseconds; what beats, or swells, rises in few places or slowly.
"""

from typing import Any, NamedTuple

import numpy as np

from rosin.fitting.recording import Recording

FRAME = 1024  # samples at up to 50 kHz
HOPS = 3  # over which levels rise
DEPTH = 1e-3  # levels further below the loudest are taken as one
LEAST_RISE = 4.0  # dB, averaged over the spectrum
LEAST_SHARE = 0.35  # of the largest rise in the recording
APART = 0.05  # s between two blows
SEARCH = 0.05  # s around a rise in which the onset is sought
ONSET = 0.05  # of the attack's peak
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
    loudness = np.abs(recording.samples).max(axis=0)
    near = round(SEARCH * rate)
    onsets: list[int] = []
    for rise in _rises(recording):
        first = max(0, rise - near)
        attack = loudness[first : rise + near]
        onset = first + int(np.argmax(attack > ONSET * attack.max()))
        if not onsets or onset - onsets[-1] > APART * rate:
            onsets.append(onset)
    if not onsets:
        onsets = [int(np.argmax(loudness > ONSET * loudness.max()))]
    found = []
    for onset, following in zip(onsets, [*onsets[1:], length], strict=True):
        begin = onset + round(CONTACT * rate)
        end = min(following if following == length else following - round(BEFORE_NEXT * rate), begin + round(LONGEST * rate))
        if end - begin > LEAST_RINGING * rate:
            found.append(Strike(onset, begin, end, following))
    return found


def _rises(recording: Recording) -> np.ndarray:
    """Samples near which the spectrum rises most."""
    from scipy.signal import find_peaks

    rate = recording.sample_rate
    frame = max(64, 1 << int(np.log2(FRAME * rate / 44_100)))
    hop = frame // 4
    power: Any = 0.0
    for channel in recording.samples:
        frames = np.lib.stride_tricks.sliding_window_view(np.pad(channel, frame), frame)[::hop] * np.hanning(frame)
        power = power + np.abs(np.fft.rfft(frames, axis=1)) ** 2
    spectra = np.sqrt(power)
    levels = 20 * np.log10(np.maximum(spectra, DEPTH * spectra.max()))
    rise = np.maximum(levels[HOPS:] - levels[:-HOPS], 0).mean(axis=1)
    peaks, _ = find_peaks(rise, height=max(LEAST_RISE, LEAST_SHARE * rise.max()), distance=max(1, round(APART * rate / hop)))
    return (peaks + HOPS) * hop - frame // 2
