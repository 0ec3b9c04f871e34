"""Voices that play for hours under hands that never rest, as fast as the machine goes, while energy, level and drift are watched.

Each subject is a contact in as many lanes as this processor has, or a single one, led by random hands of their own: new speeds and
forces every second, some strokes lifted. Of every second it is asked that the sound is finite and no louder than ten times the loudest of
the first minute, that the account of energy closes to 1e-8 of what was exchanged so far, and that the mean of the sound stays below a
hundredth of its peak. At the end hands are lifted, and what was stored must die away.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from rosin import Contact, ElastoPlastic, Exponential, Hand, InertialMass, LuGre, Modal, Rim, Voice
from rosin.engine.batch import Batch, lanes_of
from rosin.engine.observing import ENERGIES
from rosin.instruments.strings.data import StringData
from rosin.interactions.thermal import Thermal

RATE = 48_000
LEARNING = 60  # s after which the loudest is known
LOUDER, CLOSES, MEAN, STILL = 10.0, 1e-8, 0.01, 1e-6
RESTING = 20  # s without hands at the end


def subjects() -> dict[str, tuple[Contact, float, float, dict[str, float]]]:
    """What plays, up to which speed (m/s) and force (N), and controls that stay."""
    glass = Rim(0.033, frequencies=[574.5, 1598.9], decay_times=[0.8, 0.3], masses=[5.2e-3, 4.6e-3], split=0.01, finger_damping=0.5)
    plate = Modal([220, 517, 1130, 2470, 4100], [0.9, 0.6, 0.3, 0.2, 0.1], 0.03)
    slider = InertialMass(0.03, 0.0, 0.0, 800.0, 1.0)
    cello = StringData.preset("cello D")
    return {
        "glass": (Contact(Hand(), ElastoPlastic(3e5, 0.3, noise=0.05), glass), 0.3, 1.0, {}),
        "plate": (Contact(Hand(), LuGre(1e5, 0.1), plate), 0.5, 3.0, {}),
        "slider": (Contact(slider, Exponential(100.0), plate), 0.3, 2.0, {}),
        "string": (cello.bowed("waveguide", Thermal()), 0.3, 2.0, {"position": 0.1, "finger": 0.0}),
    }


class Soaked(NamedTuple):
    """How a subject fared: hours of each voice and of all, seconds that it took, the worst of what was watched, and what went wrong."""

    subject: str
    voices: int
    hours: float
    total_hours: float
    seconds: float
    times_real_time: float
    energy_gap: float
    loudest: float
    mean: float
    left: float
    stopped: bool
    failures: list[str]


def soak(name: str, hours: float, seed: int, tell: Callable[[float, str], None], *, alone: bool = False) -> Soaked:
    """Play a subject for so many hours, counted over all its voices; or one voice for as many."""
    contact, speed, force, fixed = subjects()[name]
    lanes = 1 if alone else lanes_of("double", contact, RATE)
    seconds = max(2 * LEARNING, round(3600 * hours / lanes))
    seeds = [seed + lane for lane in range(lanes)]
    batch: Any = _Alone(contact, seed) if alone else Batch([contact] * lanes, RATE, seeds=seeds, observe=True, block=RATE)
    watch, failures, begin, played, stopped = _Watch(), list[str](), time.monotonic(), 0, False
    try:
        for played, (velocity, normal_force) in enumerate(_hands(np.random.default_rng(seed), lanes, speed, force, seconds), 1):
            moves = {"velocity": velocity, "normal_force": normal_force}
            sound = batch.process(RATE, [{control: rows[lane] for control, rows in moves.items()} | fixed for lane in range(lanes)])
            failures += [f"second {played}: {words}" for words in watch.second(sound, batch)]
            if len(failures) > 10:
                break
            if played % 30 == 0:
                tell(played / seconds, f"{name}: {played * lanes / 3600:.2f} h of sound, gap {watch.gap:.1e}")
    except KeyboardInterrupt:
        stopped = True
    batch.process(RATE, [fixed | {"velocity": 0.0, "normal_force": 0.0}] * lanes)
    first = batch.trace("stored_energy", RATE)[:, 0].copy()
    for _ in range(RESTING):
        batch.process(RATE, [fixed | {"velocity": 0.0, "normal_force": 0.0}] * lanes)
    left = float((batch.trace("stored_energy", RATE)[:, -1] / np.maximum(first, 1e-300)).max())
    if left > STILL and not stopped:
        failures.append(f"{left:.1e} of the energy is left {RESTING} s after the hands were lifted")
    took = time.monotonic() - begin
    total = played * lanes
    return Soaked(
        *(name, lanes, round(played / 3600, 4), round(total / 3600, 4), round(took, 1), round(total / took, 1)),
        *(watch.gap, watch.loudest, watch.mean, left, stopped, failures),
    )


def _hands(random: np.random.Generator, lanes: int, speed: float, force: float, seconds: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Speed and force of each lane, second by second, in straight lines to somewhere else; one second in six is lifted."""
    ramp = np.arange(1, RATE + 1) / RATE
    before = np.zeros((2, lanes))
    for _ in range(seconds):
        lifted = random.uniform(size=lanes) < 1 / 6
        after = np.stack([speed * random.uniform(-1, 1, lanes), np.where(lifted, 0.0, force * random.uniform(0, 1, lanes))])
        rows = before[:, :, None] + (after - before)[:, :, None] * ramp
        yield rows[0], rows[1]
        before = after


class _Alone:
    """A single voice, spoken to as a batch is."""

    def __init__(self, contact: Contact, seed: int) -> None:
        self.voice = Voice(contact, RATE, seed=seed, observe=True, block=RATE)

    def process(self, samples: int, controls: list[dict[str, Any]]) -> np.ndarray:
        return self.voice.process(samples, controls[0])[None]

    def trace(self, name: str, samples: int) -> np.ndarray:
        return self.voice.trace(name, samples)[None]


class _Watch:
    """What is watched, from second to second."""

    def __init__(self) -> None:
        self.gap = self.loudest = self.mean = 0.0
        self.seconds, self.learned = 0, 0.0

    def second(self, sound: np.ndarray, batch: Any) -> Iterator[str]:
        """What is wrong with a second of all voices."""
        self.seconds += 1
        if not np.isfinite(sound).all():
            yield "it is not finite"
            return
        loudest = float(np.abs(sound).max())
        if self.seconds <= LEARNING:
            self.learned = max(self.learned, loudest)
        elif loudest > LOUDER * self.learned:
            yield f"its peak is {loudest:.3g}, in the first minute it was {self.learned:.3g}"
        self.loudest = max(self.loudest, loudest)
        stored, supplied, dissipated, exchanged = (batch.trace(name, RATE)[:, -1] for name in ENERGIES)
        gap = float((np.abs(stored + dissipated - supplied) / np.maximum(exchanged + stored, 1e-300)).max())
        self.gap = max(self.gap, gap)
        if gap > CLOSES:
            yield f"the account of energy is off by {gap:.1e}"
        mean = float(np.abs(sound.mean(axis=-1)).max() / (self.learned or 1.0))
        if self.seconds > LEARNING:
            self.mean = max(self.mean, mean)
            if mean > MEAN:
                yield f"the mean of the sound is {mean:.1e} of its peak"
