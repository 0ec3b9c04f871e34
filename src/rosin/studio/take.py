"""A take of the studio, rendered again: the memories of its programs as they were when it began, and all that was done to them.

    {"format": "rosin-studio-take", "version": 1, "instrument": name or {...}, "changes": {...}, "sample_rate": Hz, "frames": n,
     "memories": {program: {"reals": ..., "wholes": ...}}, "layers": [...], "lines": [[frame, program, what, ...], ...]}

Programs are "layer 0", "box 0", "layer 1", ..., "chain" and, where notes are played, "player"; numbers lie in memories as base64. What is
done comes between two blocks of 128 samples: put (array, place, value), write (addresses and numbers), count (name, value), call (prepare
or start), of the player hear (a message), and of a layer gain and rows. So a take sounds as it did, whatever was sounding when it began,
whoever played, and whatever knobs were turned.
"""

import base64
import binascii
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from rosin.engine.machine import Machine
from rosin.engine.player import lending
from rosin.engine.targets import open_target
from rosin.engine.wasm import places
from rosin.instruments.instrument import Instrument
from rosin.instruments.opening import instrument
from rosin.instruments.performance import APART
from rosin.instruments.setups.setup import Layer
from rosin.model.errors import ParameterError
from rosin.model.versions import up_to_date
from rosin.sound.output.chain import OpenChain
from rosin.sound.sound import FULL_SCALE, Sound
from rosin.soundboxes.modal_box import ModalBox, OpenBox
from rosin.studio import keys
from rosin.studio.notes import notes_of
from rosin.studio.plan import BLOCK, pool_of, voice_of

FORMAT = "rosin-studio-take"
LONGEST = 3600  # s
GLIDE, ARRIVED = 0.01, 1e-6  # of a layer's gain, as audio/worklet.js has it: time constant (s), and how near is there


