"""One plugin with many instruments: what is chosen sounds as it does alone, what is left fades, presets and states have names."""

import ctypes
import importlib.util
import json
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import clap_host
import numpy as np
import pytest
import vst3_host
from hosts import COLLECTED, Exported, chooser, collected, library
from lv2_host import Lv2Host
from programs import counted

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
RATE, FADE = 48_000, 960
BLOCKS = (1, 37, 128, 1000) * 3
SPECIFICATION = Path("/usr/lib/lv2")
HANDS = {"bell": {}, "chalk": {"velocity": 0.8, "normal_force": 0.3}, "violin": {"D_velocity": 0.75, "D_normal_force": 0.2}}
MACROS = {"bell": {"macro_ring": 0.9, "macro_hardness": 0.2}, "chalk": {"macro_dust": 0.8}, "violin": {}}
MARK = b"ROSIN 1\n"
one_by_one = pytest.mark.parametrize("name", COLLECTED)


def opened(rate=RATE):
    return Exported("all", rate, chooser())


def own(name, shares):
    """What shares of the one plugin are among the controls of an instrument: the first stands for its first, the ends for its ends."""
    found = {}
    for symbol, share in shares.items():
        control = next(each for each in library(name)[0].exported.controls if each.symbol == symbol)
        first = next(each for each in chooser()[0].exported.controls if each.symbol == symbol).value
        if share <= first:
            found[symbol] = control.value if share == first else control.low + share / first * (control.value - control.low)
        else:
            found[symbol] = control.value + (share - first) / (1 - first) * (control.high - control.value)
    return found


def choose(it, name):
    it.set(instrument=COLLECTED.index(name))


def strike(it, key=69):
    it.call("note_on", 1, key, ctypes.c_double(0.8))


def in_blocks(it):
    return np.hstack([it.process(size) for size in BLOCKS])


def bent(sound):
    """The largest second difference, which is large where there is a click."""
    return np.abs(np.diff(sound, 2)).max()


@one_by_one
@pytest.mark.parametrize("before", [False, True])
def test_what_is_chosen_sounds_as_it_does_alone(name, before):
    """Whether its macros and hands are moved after that, or its hands alone before."""
    it, alone = opened(), Exported(name, RATE)
    moved = HANDS[name] if before else {**HANDS[name], **MACROS[name]}
    if before:
        it.set(**moved)
    choose(it, name)
    if not before:
        it.set(**moved)
    alone.set(**own(name, moved))
    for each in (it, alone):
        if library(name)[0].exported.notes:
            strike(each)
    heard = in_blocks(it)
    assert np.array_equal(heard, in_blocks(alone))
    assert np.abs(heard).max() > 1e-3
    assert it.call("latency") == alone.call("latency") > 0


def test_controls_are_there_once_and_begin_where_each_instrument_does():
    controls = chooser()[0].exported.controls
    symbols = [control.symbol for control in controls]
    assert symbols[0] == "instrument"
    assert len(set(symbols)) == len(symbols)
    alone = {name: {each.symbol for each in library(name)[0].exported.controls if each.group in ("macros", "hands")} for name in COLLECTED}
    assert set(symbols[1:]) == set.union(*alone.values())
    groups = [control.group for control in controls]
    assert groups == sorted(groups, key=["instrument", "macros", "hands"].index)
    assert all((control.low, control.high) == (0, 1) for control in controls[1:])
    firsts = {control.symbol: control.value for control in controls[1:]}
    for name, its in alone.items():
        known = {control.symbol: control.value for control in library(name)[0].exported.controls}
        assert own(name, {symbol: firsts[symbol] for symbol in its}) == {symbol: known[symbol] for symbol in its}


