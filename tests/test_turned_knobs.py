"""A knob that is turned changes the numbers that it means, and prepares nothing else anew."""

import pytest

from rosin import instrument
from rosin.studio.changes import Sounding
from rosin.studio.keys import LAYER


def moved(name, changes):
    """Programs whose memory a change writes to."""
    before = instrument(name)
    found = Sounding(before).turned(before.with_changes(changes))
    programs = {layer: told["memory"] for layer, told in found["layers"].items()} | {"chain": found["chain"]["memory"]}
    return {program for program, memory in programs.items() if memory}


@pytest.mark.parametrize("name", ["cello", "marimba", "wineglass"])
def test_what_stays_as_it_is_prepares_nothing(name):
    assert moved(name, {}) == set()


def test_a_volume_is_of_the_chain_alone():
    assert moved("cello", {"output.volume": -3.0}) == {"chain"}


def test_a_law_is_of_every_layer_that_has_it():
    assert moved("wineglass", {"interaction.static_friction": 0.9}) == {"hand", LAYER}
    assert moved("marimba", {"interaction.stiffness": 2e8}) == {"hand", LAYER}
