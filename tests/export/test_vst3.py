"""An instrument as a VST 3 plugin, in a host: notes and automation at their samples inside blocks, state, latency."""

import ctypes
import importlib.util
import os
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hosts import Exported, library
from vst3_host import BEND, FIRST_HIDDEN, Vst3Host, expressed, note

import rosin.export
from rosin.export.writing import export

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
OWN = Path(rosin.export.__file__).parent / "c"
WHOLE, VOLUME, TUNING = ctypes.c_int32, 0, 2
STRUCTURES = {
    "FactoryInfo": ("PFactoryInfo", "vendor url email flags"),
    "ClassInfo": ("PClassInfo", "cid cardinality category name"),
    "ClassInfo2": ("PClassInfo2", "cid cardinality category name classFlags subCategories vendor version sdkVersion"),
    "BusInfo": ("Vst_BusInfo", "mediaType direction channelCount name busType flags"),
    "ProcessSetup": ("Vst_ProcessSetup", "processMode symbolicSampleSize maxSamplesPerBlock sampleRate"),
    "BusBuffers": ("Vst_AudioBusBuffers", "numChannels silenceFlags"),
    "ParameterInfo": ("Vst_ParameterInfo", "id title shortTitle units stepCount defaultNormalizedValue unitId flags"),
    "NoteOn": ("Vst_NoteOnEvent", "channel pitch tuning velocity length noteId"),
    "NoteOff": ("Vst_NoteOffEvent", "channel pitch velocity noteId tuning"),
    "PolyPressure": ("Vst_PolyPressureEvent", "channel pitch pressure noteId"),
    "Event": ("Vst_Event", "busIndex sampleOffset ppqPosition flags type"),
    "ProcessData": (
        "Vst_ProcessData",
        "processMode symbolicSampleSize numSamples numInputs numOutputs inputs outputs inputParameterChanges outputParameterChanges "
        "inputEvents outputEvents processContext",
    ),
    "StreamTable": ("IBStreamVtbl", "queryInterface addRef release read write seek tell"),
    "EventsTable": ("Vst_IEventListVtbl", "getEventCount getEvent addEvent"),
    "QueueTable": ("Vst_IParamValueQueueVtbl", "getParameterId getPointCount getPoint addPoint"),
    "ChangesTable": ("Vst_IParameterChangesVtbl", "getParameterCount getParameterData addParameterData"),
    "ComponentTable": ("Vst_IComponentVtbl", "initialize getControllerClassId getBusCount getBusInfo setActive setState getState"),
    "ProcessorTable": ("Vst_IAudioProcessorVtbl", "setBusArrangements getLatencySamples setupProcessing process getTailSamples"),
    "ControllerTable": ("Vst_IEditControllerVtbl", "setComponentState getParameterInfo getParamNormalized setParamNormalized createView"),
    "MappingTable": ("Vst_IMidiMappingVtbl", "getMidiControllerAssignment"),
    "Expressed": ("Vst_NoteExpressionValueEvent", "typeId noteId value"),
    "ExpressionInfo": ("Vst_NoteExpressionTypeInfo", "typeId title shortTitle units unitId valueDesc associatedParameterId flags"),
    "ExpressionTable": (
        "Vst_INoteExpressionControllerVtbl",
        "getNoteExpressionCount getNoteExpressionInfo getNoteExpressionStringByValue getNoteExpressionValueByString",
    ),
    "UnitInfo": ("Vst_UnitInfo", "id parentUnitId name programListId"),
    "ProgramListInfo": ("Vst_ProgramListInfo", "id name programCount"),
    "UnitTable": (
        "Vst_IUnitInfoVtbl",
        "getUnitCount getUnitInfo getProgramListCount getProgramListInfo getProgramName getProgramInfo hasProgramPitchNames "
        "getProgramPitchName getSelectedUnit selectUnit getUnitByBus setUnitProgramData",
    ),
    "FactoryTable": ("IPluginFactory2Vtbl", "getFactoryInfo countClasses getClassInfo createInstance getClassInfo2"),
}
FLAGS = "Vst_ParameterInfo_ParameterFlags"
CONSTANTS = {
    "CAN_AUTOMATE": f"{FLAGS}_kCanAutomate",
    "IS_LIST": f"{FLAGS}_kIsList",
    "IS_HIDDEN": f"{FLAGS}_kIsHidden",
    "IS_PROGRAM_CHANGE": f"{FLAGS}_kIsProgramChange",
    "ROOT_UNIT": "Vst_kRootUnitId",
    "NO_PARENT_UNIT": "Vst_kNoParentUnitId",
}
IDS = {"UNKNOWN": "FUnknown", "BASE": "IPluginBase", "FACTORY": "IPluginFactory", "FACTORY_2": "IPluginFactory2"}
IDS |= {
    "COMPONENT": "Vst_IComponent",
    "PROCESSOR": "Vst_IAudioProcessor",
    "CONTROLLER": "Vst_IEditController",
    "MAPPING": "Vst_IMidiMapping",
    "EXPRESSION": "Vst_INoteExpressionController",
    "UNIT": "Vst_IUnitInfo",
}


