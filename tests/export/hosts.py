"""Exported instruments in a folder of their own, run by ctypes, and the same programs run by Python for the same target."""

import ctypes
import functools
import tempfile
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from rosin.engine.scenes.voice import SceneVoice
from rosin.engine.voice import Voice
from rosin.export.bridging import bridge_layout
from rosin.export.chooser import chooser_of, together
from rosin.export.code import BaselineMachine, FastMachine
from rosin.export.gathering import gather
from rosin.export.library import Library, write_kernels, write_library
from rosin.export.writing import export, export_plugins
from rosin.instruments.opening import instrument
from rosin.instruments.performance import APART
from rosin.playing.controls import CONTROLS
from rosin.scenes.scene import Scene
from rosin.sound.output.chain import OpenChain
from rosin.soundboxes.modal_box import OpenBox


@functools.cache
def library(name):
    """An instrument's library and the folder in which it was built."""
    folder = Path(tempfile.mkdtemp(prefix=f"rosin-{name}-"))
    made = Library(gather(instrument(name), (48_000,)))  # a rate that all have, and the only one of those that are tuned by listening
    write_library(made, folder)
    return made, folder


COLLECTED = ("bell", "chalk", "violin")


@functools.cache
def collected(form):
    """Files of a format of plugins: instruments alone by name, and "rosin", which has them all."""
    folder = Path(tempfile.mkdtemp(prefix=f"rosin-together-{form}-"))
    libraries = [library(name)[0] for name in COLLECTED]
    alone = {each.name: export(each, form, folder)[0] for each in libraries}
    return alone | {"rosin": export_plugins(together(libraries), form, folder)[0]}


@functools.cache
def chooser():
    """The plugin that has them all as a C library, and the folder in which it was built."""
    folder = Path(tempfile.mkdtemp(prefix="rosin-chooser-"))
    libraries = [library(name)[0] for name in COLLECTED]
    plugin, at = chooser_of(libraries), libraries[0].platform
    objects = [path for each in libraries for path in write_kernels(each, folder)]
    for prefix, texts in {plugin.prefix: plugin.texts, **{each.prefix: each.texts() for each in libraries}}.items():
        for name, content in texts.items():
            (folder / name).write_text(content)
        objects.append(folder / f"{prefix}.o")
        at.compile(folder / f"{prefix}.c", objects[-1])
    at.link(list(dict.fromkeys(objects)), folder / at.shared(plugin.prefix))
    return SimpleNamespace(prefix=plugin.prefix, exported=plugin), folder


class CControl(ctypes.Structure):
    _fields_ = (
        *((name, ctypes.c_char_p) for name in ("symbol", "label", "group", "unit")),
        *((name, ctypes.c_double) for name in ("low", "high", "value")),
        ("logarithmic", ctypes.c_int),
    )


class Exported:
    """An instance of a shared library."""

    def __init__(self, name, rate, built=None):
        made, folder = built or library(name)
        self._library, self._prefix = ctypes.CDLL(str(folder / f"lib{made.prefix}.so")), made.prefix
        self._function("create").restype = ctypes.c_void_p
        self._function("control").restype = ctypes.POINTER(CControl)
        self._function("get").restype = ctypes.c_double
        self._function("save").restype = ctypes.c_size_t
        self.controls = {control.symbol: index for index, control in enumerate(made.exported.controls)}
        self.handle = ctypes.c_void_p(self._function("create")(ctypes.c_double(rate)))

    def _function(self, name):
        return getattr(self._library, f"{self._prefix}_{name}")

    def call(self, name, *values):
        return self._function(name)(self.handle, *values)

    def close(self):
        self.call("destroy")

    def set(self, **values):
        for name, value in values.items():
            self.call("set", self.controls[name], ctypes.c_double(value))

    def get(self, name):
        return self.call("get", self.controls[name])

    def described(self, index):
        return self._function("control")(index).contents

    def process(self, samples, channels=2, kind=np.float64):
        out = np.full((channels, samples), np.nan, kind)
        rows = (ctypes.c_void_p * channels)(*(row.ctypes.data for row in out))
        self.call("process" if kind is np.float64 else "process_float", rows, channels, samples)
        return out

    def save(self):
        state = ctypes.create_string_buffer(self.call("save", None, ctypes.c_size_t(0)))
        assert self.call("save", state, ctypes.c_size_t(len(state))) == len(state)
        return state.raw

    def load(self, state):
        return self.call("load", state, ctypes.c_size_t(len(state)))


