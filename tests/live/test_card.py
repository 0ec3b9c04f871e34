"""PortAudio calls the instrument too: through a card of ALSA that writes what it is given into a file, and through JACK."""

import shutil
import subprocess
import sys

import numpy as np
import pytest
from servers import jack_server, needs_jack, rosin

from rosin.model.errors import RosinError
from rosin.model.extras import need

try:
    need("sounddevice")
    missing = ""
except RosinError as error:
    missing = str(error)
pytestmark = [
    pytest.mark.skipif(bool(missing), reason=missing or "nothing"),
    pytest.mark.skipif(shutil.which("cc") is None, reason="cc is missing (apt-get install gcc): nothing is built to be played"),
    pytest.mark.realtime,
]
CARD = """
pcm.rosin_file {{ type file slave.pcm "nothing" file "{}" format "raw" }}
pcm.nothing {{ type null }}
pcm.!default {{ type null }}
ctl.!default {{ type null }}
"""
PLAY = """
import sys, time, numpy as np
from rosin.instruments.opening import instrument
from rosin.live.card import CardOutput
from rosin.live.engine import Engine
output = CardOutput(device="rosin_file", sample_rate=48_000, buffer=128)
engine = Engine(instrument("chalk"), 48_000)
for symbol, value in {"velocity": 0.17, "normal_force": 1.2}.items():
    engine.turn(symbol, value, frame=1000)
output.play(engine)
while engine.state.frame < 96_000:
    time.sleep(0.01)
print(output.title, repr(output.gone))
output.close()
other = Engine(instrument("chalk"), 48_000)
for symbol, value in {"velocity": 0.17, "normal_force": 1.2}.items():
    other.turn(symbol, value, frame=1000)
np.save(sys.argv[1], other.sound(96_000))
"""


def test_what_a_card_is_given_is_what_the_instrument_plays(tmp_path, monkeypatch):
    (tmp_path / "asound.conf").write_text(CARD.format(tmp_path / "card.raw"))
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "asound.conf"))
    done = subprocess.run([sys.executable, "-c", PLAY, tmp_path / "alone.npy"], capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("rosin_file ''")
    given = np.fromfile(tmp_path / "card.raw", "<f4").reshape(-1, 2)
    alone = np.load(tmp_path / "alone.npy")
    assert np.abs(alone).max() > 0.1
    silence = np.flatnonzero(given[:, 0])[0] - np.flatnonzero(alone[:, 0])[0]  # with which PortAudio fills the card at first
    assert np.array_equal(given[silence : silence + 96_000], alone)


def test_cards_are_listed_and_one_that_is_not_there_is_told(tmp_path, monkeypatch):
    (tmp_path / "asound.conf").write_text(CARD.format(tmp_path / "card.raw"))
    monkeypatch.setenv("ALSA_CONFIG_PATH", str(tmp_path / "asound.conf"))
    assert "rosin_file (ALSA, " in rosin("play", "--devices").communicate(timeout=60)[0]
    playing = rosin("play", "chalk", "--to", "card", "--device", "violet")
    assert "The sound card 'violet' cannot be played" in playing.communicate(timeout=60)[1]
    assert playing.returncode == 1


@pytest.mark.thorough
@needs_jack
def test_a_card_that_vanishes_is_told_and_the_take_is_kept(tmp_path, monkeypatch):
    from servers import RATE, wait_for

    with jack_server(monkeypatch) as server:
        playing = rosin("play", "chalk", "--to", "card", "--device", "system", "--take", tmp_path / "kept.wav")
        wait_for(lambda: (tmp_path / "kept.wav").exists() and (tmp_path / "kept.wav").stat().st_size > 8 * RATE // 2, 40)
        server.kill()
        said, wrong = playing.communicate(timeout=30)
    assert playing.returncode == 1
    assert "gone" in wrong or "has not asked for sound" in wrong
    assert "The take is kept." in wrong
    assert "s played" in said
