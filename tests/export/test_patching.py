"""An instrument in Pure Data and in Csound, run without a screen or a sound card: the same sound as the library's."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hosts import Exported, library

from rosin.export.writing import export

RATE, BLOCK, KSMPS = 48_000, 64, 32
PATCH = """#N canvas 0 0 500 400 10;
#X obj 20 20 loadbang;
#X msg 20 60 {messages};
#X msg 250 60 open -wave -bytes 4 {sound} \\, start;
#X obj 20 120 {name}~;
#X obj 20 180 writesf~ 2;
#X msg 250 100 \\; pd dsp 1;
#X obj 150 140 delay 200;
#X msg 150 170 stop;
#X obj 200 200 delay 220;
#X msg 200 230 \\; pd quit;
#X connect 0 0 1 0;
#X connect 0 0 2 0;
#X connect 0 0 5 0;
#X connect 0 0 6 0;
#X connect 0 0 8 0;
#X connect 1 0 3 0;
#X connect 2 0 4 0;
#X connect 3 0 4 0;
#X connect 3 1 4 1;
#X connect 6 0 7 0;
#X connect 7 0 4 0;
#X connect 8 0 9 0;
"""
ORCHESTRA = """<CsoundSynthesizer>
<CsInstruments>
sr = {rate}
ksmps = {ksmps}
nchnls = 2
0dbfs = 1
instr 1
  aleft, aright {name} {given}
  outs aleft, aright
endin
</CsInstruments>
<CsScore>
i1 0 0.2
</CsScore>
</CsoundSynthesizer>
"""
pure_data = pytest.mark.skipif(
    shutil.which("pd") is None or not Path("/usr/include/pd/m_pd.h").exists(),
    reason="Pure Data is missing: apt-get install puredata-core puredata-dev",
)
with_csound = pytest.mark.skipif(
    shutil.which("csound") is None or not Path("/usr/include/csound/csdl.h").exists(),
    reason="Csound is missing: apt-get install csound libcsound64-dev",
)


def expected(name, samples, tell):
    it = Exported(name, RATE)
    tell(it)
    return it.process(samples, kind=np.float32)


def rub(it):
    it.set(**{name: float(np.float32(value)) for name, value in {"velocity": 0.17, "normal_force": 1.2}.items()})


def strike(it):
    it.call("midi", 0x90, 69, 100)


@pure_data
@pytest.mark.parametrize(
    ("name", "messages", "tell"), [("chalk", "velocity 0.17 \\, normal_force 1.2", rub), ("bell", "note 69 100", strike)]
)
def test_pure_data_plays_the_same(tmp_path, name, messages, tell):
    export(library(name)[0], "pd", tmp_path)
    patch, sound = tmp_path / "patch.pd", tmp_path / "sound.wav"
    patch.write_text(PATCH.format(messages=messages, sound=sound, name=f"rosin_{name}"))
    command = ["pd", "-nogui", "-noprefs", "-batch", "-r", str(RATE), "-path", str(tmp_path / f"rosin_{name}-pd"), str(patch)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    heard = soundfile.read(sound, dtype="float32")[0].T
    assert heard.shape[1] > 8000, said.stderr
    first = BLOCK * (np.flatnonzero(heard[0])[0] // BLOCK) if heard.any() else 0
    own = expected(name, heard.shape[1], tell)
    late = BLOCK * (np.flatnonzero(own[0])[0] // BLOCK)
    n = heard.shape[1] - max(first, late) - BLOCK
    assert np.array_equal(heard[:, first : first + n], own[:, late : late + n])


@with_csound
@pytest.mark.parametrize(
    ("name", "given", "tell"),
    [("chalk", '"velocity", 0.17, "normal_force", 1.2', None), ("bell", f'"strength", {100 / 127}, "key", 69', strike)],
)
def test_csound_plays_the_same(tmp_path, name, given, tell):
    export(library(name)[0], "csound", tmp_path)
    score, sound = tmp_path / "score.csd", tmp_path / "sound.wav"
    score.write_text(ORCHESTRA.format(rate=RATE, ksmps=KSMPS, name=f"rosin_{name}", given=given))
    opcode = tmp_path / f"rosin_{name}-csound" / f"librosin_{name}.so"
    command = ["csound", "-d", "-W", "-f", f"--opcode-lib={opcode}", "-o", str(sound), str(score)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert sound.exists(), said.stderr
    heard = soundfile.read(sound, dtype="float32")[0].T
    own = expected(name, heard.shape[1], tell or (lambda it: it.set(velocity=0.17, normal_force=1.2)))
    assert np.array_equal(heard[:, :9000], own[:, :9000])


@with_csound
def test_csound_is_told_what_does_not_exist(tmp_path):
    export(library("chalk")[0], "csound", tmp_path)
    score = tmp_path / "score.csd"
    score.write_text(ORCHESTRA.format(rate=RATE, ksmps=KSMPS, name="rosin_chalk", given='"velocty", 1'))
    opcode = tmp_path / "rosin_chalk-csound" / "librosin_chalk.so"
    said = subprocess.run(
        ["csound", "-d", "-n", f"--opcode-lib={opcode}", str(score)], capture_output=True, text=True, timeout=60, check=False
    )
    assert "there is no control velocty" in said.stderr + said.stdout


def test_help_and_manual_name_every_control(tmp_path):
    made = library("chalk")[0]
    for form, file in (("pd", "rosin_chalk~-help.pd"), ("csound", "rosin_chalk.md")):
        if not Path("/usr/include/pd/m_pd.h" if form == "pd" else "/usr/include/csound/csdl.h").exists():
            pytest.skip("the headers of Pure Data and Csound are missing: apt-get install puredata-dev libcsound64-dev")
        export(made, form, tmp_path)
        text = (tmp_path / f"rosin_chalk-{form}" / file).read_text()
        assert all(control.symbol in text for control in made.exported.controls)