def is_take(data: Any) -> bool:
    """Whether the data of a file are those of a take."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def replayed(data: dict[str, Any], progress: Callable[[float], None] | None = None) -> Sound:
    """The sound of a take."""
    data = up_to_date(data, FORMAT, "take")
    try:
        return _Replay(data).sound(progress)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, binascii.Error) as error:
        raise ParameterError(f"The take is damaged: {type(error).__name__} {error}.") from None


class _Part:
    """A layer at work: its voice, its soundbox, its gain and, where a gesture is replayed, its rows."""

    def __init__(self, layer: Layer, voice: Any, rate: float, state: dict[str, Any]) -> None:
        self.voice: Machine = voice.machine
        self.channels, self.rate = min(2, voice.channels), rate
        self.box = OpenBox(layer.soundbox, rate, "native", BLOCK).machine if isinstance(layer.soundbox, ModalBox) else None
        if isinstance(layer.soundbox, ModalBox):
            self.channels = layer.soundbox.channels
        self.gain, self.goal = float(state["gain"]), float(state["goal"])
        self.rows, self.at, self.pace = state["rows"], float(state["at"]), float(state["pace"])

    def done(self, what: str, *given: Any) -> None:
        """Something of the layer itself was changed."""
        if what == "gain":
            self.goal = float(given[0])
        elif what == "rows":
            self.rows, self.at, self.pace = given[0], 0.0, float(given[1]) / self.rate
        else:
            raise ValueError(f"nothing called {what} is done to a layer")

    def block(self) -> np.ndarray:
        """The next samples, (channels, BLOCK), as loud as they are heard."""
        if self.rows:
            controls = self.voice.view("head.controls").reshape(-1, BLOCK)
            now = self.at + self.pace * np.arange(BLOCK)
            for place, row in enumerate(self.rows):
                controls[place] = np.interp(now, np.arange(len(row)), row)
            self.at += BLOCK * self.pace
        self.voice.call("process", BLOCK)
        heard = self.voice.view("head.audio")
        if self.box is not None:
            self.box.view("head.sound")[:BLOCK] = heard[:BLOCK]
            self.box.call("process", BLOCK)
            heard = self.box.view("head.out")
        rows: np.ndarray = self._gains() * heard[: self.channels * BLOCK].reshape(self.channels, BLOCK)
        return rows

    def _gains(self) -> Any:
        """The gain of each sample: it glides to its goal."""
        if self.gain == self.goal:
            return self.gain
        pace = 1 - math.exp(-1 / (GLIDE * self.rate))
        gains = np.empty(BLOCK)
        for i in range(BLOCK):
            self.gain += pace * (self.goal - self.gain)
            gains[i] = self.gain
        if abs(self.goal - self.gain) <= ARRIVED * abs(self.goal):
            self.gain = self.goal
        return gains


class _Replay:
    """The programs of a take, as they were when it began."""

    def __init__(self, data: dict[str, Any]) -> None:
        given = data["instrument"]
        start = Instrument.from_dict(given) if isinstance(given, dict) else instrument(str(given))
        player = start.with_changes(data["changes"])
        self.rate, self.frames = int(data["sample_rate"]), int(data["frames"])
        if not 0 < self.frames <= LONGEST * self.rate:
            raise ParameterError(f"A take of {self.frames} samples is not allowed; it must have some, and last at most {LONGEST} s.")
        pool = pool_of(player)
        layers = player.setup.live(self.rate) | ({keys.LAYER: pool} if pool else {})
        voices = [voice_of(layer, self.rate, APART * index, "native") for index, layer in enumerate(layers.values())]
        together = zip(layers.values(), voices, data["layers"], strict=True)
        self.parts = [_Part(layer, voice, self.rate, state) for layer, voice, state in together]
        self.channels = max(part.channels for part in self.parts)
        chain = OpenChain(player.output, self.rate, self.channels, "native", BLOCK)
        self.chain, self.heard = chain.machine, chain.heard
        self.machines = {f"layer {i}": part.voice for i, part in enumerate(self.parts)} | {"chain": self.chain}
        notes = notes_of(player, [layers], voices)
        self.player = notes and open_target("native", lending(notes.player[0].layout))
        self.leads = notes.leads if notes else []
        if self.player:
            self.machines["player"] = self.player
        self.machines |= {f"box {i}": part.box for i, part in enumerate(self.parts) if part.box is not None}
        for name, machine in self.machines.items():
            _remember(machine, data["memories"][name])
        self.lines = data["lines"]

    def sound(self, progress: Callable[[float], None] | None) -> Sound:
        """All of it."""
        out = np.empty((self.heard, -(-self.frames // BLOCK) * BLOCK))
        at = 0
        for begin in range(0, out.shape[1], BLOCK):
            while at < len(self.lines) and self.lines[at][0] <= begin:
                self._do(*self.lines[at][1:])
                at += 1
            mixed = self.chain.view("head.sound").reshape(self.channels, BLOCK)
            mixed[:] = 0.0
            self._lead()
            for part in self.parts:
                block = part.block()
                for channel in range(self.channels):
                    mixed[channel] += block[min(channel, part.channels - 1)]
            self.chain.call("process", BLOCK)
            out[:, begin : begin + BLOCK] = self.chain.view("head.out").reshape(self.heard, BLOCK)
            if progress:
                progress((begin + BLOCK) / out.shape[1])
        return Sound(out[:, : self.frames], self.rate, unit=FULL_SCALE)

    def _lead(self) -> None:
        """What notes lead: rows of controls of the layers."""
        voices = [part.voice for part in self.parts]
        led = [lead for lead in self.leads if voices[lead.layer].view("head.noted")[lead.row] > 0]
        if self.player is None or not led:
            return
        self.player.call("process", BLOCK)
        rows = self.player.view("head.rows").reshape(-1, BLOCK)
        for lead in led:
            voices[lead.layer].view("head.controls").reshape(-1, BLOCK)[lead.row] = rows[lead.follows]

    def _do(self, name: str, what: str, *given: Any) -> None:
        """What was done to a program between two blocks."""
        machine = self.machines[name]
        if what == "put":
            array, place, value = given
            machine.view(f"head.{array}")[int(place)] = float(value)
        elif what == "write":
            first = places(machine.layout)[0]
            for address, numbers in given[0]:
                begin = (int(address) - first) // 8
                if not 0 <= begin <= begin + len(numbers) <= len(machine.reals):
                    raise ValueError(f"address {address} is none of {name}")
                machine.reals[begin : begin + len(numbers)] = numbers
        elif what == "count":
            machine.wholes[machine.layout.wholes[str(given[0])]] = int(given[1])
        elif what == "hear" and machine is self.player:
            machine.view("head.message")[:] = given
            machine.call("process", 0)
        elif what == "call":
            if given[0] not in ("prepare", "start"):
                raise ValueError(f"{given[0]} is not called in a take")
            machine.call(given[0])
        else:
            self.parts[int(name.removeprefix("layer "))].done(what, *given)


def _remember(machine: Machine, kept: dict[str, str]) -> None:
    """The memory as it was."""
    for array, name, kind in ((machine.reals, "reals", "<f8"), (machine.wholes, "wholes", "<i4")):
        given = np.frombuffer(base64.b64decode(kept[name], validate=True), kind)
        if len(given) < len(array):
            raise ValueError(f"{len(given)} numbers of a memory of {len(array)}")
        array[:] = given[: len(array)]
