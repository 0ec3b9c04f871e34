"""Whether notes speak: every instrument that is bowed plays notes one by one, of all strengths and lengths, and each is listened to.

In the last half of a note the force on the bridge must repeat itself after a period within 20 cents of the one asked for, with a normalised
autocorrelation of more than 0.8, and the string must slip once a period: two slips repeat themselves as well. Beside that stands how
even a chromatic scale over the same octaves is (scales.py).
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from rosin.analysis.slips import slip_onsets
from rosin.bench.scales import scale
from rosin.evidence.table import Table
from rosin.instruments.setups.bowed_strings import BowedStrings
from rosin.playing.midi.score import Note, Score
from rosin.sound.rendering import render

INSTRUMENTS = ("violin", "viola", "cello", "double bass")
KEYS, OCTAVES = 8, 2
VELOCITIES = (10, 40, 70, 100, 127)
LENGTHS = (0.5, 0.2, 0.1)  # s
LOWEST = {"violin": 55, "viola": 48, "cello": 36, "double bass": 28}
BEGIN, AFTER = 0.05, 0.05  # s before and after a note
CENTS, REPEATED = 20.0, 0.8
SLIPS = (0.75, 1.3)  # in a period
STRONG = 0.4  # of the fastest slip: what counts as one
NEAR = 110.0  # cents: where the period is sought
LONG, SHORT = 20, 10  # periods
GOALS = (0.97, 0.88)  # of notes of at least LONG, and of SHORT to LONG periods: the share that is to speak
RATE = 48_000


class Spoken(NamedTuple):
    """What the last half of a note is like."""

    periods: float  # of the whole note
    cents: float
    repeated: float
    slips: float  # a period

    @property
    def speaks(self) -> bool:
        """Whether it is one clean note."""
        return abs(self.cents) <= CENTS and self.repeated > REPEATED and SLIPS[0] <= self.slips <= SLIPS[1]


def listen(force: np.ndarray, relative_velocity: np.ndarray, frequency: float, periods: float, rate: float = RATE) -> Spoken:
    """The end of a note: force on the bridge, and velocity of the bow relative to the string."""
    off, repeated = repetition(force, frequency, rate)
    against = relative_velocity * np.sign(np.sum(relative_velocity**3))
    slips = len(slip_onsets(against, STRONG * np.percentile(against, 99.5))) / (len(force) * frequency / rate)
    return Spoken(periods, off, repeated, slips)


def repetition(signal: np.ndarray, frequency: float, rate: float) -> tuple[float, float]:
    """Cents by which its period is off, and the normalised autocorrelation there."""
    x = signal - signal.mean()
    length = len(x)
    transform = np.fft.rfft(x, 2 * length)
    products = np.fft.irfft(np.abs(transform) ** 2)
    energy = np.concatenate([[0.0], np.cumsum(x * x)])
    period, reach = rate / frequency, 2 ** (NEAR / 1200)
    lags = np.arange(max(2, int(period / reach) - 1), min(length - 2, int(period * reach) + 2))
    alike = products[lags] / np.sqrt(energy[length - lags] * (energy[length] - energy[lags]) + 1e-300)
    top = int(np.argmax(alike))
    lag, value = float(lags[top]), float(alike[top])
    if 0 < top < len(lags) - 1:
        left, middle, right = alike[top - 1 : top + 2]
        shift = 0.5 * (left - right) / (left - 2 * middle + right)
        lag, value = lag + shift, middle - 0.25 * (left - right) * shift
    return float(1200 * np.log2(period / lag)), float(value)


def played(setup: BowedStrings, key: int, velocity: int, length: float) -> Spoken:
    """One note, alone."""
    note = Note(BEGIN, BEGIN + length, key, velocity / 127)
    (string,) = setup.play(Score((note,), note.end), RATE, {})
    sound = render(
        string.layer.source, string.gesture, duration=note.end + AFTER, sample_rate=RATE, output="bridge_force", record="relative_velocity"
    )
    half = slice(round((note.start + 0.5 * length) * RATE), round(note.end * RATE))
    return listen(sound.audio[0][half], sound.traces["relative_velocity"][half], note.frequency(), length * note.frequency())


def grid(instrument: str, player: Any = "own") -> Iterator[tuple[int, int, float, Spoken]]:
    """Key, velocity, length and what was heard, for all of them."""
    setup = _setup(instrument, player)
    for length in LENGTHS:
        for key in LOWEST[instrument] + np.round(np.arange(KEYS) * 12 * OCTAVES / (KEYS - 1)).astype(int):
            for velocity in VELOCITIES:
                yield int(key), velocity, length, played(setup, int(key), velocity, length)


def _setup(instrument: str, player: Any) -> BowedStrings:
    return BowedStrings.from_dict({"type": "BowedStrings", "instrument": instrument, "player": player})


def speaking(player: Any = "own", progress: Callable[[float], None] | None = None) -> Table:
    """A row for each instrument: how many notes speak of each length, and of long and short ones by their periods."""
    rows, totals = [], np.zeros((2, 2), int)
    for index, instrument in enumerate(INSTRUMENTS):
        heard = list(grid(instrument, player))
        counts = [_counted([each for _, _, length, each in heard if length == wanted]) for wanted in LENGTHS]
        long = [each for *_, each in heard if each.periods >= LONG]
        short = [each for *_, each in heard if SHORT <= each.periods < LONG]
        totals += [[sum(each.speaks for each in some), len(some)] for some in (long, short)]
        off = np.median([abs(each.cents) for each in long if each.speaks])
        levels = scale(_setup(instrument, player), range(LOWEST[instrument], LOWEST[instrument] + 12 * OCTAVES + 1))
        even = f"{np.ptp(levels):.1f}, {np.abs(levels - levels.mean()).max():.1f}"
        rows.append([instrument, *counts, _counted(long), _counted(short), f"{off:.1f}", even])
        if progress:
            progress((index + 1) / len(INSTRUMENTS))
    rows.append(["all", *[""] * len(LENGTHS), *(f"{spoken}/{asked} = {spoken / asked:.1%}" for spoken, asked in totals), "", ""])
    columns = ["notes that speak", *(f"{length:g} s" for length in LENGTHS)]
    columns += [f"from {LONG} periods", f"{SHORT} to {LONG} periods", "cents off (median)", "scale: range, most from its mean (dB)"]
    return Table(columns, rows)


def _counted(heard: list[Spoken]) -> str:
    return f"{sum(each.speaks for each in heard)}/{len(heard)}"
