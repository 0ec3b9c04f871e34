"""Many bodies at once: each rings with the decay of its own, found in what is heard of all of them together."""

import numpy as np
import pytest
from hands import RATE, hear
from keyboards import off, on, send
from scipy.signal import decimate

import rosin
from rosin.fitting.modes import find_modes
from rosin.instruments.setups.pairs import keyed_pairs

pytestmark = pytest.mark.realtime
SLOWER = 4  # times, in which the lowest modes are heard as well


def rates(name, keys):
    """Decay rate (1/s) and frequency (Hz) of the lowest mode of the body that plays each key."""
    tuned = keyed_pairs(rosin.instrument(name).setup)[0].tuned
    bodies = [tuned(key).resonator for key in keys]
    return [(1 / np.broadcast_to(body.decay_times, len(body.frequencies))[0], body.frequencies[0]) for body in bodies]


def check(sound, expected):
    found = find_modes([decimate(sound, SLOWER)], RATE / SLOWER)
    for rate, frequency in expected:
        near = np.flatnonzero(np.abs(found.frequencies - frequency) < 0.01 * frequency)
        loudest = near[np.argmax(np.abs(found.amplitudes[0, near]))]
        assert found.rates[loudest] == pytest.approx(rate, rel=0.02), frequency


@pytest.mark.thorough
def test_sixteen_bars_ring_each_with_its_own_decay(keyboard):
    page, keys = keyboard("marimba"), range(48, 64)
    send(page, *(on(key, 40) for key in keys))
    hear(page, 0.15)
    check(hear(page, 1.2), rates("marimba", keys))


@pytest.mark.thorough
def test_eight_cups_ring_each_with_its_own_decay(keyboard):
    page, keys = keyboard("wineglass"), (74, 76, 78, 79, 81, 83, 85, 86)
    send(page, *(on(key, 100) for key in keys))
    hear(page, 1.5)
    send(page, *(off(key) for key in keys))
    hear(page, 0.3)
    check(hear(page, 1.5), rates("wineglass", keys))
