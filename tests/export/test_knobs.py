"""Knobs that turn without Python make the instrument that Python would make of them, alone and together; macros turn them."""

import ctypes
import functools
import shutil
import tempfile
from pathlib import Path

import hosts
import numpy as np
import pytest
from hosts import Exported

from rosin.engine.targets import open_target
from rosin.export.gathering import gather
from rosin.export.library import Library, write_library
from rosin.instruments.opening import instrument
from rosin.studio.knob_plan import knob_plan
from rosin.studio.knobs import CLOSE, find_knobs
from rosin.studio.plan import described_parameters
from rosin.studio.planned import Modules
from rosin.studio.probing import Probe

compiled = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
RATE = 48_000
LOCKED = 0.2  # share of the knobs of an instrument that may be left alone
CHEAP = ["chalk", "creaking_wood", "musical_saw", "shoe", "violin", "bell", "rubbed_masses", "struck_glass", "wolf_cello", "fretted"]


@functools.cache
def found(name):
    player = instrument(name)
    return player, find_knobs(player, described_parameters(player), RATE)


@pytest.mark.sweep
@pytest.mark.parametrize("name", CHEAP)
def test_four_of_five_knobs_turn(name):
    player, knobs = found(name)
    known = {row["path"] for row in described_parameters(player) if isinstance(row["value"], float) and row.get("range")}
    assert len(known - {*knobs.direct, *knobs.curved, *knobs.idle}) <= LOCKED * len(known)


def test_what_was_found_is_kept_and_a_changed_instrument_is_looked_at_anew(monkeypatch):
    player, knobs = found("chalk")
    monkeypatch.setattr("rosin.studio.knobs.Probe", None)
    again = find_knobs(player, described_parameters(player), RATE)
    assert repr(again) == repr(knobs)
    other = player.with_changes({"gain": 1.0})
    with pytest.raises(TypeError):
        find_knobs(other, described_parameters(other), RATE)


def test_curves_say_what_python_says_with_knobs_turned_at_once():
    player, knobs = found("bell")
    probe = Probe(player, RATE)
    machine = open_target("native", knobs.turning.layout())
    knobs.turning.fill(machine)
    random = np.random.default_rng(7)
    assert {"resonator.frequency", "resonator.mass", "resonator.damping", "resonator.split"} <= set(knobs.curved)
    for _ in range(5):
        values = {path: knob.low + (knob.high - knob.low) * random.uniform(0.05, 0.95) for path, knob in knobs.curved.items()}
        truth = probe.turned(values)
        machine.view("head.controls")[:] = list(values.values())
        machine.call("prepare")
        expected = np.minimum(truth.turned, probe.most)[knobs.turned]
        np.testing.assert_allclose(machine.view("head.out"), expected, rtol=CLOSE, atol=1e-9)


def test_as_usual_every_number_is_as_it_was():
    _, knobs = found("bell")
    machine = open_target("native", knobs.turning.layout())
    knobs.turning.fill(machine)
    machine.call("prepare")
    np.testing.assert_array_equal(machine.view("head.out"), machine.view("head.number"))


def test_the_plan_of_a_page_names_all_of_it():
    _, knobs = found("bell")
    told = knob_plan(knobs, Modules())
    assert set(told["turning"]["knobs"]) == set(knobs.curved)
    assert len(told["turning"]["outputs"]) == told["turning"]["tuned"]
    assert len(told["turning"]["outputs"]) + told["turning"]["row"] == len(knobs.turned)
    _, friction = found("chalk")
    limited = knob_plan(friction, Modules())["limited"]
    assert limited["interaction.static_friction"]["at_least"] == "interaction.dynamic_friction"
    assert limited["interaction.dynamic_friction"]["at_most"] == "interaction.static_friction"


def built(player):
    folder = Path(tempfile.mkdtemp(prefix="rosin-knobs-"))
    made = Library(gather(player, (RATE,)))
    write_library(made, folder)
    return made, folder


@pytest.fixture(scope="module")
def bells():
    """A bell, and one that Python has changed."""
    changes = {"resonator.mass": 2.0, "resonator.damping": 4.0, "resonator.split": 0.004, "interaction.stiffness": 1e9}
    return changes, {"usual": built(instrument("bell")), "changed": built(instrument("bell").with_changes(changes))}


def struck(it, key=72):
    it.call("note_on", 1, key, ctypes.c_double(0.8))
    return it.process(9600)


@compiled
def test_turned_knobs_make_the_changed_instrument_for_every_note(bells, monkeypatch):
    changes, libraries = bells
    monkeypatch.setattr(hosts, "library", libraries.get)
    it, changed, usual = Exported("usual", RATE), Exported("changed", RATE), Exported("usual", RATE)
    it.set(**{path.replace(".", "_"): value for path, value in changes.items()})
    for key in (60, 72):
        heard, expected = struck(it, key), struck(changed, key)
        np.testing.assert_allclose(heard, expected, atol=1e-3 * np.abs(expected).max())
    assert np.abs(struck(usual) - struck(Exported("changed", RATE))).max() > 0.05


@compiled
def test_a_bell_that_sounds_follows_a_knob(bells, monkeypatch):
    _, libraries = bells
    monkeypatch.setattr(hosts, "library", libraries.get)
    free, damped = Exported("usual", RATE), Exported("usual", RATE)
    for it in (free, damped):
        struck(it)
    damped.set(resonator_damping=30.0)
    assert np.abs(damped.process(9600)[:, -2400:]).max() < 0.1 * np.abs(free.process(9600)[:, -2400:]).max()


@compiled
def test_macros_come_first_and_turn_their_parameters(bells, monkeypatch):
    _, libraries = bells
    monkeypatch.setattr(hosts, "library", libraries.get)
    it = Exported("usual", RATE)
    own = [name for name in it.controls if name.startswith("macro_")]
    assert list(it.controls)[: len(own)] == own
    assert {"macro_hardness", "macro_weight", "macro_ring"} <= set(own)
    it.set(macro_hardness=0.2, macro_weight=1.0)
    turned = instrument("bell").with_macros(hardness=0.2, weight=1.0).setup
    assert it.get("interaction_stiffness") == pytest.approx(turned.interaction.stiffness, rel=1e-12)
    assert it.get("exciter_mass") == pytest.approx(turned.exciter.mass, rel=1e-12)
    it.set(exciter_mass=0.2)
    other = Exported("usual", RATE)
    assert other.load(it.save()) == 1
    assert {name: other.get(name) for name in other.controls} == {name: it.get(name) for name in it.controls}


@compiled
def test_friction_at_rest_is_never_less_than_in_motion():
    it = Exported("chalk", RATE)
    it.set(interaction_static_friction=0.1)
    assert it.get("interaction_static_friction") == it.get("interaction_dynamic_friction") == 0.3
    it.set(interaction_static_friction=0.5, interaction_dynamic_friction=0.9)
    assert it.get("interaction_dynamic_friction") == 0.5
    it.set(interaction_dynamic_friction=0.1, interaction_static_friction=0.2)
    other = Exported("chalk", RATE)
    assert other.load(it.save()) == 1
    assert [other.get(f"interaction_{name}_friction") for name in ("static", "dynamic")] == [0.2, 0.1]
