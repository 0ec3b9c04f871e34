"""An exported LV2 plugin in jalv, on a JACK server without a sound card: it plays the notes of a keyboard in tune."""

import shutil
import subprocess

import pytest
import soundfile
from servers import RATE, Keyboard, jack_server, needs_jack, ports, wait_for

from rosin.analysis.pitch import cents, pitch
from rosin.export.gathering import gather
from rosin.export.library import Library
from rosin.export.plugin import plugin_of
from rosin.export.writing import export
from rosin.instruments.opening import instrument

pytestmark = [
    needs_jack,
    pytest.mark.realtime,
    pytest.mark.skipif(shutil.which("jalv") is None, reason="jalv is missing (apt-get install jalv): no LV2 host plays live"),
]


@pytest.mark.parametrize(("name", "key"), [("musical_saw", 69), ("violin", 74)])
def test_a_plugin_plays_the_notes_of_a_keyboard(name, key, monkeypatch, tmp_path):
    library = Library(gather(instrument(name), (RATE,)))
    export(library, "lv2", tmp_path)
    monkeypatch.setenv("LV2_PATH", f"{tmp_path}:/usr/lib/lv2")
    with jack_server(monkeypatch):
        host = subprocess.Popen(
            ["jalv", "-i", "-x", "-n", "host", plugin_of(library).identity], stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        wait_for(lambda: {"host:messages", "host:out_1"} <= set(ports()))
        recorder = subprocess.Popen(["jack_rec", "-f", tmp_path / "heard.wav", "-d", "2", "-b", "32", "host:out_1"])
        wait_for(lambda: any(port.startswith("jackrec:") for port in ports()))
        keyboard = Keyboard([(0.0, [0x90, key, 100])])
        keyboard.play("host:messages")
        recorder.wait(60)
        keyboard.close()
        host.terminate()
        host.wait(10)
    sound, rate = soundfile.read(tmp_path / "heard.wav")
    wanted = 440 * 2 ** ((key - 69) / 12)
    assert rate == RATE
    assert abs(cents(pitch(sound[RATE:], RATE, wanted), wanted)) < 12
