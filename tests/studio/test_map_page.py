"""The page of a map: a click on a point plays that point, with nothing but the file."""

import numpy as np
import pytest
from browsing import told

from rosin import Gesture, render, sweep
from rosin.maps.known import KNOWN
from rosin.studio.map_page import write_map_page

AXES = {"position": np.array([0.08, 0.1, 0.13]), "normal_force": np.array([0.3, 0.8, 1.6, 3.0])}
GIVEN = {"velocity": 0.1, "rise": 0.03, "pressing": 0.05, "opening_force": 1.0, "holding": 0.02}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    contacts = KNOWN["schelleng"].sources
    [(title, contact)] = contacts.items()
    found = sweep(contact, AXES, fixed=GIVEN, duration=0.2, backend="cores")
    return write_map_page({title: found}, contacts, "regime", tmp_path_factory.mktemp("map") / "map.html"), found


def test_a_click_plays_the_point_that_it_hits(page, made):
    path, found = made
    wrong = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda request: wrong.append(request.url) if not request.url.startswith(("file:", "data:")) else None)
    page.goto(path.as_uri())
    box = page.locator("canvas").bounding_box()
    page.mouse.click(box["x"] + 0.5 * box["width"], box["y"] + 0.45 * box["height"])
    across, up = page.evaluate("rosinMap[0].at")
    heard = np.array(told(page, "() => Array.from(rosinMap[0].sound)"))
    place, force = AXES["position"][across], AXES["normal_force"][up]
    time = np.arange(len(heard)) / 44_100
    pressed = force ** np.clip((time - 0.02) / 0.05, 0, 1)
    gesture = Gesture(velocity=0.1 * np.minimum(time / 0.03, 1), normal_force=pressed, position=place)
    [contact] = KNOWN["schelleng"].sources.values()
    wanted = render(contact, gesture, duration=0.2, sample_rate=44_100).audio[0]
    early = slice(0, 2000)  # before chance, which rounding is here, has grown
    assert np.abs(heard[early] - wanted[early]).max() < 1e-5 * np.abs(wanted[early]).max()
    regime = found.attrs["regimes"].strip("[]").replace('"', "").split(", ")[int(found.regime[across, up])]
    assert regime in page.locator(".said").inner_text()
    assert not wrong


@pytest.mark.thorough
def test_points_of_a_scene_are_played_too(page, tmp_path):
    subject = KNOWN["wolf"].sources["Wolf note: how far the level swings"]
    axes = {"velocity": np.array([0.05, 0.08]), "normal_force": np.array([0.4, 0.6])}
    found = sweep(subject, axes, duration=0.2, sample_rate=24_000, measure="level", backend="cores")
    page.goto(write_map_page({"wolf": found}, {"wolf": subject}, "level", tmp_path / "scene.html").as_uri())
    page.locator("canvas").focus()
    page.keyboard.press("Enter")
    across, up = page.evaluate("rosinMap[0].at")
    heard = np.array(told(page, "() => Array.from(rosinMap[0].sound)"))
    gesture = Gesture(velocity=[(0, 0), (0.05, axes["velocity"][across])], normal_force=axes["normal_force"][up])
    wanted = render(subject.source, {"bowing": gesture}, duration=0.2, sample_rate=24_000).audio[0]
    early = slice(0, 1500)
    assert np.abs(heard[early] - wanted[early]).max() < 1e-5 * np.abs(wanted[early]).max()


def test_keys_choose_and_play_and_other_measures_are_shown(page, made):
    page.goto(made[0].as_uri())
    page.locator("canvas").focus()
    before = page.evaluate("rosinMap[0].at")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("rosinMap[0].at") == [before[0] - 1, before[1] + 1]
    page.keyboard.press("Enter")
    assert page.evaluate("rosinMap[0].sound.length") == 8820
    page.select_option("#measure", "level")
    assert page.evaluate("rosinMap[0].measure") == "level"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
