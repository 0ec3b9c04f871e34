"""`rosin map`: a picture, a page and data that agree with theory and with each other."""

import subprocess
import sys

import numpy as np
import pytest
import zarr

from rosin import RosinError, sweep
from rosin.analysis import schelleng_limits
from rosin.cli.commands import app
from rosin.maps.known import BRISTLES, IMPEDANCE, KNOWN, RESISTANCE, SPEED
from rosin.maps.picture import draw
from rosin.maps.wolf import BODY, MODE, NOTE
from rosin.meters.bowed_motion import REGIMES


def run(*words):
    app(list(words), exit_on_error=False, print_error=False, result_action="return_value")


def test_schellengs_lines_go_through_the_boundaries():
    """The lowest force within 40 %; the highest up to half as much again, since a string that is led there holds on for a while."""
    known = KNOWN["schelleng"]
    [contact] = known.sources.values()
    places, forces = np.array([0.07, 0.1, 0.13]), np.geomspace(0.03, 15, 64)
    found = sweep(contact, {"position": places, "normal_force": forces}, fixed=known.fixed, duration=1.0, measure="regime", backend="cores")
    for place, column in zip(places, found.regime.values, strict=True):
        drop = BRISTLES.sliding(0.0)[0] - BRISTLES.sliding(SPEED / place)[0]
        low, high = schelleng_limits(IMPEDANCE, RESISTANCE, SPEED, place, drop)
        keeps = column == REGIMES.index("Helmholtz")
        middle = np.argmin(abs(np.log(forces / np.sqrt(low * high))))
        assert keeps[middle]
        upper = forces[middle + np.argmin(keeps[middle:])]
        lower = forces[middle - np.argmin(keeps[middle::-1])]
        assert 0.9 < upper / high < 1.5, place
        assert lower == pytest.approx(low, rel=0.4), place


def test_a_map_is_written_and_goes_on(tmp_path, capsys):
    base = tmp_path / "mine"
    words = ["map", "guettler", "--points", "3x4", "--duration", "0.3", "--set", "velocity=0.1", "-o", str(base)]
    run(*words)
    said = capsys.readouterr().out
    for name in ("mine.png", "mine.html", "mine_1.zarr", "mine_2.zarr"):
        assert (tmp_path / name).exists()
        assert name in said
    page = (tmp_path / "mine.html").read_text()
    assert "class Program" in page
    assert "thermal rosin" in page
    assert "http://" not in page.replace("http://www.w3.org", "")
    with pytest.raises(RosinError, match="--force"):
        run(*words)
    run(*words, "--force")


def test_an_instrument_is_mapped_over_any_of_its_numbers(tmp_path):
    words = ["--x", "resonator.impedance=0.3:0.9:linear", "--y", "normal_force=0.2:5", "--points", "2x3", "--measure", "level"]
    run("map", "cello", *words, "--duration", "0.2", "-o", str(tmp_path / "c"))
    assert '"voice": null' in (tmp_path / "c.html").read_text()


@pytest.mark.thorough
def test_a_light_body_stutters_on_its_note_and_a_heavy_one_does_not(tmp_path):
    """Depth above 0.2 at 4 to 9 Hz for a light body on its note; below 0.02 for 0.57 kg, and off the note."""
    axes = ["--x", f"{NOTE}={1.003 * MODE}:{1.02 * MODE}", "--y", f"{BODY}=0.286:0.57"]
    run("map", "wolf", *axes, "--points", "2x2", "-o", str(tmp_path / "w"))
    found = zarr.open_group(tmp_path / "w.zarr", mode="r")
    swing, swings = found["swing"][:].reshape(2, 2), found["swings"][:].reshape(2, 2)
    assert swing[0, 0] > 0.2
    assert 4 < swings[0, 0] < 9
    assert swing[0, 1] < 0.02
    assert swing[1].max() < 0.02
    assert not swings[1].any()
    assert (tmp_path / "w.png").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["schelleng", "--points", "many"], "200x200"),
        (["schelleng", "--points", "1x5"], "2 to"),
        (["schelleng", "--x", "position"], "NAME=LOW:HIGH"),
        (["schelleng", "--x", "position=0.2:0.1"], "LOW less than HIGH"),
        (["schelleng", "--x", "finger=0:0.5:log"], "more than 0"),
        (["schelleng", "--x", "normal_force=1:2"], "differ"),
        (["schelleng", "--x", "colour=1:2"], "axis"),
        (["schelleng", "--set", "velocity=fast"], "NAME=NUMBER"),
        (["marimba", "--frequency", "200"], "rubbed"),
        (["wolf", "--x", "bodies.body.mass=0.2:0.5"], "masses"),
        (["nothing"], "nothing"),
    ],
)
def test_wrong_maps_are_refused(words, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(RosinError, match=told):
        run("map", *words)
    assert not list(tmp_path.iterdir())


def test_a_picture_has_two_axes(tmp_path):
    [contact] = KNOWN["schelleng"].sources.values()
    one = sweep(contact, {"normal_force": [1.0, 2.0]}, fixed={"velocity": 0.1, "position": 0.1}, duration=0.2, backend="cores")
    with pytest.raises(RosinError, match="two axes"):
        draw({"one": one})


def test_help_loads_no_maps():
    code = "import sys; from rosin.cli.commands import app; app(['map', '--help'], result_action='return_value')"
    code += "; assert 'xarray' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