@pytest.fixture(scope="module")
def plugins(tmp_path_factory):
    folder = tmp_path_factory.mktemp("vst3")
    return {name: export(library(name)[0], "vst3", folder)[0] for name in ("chalk", "bell")}


def test_notes_and_bend_sound_at_their_samples(plugins):
    host, it = Vst3Host(plugins["bell"], 48_000), Exported("bell", 48_000)
    assert (host.name, host.categories) == (b"Rosin bell", b"Instrument|Synth")
    assert host.latency == it.call("latency")
    heard = host.process(2000, {FIRST_HIDDEN + BEND: [(733, 12_288 / 16_383)]}, [note(100, 69, 1.0), note(900, 69, 0.0)])
    expected, now = [], 0
    for when, message in ((100, (0x90, 69, 127)), (733, (0xE0, 0, 96)), (900, (0x80, 69, 0))):
        expected.append(it.process(when - now))
        now = when
        it.call("midi", *message)
    expected.append(it.process(2000 - now))
    assert np.array_equal(heard, np.hstack(expected))
    assert np.abs(heard).max() > 0.1
    host.close()


def test_single_notes_are_expressed(plugins):
    """Tuning is told in shares of 240 semitones, volume in shares of a factor of 4."""
    host, it = Vst3Host(plugins["bell"], 48_000), Exported("bell", 48_000)
    begins = [note(0, 69, 1.0, 11), note(0, 76, 1.0, 12)]
    events = [*begins, expressed(501, TUNING, 12, 0.5 + 1.7 / 240), expressed(700, VOLUME, 11, 0.125), expressed(700, TUNING, 99, 0.0)]
    heard = host.process(2000, events=events)
    for key in (69, 76):
        it.call("note_on", 1, key, ctypes.c_double(1.0))
    expected = [it.process(501)]
    it.call("note_express", 1, 76, TUNING, ctypes.c_double(-120 + 240 * (0.5 + 1.7 / 240)))
    expected.append(it.process(199))
    it.call("note_express", 1, 69, VOLUME, ctypes.c_double(0.5))
    expected.append(it.process(1300))
    assert np.array_equal(heard, np.hstack(expected))
    asked = host.controller.ask("expression")
    assert [asked.call(3, bus, channel, kinds=(WHOLE, ctypes.c_int16)) for bus, channel in ((0, 0), (0, 15), (1, 0), (0, 16))] == [
        4,
        4,
        0,
        0,
    ]
    found = {}
    for index in range(4):
        info = ctypes.create_string_buffer(1024)
        assert asked.call(4, 0, 0, index, info, kinds=(WHOLE, ctypes.c_int16, WHOLE, ctypes.c_void_p)) == 0
        (kind,) = struct.unpack_from("<I", info)
        found[kind] = info.raw[4:260].decode("utf-16-le").split("\0")[0]
    assert found == {VOLUME: "Volume", TUNING: "Tuning", 3: "Vibrato", 4: "Expression"}
    words, share = ctypes.create_string_buffer(256), ctypes.c_double()
    kinds = (WHOLE, ctypes.c_int16, ctypes.c_uint32)
    assert asked.call(5, 0, 0, TUNING, 0.55, words, kinds=(*kinds, ctypes.c_double, ctypes.c_void_p)) == 0
    assert words.raw.decode("utf-16-le").split("\0")[0] == "12"
    assert asked.call(6, 0, 0, TUNING, words, ctypes.byref(share), kinds=(*kinds, ctypes.c_void_p, ctypes.c_void_p)) == 0
    assert share.value == pytest.approx(0.55)
    asked.call(2, answer=ctypes.c_uint32)
    host.close()


def test_automation_is_followed_point_by_point(plugins):
    host, it = Vst3Host(plugins["chalk"], 48_000), Exported("chalk", 48_000)
    moved = {"velocity": [(0, 0.7), (600, 0.4), (1300, 0.8)], "normal_force": [(0, 0.4)], "output_volume": [(600, 0.5)]}
    heard = host.process(2000, {it.controls[name]: points for name, points in moved.items()})
    expected, now = [], 0
    for when in (0, 600, 1300):
        if when > now:
            expected.append(it.process(when - now))
        now = when
        turned = {name: dict(points)[when] for name, points in moved.items() if when in dict(points)}
        it.set(**{name: host.plain(it.controls[name], share) for name, share in turned.items()})
    expected.append(it.process(2000 - now))
    assert np.array_equal(heard, np.hstack(expected))
    host.close()


