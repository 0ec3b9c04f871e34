"""A knob that is turned changes the numbers that it means, and prepares nothing else anew."""

import pytest

from rosin import instrument
from rosin.studio.changes import Sounding
from rosin.studio.keys import LAYER
from rosin.studio.server import ANSWERS


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


ROOMY = [
    ("struck_glass", {"beyond.highest": 5000.0}, {"interaction.dissipation": 0.3}),
    ("drum", {"beyond.spacing": 0.1}, {"interaction.dissipation": 0.3}),
    ("wolf_cello", {"string.length": 3.0}, {"interaction.dynamic_friction": 0.2}),
]


@pytest.mark.parametrize(("name", "first", "then"), ROOMY)
def test_what_found_room_is_changed_further_where_it_lies(name, first, then):
    """Made anew with the first change its memory would be laid out otherwise; what plays has the old one."""
    made = instrument(name)
    before = made.with_changes(first)
    assert any(Sounding(before).layouts[program].reals != layout.reals for program, layout in Sounding(made).layouts.items())
    request = {"instrument": name, "made": {}, "before": first, "changes": then}
    told = ANSWERS["change"](before, request)["update"]["layers"]
    sounding = Sounding(made)
    sounding.retuned(before.with_changes(then))
    for layer, voice in (sounding.voices | ({LAYER: sounding.pairs} if sounding.pool else {})).items():
        assert told[layer]["memory"]
        assert _runs(told[layer]["memory"]) <= _runs(voice.machine.parameters())


def _runs(memory):
    return {(address, tuple(numbers)) for address, numbers in memory}


def test_a_resonator_that_goes_back_to_what_it_was_takes_its_keys_along():
    request = {"instrument": "struck_glass", "made": {}, "before": {"beyond.level": 0.3}, "changes": {}}
    own = instrument("struck_glass")
    back = next(row["value"] for row in Sounding(own).changed(own)["parameters"] if row["path"] == "beyond.level")
    told = ANSWERS["change"](own.with_changes(request["before"]), request | {"changes": {"beyond.level": back}})
    assert told["update"]["layers"][LAYER]["keys"]["tunings"]