class Bridged:
    """What is made at one rate, heard at another, by the program that exports have for it."""

    def __init__(self, source, made_for, rate, ahead):
        self.source = source
        self.machine = BaselineMachine(bridge_layout(2, 128))
        self.machine.fill("head", {"sample_rate": rate, "made_for": made_for, "ahead": ahead})
        self.machine.call("prepare")
        self.machine.call("start")
        self.set, self.latency = source.set, int(self.machine.view("head.asked")[2])

    def process(self, samples):
        asked, sound, out = (self.machine.view(f"head.{name}") for name in ("asked", "sound", "out"))
        found = []
        for begin in range(0, samples, 128):
            asked[0] = n = min(128, samples - begin)
            self.machine.call("process", 0)
            made = self.source.process(int(asked[1])) if asked[1] else np.empty((2, 0))
            for first in range(0, made.shape[1], 128):
                piece = made[:, first : first + 128]
                sound.reshape(2, 128)[:, : piece.shape[1]] = piece
                self.machine.call("process", piece.shape[1])
            self.machine.call("process", -n)
            found.append(out.reshape(2, 128)[:, :n].copy())
        return np.hstack(found)


def in_python(name, rate, target=FastMachine):
    """What an export should sound like at a rate, whether it is made for it or not."""
    exported = library(name)[0].exported
    if not exported.exact or rate in exported.rates:
        return InPython(name, rate, target)
    made_for = min((each for each in exported.rates if each >= rate), default=max(exported.rates))
    source = InPython(name, made_for, target)
    return Bridged(source, made_for, rate, source.chain.latency)


class InPython:
    """The same layers, soundboxes and chain as `render` has them, from voices that follow live hands."""

    def __init__(self, name, rate, target=FastMachine):
        self.instrument = instrument(name)
        exported = library(name)[0].exported
        self.layers = {
            layer: each for layer, each in self.instrument.setup.live(rate).items() if layer in {x.name for x in exported.layers}
        }
        self.voices = [self._voice(layer, rate, APART * index, target) for index, layer in enumerate(self.layers.values())]
        boxes = list(dict.fromkeys(id(layer.soundbox) for layer in self.layers.values() if layer.soundbox))
        self.boxes = {}
        for layer in self.layers.values():
            if layer.soundbox and not any(box == layer.soundbox for box, _ in self.boxes.values()):
                self.boxes[boxes[len(self.boxes)]] = layer.soundbox, OpenBox(layer.soundbox, rate, target)
        widths = [min(2, voice.channels) for voice, layer in zip(self.voices, self.layers.values(), strict=True) if not layer.soundbox]
        self.channels = max(widths + [box.channels for box, _ in self.boxes.values()])
        chain = BaselineMachine if target is FastMachine else target  # an export has it once
        self.chain = OpenChain(self.instrument.output, rate, self.channels, chain)
        self.goals = [{} for _ in self.voices]
        for control in exported.controls:
            for move in control.moves:
                self._jump(move, control.value)
        self.moves = {control.symbol: control.moves for control in exported.controls}

    @staticmethod
    def _voice(layer, rate, seed, target):
        if isinstance(layer.source, Scene):
            return SceneVoice(layer.source, rate, seed=seed, target=target)
        return Voice(layer.contact, rate, seed=seed, output=layer.output, target=target)

    def _control(self, move):
        voice = self.voices[move.layer]
        return CONTROLS[move.row] if isinstance(voice, Voice) else next(n for n, row in voice.layout.rows.items() if row == move.row)

    def _jump(self, move, value):
        for name in ("head.goals", "head.present"):
            self.voices[move.layer].machine.view(name)[move.row] = value

    def set(self, **values):
        for name, value in values.items():
            for move in self.moves[name]:
                self.goals[move.layer][self._control(move)] = value

    def process(self, samples):
        total = np.zeros((self.channels, samples))
        driven = {key: np.zeros(samples) for key in self.boxes}
        for voice, layer, goals in zip(self.voices, self.layers.values(), self.goals, strict=True):
            made = layer.gain * voice.play(samples, **goals)[:2]
            goals.clear()
            if layer.soundbox:
                key = next(key for key, (box, _) in self.boxes.items() if box == layer.soundbox)
                driven[key] += made[0]
            else:
                total += made
        for key, (_, opened) in self.boxes.items():
            total += opened.filtered(driven[key][None])
        return np.broadcast_to(self.chain.process(total), (2, samples))
