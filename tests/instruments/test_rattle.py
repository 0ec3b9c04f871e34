"""A rattle: beads obey free fall and the principle of equivalence, and burst against the shell with every stroke."""

import numpy as np
import pytest
from listening import RATE, decibels, part

from rosin import Gesture, ParameterError, instrument

G = 9.81

pytestmark = pytest.mark.filterwarnings("ignore:rattle is silent")


def strikes(changes, force, duration=0.4):
    """Times at which the first bead of a rattle first strikes floor and roof, s; None where it does not."""
    rattle = instrument("rattle").with_changes({"beads": 1, **changes})
    traces = rattle.render(Gesture(force=force), duration=duration, record=("floor 1.force", "roof 1.force")).traces
    return [np.flatnonzero(trace > 0)[0] / RATE if trace.any() else None for trace in traces.values()]


@pytest.fixture
def one():
    """The way of a lone bead, where it begins, and its mass."""
    setup = instrument("rattle").with_changes({"beads": 1}).setup
    scene = setup.scene()
    return -scene.bodies["roof 1"].position, -scene.bodies["bead 1"].position, setup.bead_mass


def test_a_bead_falls_freely_to_the_floor(one):
    _, begin, _ = one
    floor, roof = strikes({}, 0.0)
    assert floor == pytest.approx(np.sqrt(2 * begin / G), abs=2 / RATE)
    assert roof is None


def test_a_bead_in_a_falling_shell_floats(one):
    """The shell accelerates downwards with g: the bead feels -m g and its weight."""
    assert strikes({}, -one[2] * G) == [None, None]


def test_a_shell_that_is_pulled_down_faster_throws_its_bead_at_the_roof(one):
    way, begin, mass = one
    floor, roof = strikes({}, -2 * mass * G, 0.1)
    assert roof == pytest.approx(np.sqrt(2 * (way - begin) / G), abs=2 / RATE)
    assert floor is None


def test_it_comes_to_rest_when_it_is_not_shaken():
    rattle = instrument("rattle")
    resting = rattle.render(Gesture(force=0.0), duration=2.5).audio
    assert decibels(part(resting, 2.0, 2.4).std() / part(resting, 0.0, 0.4).std()) < -30


def test_every_stroke_is_a_burst():
    """The power of the sound goes with the strokes."""
    force = {"type": "Stroke", "amplitude": 0.01, "rate": 4.0}
    sound = instrument("rattle").render(Gesture(force=force), duration=6.0).audio[0]
    power = (part(sound, 1.0, 6.0) ** 2).reshape(-1, RATE // 100).sum(axis=1)
    lines = np.abs(np.fft.rfft(power - power.mean()))
    strongest = np.fft.rfftfreq(len(power), 0.01)[np.argmax(lines)]
    assert strongest == pytest.approx(round(strongest / 4) * 4, abs=0.21)
    assert strongest > 0


def test_harder_shaking_is_louder_and_brighter_than_a_hiss_of_low_modes():
    levels = []
    for amplitude in (0.006, 0.012, 0.024):
        sound = instrument("rattle").render(Gesture(force={"type": "Stroke", "amplitude": amplitude, "rate": 4.0}), duration=3.0).audio[0]
        levels.append(decibels(part(sound, 1, 3).std()))
    assert levels[0] + 2 < levels[1] < levels[2] - 2
    spectrum = np.abs(np.fft.rfft(part(sound, 1, 3))) ** 2
    frequencies = np.fft.rfftfreq(2 * RATE, 1 / RATE)
    assert 2500 < (frequencies * spectrum).sum() / spectrum.sum() < 6000


def test_the_account_of_all_beads_closes():
    energies = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
    assert instrument("rattle").render(duration=1.0, record=energies).diagnostics.energy_error < 1e-9


def test_beads_are_counted():
    with pytest.raises(ParameterError, match="whole number"):
        instrument("rattle").with_changes({"beads": 2.5})
    assert len(instrument("rattle").with_changes({"beads": 3}).setup.scene().bodies) == 7
