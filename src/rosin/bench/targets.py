"""Where Rosin's contacts run: native, whole or in parts, and as WebAssembly in Node, whose engine is Chrome's, or else in wasmtime."""

import functools
import importlib.util
import json
import math
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

from rosin.bench.contacts import RATE, Work
from rosin.bench.timing import Task, cpu_time
from rosin.bench.worker import Worker
from rosin.engine.voice import Voice
from rosin.engine.wasm import places

NATIVE, IN_PARTS = "native", "native, in parts"
WARM = 1.0  # s that a voice has played before it is measured
ROUND = 0.5  # s that it plays in a round, about


class BenchTarget(Protocol):
    """Something that plays contacts."""

    name: str

    def task(self, played: Work) -> Task:
        """A contact that has been playing for a second and plays on, block after block."""

    def voices(self, played: Work) -> int:
        """How many voices it plays."""


class OneByOne:
    """What plays voices in turn."""

    def voices(self, played: Work) -> int:
        """As many as are asked for."""
        return played.voices


class InProcess(OneByOne):
    """A target of Rosin that runs in this process."""

    def __init__(self, name: str, target: str) -> None:
        self.name, self.target = name, target

    def task(self, played: Work) -> Task:
        """A contact that has been playing for a second and plays on, block after block."""
        voices = [warm_voice(played, self.target) for _ in range(played.voices)]

        def play() -> None:
            for _ in range(turns(played)):
                for voice in voices:
                    voice.process_checked(played.turn, played.controls)

        return task_of(played, functools.partial(cpu_time, play))


class InNode(OneByOne):
    """The same modules in a Node process; they go on from where a native voice has come, whose memory is laid out alike."""

    name = "WebAssembly in Node"

    def __init__(self, open_things: ExitStack) -> None:
        self.folder = Path(open_things.enter_context(TemporaryDirectory()))
        script = open_things.enter_context(resources.as_file(resources.files("rosin.bench") / "in_v8.mjs"))
        self.node = open_things.enter_context(Worker(["node", str(script)]))
        self.files = 0

    def task(self, played: Work) -> Task:
        """A contact that has been playing for a second and plays on, block after block."""
        voices = [warm_voice(played, "native") for _ in range(played.voices)]
        module = self._written(voices[0].wasm())
        numbers = [self._opened(voice, module) for voice in voices]
        request = json.dumps({"voices": numbers, "blocks": turns(played)})
        return task_of(played, lambda: float(self.node.ask(request)))

    def _opened(self, voice: Voice, module: str) -> int:
        machine = voice.machine
        reals, wholes, _ = places(machine.layout)
        memory = self._written(bytes(reals) + machine.reals.tobytes() + machine.wholes.tobytes())
        return int(self.node.ask(json.dumps({"module": module, "memory": memory, "arguments": [reals, wholes, voice.block]})))

    def _written(self, content: bytes) -> str:
        self.files += 1
        file = self.folder / str(self.files)
        file.write_bytes(content)
        return str(file)


def web_assembly(open_things: ExitStack) -> BenchTarget | None:
    """Node if it is there, else wasmtime, else nothing."""
    if shutil.which("node"):
        return InNode(open_things)
    return InProcess("WebAssembly in wasmtime", "wasm") if importlib.util.find_spec("wasmtime") else None


def warm_voice(played: Work, target: str) -> Voice:
    """A voice that has played for a second."""
    voice = Voice(played.contact, RATE, block=played.block, target=target)
    if played.before is not None:
        voice.process(played.turn, played.before)
    for _ in range(turns_before(played)):
        voice.process(played.turn, played.controls)
    return voice


def whole_and_in_parts() -> list[BenchTarget]:
    """The native code that sounds when all is compiled at once, and the code that sounds first."""
    return [InProcess(NATIVE, "whole"), InProcess(IN_PARTS, "native")]


def turns_before(played: Work) -> int:
    """Turns of the controls in the time before the first round."""
    return math.ceil(WARM * RATE / played.turn)


def turns(played: Work) -> int:
    """Turns of the controls in a round."""
    return max(1, round(ROUND * RATE / played.turn))


def task_of(played: Work, run: Callable[[], float]) -> Task:
    """A round of a contact."""
    samples = turns(played) * played.turn
    return Task(played.name, run, samples / RATE, samples * played.voices)
