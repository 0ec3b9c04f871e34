"""Breakpoints: joined by straight lines, however many fall into a block."""

import numpy as np
import pytest

from rosin import Gesture

RATE = 48_000


@pytest.mark.parametrize("points", [1, 2, 7, 300, 20_000])
@pytest.mark.parametrize("begin", [0, 1234, 40_000, 96_000])
def test_a_block_of_breakpoints_is_on_the_lines_between_them(points, begin):
    random = np.random.default_rng(points)
    times = np.sort(random.uniform(0.1, 1.5, points))
    times[1::5] = times[: len(times[1::5]) * 5 : 5][: len(times[1::5])]  # jumps: two at one time
    values = random.normal(size=points)
    block = Gesture(velocity=list(zip(np.sort(times), values, strict=True))).block(begin, 8192, RATE)["velocity"]
    asked = (begin + np.arange(8192)) / RATE
    assert np.abs(block - np.interp(asked, np.sort(times), values)).max() < 1e-12


def test_a_sample_on_a_breakpoint_has_its_value_and_after_a_jump_the_later_one():
    block = Gesture(velocity=[(0.0, 1.0), (0.5, 2.0), (0.5, -3.0), (1.0, -3.0), (1.0, 4.0)]).block(0, RATE + 10, RATE)["velocity"]
    assert block[0] == 1.0
    assert block[RATE // 2] == -3.0
    assert block[RATE // 2 - 1] == pytest.approx(2.0, abs=1e-4)
    assert np.all(block[RATE:] == 4.0)