def test_a_switch_while_a_note_sounds_makes_no_click():
    it, alone = opened(), Exported("bell", RATE)
    for each in (it, alone):
        strike(each, 48)
        each.process(9600)
    usual = alone.process(2 * FADE)
    choose(it, "chalk")
    heard = it.process(2 * FADE)
    assert bent(heard) < 1.1 * bent(usual)
    cut = np.where(np.arange(2 * FADE) < np.abs(usual[0]).argmax(), usual, 0)
    assert bent(cut) > 2 * bent(usual)  # as a click is
    assert np.abs(heard[:, : FADE // 2]).max() > 0.3 * np.abs(usual[:, : FADE // 2]).max()
    assert not heard[:, FADE:].any()


def test_the_next_one_sounds_at_once_while_the_last_one_fades():
    it, bell, chalk = opened(), Exported("bell", RATE), Exported("chalk", RATE)
    for each in (it, bell):
        strike(each)
        each.process(4800)
    choose(it, "chalk")
    it.set(**HANDS["chalk"])
    chalk.set(**own("chalk", HANDS["chalk"]))
    gain = np.clip(1 - np.arange(1, 2 * FADE + 1) / FADE, 0, 1)
    expected = gain * bell.process(2 * FADE) + chalk.process(2 * FADE)
    np.testing.assert_allclose(it.process(2 * FADE), expected, atol=1e-12)


def test_one_that_is_chosen_again_begins_anew():
    it, alone = opened(), Exported("violin", RATE)
    choose(it, "violin")
    strike(it)
    it.process(4800)
    choose(it, "bell")
    it.process(4800)
    choose(it, "violin")
    for each in (it, alone):
        strike(each, 76)
    assert np.array_equal(in_blocks(it), in_blocks(alone))


def test_one_that_is_chosen_again_while_it_fades_has_ended_its_notes():
    it, ended = opened(), Exported("violin", RATE)
    choose(it, "violin")
    for each in (it, ended):
        strike(each)
        loud = np.abs(each.process(RATE // 2)).max()
    ended.call("midi", 0xB0, 120, 0)  # all sound off
    usual = ended.process(FADE // 2 + RATE)
    choose(it, "chalk")
    heard = it.process(FADE // 2)
    choose(it, "violin")
    heard = np.hstack([heard, it.process(RATE)])
    assert bent(heard) < 1.1 * bent(usual)
    assert np.array_equal(heard[:, FADE:], usual[:, FADE:])  # it is there as it was
    assert np.abs(heard[:, -4800:]).max() < 0.01 * loud


def test_what_channels_said_before_is_known_to_the_next_one():
    """A zone of MPE, the range of its bends, a bend, a pedal and the wheel, while an instrument was chosen that plays no notes."""
    it, alone, said = opened(), Exported("bell", RATE), [(0xB0, 101, 0), (0xB0, 100, 6), (0xB0, 6, 5)]
    said += [(0xB1, 101, 0), (0xB1, 100, 0), (0xB1, 6, 24), (0xE1, 0, 96), (0xB0, 64, 127), (0xB0, 1, 90), (0xD1, 70, 0), (0xB0, 11, 80)]
    choose(it, "chalk")
    for message in said:
        it.call("midi", *message)
        alone.call("midi", *message)
    it.process(128)
    choose(it, "bell")
    plain = Exported("bell", RATE)
    for each in (it, alone, plain):
        each.call("note_on", 2, 69, ctypes.c_double(0.8))
        each.call("note_off", 2, 69)
    heard, expected, without = in_blocks(it), in_blocks(alone), in_blocks(plain)
    assert np.array_equal(heard, expected)
    assert not np.array_equal(heard, without)
    choose(it, "chalk")
    it.call("restart")  # which forgets it all, as it does alone
    choose(it, "bell")
    fresh = Exported("bell", RATE)
    for each in (it, fresh):
        strike(each)
    assert np.array_equal(in_blocks(it), in_blocks(fresh))


@pytest.mark.parametrize("name", ["bell", "violin"])
def test_one_that_is_resampled_plays_as_it_does_alone_and_the_latest_says_how_late_all_are(name):
    it, alone = opened(44_100), Exported(name, 44_100)  # the violin is made for 48 kHz alone
    choose(it, name)
    for each in (it, alone):
        strike(each)
    assert np.array_equal(in_blocks(it), in_blocks(alone))
    assert it.call("latency") == Exported("violin", 44_100).call("latency") > Exported("bell", 44_100).call("latency")
    assert not opened(1000).handle


def test_a_state_knows_the_instrument_by_its_name():
    one, other = opened(), opened()
    choose(one, "violin")
    one.set(macro_size=0.25, D_velocity=0.75)
    state = one.save()
    assert b"instrument violin\0" in state
    assert other.load(state) == 1
    assert {name: other.get(name) for name in other.controls} == {name: one.get(name) for name in one.controls}
    for name, number in (("chalk", 2.0), ("nobody", 0.0)):  # whatever its number is in other versions; unknown ones leave it as it is
        assert other.load(MARK + f"instrument {name}\0".encode() + struct.pack("<d", number)) == 1
        assert other.get("instrument") == COLLECTED.index("chalk")
        assert other.get("macro_size") == other.described(other.controls["macro_size"]).value
    for nonsense in (b"", b"ROSIN 2\n", state[:-3], state + b"endless"):
        assert other.load(nonsense) == 0


COUNTING = """
#include "rosin_all.h"
int main(void) {
  static double left[1000], right[1000];
  double *out[] = {left, right};
  counting = 1;
  rosin_all *it = rosin_all_create(48000);
  int in_create = calls;
  for (int i = 0; i < 60; i++) {
    rosin_all_set(it, ROSIN_ALL_INSTRUMENT, i % 3);
    rosin_all_set(it, ROSIN_ALL_MACRO_SIZE, 0.01 * i), rosin_all_set(it, ROSIN_ALL_VELOCITY, 0.01 * i);
    rosin_all_note_on(it, 1, 60 + i % 12, 0.8);
    rosin_all_process(it, out, 2, 1 + (211 * i) % 1000);
  }
  rosin_all_restart(it);
  int while_sounding = calls - in_create;
  rosin_all_destroy(it);
  printf("%d %d %d\\n", in_create, while_sounding, calls - in_create - while_sounding);
  return 0;
}
"""


def test_no_memory_is_taken_or_given_back_while_instruments_change(tmp_path):
    folder = chooser()[1]
    said = counted(folder, tmp_path / "counting", COUNTING, *sorted(path.name for path in folder.glob("*.o")))
    assert said.split() == [b"7", b"0", b"7"]


# CLAP


@pytest.fixture
def clap():
    host = clap_host.ClapHost(collected("clap")["rosin"], RATE)
    yield host
    host.close()


@one_by_one
def test_clap_plays_what_is_chosen_inside_a_block(clap, name):
    """An instrument, hands, a note, a bend and an expression, each at its sample: what comes then is what its own plugin plays."""
    alone, chosen = clap_host.ClapHost(collected("clap")[name], RATE), 500

    def happens(begin, made, values):
        places = [control.symbol for control in made.exported.controls]
        return [
            *(clap_host.turned(600 - begin, places.index(symbol), value) for symbol, value in values.items()),
            clap_host.note(clap_host.NOTE_ON, 600 - begin, 69, 0.8),
            clap_host.message(1111 - begin, 0xE0, 0, 96),
            clap_host.expressed(1500 - begin, clap_host.TUNING, 69, 1.7),
            clap_host.note(clap_host.NOTE_OFF, 2000 - begin, 69),
        ]

    if name == COLLECTED[0]:  # which plays from the start
        alone.process(chosen, kind=np.float64)
    choice = clap_host.turned(chosen, 0, COLLECTED.index(name))
    heard = clap.process(4000, [choice, *happens(0, chooser()[0], HANDS[name])], np.float64)
    expected = alone.process(4000 - chosen, happens(chosen, library(name)[0], own(name, HANDS[name])), np.float64)
    assert not heard[:, :chosen].any()
    assert np.array_equal(heard[:, chosen:], expected)
    assert np.abs(heard).max() > 1e-3
    alone.close()


def test_clap_says_which_instruments_there_are(clap):
    assert (clap.descriptor.id, clap.descriptor.name) == (b"rosin.all", b"Rosin")
    params, info, text = clap.extension(b"clap.params", clap_host.Params), clap_host.ParamInfo(), ctypes.create_string_buffer(64)
    assert params.info(clap.address, 0, ctypes.byref(info))
    stepped, automatable, enumerated = 1 << 0, 1 << 5, 1 << 16
    assert (info.name, info.low, info.high, info.flags) == (b"Instrument", 0, len(COLLECTED) - 1, stepped | automatable | enumerated)
    found = ctypes.c_double()
    for place, name in enumerate(COLLECTED):
        assert params.to_text(clap.address, 0, float(place), text, 64)
        assert text.value.decode() == name
        assert params.to_value(clap.address, 0, text.value, ctypes.byref(found))
        assert found.value == place
    assert not params.to_value(clap.address, 0, b"nobody", ctypes.byref(found))
    for given, nearest in ((1.6, 2), (99.0, 2), (np.nan, 0), (1.4, 1), (-1.0, 0)):
        clap.process(64, [clap_host.turned(0, 0, given)])
        assert clap.value(0) == nearest


def test_clap_finds_presets_and_loads_them(clap):
    places, presets = clap_host.presets_of(collected("clap")["rosin"])
    factory_content, within = 1 << 0, 1
    assert places == [(factory_content, within, None)]
    summaries = [library(name)[0].summary for name in COLLECTED]
    assert presets == [(name, name, (b"clap", b"rosin.all"), summary) for name, summary in zip(COLLECTED, summaries, strict=True)]
    assert clap_host.presets_of(collected("clap")["bell"]) == ([], [])
    loading = clap.extension(b"clap.preset-load/2", clap_host.PresetLoad)
    assert loading.load(clap.address, within, None, b"violin")
    assert clap.value(0) == COLLECTED.index("violin")
    values = 1
    assert clap.told == [("rescan", values), ("loaded", b"violin")]
    struck, alone = [clap_host.note(clap_host.NOTE_ON, 10, 69, 0.8)], clap_host.ClapHost(collected("clap")["violin"], RATE)
    assert np.array_equal(clap.process(2000, struck), alone.process(2000, struck))
    for wrong in ((within, None, b"nobody"), (0, b"/tmp", b"bell"), (within, None, None)):
        assert not loading.load(clap.address, *wrong)
        assert clap.told[-1] == ("failed", wrong[2])
    assert clap.value(0) == COLLECTED.index("violin")
    alone.close()


def test_clap_keeps_a_state_by_name(clap):
    other = clap_host.ClapHost(collected("clap")["rosin"], RATE)
    size = opened().controls["macro_size"]
    clap.process(10, [clap_host.turned(0, 0, 2.0), clap_host.turned(0, size, 0.25)])
    assert other.load(clap.save())
    assert (other.value(0), other.value(size)) == (2, 0.25)
    assert other.load(MARK + b"instrument nobody\0" + bytes(8))
    assert other.value(0) == 2
    other.close()


# VST 3


def words(buffer):
    return buffer.raw.decode("utf-16-le").split("\0")[0]


@pytest.mark.thorough
@one_by_one
def test_vst3_plays_what_is_chosen(name):
    it, alone = (vst3_host.Vst3Host(collected("vst3")[file], RATE) for file in ("rosin", name))
    places, ours = [{each.symbol: i for i, each in enumerate(made.exported.controls)} for made in (library(name)[0], chooser()[0])]
    events = [vst3_host.note(100, 69, 0.8)]
    moved = {ours[symbol]: [(0, share)] for symbol, share in HANDS[name].items()}
    same = {places[symbol]: [(0, alone.share(places[symbol], value))] for symbol, value in own(name, HANDS[name]).items()}
    heard = it.process(4000, {0: [(0, it.share(0, COLLECTED.index(name)))], **moved}, events)
    np.testing.assert_allclose(heard[:, :1000], alone.process(4000, same, events)[:, :1000], atol=1e-9)
    assert np.abs(heard).max() > 1e-3
    for host in (it, alone):
        host.close()


def test_vst3_lists_instruments_as_programs():
    host = vst3_host.Vst3Host(collected("vst3")["rosin"], RATE)
    assert host.name == b"Rosin"
    info, text, whole = ctypes.create_string_buffer(1024), ctypes.create_string_buffer(256), ctypes.c_int32
    assert host.controller.call(9, 0, info, kinds=(whole, ctypes.c_void_p)) == 0
    steps, _, unit, flags = struct.unpack_from("<idii", info, 4 + 3 * 256)
    automatable, listed, program_change = 1 << 0, 1 << 3, 1 << 15
    assert (info.raw[4:260].decode("utf-16-le").split("\0")[0], steps, unit) == ("Instrument", len(COLLECTED) - 1, 0)
    assert flags == automatable | listed | program_change
    units = host.controller.ask("unit")
    assert [units.call(place) for place in (3, 5)] == [1, 1]
    assert units.call(4, 0, info, kinds=(whole, ctypes.c_void_p)) == 0
    (programs,) = struct.unpack_from("<i", info, 8 + 256)
    assert units.call(6, 0, info, kinds=(whole, ctypes.c_void_p)) == 0
    assert (struct.unpack_from("<i", info), struct.unpack_from("<i", info, 4 + 256)) == ((programs,), (len(COLLECTED),))
    for place, name in enumerate(COLLECTED):
        assert units.call(7, programs, place, text, kinds=(whole, whole, ctypes.c_void_p)) == 0
        assert words(text) == name
        share = host.share(0, float(place))
        assert host.plain(0, float(np.float32(share))) == place
        assert host.controller.call(10, 0, share, text, kinds=(ctypes.c_uint32, ctypes.c_double, ctypes.c_void_p)) == 0
        assert words(text) == name
        found = ctypes.c_double()
        kinds = (ctypes.c_uint32, ctypes.c_void_p, ctypes.c_void_p)
        assert host.controller.call(11, 0, text, ctypes.byref(found), kinds=kinds) == 0
        assert found.value == share
    assert units.call(7, programs, len(COLLECTED), text, kinds=(whole, whole, ctypes.c_void_p)) != 0
    units.call(2, answer=ctypes.c_uint32)
    host.close()
    single = vst3_host.Vst3Host(collected("vst3")["bell"], RATE)
    missing = ctypes.c_void_p()
    asked = vst3_host.HEADS["unit"].to_bytes(16, "big")
    assert single.controller.call(0, asked, ctypes.byref(missing), kinds=(ctypes.c_char_p, ctypes.c_void_p)) != 0
    single.close()


def test_vst3_keeps_a_state_by_name():
    one, other = (vst3_host.Vst3Host(collected("vst3")["rosin"], RATE) for _ in range(2))
    one.process(10, {0: [(0, 1.0)]})
    assert other.load(one.save()) == 0
    assert other.share(0) == 1.0
    assert other.load(MARK + b"instrument nobody\0" + bytes(8)) == 0
    assert other.share(0) == 1.0
    for host in (one, other):
        host.close()


def bundle():
    return str(Path(collected("vst3")["rosin"]).parents[2])


def test_pedalboard_chooses_by_name():
    pedalboard = pytest.importorskip("pedalboard", reason="pedalboard is not installed: no host of others is tried")
    plugin = pedalboard.load_plugin(bundle(), plugin_name="Rosin")
    assert plugin.parameters["instrument"].valid_values == list(COLLECTED)
    plugin.instrument = "violin"
    heard = plugin([([0x90, 69, 100], 0.01)], duration=0.2, sample_rate=RATE, buffer_size=480, reset=False)
    alone = Exported("violin", RATE)
    expected = [alone.process(480, kind=np.float32)]
    alone.call("midi", 0x90, 69, 100)
    expected.append(alone.process(9120, kind=np.float32))
    assert np.abs(expected[1]).max() > 1e-3
    assert np.abs(heard - np.hstack(expected)).max() < 1e-6


DAWDREAMER = """
import json
import sys
import dawdreamer
engine = dawdreamer.RenderEngine(48_000, 480)
plugin = engine.make_plugin_processor("rosin", sys.argv[1])
first = plugin.get_parameters_description()[0]
said = []
for place in range(first["numSteps"]):
    plugin.set_parameter(0, place / (first["numSteps"] - 1))
    said.append(plugin.get_parameter_text(0))
print(json.dumps([first["name"], said]))
"""


def test_dawdreamer_names_them():
    if importlib.util.find_spec("dawdreamer") is None:
        pytest.skip("dawdreamer is not installed: no second host of others is tried")
    said = subprocess.run([sys.executable, "-c", DAWDREAMER, bundle()], check=True, capture_output=True, text=True, timeout=120).stdout
    assert json.loads(said.splitlines()[-1]) == ["Instrument", list(COLLECTED)]


# LV2


@one_by_one
def test_lv2_plays_what_is_chosen(name):
    made, it = chooser()[0].exported, library(name)[0].exported
    hosts = [
        Lv2Host(
            collected("lv2")[file], RATE, {each.symbol: each.value for each in of.controls}, notes=int(bool(of.notes)), channels=channels
        )
        for file, of, channels in (("rosin", made, made.channels), (name, it, it.heard))
    ]
    hosts[0].values["instrument"].value = COLLECTED.index(name)
    exact = {symbol: float(np.float32(share)) for symbol, share in HANDS[name].items()}
    for host, values in zip(hosts, (exact, own(name, exact)), strict=True):
        for symbol, value in values.items():
            host.values[symbol].value = value
    heard, expected = (host.run(1000, [(100, (0x90, 69, 100))] if host.notes else ()) for host in hosts)
    np.testing.assert_allclose(heard[: it.heard], expected, atol=1e-6)
    assert np.abs(heard).max() > 1e-3
    for host in hosts:
        host.close()


def tool(name, package):
    return pytest.mark.skipif(shutil.which(name) is None, reason=f"{name} is missing: apt-get install {package}")


@tool("sord_validate", "sordi")
def test_the_lv2_bundle_is_valid():
    if not SPECIFICATION.exists():
        pytest.skip("no specification of LV2: apt-get install lv2-dev")
    files = [*SPECIFICATION.rglob("*.ttl"), *Path(collected("lv2")["rosin"]).parent.rglob("*.ttl")]
    said = subprocess.run(["sord_validate", *map(str, files)], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "Found 0 errors" in said.stdout + said.stderr


@tool("lv2info", "lilv-utils")
def test_lv2_hosts_list_presets(tmp_path):
    bundle = Path(collected("lv2")["rosin"]).parent
    (tmp_path / bundle.name).symlink_to(bundle)
    found = {"LV2_PATH": os.pathsep.join([str(tmp_path), str(SPECIFICATION)])}
    said = subprocess.run(["lv2info", "urn:rosin:all"], capture_output=True, text=True, check=True, env=os.environ | found).stdout
    presets = said[said.index("Presets:") :].split("\n\n")[0]
    assert sorted(line.strip() for line in presets.splitlines()[1:] if line.strip()) == list(COLLECTED)
    points = said[said.index("Scale Points:") :]
    assert all(f'{place}.0 = "{name}"' in points for place, name in enumerate(COLLECTED))
