"""What is kept beside the sound: how a contact moves, without the account of energy or with it, is the same."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, Scene, Touch, Voice, render
from rosin.engine.observing import ENERGIES, observing
from rosin.model.errors import ParameterError

PLATE = Modal([220, 517, 1130], 0.4, 0.03)
CONTACT = Contact(Hand(), ElastoPlastic(noise=0.02), PLATE)
SCENE = Scene(
    bodies={"left": Hand(), "right": Hand(), "plate": PLATE},
    contacts={"a": Touch("left", "plate", ElastoPlastic()), "b": Touch("right", "plate", ElastoPlastic(noise=0.02))},
    heard={"plate": 1.0},
)
MOVES = {"velocity": 0.12, "normal_force": 0.7}


@pytest.mark.parametrize(
    ("source", "moves", "prefix"), [(CONTACT, MOVES, ""), (SCENE, {f"{each}.{name}": MOVES[name] for each in "ab" for name in MOVES}, "b.")]
)
def test_motion_alone_is_the_motion_beside_energies(source, moves, prefix):
    whole, light = (Voice(source, observe=observe, block=2000) for observe in (True, "motion"))
    np.testing.assert_array_equal(*(voice.process(2000, moves) for voice in (whole, light)))
    for name in ("force", "relative_velocity", "compression", "bristle"):
        traces = [voice.trace(f"{prefix}{name}", 2000) for voice in (whole, light)]
        np.testing.assert_array_equal(*traces)
        assert traces[0].any()
    assert whole.trace("supplied_energy", 2000)[-1] > 0
    for name in ENERGIES:
        with pytest.raises(ParameterError, match="observe=True"):
            light.trace(name, 2000)


def test_energies_are_booked_where_one_is_recorded():
    assert observing(()) is False
    assert observing(("force", "bristle")) == "motion"
    assert observing(("force", "stored_energy")) is True
    sound = render(CONTACT, Gesture(**MOVES), duration=0.05, record=("force", *ENERGIES))
    assert sound.diagnostics.energy_error < 1e-11
    assert render(CONTACT, Gesture(**MOVES), duration=0.05, record="force").diagnostics.energy_error is None


def test_another_word_is_refused():
    with pytest.raises(ParameterError, match="motion"):
        Voice(CONTACT, observe="energy")
