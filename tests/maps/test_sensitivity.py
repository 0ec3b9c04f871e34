"""Sobol's indices: what matters, against what physics says must and must not."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Hand, ParameterError, WaveguideString
from rosin.maps.sensitivity import sensitivity

CELLO = Contact(
    Hand(), ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0), WaveguideString(frequency=294.0, impedance=0.55)
)


def test_slips_go_by_speed_and_place_more_than_by_friction(tmp_path):
    """In Helmholtz motion a string slips at v (1 - b) / b against the bow; a little more friction hardly matters."""
    found = sensitivity(
        CELLO,
        {"velocity": (0.05, 0.2), "position": (0.06, 0.12), "interaction.static_friction": (0.78, 0.82)},
        measure="slip_speed",
        count=32,
        fixed={"normal_force": 1.2},
        duration=0.15,
        backend="cores",
    )
    velocity, position, friction = found.total
    assert velocity > 0.3
    assert friction < 0.5 * velocity
    assert friction < position + 0.3
    assert found.takes == 32 * 5
    assert found.counted == 1.0
    assert "velocity" in str(found)
    assert found.plot(tmp_path / "s.png").exists()


@pytest.mark.parametrize(
    ("ranges", "more", "told"),
    [
        ({"velocity": (0.1, 0.2)}, {}, "two or more"),
        ({"velocity": (0.1, 0.2), "position": (0.2, 0.1)}, {}, "lower to a higher"),
        ({"velocity": (0.1, 0.2), "position": (0.1, 0.2)}, {"count": 100}, "power of two"),
        ({"velocity": (0.1, 0.2), "position": (0.1, 0.2)}, {"measure": "beauty"}, "measure"),
    ],
)
def test_wrong_questions_are_refused(ranges, more, told):
    with pytest.raises(ParameterError, match=told):
        sensitivity(CELLO, ranges, fixed={"normal_force": 1.0}, duration=0.15, **more)


def test_what_does_not_change_has_no_indices():
    with pytest.raises(ParameterError, match="wider"):
        sensitivity(
            CELLO,
            {"velocity": (0.1, 0.101), "position": (0.1, 0.101)},
            count=8,
            fixed={"normal_force": 0.0},
            duration=0.15,
            backend="cores",
        )


def test_the_same_seed_gives_the_same_indices():
    asked = {"measure": "level", "count": 8, "fixed": {"normal_force": 1.0}, "duration": 0.15, "backend": "cores"}
    ranges = {"velocity": (0.05, 0.2), "position": (0.06, 0.12)}
    np.testing.assert_array_equal(*(sensitivity(CELLO, ranges, **asked).total for _ in range(2)))
