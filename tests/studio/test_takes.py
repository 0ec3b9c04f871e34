"""A take that was recorded in the page is rendered again by Python as it was: strings, chords, knobs, and what rang when it began."""

import json

import numpy as np
import pytest
import soundfile
from browsing import told
from hands import until
from keyboards import controller, off, on, wheel

from rosin.cli.render import render
from rosin.model.errors import ParameterError
from rosin.studio.take import replayed

pytestmark = pytest.mark.realtime

TAKE = """async ([before, during, seconds]) => {
  const {engine, transport} = studio;
  const wait = (s) => new Promise((done) => setTimeout(done, 1000 * s));
  const play = async (moves) => { for (const [pause, ...call] of moves) { await wait(pause); run(...call); } };
  const run = (what, ...given) => {
    if (what === "control") engine.control(...given);
    else if (what === "note") engine.note(given[0]);
    else if (what === "midi") for (const bytes of given) studio.notes.channels.hear(bytes);
    else if (what === "leave") engine.leave(given[0]);
    else if (what === "strike") engine.strike(...given);
    else if (what === "replay") document.getElementById("replay").click();
    else studio.preset.turn(...given);
  };
  await play(before);
  transport.begin();
  await play(during);
  await wait(seconds);
  await transport.finish();
  const [left, right] = await engine.take();
  return {text: transport.take.text, sound: [Array.from(left), Array.from(right)]};
}"""


def note(key, speed=1.0, **more):
    return {"id": f"n{key}", "key": key, "bend": 0, "speed": speed, "force": speed, "begun": True, **more}


BOWED = [[0, "control", "A", "position", 0.12], [0, "control", "A", "normal_force", 0.6], [0, "control", "A", "velocity", 0.2]]
CHORD = [[0.1, "note", note(60, edge=0.9)], [0, "note", note(64)], [0.2, "note", note(67, 0.5)]]
CUPS = [[0.1, "note", note(74)], [0.1, "note", note(78)], [0.4, "leave", "n74"]]
PLAYED = {  # before the take begins, and then: pauses in s, and what is done
    "violin": (BOWED, [[0.2, "control", "A", "finger", 0.1], [0.3, "control", "A", "normal_force", 0.9], [0.2, "turn", "gain", 3.0]]),
    "marimba": ([[0, "note", note(48)]], [*CHORD, [0.1, "turn", "output.volume", -6.0]]),
    "wineglass": ([], [*CUPS, [0.1, "turn", "interaction.static_friction", 0.85]]),
    "bell": ([], [[0.1, "strike", "hand", 1.0], [0.3, "strike", "hand", 0.4]]),
    "chalk": ([], [[0.1, "replay"]]),
}
BENT = [[0.1, "midi", on(57, 100)], [0.2, "midi", wheel(1, 2), controller(1, 90)], [0.2, "midi", on(62), off(57)]]
BY_MIDI = {  # with hands on the same bodies, before, meanwhile and after
    "cello": (
        [[0, "midi", on(57, 80)], [0.3, "midi", off(57)]],
        [*BENT, [0.1, "control", "D", "normal_force", 0.5], [0.1, "midi", off(62)]],
    ),
    "xylophone": (
        [[0, "note", note(72)]],
        [[0.1, "midi", on(84, 120), on(72, 90)], [0.1, "note", note(84, edge=0.9)], [0.1, "midi", on(84)]],
    ),
    "glass_harmonica": ([[0, "note", note(74)]], [[0.1, "midi", on(67, 110), on(76)], [0.3, "leave", "n74"], [0.2, "midi", off(67)]]),
    "musical_saw": ([], [*BENT, [0.1, "turn", "interaction.static_friction", 0.9]]),
    "fretted": ([], [[0.1, "midi", on(45, 120), on(52)], [0.3, "midi", on(45, 60)]]),
}


@pytest.mark.parametrize("name", BY_MIDI)
def test_so_is_one_of_notes(studio, name):
    rendered_again(studio, name, *BY_MIDI[name])


@pytest.mark.parametrize("name", PLAYED)
def test_a_take_is_rendered_again_as_it_was(studio, name):
    rendered_again(studio, name, *PLAYED[name])


@pytest.mark.thorough
def test_so_is_one_of_a_string_whose_grid_has_changed_and_changes(studio):
    """Its memory lies as it was made, with room, and not as it would be made now."""
    pull = [[1.0, "control", "pluck", "normal_force", 1.0], [0, "control", "pluck", "velocity", 0.05]]
    let_go = [[0.1, "control", "pluck", "normal_force", 0.0], [0.2, "turn", "string.youngs_modulus", 1e10]]
    page = rendered_again(studio, "fretted", [[0, "turn", "string.frequency", 150.0], *pull], let_go)
    assert page.evaluate("studio.engine.made") == {}
    assert page.evaluate("studio.preset.changes") == {"string.frequency": 150.0, "string.youngs_modulus": 1e10}


def rendered_again(studio, name, before, during):
    page = studio(name)
    until(page, "studio.engine.ready")
    found = told(page, TAKE, [before, during, 0.6])
    again = replayed(json.loads(found["text"])).audio
    live = np.array(found["sound"])
    assert again.shape[1] == live.shape[1] > 24_000
    assert np.abs(live).max() > 1e-3
    np.testing.assert_allclose(np.broadcast_to(again, live.shape), live, rtol=0, atol=1e-6)
    return page


def test_a_damaged_take_is_refused(studio, tmp_path):
    page = studio("bell")
    until(page, "studio.engine.ready")
    take = json.loads(told(page, TAKE, [[], [[0, "strike", "hand", 1.0]], 0.2])["text"])
    wrong = [
        take | {"memories": {}},
        take | {"frames": 10**12},
        take | {"lines": [[0, "chain", "write", [[0, [1.0]]]]]},
        take | {"lines": [[0, "layer 0", "call", "process"]]},
        take | {"lines": [[0, "nothing", "put", "goals", 0, 1.0]]},
        take | {"instrument": {"format": "rosin-instrument"}},
        take | {"version": 7},
    ]
    for each in wrong:
        with pytest.raises(ParameterError):
            replayed(each)
    file = tmp_path / "bell.json"
    file.write_text(json.dumps(take))
    with pytest.raises(ParameterError, match="--midi is not for a take"):
        render(str(file), midi=tmp_path / "some.mid")


def test_the_command_renders_a_saved_take(studio, tmp_path):
    page = studio("marimba")
    until(page, "studio.engine.ready")
    found = told(page, TAKE, [[], CHORD, 0.3])
    page.click("#openDrawer")
    with page.expect_download() as download:
        page.click("#keepTake")
    file = tmp_path / "marimba.take.json"
    download.value.save_as(file)
    assert json.loads(file.read_text()) == json.loads(found["text"])
    render(str(file), output=tmp_path / "again.wav", bits=32)
    again, _ = soundfile.read(tmp_path / "again.wav")
    np.testing.assert_allclose(again.T, np.array(found["sound"]), rtol=0, atol=1e-6)
