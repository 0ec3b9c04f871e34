"""An instrument as a UGen in SuperCollider's own server, run without a sound card: the same sound as the library's."""

import shutil
import struct
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hosts import Exported, library

from rosin.export.supercollider import class_of
from rosin.export.writing import export

RATE, BLOCK, SECONDS = 48_000, 64, 0.25
PLUGINS = "/usr/lib/SuperCollider/plugins"
AUDIO, CONSTANT = 2, -1
pytestmark = pytest.mark.skipif(
    shutil.which("scsynth") is None or not Path("/usr/include/SuperCollider/plugin_interface/SC_PlugIn.h").exists(),
    reason="SuperCollider is missing: apt-get install supercollider-server supercollider-dev",
)


def pascal(words):
    return struct.pack("B", len(words)) + words.encode()


def synth_def(ugen, given):
    """A synth that plays a UGen with constant inputs into both channels, as files of SuperCollider have it."""
    constants = [*given, 0.0]
    inputs = b"".join(struct.pack(">ii", CONSTANT, place) for place in range(len(given)))
    sounding = pascal(ugen) + struct.pack(">biih", AUDIO, len(given), 2, 0) + inputs + struct.pack("bb", AUDIO, AUDIO)
    heard = pascal("Out") + struct.pack(">biih", AUDIO, 3, 0, 0) + struct.pack(">iiiiii", CONSTANT, len(given), 0, 0, 0, 1)
    values = struct.pack(f">i{len(constants)}f", len(constants), *constants)
    body = pascal("played") + values + struct.pack(">ii", 0, 0) + struct.pack(">i", 2) + sounding + heard + struct.pack(">h", 0)
    return b"SCgf" + struct.pack(">ih", 2, 1) + body


def padded(data):
    return data + bytes(-len(data) % 4)


def message(address, kinds, *values):
    content = padded(address.encode() + b"\0") + padded(f",{kinds}".encode() + b"\0")
    for kind, value in zip(kinds, values, strict=True):
        if kind == "i":
            content += struct.pack(">i", value)
        elif kind == "s":
            content += padded(value.encode() + b"\0")
        else:
            content += struct.pack(">i", len(value)) + padded(value)
    return content


def bundle(seconds, *messages):
    content = b"#bundle\0" + struct.pack(">II", int(seconds), int(seconds % 1 * 2**32))
    content += b"".join(struct.pack(">i", len(each)) + each for each in messages)
    return struct.pack(">i", len(content)) + content


def played(name, given, folder):
    """What the server makes of it."""
    export(library(name)[0], "supercollider", folder)
    score, sound = folder / "score.osc", folder / "sound.wav"
    definition = message("/d_recv", "b", synth_def(class_of(library(name)[0]), given))
    begin = message("/s_new", "siii", "played", 1000, 0, 0)
    score.write_bytes(bundle(0, definition) + bundle(0, begin) + bundle(SECONDS, message("/c_set", "ii", 0, 0)))
    places = f"{PLUGINS}:{folder / f'rosin_{name}-supercollider'}"
    command = ["scsynth", "-N", score, "_", sound, str(RATE), "WAV", "float", "-o", "2", "-U", places]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert sound.exists(), said.stdout + said.stderr
    return soundfile.read(sound, dtype="float32")[0].T, said.stdout


@pytest.mark.parametrize("name", ["chalk", "bell", "violin"])
def test_supercollider_plays_the_same(name, tmp_path):
    it = Exported(name, RATE)
    if name == "chalk":
        pairs = [each for symbol, value in (("velocity", 0.17), ("normal_force", 1.2)) for each in (it.controls[symbol], value)]
        given = [-1.0, 0.8, 0.0, *pairs]
        it.set(velocity=float(np.float32(0.17)), normal_force=float(np.float32(1.2)))
    else:
        given = [69.0, 100 / 127, 0.0]
        it.call("midi", 0x90, 69, 100)
    heard, said = played(name, given, tmp_path)
    expected = it.process(heard.shape[1], kind=np.float32)
    assert heard.shape[1] >= SECONDS * RATE - BLOCK, said
    assert np.abs(expected).max() > 0.001
    assert np.array_equal(heard, np.broadcast_to(expected, heard.shape))


def test_its_class_and_its_help_name_every_control(tmp_path):
    files = export(library("chalk")[0], "supercollider", tmp_path)
    texts = {file.suffix: file.read_text() for file in files if file.suffix != ".so"}
    for control in library("chalk")[0].exported.controls:
        assert f"\\{control.symbol}" in texts[".sc"]
        assert f"## {control.symbol} ||" in texts[".schelp"]
