"""What is not installed is asked for in words, and the rest works without it."""

import subprocess
import sys

import numpy as np
import pytest

from rosin import RosinError, Sound
from rosin.cli.demo import demo
from rosin.model.extras import need
from rosin.playing.midi.file import read_score

HEARD = Sound(np.sin(np.arange(4800) / 20)[None], 48_000)


def test_pictures_need_matplotlib(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(RosinError, match=r'Matplotlib, which is not installed: pip install "rosin\[plot\]"'):
        HEARD.plot(tmp_path / "heard.png")
    assert not list(tmp_path.iterdir())


def test_midi_files_need_mido(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "mido", None)
    (tmp_path / "tune.mid").write_bytes(b"MThd")
    with pytest.raises(RosinError, match=r'mido, which is not installed: pip install "rosin\[midi\]"'):
        read_score(tmp_path / "tune.mid")


def test_a_notebook_plays_what_it_cannot_draw(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    page = HEARD._repr_html_()
    assert "<audio" in page
    assert "<img" not in page
    assert "rosin[plot]" in page


def test_the_demo_plays_what_it_cannot_draw(monkeypatch, tmp_path, capsys):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    demo("chalk", output=tmp_path / "out", workers=1)
    assert "rosin[plot]" in capsys.readouterr().out
    page = (tmp_path / "out/index.html").read_text()
    assert "<img" not in page
    assert "Waveform of chalk" in page
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"chalk.wav", "index.html"}


def test_contacts_and_their_parts_load_nothing_that_only_some_need():
    script = """
import sys, rosin
hand = rosin.Contact(rosin.Hand(), rosin.ElastoPlastic(), rosin.Modal(frequencies=[440], decay_times=0.5, masses=0.05))
rosin.render, rosin.Gesture, rosin.Sound, rosin.Voice, rosin.instrument
print([name for name in ("scipy", "matplotlib", "mido") if name in sys.modules])
"""
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_a_part_loads_only_the_module_of_its_name():
    script = """
import sys, rosin
rosin.Hand, rosin.LuGre, rosin.instrument("wineglass")
print([name for name in sys.modules if name in {f"rosin.{place}" for place in
    ("bodies.bow", "bodies.stiff_string", "interactions.thermal", "textures.fractal", "shapes.bell", "instruments.setups.door")}])
"""
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.strip() == "[]"


@pytest.mark.parametrize("package", ["sounddevice", "jack", "pythonosc", "rtmidi"])
def test_playing_asks_for_what_it_needs(monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(RosinError, match=r'which is not installed: pip install "rosin\[play\]"'):
        need(package)
