"""Where Rosin's contacts run: native, and as WebAssembly in Node, whose engine is Chrome's, or else in wasmtime."""

import functools
import importlib.util
import json
import shutil
from collections.abc import Callable
from contextlib import ExitStack
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import numpy as np

from rosin.bench.contacts import RATE, Work
from rosin.bench.timing import Task, cpu_time
from rosin.bench.worker import Worker
from rosin.engine.signatures import Span
from rosin.engine.voice import PARTS, Voice
from rosin.engine.wasm import STACK

WARM = 1.0  # s that a voice has played before it is measured
ROUND = 0.5  # s that it plays in a round, about


class Target(Protocol):
    """Something that plays contacts."""

    name: str

    def task(self, played: Work) -> Task:
        """A contact that has been playing for a second and plays on, block after block."""


class InProcess:
    """A target of Rosin that runs in this process."""

    def __init__(self, name: str, target: str) -> None:
        self.name, self.target = name, target

    def task(self, played: Work) -> Task:
        """A contact that has been playing for a second and plays on, block after block."""
        voices = [warm_voice(played, self.target) for _ in range(played.voices)]

        def play() -> None:
            for _ in range(blocks(played)):
                for voice in voices:
                    voice.process_checked(played.block, played.controls)

        return task_of(played, functools.partial(cpu_time, play))


class InNode:
    """The same modules in a Node process; they go on from where a native voice has come, whose memory is laid out alike."""

    name = "WebAssembly in Node"

    def __init__(self, open_things: ExitStack) -> None:
        self.folder = Path(open_things.enter_context(TemporaryDirectory()))
        script = open_things.enter_context(resources.as_file(resources.files("rosin.bench") / "in_v8.mjs"))
        self.node = open_things.enter_context(Worker(["node", str(script)]))
        self.files = 0

    def task(self, played: Work) -> Task:
        """A contact that has been playing for a second and plays on, block after block."""
        module = self._written(played.contact.wasm())
        numbers = [self._opened(played, module) for _ in range(played.voices)]
        request = json.dumps({"voices": numbers, "blocks": blocks(played)})
        return task_of(played, lambda: float(self.node.ask(request)))

    def _opened(self, played: Work, module: str) -> int:
        voice = warm_voice(played, "native")
        memory = self._written(np.concatenate([np.zeros(STACK), voice.machine.arena]).tobytes())
        parts = (part + kind for part in PARTS for kind in "cs")  # coefficients and states
        arrays = (voice.spans[name] for name in (*parts, "options", "memory", "controls", "audio", "traces"))
        values = (played.block, played.block, 1 / RATE, *arrays)
        given = [8 * (STACK + value.offset) if isinstance(value, Span) else value for value in values]
        return int(self.node.ask(json.dumps({"module": module, "memory": memory, "arguments": given})))

    def _written(self, content: bytes) -> str:
        self.files += 1
        file = self.folder / str(self.files)
        file.write_bytes(content)
        return str(file)


def web_assembly(open_things: ExitStack) -> Target | None:
    """Node if it is there, else wasmtime, else nothing."""
    if shutil.which("node"):
        return InNode(open_things)
    return InProcess("WebAssembly in wasmtime", "wasm") if importlib.util.find_spec("wasmtime") else None


def warm_voice(played: Work, target: str) -> Voice:
    """A voice that has played for a second."""
    voice = Voice(played.contact, RATE, block=played.block, target=target)
    for _ in range(round(WARM * RATE / played.block)):
        voice.process(played.block, played.controls)
    return voice


def blocks(played: Work) -> int:
    """Blocks in a round."""
    return round(ROUND * RATE / played.block)


def task_of(played: Work, run: Callable[[], float]) -> Task:
    """A round of a contact."""
    samples = blocks(played) * played.block
    return Task(played.name, run, samples / RATE, samples * played.voices)
