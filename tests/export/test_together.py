"""Several instruments in one library of plugins: each is there, called as it is alone, and sounds as it does alone."""

import os
import shutil
import subprocess
from pathlib import Path

import clap_host
import numpy as np
import pytest
import vst3_host
from hosts import COLLECTED, collected, library
from lv2_host import Lv2Host

from commands import rosin
from rosin import ParameterError, instrument
from rosin.cli.export import export as command
from rosin.export.writing import PLUGINS

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
ALL = len(COLLECTED) + 1  # with the one that has them all, which comes first
SAMPLES = 4000


each_of_them = pytest.mark.parametrize(("place", "name"), [*enumerate(COLLECTED, 1)])


def hand(name):
    """Controls of a hand that moves: their place, and a value."""
    symbols = [control.symbol for control in library(name)[0].exported.controls]
    return [(symbols.index(symbol), value) for symbol, value in {"velocity": 0.3, "normal_force": 0.5}.items() if symbol in symbols]


@each_of_them
def test_clap(place, name):
    alone, among = clap_host.ClapHost(collected("clap")[name], 48_000), clap_host.ClapHost(collected("clap")["rosin"], 48_000, place=place)
    assert (alone.plugins, among.plugins) == (1, ALL)
    assert among.descriptor.id == alone.descriptor.id == f"rosin.{name}".encode()
    events = [*(clap_host.turned(0, *moved) for moved in hand(name)), clap_host.note(clap_host.NOTE_ON, 100, 69, 0.8)]
    sound = among.process(SAMPLES, events, np.float64)
    assert np.abs(sound).max() > 1e-3
    assert np.array_equal(sound, alone.process(SAMPLES, events, np.float64))
    for host in (alone, among):
        host.close()


@each_of_them
def test_vst3(place, name):
    alone, among = vst3_host.Vst3Host(collected("vst3")[name], 48_000), vst3_host.Vst3Host(collected("vst3")["rosin"], 48_000, place)
    assert (alone.plugins, among.plugins) == (1, ALL)
    assert among.identity == alone.identity  # so that a song finds it in either
    assert among.name == alone.name == f"Rosin {name}".encode()
    points = {control: [(0, among.share(control, value))] for control, value in hand(name)}
    events = [vst3_host.note(100, 69, 0.8)]
    sound = among.process(SAMPLES, points, events)
    assert np.abs(sound).max() > 1e-3
    assert np.array_equal(sound, alone.process(SAMPLES, points, events))
    for host in (alone, among):
        host.close()


@each_of_them
def test_lv2(place, name):
    it = library(name)[0].exported
    controls = {control.symbol: control.value for control in it.controls}
    hosts = [
        Lv2Host(collected("lv2")[file], 48_000, controls, notes=int(it.notes is not None), channels=it.heard, place=at)
        for file, at in ((name, 0), ("rosin", place))
    ]
    assert [host.plugins for host in hosts] == [1, ALL]
    sounds = []
    for host in hosts:
        for control, value in hand(name):
            host.values[it.controls[control].symbol].value = value
        sounds.append(host.run(SAMPLES, [(100, (0x90, 69, 100))] if it.notes else ()))
        host.close()
    assert np.abs(sounds[0]).max() > 1e-3
    assert np.array_equal(*sounds)


@pytest.mark.sweep
@pytest.mark.parametrize("form", PLUGINS)
def test_what_they_share_is_there_once(form):
    sizes = {name: Path(file).stat().st_size for name, file in collected(form).items()}
    assert sizes.pop("rosin") < sum(sizes.values())


@pytest.mark.skipif(shutil.which("lv2bench") is None, reason="no lv2bench (apt-get install lilv-utils): the bundle is in no host")
def test_a_host_finds_them_all_in_a_bundle():
    bundle = Path(collected("lv2")["rosin"]).parent
    (alone := bundle.parent / "alone").mkdir()
    (alone / bundle.name).symlink_to(bundle)
    found = {"LV2_PATH": os.pathsep.join([str(alone), "/usr/lib/lv2"])}
    said = subprocess.run(["lv2bench", "-n", "4096"], capture_output=True, text=True, check=True, env=os.environ | found).stdout
    assert all(f"urn:rosin:{name}" in said for name in ("all", *COLLECTED))


def test_pedalboard_plays_one_of_them():
    pedalboard = pytest.importorskip("pedalboard", reason="pedalboard is not installed: no host of others is tried")
    bundle = str(Path(collected("vst3")["rosin"]).parents[2])
    assert sorted(pedalboard.VST3Plugin.get_plugin_names_for_file(bundle)) == ["Rosin", *(f"Rosin {name}" for name in COLLECTED)]
    plugin = pedalboard.load_plugin(bundle, plugin_name="Rosin bell")
    assert plugin.is_instrument
    sound = plugin([([0x90, 69, 100], 0.1)], duration=0.5, sample_rate=48_000)
    assert np.abs(sound).max() > 1e-3


def test_by_command(tmp_path):
    asked = ["export", "bell", "chalk", "--together", "--format", "clap", "-o", tmp_path]
    done = rosin(*asked)
    assert done.returncode == 0, done.stderr
    assert "clap, 2 instruments" in done.stdout
    assert [path.name for path in tmp_path.rglob("*.clap")] == ["rosin.clap"]
    assert "exists already" in rosin(*asked).stderr


@pytest.mark.parametrize(
    ("names", "options", "said"),
    [
        (
            ("bell", "chalk"),
            {"together": True, "formats": ["c"]},
            "c is written for each instrument by itself; together go lv2, clap, vst3",
        ),
        (("bell", "chalk"), {"changes": ["gain=1"]}, "for one instrument, not for several"),
        ((), {}, "Name an instrument"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, names, options, said):
    with pytest.raises(ParameterError, match=said):
        command(*names, output=tmp_path, **options)
    assert not list(tmp_path.iterdir())


def test_two_of_a_name_are_told_apart_before_anything_is_built(tmp_path):
    (tmp_path / "mine.json").write_text(instrument("chalk").replace(name="Bell").to_json())
    with pytest.raises(ParameterError, match="Two of these instruments would be called rosin_bell"):
        command("bell", str(tmp_path / "mine.json"), output=tmp_path / "out", together=True)
    assert not (tmp_path / "out").exists()
