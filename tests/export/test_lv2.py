"""An instrument as an LV2 plugin: valid to Debian's validator, found by its tools, equal to the library in a host."""

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hosts import Exported, library
from lv2_host import Lv2Host

from rosin.export.writing import export

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
SPECIFICATION = Path("/usr/lib/lv2")
CHALK = {"velocity": 0.17, "normal_force": 1.2}
ABI = """
#define LV2_Handle OWN_Handle
#define LV2_Feature OWN_Feature
#define LV2_Descriptor OWN_Descriptor
#define LV2_URID_Map OWN_URID_Map
#define LV2_Atom OWN_Atom
#define LV2_Atom_Sequence_Body OWN_Atom_Sequence_Body
#define LV2_Atom_Sequence OWN_Atom_Sequence
#define LV2_Atom_Event OWN_Atom_Event
#include "lv2_abi.h"
#undef LV2_Handle
#undef LV2_Feature
#undef LV2_Descriptor
#undef LV2_URID_Map
#undef LV2_Atom
#undef LV2_Atom_Sequence_Body
#undef LV2_Atom_Sequence
#undef LV2_Atom_Event
#include <lv2/atom/atom.h>
#include <lv2/core/lv2.h>
#include <lv2/urid/urid.h>
#include <stddef.h>
#define SAME(type, member, theirs) _Static_assert(offsetof(OWN_##type, member) == offsetof(LV2_##type, theirs), #type)
#define SIZE(type) _Static_assert(sizeof(OWN_##type) == sizeof(LV2_##type), #type)
SIZE(Feature); SIZE(Descriptor); SIZE(URID_Map); SIZE(Atom); SIZE(Atom_Sequence); SIZE(Atom_Event);
SAME(Descriptor, URI, URI); SAME(Descriptor, instantiate, instantiate); SAME(Descriptor, connect_port, connect_port);
SAME(Descriptor, activate, activate); SAME(Descriptor, run, run); SAME(Descriptor, deactivate, deactivate);
SAME(Descriptor, cleanup, cleanup); SAME(Descriptor, extension_data, extension_data);
SAME(Feature, data, data); SAME(URID_Map, map, map); SAME(Atom, type, type); SAME(Atom_Sequence, body, body);
SAME(Atom_Event, frames, time.frames); SAME(Atom_Event, body, body);
int main(void) { return 0; }
"""


def tool(name, package):
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is missing: apt-get install {package}")


@pytest.fixture(scope="module")
def bundles(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lv2")
    for name in ("chalk", "bell"):
        export(library(name)[0], "lv2", folder)
    return folder


def opened(bundles, name, rate=48_000):
    made = library(name)[0]
    it = made.exported
    binary = bundles / f"{made.prefix}.lv2" / f"{made.prefix}.so"
    controls = {control.symbol: control.value for control in it.controls}
    return Lv2Host(binary, rate, controls, notes=int(it.notes is not None), channels=it.heard)


def test_controls_of_a_plugin_are_those_of_the_library(bundles):
    host, it = opened(bundles, "chalk"), Exported("chalk", 48_000)
    for name, value in CHALK.items():
        host.values[name].value = value
        it.set(**{name: float(np.float32(value))})
    heard = np.hstack([host.run(size) for size in (1, 37, 128, 1000)])
    assert np.array_equal(heard, it.process(1166, kind=np.float32))
    assert host.latency.value == it.call("latency") > 0
    host.close()


def test_notes_sound_at_their_samples_inside_a_block(bundles):
    host, it = opened(bundles, "bell"), Exported("bell", 48_000)
    messages = [(100, (0x90, 69, 100)), (100, (0x90, 76, 50)), (733, (0xE0, 0, 96)), (900, (0x80, 69, 0))]
    heard, now, expected = host.run(2000, messages), 0, []
    for when, message in messages:
        if when > now:
            expected.append(it.process(when - now, kind=np.float32))
        now = when
        it.call("midi", *message)
    expected.append(it.process(2000 - now, kind=np.float32))
    assert np.array_equal(heard, np.hstack(expected)[: len(heard)])
    assert not heard[:, :100].any()
    assert np.abs(heard).max() > 0.1
    host.close()


def test_the_abi_is_that_of_the_headers(tmp_path):
    if not Path("/usr/include/lv2/core/lv2.h").exists():
        pytest.skip("no headers of LV2: apt-get install lv2-dev")
    import rosin.export

    (tmp_path / "abi.c").write_text(ABI)
    own = Path(rosin.export.__file__).parent / "c"
    subprocess.run(["cc", "-std=c11", f"-I{own}", "-fsyntax-only", str(tmp_path / "abi.c")], check=True)


@tool("sord_validate", "sordi")
def test_the_description_is_valid(bundles):
    if not SPECIFICATION.exists():
        pytest.skip("no specification of LV2: apt-get install lv2-dev")
    files = [*SPECIFICATION.rglob("*.ttl"), *bundles.rglob("*.ttl")]
    said = subprocess.run(["sord_validate", *map(str, files)], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "Found 0 errors" in said.stdout + said.stderr


@tool("lv2bench", "lilv-utils")
def test_a_host_loads_and_runs_it(bundles):
    found = {"LV2_PATH": os.pathsep.join([str(bundles), str(SPECIFICATION)])}
    said = subprocess.run(["lv2bench", "-n", "4096"], capture_output=True, text=True, check=True, env=os.environ | found).stdout
    assert "urn:rosin:chalk" in said
    assert "urn:rosin:bell" in said


@tool("ffmpeg", "ffmpeg")
def test_ffmpeg_hears_the_same(bundles):
    given = r"lv2=p=urn\\:rosin\\:chalk:c=velocity=0.17|normal_force=1.2:d=0.1:s=48000:n=480"
    found = {"LV2_PATH": os.pathsep.join([str(bundles), str(SPECIFICATION)])}
    command = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", given, "-f", "f32le", "-"]
    said = subprocess.run(command, capture_output=True, check=True, env=os.environ | found).stdout
    heard = np.frombuffer(said, np.float32).reshape(-1, 2).T
    it = Exported("chalk", 48_000)
    it.set(**{name: float(np.float32(value)) for name, value in CHALK.items()})
    assert np.array_equal(heard, it.process(heard.shape[1], kind=np.float32))
    assert heard.shape[1] >= 4800
