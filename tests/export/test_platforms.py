"""Exports for other machines, built here by zig: of the right kind, with their entries, and, where they can be run, equal to ours."""

import plistlib
import shutil
import struct
import subprocess
import sys

import numpy as np
import pytest
from hosts import Exported

from rosin.export.gathering import gather
from rosin.export.library import Library
from rosin.export.platforms import NAMES, platform_of
from rosin.export.writing import export
from rosin.instruments.opening import instrument
from rosin.model.errors import ParameterError

pytest.importorskip("ziglang", reason="ziglang is not installed (pip install ziglang): nothing is built for other machines")
ELSEWHERE = [name for name in NAMES if name != "here"]
RATE, SAMPLES = 48_000, 24_000
PLAY = """
#include <stdio.h>
#include "rosin_chalk.h"
int main(int count, char **words) {
  static double left[@SAMPLES@], right[@SAMPLES@];
  double *out[2] = {left, right};
  FILE *file = count > 1 ? fopen(words[1], "wb") : NULL;
  rosin_chalk *it = rosin_chalk_create(@RATE@);
  if (!file || !it) return 1;
  rosin_chalk_set(it, ROSIN_CHALK_VELOCITY, 0.17);
  rosin_chalk_set(it, ROSIN_CHALK_NORMAL_FORCE, 1.2);
  rosin_chalk_process(it, out, 2, @SAMPLES@);
  fwrite(left, sizeof(double), @SAMPLES@, file);
  rosin_chalk_destroy(it);
  return fclose(file);
}
"""


def kind_of(file):
    """The system and the processor that a binary is for."""
    data = file.read_bytes()
    if data[:2] == b"MZ":
        begin = struct.unpack_from("<I", data, 0x3C)[0]
        return "windows", {0x8664: "x86_64"}[struct.unpack_from("<H", data, begin + 4)[0]]
    if data[:4] == b"\x7fELF":
        return "linux", {62: "x86_64", 183: "aarch64"}[struct.unpack_from("<H", data, 18)[0]]
    assert data[:4] == b"\xcf\xfa\xed\xfe"
    return "macos", {0x01000007: "x86_64", 0x0100000C: "arm64"}[struct.unpack_from("<I", data, 4)[0]]


@pytest.fixture(scope="module")
def chalk():
    return gather(instrument("chalk"))


@pytest.fixture(scope="module", params=ELSEWHERE)
def exported(request, chalk, tmp_path_factory):
    """The files of all formats for a platform."""
    platform, folder = platform_of(request.param), tmp_path_factory.mktemp(request.param)
    library = Library(chalk, platform)
    return platform, folder, {form: export(library, form, folder) for form in ("c", "clap", "vst3", "lv2")}


def test_binaries_are_for_that_machine_and_have_their_entries(exported):
    platform, _, files = exported
    for form, entry in (("c", b"rosin_chalk_process"), ("clap", b"clap_entry"), ("vst3", b"GetPluginFactory"), ("lv2", b"lv2_descriptor")):
        endings = (platform.ending, ".clap", ".vst3", "")
        binary = next(file for file in files[form] if file.suffix in endings and file.name != "PkgInfo" and file.stat().st_size > 10_000)
        assert kind_of(binary) == (platform.system, platform.architecture), binary
        assert entry in binary.read_bytes()
        assert b"rosin_kernel" not in binary.read_bytes() or platform.system == "macos"  # whose symbols stay, unseen


def test_bundles_lie_as_hosts_want_them(exported):
    platform, folder, files = exported
    within = {str(file.relative_to(folder)) for form in ("clap", "vst3", "lv2") for file in files[form]}
    code = {
        "linux": f"Contents/{platform.architecture}-linux/rosin_chalk.so",
        "windows": "Contents/x86_64-win/rosin_chalk.vst3",
        "macos": "Contents/MacOS/rosin_chalk",
    }[platform.system]
    assert f"rosin_chalk.vst3/{code}" in within
    assert f"lv2:binary <rosin_chalk{platform.ending}>" in (folder / "rosin_chalk.lv2/manifest.ttl").read_text()
    if platform.system == "macos":
        for bundle in ("rosin_chalk.vst3", "rosin_chalk-clap/rosin_chalk.clap"):
            told = plistlib.loads((folder / bundle / "Contents/Info.plist").read_bytes())
            assert told["CFBundleExecutable"] == "rosin_chalk"
            assert (folder / bundle / "Contents/PkgInfo").read_text() == "BNDL????"
            assert (folder / bundle / "Contents/MacOS/rosin_chalk").exists()
    else:
        assert "rosin_chalk-clap/rosin_chalk.clap" in within


def played_there(exported, target, *runner):
    """What a program that is linked with the static library makes on another machine."""
    _, folder, _ = exported
    source, program, sound = folder / "play.c", folder / "play.exe", folder / "sound.raw"
    source.write_text(PLAY.replace("@SAMPLES@", str(SAMPLES)).replace("@RATE@", str(RATE)))
    own = folder / "rosin_chalk"
    zig = [sys.executable, "-m", "ziglang", "cc", "-target", target, "-O1", "-DROSIN_EXPORT="]
    subprocess.run([*zig, "-I", own, source, own / "librosin_chalk.a", "-o", program, "-lm"], check=True, capture_output=True)
    subprocess.run([*runner, program, sound], check=True, capture_output=True, timeout=300)
    return np.fromfile(sound)


@pytest.fixture(scope="module")
def here():
    it = Exported("chalk", RATE)
    it.set(velocity=0.17, normal_force=1.2)
    sound = it.process(SAMPLES)[0]
    it.close()
    assert np.abs(sound).max() > 0.05
    return sound


@pytest.mark.skipif(shutil.which("wine") is None, reason="wine is missing (apt-get install wine64): nothing made for Windows is run")
@pytest.mark.parametrize("exported", ["windows"], indirect=True)
def test_windows_is_equal_to_the_last_bit(exported, here):
    assert np.array_equal(played_there(exported, "x86_64-windows-gnu", "wine"), here)


@pytest.mark.skipif(
    shutil.which("qemu-aarch64") is None, reason="qemu-aarch64 is missing (apt-get install qemu-user): nothing made for ARM is run"
)
@pytest.mark.parametrize("exported", ["aarch64"], indirect=True)
def test_arm_is_equal_but_for_rounding_at_first(exported, here):
    there = played_there(exported, "aarch64-linux-musl", "qemu-aarch64")
    assert np.abs(there - here)[: RATE // 10].max() < 1e-12
    assert np.mean(there**2) == pytest.approx(np.mean(here**2), rel=0.1)


def test_what_cannot_be_built_elsewhere_is_told(chalk, tmp_path):
    with pytest.raises(ParameterError, match="not for windows"):
        export(Library(chalk, platform_of("windows")), "pd", tmp_path)
    with pytest.raises(ParameterError, match="did you mean 'macos'"):
        platform_of("maccos")
