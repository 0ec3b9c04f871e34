"""Where a contact of a scene speaks."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Hand, Modal, Scene, Touch, instrument
from rosin.analysis.window import playable_window
from rosin.model.errors import ParameterError

GLASS = Modal([500.0, 1300.0], [0.5, 0.3], 0.005)
LAW = ElastoPlastic(bristle_stiffness=1e4, static_friction=0.8, dynamic_friction=0.4)
TWO = Scene(
    bodies={"finger": Hand(), "idle": Hand(), "glass": GLASS},
    contacts={"rub": Touch("finger", "glass", LAW), "other": Touch("idle", "glass", LAW)},
    heard={"glass": 1.0},
)
SPEEDS, FORCES = (0.05, 0.2), (0.1, 1.0)


def test_a_contact_beside_one_that_rests_has_the_window_that_it_has_alone():
    found = playable_window(TWO, SPEEDS, FORCES, duration=0.3, within="rub")
    alone = playable_window(Contact(Hand(), LAW, GLASS), SPEEDS, FORCES, duration=0.3)
    np.testing.assert_array_equal(found.regime, alone.regime)
    np.testing.assert_allclose(found.amplitude, alone.amplitude, rtol=1e-6)


def test_a_contact_that_is_not_there_is_refused():
    with pytest.raises(ParameterError, match=r"contact of the scene.*rub"):
        playable_window(TWO, SPEEDS, FORCES, within="nobody")


@pytest.mark.parametrize("name", ["wolf_cello", "hurdy_gurdy", "bowed_bar", "daxophone"])
def test_rubbed_instruments_that_are_scenes_say_what_is_rubbed(name):
    rubbed = instrument(name).setup.rubbed()
    assert {"velocity", "normal_force"} <= rubbed.contact.controls_of(rubbed.within)
