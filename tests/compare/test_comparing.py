"""The ratio, on recordings that stand in a known relation to ours."""

from dataclasses import dataclass, replace

import numpy as np
import pytest
from scipy.signal import butter, sosfilt

from rosin.compare import matching
from rosin.compare.comparing import compare
from rosin.compare.kinds import KINDS, chosen
from rosin.compare.playing import Imitator
from rosin.compare.report import data, ratios, text
from rosin.compare.sources import Source
from rosin.compare.take import RATE, Take
from rosin.model.errors import ParameterError

BAR = KINDS["xylophone"]


@dataclass(frozen=True)
class Recorded(Source):
    """A source that holds these takes."""

    held: tuple[Take, ...] = ()

    def takes(self):
        return [replace(take, source=self.name) for take in self.held]


def source(name, *takes):
    return Recorded(name, "none", "", takes)


def dulled(take, corner):
    return replace(take, samples=sosfilt(butter(2, corner, fs=RATE, output="sos"), take.samples))


@pytest.fixture(scope="module")
def ours():
    player = Imitator("xylophone", notes=True)
    return [player.note(key, 0.4, 0.7) for key in (72, 76)]


def compared(*sources, **more):
    (found,) = compare([replace(BAR, sources=sources, **more)])
    return found


def test_where_recordings_are_ours_the_ratio_is_zero(ours):
    found = compared(source("one", *ours), source("other", *(dulled(take, 2000) for take in ours)))
    by_source = {name: [pair.ratio for pair in found.pairs if pair.real.source == name] for name in ("one", "other")}
    assert by_source["one"] == pytest.approx([0, 0], abs=0.05)
    assert by_source["other"] == pytest.approx([1, 1], abs=0.05)  # ours is as far from it as another, which is ours
    assert len(found.real_gaps) == 4
    assert found.ratio == pytest.approx(0.5, abs=0.05)
    assert found.spread == pytest.approx(0.5, abs=0.05)


def test_the_farther_ours_is_the_larger_the_ratio(ours, monkeypatch):
    monkeypatch.setattr(matching, "SAME", 0.0)  # copies that differ this little would count as one
    near, far = (
        compared(source("one", dulled(ours[0], corner)), source("other", dulled(ours[0], 1.1 * corner))).ratio for corner in (4000, 1500)
    )
    assert 1 < near < far


def test_a_neighbour_is_transposed_and_one_too_far_is_left_out(ours):
    low, high = ours
    found = compared(source("one", low), source("other", high))
    assert len(found.real_gaps) == 0  # four semitones
    found = compared(source("one", low), source("other", high), reach=5.0)
    assert found.pairs[0].others[0].frequency == pytest.approx(low.frequency)
    assert found.pairs[0].others[0].partial == pytest.approx(low.partial, rel=0.01)


def test_one_recording_in_two_libraries_is_no_pair(ours):
    assert not compared(source("one", ours[0]), source("other", replace(ours[0], samples=0.3 * ours[0].samples))).real_gaps


def test_an_instrument_with_one_source_borrows_and_says_so(ours, monkeypatch):
    sources = source("one", ours[0]), source("other", dulled(ours[0], 2000))
    monkeypatch.setitem(KINDS, "xylophone", replace(BAR, sources=sources))
    alone = replace(KINDS["marimba"], sources=(source("one", ours[0]),))
    (found,) = compare([alone])
    assert found.yardstick == "xylophone"
    assert len(found.real_gaps) == 2
    assert np.isfinite(found.ratio)
    assert "those of the xylophone" in text([found], [])


def test_without_a_second_recording_there_is_no_ratio(ours):
    found = compared(source("one", ours[0]))
    assert np.isnan(found.ratio)
    assert "no second recording" in text([found], [])
    assert data([found], ["freepats"], quick=True)["instruments"][0]["ratio"] is None


def test_without_any_recording_that_is_said():
    (found,) = compare([KINDS["brake"]])
    assert ratios([found]).rows[0][-1] == "no recording of one in these packages"


def test_measures_of_recordings_that_are_ours_are_inside(ours):
    found = compared(source("one", *ours), source("other", *ours))
    told = {row.name: row.inside for row in found.rows}
    assert told["centroid"]
    assert told["T60"]
    assert told["energy above 4 kHz"]


def test_blows_of_several_strengths_tell_the_dynamics(ours):
    blows = [replace(ours[0], strength=strength, samples=strength * ours[0].samples) for strength in (0.2, 0.6, 1.0)]
    found = compared(source("one", *blows))
    assert len(found.pairs) == 1
    assert found.pairs[0].real.strength == 0.6
    louder = next(row for row in found.rows if row.name == "louder when played hard")
    assert louder.real == pytest.approx((20 * np.log10(5),))


def test_a_wrong_name_is_told():
    with pytest.raises(ParameterError, match="violin"):
        chosen(("violn",))
