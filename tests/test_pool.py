"""Who plays a note: the pool keeps what rings for as long as it can, on every target."""

import numpy as np
import pytest

from rosin.engine.player import lending, player_layout
from rosin.engine.targets import open_target
from rosin.playing.live.player import BORROW, GIVE_BACK
from rosin.playing.pool import Pool


def test_a_key_that_was_played_is_played_by_the_same_body():
    pool = Pool(4)
    places = {key: pool.begin(key) for key in (60, 64, 67)}
    assert len(set(places.values())) == 3
    for key in (67, 60, 64):
        assert pool.begin(key) == places[key]


def test_bodies_that_never_played_come_first_then_those_that_rang_longest():
    pool = Pool(3)
    for place, key in enumerate((60, 62, 64)):
        assert pool.begin(key) == place
    for place in (1, 2, 0):
        pool.end(place)
    assert [pool.begin(key) for key in (70, 71, 72)] == [1, 2, 0]
    assert pool.keys == [72, 70, 71]


def test_what_a_hand_holds_is_taken_last_and_the_oldest_first():
    pool = Pool(3)
    for key in (60, 62, 64):
        pool.begin(key)
    pool.end(1)
    assert [pool.begin(key) for key in (70, 71, 72, 73)] == [1, 0, 2, 1]


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["native", "wasm"])
def test_every_target_gives_the_same_notes_to_the_same_bodies(target):
    rng = np.random.default_rng(3)
    layout = lending(player_layout(places=5, tunings=12, block=1, thrown=False, retuned=True))
    pool, machine = Pool(5), open_target(target, layout)
    machine.call("start")
    held = []
    for _ in range(300):
        if held and rng.random() < 0.5:
            place = held.pop(int(rng.integers(len(held))))
            pool.end(place)
            machine.view("head.message")[:2] = GIVE_BACK, place
            machine.call("process", 0)
        else:
            key = int(rng.integers(50, 62))
            place = pool.begin(key)
            machine.view("head.message")[:2] = BORROW, key
            machine.call("process", 0)
            assert machine.view("head.asked")[0] == place
            held = [each for each in held if each != place] + [place]
    assert machine.view("head.keys").tolist() == pool.keys
