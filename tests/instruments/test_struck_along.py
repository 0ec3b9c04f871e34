"""Where a thing is struck: at 0 at its usual point, then from its middle to its edge; what has a node there is not heard."""

import numpy as np
import pytest

import rosin
from rosin import Gesture
from rosin.model.errors import ParameterError

RATE = 48_000
STRUCK = ("marimba", "xylophone", "struck_bar", "drum", "gong", "struck_plate", "bell", "struck_glass")


@pytest.mark.parametrize("name", STRUCK)
def test_position_leads_through_the_points_of_the_shape(name):
    """The weights of a body at its contact points are those of its shape there, mode by mode."""
    setup = rosin.instrument(name).setup
    shape, body = setup.resonator.modes(), setup.body

    def alone(frequency, of):
        return np.isclose(of, frequency, rtol=1e-9).sum() == 1

    known = [index for index, each in enumerate(shape.frequencies) if alone(each, body.frequencies) and alone(each, shape.frequencies)]
    assert len(known) >= 4
    for point, weights in zip((setup.at, *setup.along), body.shapes, strict=True):
        expected = shape.weights(point, "at")[0]
        for index in known:
            found = weights[int(np.argmin(np.abs(np.array(body.frequencies) - shape.frequencies[index])))]
            assert found == pytest.approx(expected[index], rel=1e-9, abs=1e-12)


def struck(name, position):
    gesture = Gesture(velocity=[(0, 0), (0.01, 0), (0.01, 1.0), (0.012, 1.0), (0.012, 0)], position=position)
    return rosin.instrument(name).render(gesture, duration=0.7, sample_rate=RATE).audio[0]


def near(sound, frequency):
    """The strongest line within 8 Hz of a frequency."""
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 1 << 17))
    return spectrum[int((frequency - 8) * (1 << 17) / RATE) : int((frequency + 8) * (1 << 17) / RATE)].max()


def test_the_middle_of_a_bar_does_not_move_in_its_second_mode():
    """Of a free bar the second mode is odd about the middle: tuned to the double octave, it is silent there and loud at the end."""
    fundamental = rosin.instrument("marimba").setup.pitch
    levels = {}
    for place, position in (("middle", 1 / 9), ("end", 1.0)):
        sound = struck("marimba", position)
        levels[place] = 20 * np.log10(near(sound, 4 * fundamental) / near(sound, fundamental))
    assert levels["middle"] < levels["end"] - 30


def test_without_a_position_it_is_struck_where_it_was():
    """A setup without further points sounds the same at its usual point."""
    player = rosin.instrument("struck_bar")
    plain = player.replace(setup=player.setup.replace(along=None))
    gesture = Gesture(velocity=[(0, 0), (0.01, 0), (0.01, 1.0), (0.012, 1.0), (0.012, 0)])
    one, other = (each.render(gesture, duration=0.3, sample_rate=RATE).audio for each in (player, plain))
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-9 * np.abs(one).max())


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"at": None}, "single one"),
        ({"at": (0.4, 0.5)}, "single one"),
        ({"along": (0.5, 1.5)}, "not on the shape"),
        ({"along": ()}, "along"),
        ({"along": 0.5}, "must be a list of points"),
    ],
)
def test_points_that_lead_nowhere_are_refused(changes, words):
    setup = rosin.instrument("struck_bar").setup
    with pytest.raises(ParameterError, match=words):
        setup.replace(**changes).body.channels()