def test_a_share_stands_for_a_value_and_the_first_one_is_exact(plugins):
    host, it = Vst3Host(plugins["chalk"], 48_000), Exported("chalk", 48_000)
    for index in range(len(it.controls)):
        control = it.described(index)
        assert host.plain(index, float(np.float32(host.share(index)))) == control.value
        assert host.plain(index, 0.0) == pytest.approx(control.low)
        assert host.plain(index, 1.0) == pytest.approx(control.high)
    stiffness = it.controls["interaction_bristle_stiffness"]
    assert host.plain(stiffness, 0.5) == pytest.approx(1e5)  # half way from 1e2 to 1e8, by ratios
    assert host.share(stiffness, 1e5) == pytest.approx(0.5)
    host.close()


def test_a_state_comes_back(plugins):
    one, other, it = Vst3Host(plugins["chalk"], 48_000), Vst3Host(plugins["chalk"], 48_000), Exported("chalk", 48_000)
    one.process(10, {it.controls["output_volume"]: [(0, 0.25)], it.controls["velocity"]: [(0, 0.75)]})
    assert other.load(one.save()) == 0
    assert other.share(it.controls["velocity"]) == pytest.approx(0.75)
    assert other.save() == one.save()
    assert other.load(b"something else") == 1
    for host in (one, other):
        host.close()


def test_the_abi_is_that_of_the_official_headers(tmp_path):
    headers = Path(os.environ.get("VST3_HEADERS", "/usr/include"))
    if not (headers / "vst3_c_api.h").exists():
        pytest.skip("no vst3_c_api.h of Steinberg; give its folder as VST3_HEADERS")
    lines = ["#include <stddef.h>", "#include <stdio.h>", "#include <string.h>", '#include "vst3_abi.h"', "#include <vst3_c_api.h>"]
    for own, (theirs, fields) in STRUCTURES.items():
        kind = f"Steinberg_{theirs}" if theirs.endswith("Vtbl") else f"struct Steinberg_{theirs}"
        lines.append(f'_Static_assert(sizeof({own}) == sizeof({kind}), "{own}");')
        lines += [f'_Static_assert(offsetof({own}, {name}) == offsetof({kind}, {name}), "{own}.{name}");' for name in fields.split()]
    same = " + ".join(f"!!memcmp({own}_ID, Steinberg_{theirs}_iid, 16)" for own, theirs in IDS.items())
    same += "".join(f" + ({own} != Steinberg_{theirs})" for own, theirs in CONSTANTS.items())
    lines.append(f"int main(void) {{ return {same}; }}")
    (tmp_path / "abi.c").write_text("\n".join([*lines, ""]))
    program = tmp_path / "abi"
    subprocess.run(["cc", "-std=c11", "-w", f"-I{OWN}", f"-I{headers}", str(tmp_path / "abi.c"), "-o", str(program)], check=True)
    assert subprocess.run([str(program)], check=False).returncode == 0


def test_pedalboard_plays_the_same(plugins):
    pedalboard = pytest.importorskip("pedalboard", reason="pedalboard is not installed: no host of others is tried")
    mido = pytest.importorskip("mido")
    plugin = pedalboard.load_plugin(str(plugins["bell"].parents[2]))
    assert plugin.is_instrument
    messages = [mido.Message("note_on", note=69, velocity=100, time=0.01), mido.Message("note_off", note=69, time=0.1)]
    heard = plugin(messages, duration=0.2, sample_rate=48_000, num_channels=2, buffer_size=480)
    it = Exported("bell", 48_000)
    expected = [it.process(480, kind=np.float32)]
    it.call("midi", 0x90, 69, 100)
    expected.append(it.process(4320, kind=np.float32))
    it.call("midi", 0x80, 69, 0)
    expected.append(it.process(4800, kind=np.float32))
    assert np.abs(heard - np.hstack(expected)).max() < 1e-6


DAWDREAMER = """
import sys
import dawdreamer
import numpy as np
engine = dawdreamer.RenderEngine(48_000, 480)
bell = engine.make_plugin_processor("bell", sys.argv[1])
bell.add_midi_note(69, 100, 0.01, 0.09)
engine.load_graph([(bell, [])])
engine.render(0.2)
np.save(sys.argv[2], engine.get_audio())
"""


def test_dawdreamer_plays_the_same(plugins, tmp_path):
    if importlib.util.find_spec("dawdreamer") is None:
        pytest.skip("dawdreamer is not installed: no second host of others is tried")
    heard = tmp_path / "heard.npy"
    bundle = str(plugins["bell"].parents[2])
    subprocess.run([sys.executable, "-c", DAWDREAMER, bundle, str(heard)], check=True, capture_output=True, timeout=120)
    it = Exported("bell", 48_000)
    expected = [it.process(480, kind=np.float32)]
    it.call("midi", 0x90, 69, 100)
    expected.append(it.process(9120, kind=np.float32))
    found = np.load(heard)[:, :9600]
    assert np.abs(expected[1]).max() > 0.01
    assert np.array_equal(found, np.hstack(expected)[:, : found.shape[1]])
