"""An instrument that is called from outside: events at their frames, in any blocks, and every parameter by its path."""

import shutil

import numpy as np
import pytest

from rosin.instruments.opening import instrument
from rosin.live.engine import EVENTS, FRAMES, Engine
from rosin.live.regime import Regime
from rosin.live.turning import LiveTurning
from rosin.model.errors import ParameterError

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="cc is missing (apt-get install gcc): nothing is built to be played")
RATE = 48_000


def engine(name="chalk", **changes):
    return Engine(instrument(name).with_changes(changes), RATE)


def rubbed(it, *blocks):
    it.turn("velocity", 0.17)
    it.turn("normal_force", 1.2, frame=300)
    it.turn("velocity", 0.1, frame=1234)
    return np.concatenate([it.sound(block) for block in blocks])


def test_events_are_done_at_their_frames_whatever_the_blocks():
    one, other = engine(), engine()
    assert np.array_equal(rubbed(one, 3000), rubbed(other, *[64] * 10, 1, 127, 1000, 1232))
    assert [told[:3] for told in one.done()] == [(0, "velocity", 0.17), (300, "normal_force", 1.2), (1234, "velocity", 0.1)]


def test_what_is_recorded_is_what_sounds():
    it = engine()
    it.record(True)
    made = rubbed(it, 1000, 2000)
    assert np.array_equal(it.heard(), made)
    assert not len(it.heard())


def test_force_and_velocity_are_those_of_the_contact_that_sounds():
    it = engine()
    rubbed(it, 4800)
    force, velocity = it.slid().T
    assert len(force) == 4800
    assert it.state.force == pytest.approx(float(force[-1]), rel=1e-6)
    assert np.abs(force[300:]).max() <= 1.2 * 1.2  # at most static friction, and what damping adds
    assert velocity[0] == pytest.approx(0.17 * -np.expm1(-1 / (RATE * 0.005)), rel=1e-5)  # nothing moves yet but the hand, which glides


def test_what_is_no_control_value_or_message_is_refused_in_words():
    it = engine()
    with pytest.raises(ParameterError, match="did you mean 'velocity'"):
        it.turn("velocty", 0.1)
    for value in (99.0, float("nan"), float("inf")):
        with pytest.raises(ParameterError, match=r"it goes from -0\.425 to 0\.425 m/s"):
            it.turn("velocity", value)
    for message in (b"", b"\x01\x02", b"\x90\x90\x10", b"\xf8", b"\x90\x10\x10\x10"):
        with pytest.raises(ParameterError, match="no message of a MIDI channel"):
            it.midi(message)


def test_a_flood_that_nobody_reads_is_counted_and_harms_nothing():
    it = engine()
    assert all(it.midi((0x90, 60, 1)) for _ in range(EVENTS))
    assert not it.midi((0x90, 60, 1))
    assert it.state.lost_told == 1
    assert np.isfinite(it.sound(128)).all()
    assert it.midi((0x90, 60, 1))
    it.record(True)
    it.sound(FRAMES + 256)
    assert it.state.lost_heard == 256
    assert len(it.heard()) == FRAMES


TURNED = {
    "interaction.noise": 0.3,
    "interaction.static_friction": 0.9,
    "resonator.frequencies": (2300.0, 3500.0),
    "output.volume": -9.0,
}


@pytest.mark.sweep
@pytest.mark.parametrize(("path", "value"), TURNED.items())
def test_a_turned_parameter_makes_the_changed_instrument(path, value):
    turned, made = engine(), engine(**{path: value})
    turning = LiveTurning(turned, lambda _: pytest.fail("it need not be made anew"))
    turning.set(path, value, 0)
    assert turning.value(path) == value
    if path == "output.volume":  # which glides
        rubbed(turned, RATE), rubbed(made, RATE)
        assert np.allclose(turned.sound(1000), made.sound(1000), atol=1e-6)
    else:
        assert np.array_equal(rubbed(turned, 3000), rubbed(made, 3000))


def test_a_parameter_that_changes_what_it_is_made_of_asks_for_another_engine():
    asked = []
    turning = LiveTurning(engine(), asked.append)
    turning.set("interaction.damping_law", "velocity")
    assert asked[0].setup.interaction.damping_law == "velocity"
    with pytest.raises(ParameterError, match="static_friction"):
        turning.set("interaction.static_friction", -3)
    with pytest.raises(ParameterError, match=r"did you mean 'interaction\.noise'"):
        turning.set("interaction.nois", 1.0)
    assert turning.value("interaction.static_friction") == instrument("chalk").setup.interaction.static_friction


def test_a_rate_at_which_it_does_not_run_is_refused():
    with pytest.raises(ParameterError, match="it runs at"):
        Engine(instrument("chalk"), 400_000)


def test_the_regime_is_named_as_analysis_names_it():
    it = engine("rubbed_masses")
    regime = Regime(it)
    assert regime.words(0.0) == "silent"
    for symbol, value in {"velocity": 0.1, "normal_force": 1500.0, "position": 0.0}.items():
        it.turn(symbol, value)
    it.sound(RATE)
    regime.add(it.slid())
    assert regime.words(0.5).startswith("stick-slip")
    it.turn("normal_force", 0.0)
    it.sound(RATE)
    regime.add(it.slid())
    assert regime.words(0.5) == "rings"
