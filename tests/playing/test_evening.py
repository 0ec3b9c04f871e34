"""A scale is even: a player takes back what the body makes louder, by what a sawtooth at the bridge would be heard with."""

import numpy as np
import pytest

from rosin import ImpulseResponse, ModalBox
from rosin.bench.scales import scale
from rosin.instruments.setups.bowed_strings import BowedStrings
from rosin.instruments.setups.evening import MOST, evening
from rosin.playing.bowing.player import Player

RATE = 48_000
CELLO = BowedStrings(instrument="cello")


def heard(box, frequency):
    """dB of a sawtooth force through a box, both channels together."""
    n = np.arange(1, 21)
    return 10 * np.log10((box.magnitudes(n * frequency) ** 2 / n**2).sum(axis=1).mean())


@pytest.mark.parametrize("name", ["violin", "double bass"])
def test_magnitudes_are_those_of_a_tap(name):
    box = ModalBox.preset(name)
    tap = box.open(RATE).process(np.eye(1, RATE))
    frequencies = np.arange(60.0, 3000.0, 7.0)
    told = np.abs(np.fft.rfft(tap, axis=1))[:, frequencies.astype(int)]
    np.testing.assert_allclose(box.magnitudes(frequencies), told, atol=0.01)
    np.testing.assert_allclose(ImpulseResponse(tap, RATE).magnitudes(frequencies), told, rtol=1e-6)


@pytest.mark.parametrize("evenness", [0.5, 1.0])
def test_a_note_that_the_body_makes_louder_is_bowed_more_slowly_by_that_share(evenness):
    box, strings = CELLO.box, CELLO.strings
    factor = evening(box, strings, strings[2], evenness)
    loud, faint = 174.6, 246.9
    softer = 20 * np.log10(factor(loud) / factor(faint))
    assert softer == pytest.approx(-evenness * (heard(box, loud) - heard(box, faint)), abs=0.5)
    assert softer < -1


def test_heavy_strings_are_played_lightly_and_a_hole_is_not_filled_without_end():
    strings = CELLO.strings
    light, heavy = (evening(CELLO.box, strings, strings[i], 0.0)(150.0) for i in (3, 0))
    assert heavy < 1 < light
    narrow = ModalBox([1000.0], 50.0, 1.0)
    factor = evening(narrow, strings, strings[3], 1.0)
    assert factor(180.0) <= MOST * light
    assert factor(1000.0) >= light / MOST


def test_a_scale_is_more_even_than_its_body():
    """Six notes from the loudest to the faintest that the body of the cello has."""
    keys = (43, 46, 50, 53, 55, 60)
    spans = [np.ptp(scale(CELLO.replace(player=Player.of("cello").replace(evenness=share)), keys)) for share in (0.0, 0.5)]
    assert spans[1] < 6.5
    assert spans[0] > spans[1] + 1.5
