"""An instrument as a CLAP plugin, in a host: events at their samples inside blocks, parameters, state, latency."""

import ctypes
import os
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from clap_host import NOTE_OFF, NOTE_ON, PRESSURE, TUNING, ClapHost, Latency, ParamInfo, Params, Ports, expressed, message, note, turned
from hosts import Exported, library

import rosin.export
from rosin.export.writing import export

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
OWN = Path(rosin.export.__file__).parent / "c"
QTRACTOR = next(Path("/usr/lib").glob("**/qtractor_plugin_scan"), None)
HEADERS = [Path(os.environ.get("CLAP_HEADERS", "/usr/include")), Path("/usr/local/include")]


@pytest.fixture(scope="module")
def plugins(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clap")
    return {name: export(library(name)[0], "clap", folder)[0] for name in ("chalk", "bell")}


def test_it_says_what_it_is(plugins):
    host = ClapHost(plugins["bell"], 48_000)
    assert (host.descriptor.id, host.descriptor.name) == (b"rosin.bell", b"Rosin bell")
    assert host.plugins == 1
    assert [host.descriptor.features[i] for i in range(3)] == [b"instrument", b"synthesizer", b"stereo"]
    for name, inputs, outputs in ((b"clap.audio-ports", 0, 1), (b"clap.note-ports", 1, 0)):
        ports = host.extension(name, Ports)
        assert (ports.count(host.address, True), ports.count(host.address, False)) == (inputs, outputs)
    assert host.extension(b"clap.latency", Latency).get(host.address) == Exported("bell", 48_000).call("latency") > 0
    assert not host.plugin.extension(host.address, b"clap.gui")
    host.close()


def test_parameters_are_turned_at_their_samples_inside_a_block(plugins):
    host, it = ClapHost(plugins["chalk"], 48_000), Exported("chalk", 48_000)
    moved = [(0, "velocity", 0.17), (0, "normal_force", 1.2), (501, "output_volume", -6.0), (502, "velocity", -0.1), (1700, "bend", 3.0)]
    heard = host.process(2000, [turned(when, it.controls[name], value) for when, name, value in moved], np.float64)
    expected, now = [], 0
    for when, name, value in moved:
        if when > now:
            expected.append(it.process(when - now))
        now = when
        it.set(**{name: value})
    expected.append(it.process(2000 - now))
    assert np.array_equal(heard, np.hstack(expected))
    assert host.value(it.controls["bend"]) == 3.0
    assert np.abs(heard).max() > 0.1
    host.close()


def test_notes_and_messages_sound_at_their_samples(plugins):
    host, it = ClapHost(plugins["bell"], 48_000), Exported("bell", 48_000)
    events = [note(NOTE_ON, 100, 69, 1.0), message(733, 0xE0, 0, 96), message(800, 0xA0, 69, 64), note(NOTE_OFF, 900, -1)]
    sent = [(100, (0x90, 69, 127)), (733, (0xE0, 0, 96)), (800, (0xA0, 69, 64)), (900, (0x80, 69, 0))]
    heard, expected, now = host.process(2000, events), [], 0
    for when, bytes_ in sent:
        expected.append(it.process(when - now, kind=np.float32))
        now = when
        it.call("midi", *bytes_)
    expected.append(it.process(2000 - now, kind=np.float32))
    assert np.array_equal(heard, np.hstack(expected))
    assert not heard[:, :100].any()
    host.close()


def test_single_notes_are_expressed(plugins):
    """Two notes on one channel, one of which is raised by 1.7 semitones inside a block; what no instrument knows is passed over."""
    host, it = ClapHost(plugins["bell"], 48_000), Exported("bell", 48_000)
    begins = [note(NOTE_ON, 0, 69, 1.0), note(NOTE_ON, 0, 76, 0.5)]
    heard = host.process(
        2000, [*begins, expressed(501, TUNING, 76, 1.7), expressed(501, 1, 76, 0.3), expressed(900, PRESSURE, -1, 0.4, -1)]
    )
    for key, velocity in ((69, 1.0), (76, 0.5)):
        it.call("note_on", 1, key, ctypes.c_double(velocity))
    expected = [it.process(501, kind=np.float32)]
    it.call("note_express", 1, 76, TUNING, ctypes.c_double(1.7))
    expected.append(it.process(399, kind=np.float32))
    it.call("note_express", 1, -1, PRESSURE, ctypes.c_double(0.4))
    expected.append(it.process(1100, kind=np.float32))
    assert np.array_equal(heard, np.hstack(expected))
    plain = ClapHost(plugins["bell"], 48_000)
    assert not np.array_equal(heard, plain.process(2000, begins))
    for each in (host, plain):
        each.close()


def test_every_parameter_has_a_name_a_group_a_range_and_words(plugins):
    host, it = ClapHost(plugins["chalk"], 48_000), Exported("chalk", 48_000)
    params, info, text = host.extension(b"clap.params", Params), ParamInfo(), ctypes.create_string_buffer(64)
    assert params.count(host.address) == len(it.controls)
    for index in range(len(it.controls)):
        assert params.info(host.address, index, ctypes.byref(info))
        control = it.described(index)
        assert (info.name, info.module, info.low, info.high, info.usual) == (
            control.label,
            control.group,
            control.low,
            control.high,
            control.value,
        )
    assert params.to_text(host.address, it.controls["normal_force"], 1.25, text, 64)
    assert text.value == b"1.25 N"
    back = ctypes.c_double()
    assert params.to_value(host.address, it.controls["normal_force"], b"0.75 N", ctypes.byref(back))
    assert back.value == 0.75
    host.close()


def test_a_state_comes_back_while_it_sounds(plugins):
    one, other, it = ClapHost(plugins["chalk"], 48_000), ClapHost(plugins["chalk"], 48_000), Exported("chalk", 48_000)
    values = {"velocity": 0.17, "normal_force": 1.2, "output_volume": -9.0}
    one.process(10, [turned(0, it.controls[name], value) for name, value in values.items()])
    assert other.load(one.save())
    it.set(**values)
    assert np.array_equal(other.process(2000), it.process(2000, kind=np.float32))
    assert other.value(it.controls["output_volume"]) == -9.0
    assert not other.load(b"something else")
    assert other.value(it.controls["output_volume"]) == -9.0
    for host in (one, other):
        host.close()


@pytest.mark.skipif(QTRACTOR is None, reason="qtractor is missing (apt-get install qtractor): no host of others scans the plugin")
@pytest.mark.parametrize(("name", "notes"), [("bell", 1), ("chalk", 0)])
def test_a_host_of_others_scans_it(plugins, name, notes):
    """Qtractor's scanner creates and starts each plugin of a file; it says audio, MIDI and parameter ports, inputs before outputs."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    asked = subprocess.run([QTRACTOR], input=f"CLAP:{plugins[name]}\n", env=environment, capture_output=True, text=True, check=True)
    (line,) = asked.stdout.splitlines()
    parameters = len(Exported(name, 48_000).controls)
    assert line.split("|")[:-1] == ["CLAP", f"Rosin {name}", "0:2", f"{notes}:0", f"{parameters}:0", "EXT,RT", str(plugins[name]), "0"]
    assert not asked.stderr


def test_the_abi_is_that_of_the_official_headers(tmp_path):
    headers = next((place for place in HEADERS if (place / "clap" / "clap.h").exists()), None)
    if headers is None:
        pytest.skip("no official headers of CLAP; give their folder as CLAP_HEADERS")
    text = (OWN / "clap_abi.h").read_text()
    types = re.findall(r"}\s*(clap_\w+_t);", text)
    tags = re.findall(r"typedef struct (clap_\w+) {", text)
    names = [*types, *tags, "CLAP_ABI", "CLAP_NAME_SIZE", "CLAP_PATH_SIZE"]
    fields = []
    for kind in types:
        body = re.search(rf"typedef struct[^{{}};]*{{([^{{}}]*)}}\s*{kind};", text)[1]
        members = re.findall(r"CLAP_ABI \*(\w+)\)|(\w+)(?:\[\w+\])?(?=[,;])", re.sub(r"\)\(.*?\);", ");", body))
        fields += [(kind, a or b) for a, b in members]
    lines = [f"#define {name} own_{name}" for name in names] + ['#include "clap_abi.h"'] + [f"#undef {name}" for name in names]
    lines += ["#include <clap/clap.h>", "#include <stddef.h>"]
    lines += [f'_Static_assert(sizeof(own_{kind}) == sizeof({kind}), "{kind}");' for kind in types]
    lines += [f'_Static_assert(offsetof(own_{kind}, {name}) == offsetof({kind}, {name}), "{kind}.{name}");' for kind, name in fields]
    constants = {
        "NOTE_ON": "CLAP_EVENT_NOTE_ON",
        "NOTE_OFF": "CLAP_EVENT_NOTE_OFF",
        "NOTE_CHOKE": "CLAP_EVENT_NOTE_CHOKE",
        "NOTE_EXPRESSION": "CLAP_EVENT_NOTE_EXPRESSION",
        "PARAM_VALUE": "CLAP_EVENT_PARAM_VALUE",
        "MIDI": "CLAP_EVENT_MIDI",
        "EXPRESSION_VOLUME": "CLAP_NOTE_EXPRESSION_VOLUME",
        "EXPRESSION_PRESSURE": "CLAP_NOTE_EXPRESSION_PRESSURE",
        "PARAM_IS_STEPPED": "CLAP_PARAM_IS_STEPPED",
        "PARAM_IS_AUTOMATABLE": "CLAP_PARAM_IS_AUTOMATABLE",
        "PARAM_IS_ENUM": "CLAP_PARAM_IS_ENUM",
        "RESCAN_VALUES": "CLAP_PARAM_RESCAN_VALUES",
        "LOCATION_PLUGIN": "CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN",
        "IS_FACTORY_CONTENT": "CLAP_PRESET_DISCOVERY_IS_FACTORY_CONTENT",
        "PORT_IS_MAIN": "CLAP_AUDIO_PORT_IS_MAIN",
        "PORT_SUPPORTS_64BITS": "CLAP_AUDIO_PORT_SUPPORTS_64BITS",
        "DIALECT_CLAP": "CLAP_NOTE_DIALECT_CLAP",
        "DIALECT_MIDI": "CLAP_NOTE_DIALECT_MIDI",
        "DIALECT_MIDI_MPE": "CLAP_NOTE_DIALECT_MIDI_MPE",
        "PROCESS_CONTINUE": "CLAP_PROCESS_CONTINUE",
    }
    lines += [f'_Static_assert((int){own} == (int){theirs}, "{own}");' for own, theirs in constants.items()]
    assert len(fields) > 80
    (tmp_path / "abi.c").write_text("\n".join([*lines, "int main(void) { return 0; }", ""]))
    subprocess.run(["cc", "-std=c11", f"-I{OWN}", f"-I{headers}", "-fsyntax-only", str(tmp_path / "abi.c")], check=True)
