"""Whether a recording is of strikes, and what is wrong with it, in words.

A strike is loudest at once and then dies. Judged is the envelope in steps of 20 ms of each stretch between two blows; what swells, climbs
again or does not die is rubbed, blown, spoken or played. Beating modes climb too: they are told from those by how well modes
explain the sound. How well they do is otherwise only worth a warning: a bell in a church is a bell.
"""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from rosin.fitting.recording import Recording
from rosin.fitting.strikes import Strike
from rosin.model.errors import ParameterError

STEP = 0.02  # s
LATEST_PEAK, DOUBTFUL_PEAK = 0.35, 0.1  # s after the onset: of no strike, and of none unless modes explain it
EARLY, LEAST_EARLY = 0.06, -5.0  # s, and dB beside its peak that a strike reaches by then
LEAST_FALL, DOUBTFUL_FALL = 10.0, 15.0  # dB: as above
HEARD = 25.0  # dB below the peak, in which a climb counts
MOST_CLIMB = 12.0  # dB
LEAST_LIKENESS = 0.65  # correlation of the spectra of blows on one thing
LOUD_SHARE = 0.02  # of the energy, for a sound that counts among several
GOOD_SHARE = 0.5  # of the energy that must lie in strikes
LONGEST_CLIPPED = 0.1  # s after the onset
CLIPPED_RUN = 3  # equal samples at the extreme
LEAST_RATIO = 25.0  # dB over noise without a warning
LEAST_EXPLAINED = -6.0  # dB that modes leave, without a warning
UNEXPLAINED = -3.0  # dB, beyond which many blows are taken for music and a climb for no beat
MANY = 4  # blows
RHYTHM, LEAST_GAP = 6, 0.4  # blows, and s between them, that are music
ADVICE = "Give the sound of something that is struck once and left to ring; for what is rubbed, say --rubbed."


def strikes_that_count(recording: Recording, strikes: Sequence[Strike]) -> list[Strike]:
    """The strikes of a recording that can be fitted, each beginning after what is clipped; ParameterError where it is of something else."""
    signal, rate = recording.loudest, recording.sample_rate
    if not strikes:
        raise ParameterError(f"{recording.name} has blows, but none rings for 40 ms before the next. {ADVICE}")
    clipped = _clipped(signal)
    good, complaints, energies = [], [], []
    for strike in strikes:
        energies.append(float((signal[strike.onset : strike.next] ** 2).sum()))
        last = max((place for place in clipped if strike.onset <= place < strike.end), default=strike.onset)
        complaint = _complaint(envelope(signal[strike.onset : strike.next], rate))
        if not complaint and last - strike.onset > LONGEST_CLIPPED * rate:
            complaint = f"it is clipped until {(last - strike.onset) / rate:.2f} s after the blow; record it softer"
        complaints.append(complaint)
        if not complaint and strike.end - last > LONGEST_CLIPPED * rate:
            good.append(strike._replace(begin=max(strike.begin, last + round(0.001 * rate))))
    wrong = np.array(energies) * [bool(complaint) for complaint in complaints]
    if wrong.sum() > (1 - GOOD_SHARE) * sum(energies) or not good:
        worst = complaints[int(np.argmax(wrong))] or "it is clipped as long as it rings"
        raise ParameterError(f"{recording.name} is no strike: {worst}. {ADVICE}")
    gaps = np.diff([strike.onset for strike in good]) / rate
    if len(good) >= RHYTHM and np.median(gaps) < LEAST_GAP:
        raise ParameterError(f"{recording.name} has a blow every {np.median(gaps):.2f} s: music, a roll or a creak. {ADVICE}")
    loud = [strike for strike, energy in zip(strikes, energies, strict=True) if energy > LOUD_SHARE * sum(energies)]
    if min(_likeness(signal, several, rate) for several in (good, loud)) < LEAST_LIKENESS:
        raise ParameterError(f"{recording.name} has {len(strikes)} sounds that are not alike: speech, music, or several things. {ADVICE}")
    return good


