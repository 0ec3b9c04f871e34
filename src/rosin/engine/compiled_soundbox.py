"""A soundbox that sounds: its kernels on a target, block after block."""

import numpy as np

from rosin.engine.signatures import lay_out
from rosin.engine.target import Opener, open_target
from rosin.model.part import Part
from rosin.soundboxes.soundbox import OpenSoundbox, SoundboxKernels

BLOCK = 4096  # samples that the arena holds


class CompiledSoundbox(OpenSoundbox):
    """The kernels of a soundbox at a sample rate, with the state between blocks."""

    channels = 1

    def __init__(self, box: Part, kernels: SoundboxKernels, sample_rate: float, target: str | Opener) -> None:
        packed = box.pack()
        coefficients, state = box.sizes(sample_rate)
        spans, size = lay_out({"p": len(packed), "c": coefficients, "s": state, "force": BLOCK, "out": BLOCK})
        self.machine = open_target(target, kernels, size)
        self.spans = spans
        self._force, self._out = (self.machine.arena[spans[name].offset :][:BLOCK] for name in ("force", "out"))
        self.machine.arena[spans["p"].offset :][: len(packed)] = packed
        self.machine.call("prepare", spans["p"], sample_rate, spans["c"])
        self.restart()

    def restart(self) -> None:
        """Back to rest."""
        self.machine.call("start", self.spans["c"], self.spans["s"])

    def _answer(self, force: np.ndarray) -> np.ndarray:
        sound = np.empty((1, len(force)))
        for begin in range(0, len(force), BLOCK):
            n = min(BLOCK, len(force) - begin)
            self._force[:n] = force[begin : begin + n]
            self.machine.call("process", n, *(self.spans[name] for name in ("c", "s", "force", "out")))
            sound[0, begin : begin + n] = self._out[:n]
        return sound
