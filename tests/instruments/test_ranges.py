"""Ranges of an instrument's own: where its knobs go from and to, narrower than what its parts are of use for anywhere."""

import pytest

from rosin import Instrument, instrument, instrument_names
from rosin.cli.commands import app
from rosin.model.errors import ParameterError
from rosin.studio.plan import described_parameters

WRONG = [
    ({"resonator.thicknes": [0.001, 0.002]}, "is no number of the instrument"),
    ({"interaction": [0, 1]}, "is no number of the instrument"),
    ({"resonator.thickness": [0.002, 0.001]}, "first must be below the second"),
    ({"resonator.thickness": [-1, 0.001]}, "both must be at least"),
    ({"resonator.thickness": [0.001]}, "list of 2 entries"),
    ({"resonator.thickness": "thin"}, "list of 2 entries"),
    ({"resonator.thickness": [0.001, "thick"]}, "ranges"),
    ([], "ranges"),
]


def test_knobs_go_over_them_and_nothing_else_is_refused():
    plate = instrument("struck_plate")
    rows = {row["path"]: row.get("range") for row in described_parameters(plate)}
    for path, ends in plate.ranges.items():
        assert rows[path] == ends
    assert rows["interaction.dissipation"] == (0, 2)
    rubber = plate.with_changes({"resonator.material.youngs_modulus": 1e6})
    assert {row["path"]: row.get("range") for row in described_parameters(rubber)} == rows
    assert Instrument.from_dict(rubber.to_dict()) == rubber


def test_they_are_shown(capsys):
    app(["show", "struck_plate"], result_action="return_value")
    thickness = next(line for line in capsys.readouterr().out.splitlines() if "resonator.thickness" in line)
    assert thickness.endswith("useful 0.0015 to 0.012)")


@pytest.mark.parametrize(("ranges", "words"), WRONG)
def test_what_is_no_range_is_told(ranges, words):
    with pytest.raises(ParameterError, match=words):
        Instrument.from_dict(instrument("struck_plate").to_dict() | {"ranges": ranges})


def test_every_instrument_is_inside_its_own():
    for name in instrument_names():
        own = instrument(name)
        values = {row.path: row.value for row in own.parameters()}
        for path, (low, high) in own.ranges.items():
            assert low <= values[path] <= high, (name, path)