def remarks(recording: Recording, strikes: Sequence[Strike]) -> list[str]:
    """What a user should know about a recording that can be fitted."""
    signal, rate = recording.loudest, recording.sample_rate
    found = list(recording.notes)
    levels = envelope(signal, rate)
    before = signal[: max(0, strikes[0].onset - round(0.005 * rate))]
    floor = np.sort(levels)[: max(2, len(levels) // 10)].mean()
    if len(before) > STEP * rate:
        floor = min(floor, 20 * np.log10(before.std() + 1e-9))
    if (ratio := float(levels.max() - floor)) < LEAST_RATIO:
        found.append(f"it is only {ratio:.0f} dB above its noise: weak modes are lost, and decay times are uncertain.")
    if len(_clipped(signal)):
        found.append("it is clipped; the fit begins after that, and the attack is uncertain.")
    if (highest := _bandwidth(signal, rate)) < 14_000:
        found.append(f"there is nothing above {highest / 1000:.1f} kHz in it; the instrument will have no modes there.")
    if len(strikes) > 1:
        found.append(f"{len(strikes)} blows at {', '.join(f'{strike.onset / rate:.2f}' for strike in strikes[:6])} s share their modes.")
    return found


def check_explained(recording: Recording, strikes: Sequence[Strike], left: float) -> list[str]:
    """Remarks on how much modes leave (dB); ParameterError where it is too much for a sound that climbs, or for many sounds."""
    signal, rate = recording.loudest, recording.sample_rate
    levels = [envelope(signal[strike.onset : strike.next], rate) for strike in strikes]
    climb, late = max(map(_climb, levels)), max(int(np.argmax(each)) for each in levels) * STEP
    fall = max(float(each.max() - each.min()) for each in levels)
    doubts = {
        f"it grows again by {climb:.0f} dB": climb > MOST_CLIMB,
        f"its {len(strikes)} sounds have no modes in common": len(strikes) >= MANY,
        f"it is loudest only after {late:.2f} s": late >= DOUBTFUL_PEAK,
        f"it falls by only {fall:.0f} dB": fall < DOUBTFUL_FALL,
    }
    if left > UNEXPLAINED and any(doubts.values()):
        what = next(words for words, doubt in doubts.items() if doubt)
        raise ParameterError(f"{recording.name} is no strike: {what}, and ringing modes do not explain it ({left:.0f} dB left). {ADVICE}")
    if left > LEAST_EXPLAINED:
        return [
            f"modes explain little of the waveform ({left:.0f} dB left): a room, noise or a wavering pitch; listen before you trust it."
        ]
    return []


def envelope(signal: np.ndarray, sample_rate: float) -> np.ndarray:
    """Levels in dB, one for each 20 ms."""
    step = round(STEP * sample_rate)
    count = max(1, len(signal) // step)
    return 10 * np.log10((np.resize(signal[: count * step], count * step).reshape(count, step) ** 2).mean(axis=1) + 1e-18)


def _complaint(levels: np.ndarray) -> str:
    peak = int(np.argmax(levels))
    if len(levels) > 4 and levels[peak] - levels[-3:].min() < LEAST_FALL:
        return "it does not die away: it is noise or a held tone, or was cut too early"
    if peak * STEP > LATEST_PEAK or levels[: round(EARLY / STEP)].max() < levels[peak] + LEAST_EARLY:
        return f"it swells for {peak * STEP:.2f} s, as what is rubbed, blown or spoken does"
    return ""


def _climb(levels: np.ndarray) -> float:
    """dB by which it grows again after its peak, where it is heard."""
    rest = levels[int(np.argmax(levels)) :]
    climbs = (rest - np.minimum.accumulate(rest))[rest > levels.max() - HEARD]
    return float(climbs.max(initial=0.0))


def _likeness(signal: np.ndarray, strikes: Sequence[Strike], sample_rate: float) -> float:
    """The median correlation of the spectra of blows, in dB over a scale of frequency; 1 for a single one."""
    if len(strikes) < 2:
        return 1.0
    length = round(0.2 * sample_rate)
    edges = np.geomspace(60, min(10_000, 0.45 * sample_rate), 36)
    frequencies = np.fft.rfftfreq(length, 1 / sample_rate)
    rows = []
    for strike in strikes:
        stretch = signal[strike.begin : min(strike.begin + length, strike.end)]
        power = np.abs(np.fft.rfft(stretch * np.hanning(len(stretch)), length)) ** 2
        rows.append([power[(frequencies >= low) & (frequencies < high + 6)].mean() for low, high in pairwise(edges)])
    levels = 10 * np.log10(np.array(rows) + 1e-18)
    levels = np.maximum(levels, levels.max(axis=1, keepdims=True) - 50)
    return float(np.median(np.corrcoef(levels)[np.triu_indices(len(rows), 1)]))


def _clipped(signal: np.ndarray) -> np.ndarray:
    """Samples that end a run of equal ones at the extreme."""
    peak = np.abs(signal).max()
    flat = (np.abs(signal[1:]) >= 0.9985 * peak) & (np.abs(np.diff(signal)) < 1e-3 * peak)
    run = flat[1:] & flat[:-1]
    return np.nonzero(run)[0] + CLIPPED_RUN - 1 if run.sum() > CLIPPED_RUN else np.zeros(0, int)


def _bandwidth(signal: np.ndarray, sample_rate: float) -> float:
    """Hz above which nothing is within 70 dB of the strongest line."""
    frame = 4096
    frames = np.lib.stride_tricks.sliding_window_view(np.pad(signal, (0, frame)), frame)[:: frame // 2] * np.hanning(frame)
    power = np.convolve((np.abs(np.fft.rfft(frames, axis=1)) ** 2).max(axis=0), np.ones(9) / 9, "same")
    return float(np.nonzero(power > 1e-7 * power.max())[0][-1] * sample_rate / frame)
