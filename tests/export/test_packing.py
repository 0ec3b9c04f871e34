"""Numbers of exports in few bytes: all come back to the last bit, and what repeats is laid down once."""

import numpy as np
import pytest
from hosts import library

from rosin.export.packing import LONG, Numbers, patches_of, pieces_of

RANDOM = np.random.default_rng(4)


def remade(tunings):
    """Tunings as a host makes them of the first one."""
    patches, row = list(patches_of(tunings)), tunings[0].copy()
    for tuning in range(len(tunings)):
        for patch in (each for each in patches if each.tuning == tuning):
            here = slice(patch.at, patch.at + patch.length)
            row[here] = patch.numbers or (patch.rule.made(row[here]).view(np.int64) + (patch.bits or 0)).view(float)
        yield row.copy()


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["marimba", "bell"])
def test_tunings_of_an_instrument_are_made_one_of_another_to_the_last_bit(name):
    tunings = library(name)[0].exported.notes.tunings
    assert np.array_equal(list(remade(tunings)), tunings)
    numbers = sum(len(patch.numbers) for patch in patches_of(tunings))
    assert numbers < 0.6 * np.count_nonzero(np.diff(tunings, axis=0))


def test_what_follows_a_rule_needs_no_numbers():
    """Frequencies go up by a factor; decay times are 1 / (C + B f)."""
    frequencies = np.sort(RANDOM.uniform(80, 9000, 120)) * 2 ** (np.arange(30)[:, None] / 12)
    tunings = np.hstack([frequencies, 1 / (0.4 + 0.0013 * frequencies), np.full_like(frequencies, 0.7)])
    assert np.array_equal(list(remade(tunings)), tunings)
    assert not any(patch.numbers for patch in patches_of(tunings))


def test_what_follows_none_comes_back_too():
    tunings = RANDOM.normal(size=(5, 300))
    tunings[2:, 40:90] = tunings[1, 40:90] * 1.5
    tunings[3, 7] = 0.0
    tunings[4, 200:210] = 20_000.0
    assert np.array_equal(list(remade(tunings)), tunings)


@pytest.mark.parametrize("size", [2, 4, 8])
def test_a_stretch_that_is_there_already_is_not_laid_down_again(size):
    first = RANDOM.normal(size=500)
    all_of_it = [first, np.concatenate([[1.0, 2.0], first[100:400], np.zeros(300)]), first[::-1], first]
    pool, laid = Numbers(size), []
    for values in all_of_it:
        stretches = list(pool.lay(values))
        laid.append(len(pool.values))
        found = np.concatenate([pool.values[place : place + length] for _, length, place in stretches])
        assert np.array_equal(found, values)
        assert [at for at, _, _ in stretches] == np.cumsum([0, *(length for _, length, _ in stretches[:-1])]).tolist()
    assert laid[0] == 500
    assert laid[1] < 500 + 2 + 2 * 128 / size
    assert laid[2] == laid[1] + 500
    assert laid[3] == laid[2]


def test_each_number_takes_the_bytes_that_it_needs():
    whole, short, wide = np.arange(100.0), np.full(100, 0.5), RANDOM.normal(size=100)
    pieces = pieces_of(np.concatenate([whole, short, wide, whole[:3], wide]))
    assert [(at, len(values), size) for at, values, size in pieces] == [(0, 100, 2), (100, 100, 4), (200, 203, 8)]
    assert all(len(values) >= LONG for _, values, _ in pieces)
