"""An output chain at work: its kernels on a target, block after block."""

from typing import Any

import numpy as np

from rosin.engine.signatures import Span, lay_out
from rosin.engine.target import Opener, open_target
from rosin.model.errors import ParameterError
from rosin.sound.output import chain, dc_blocker, limiter

BLOCK = 4096  # samples of each channel that the arena holds


class CompiledChain:
    """The kernels of an output chain at a sample rate, with the state between blocks."""

    def __init__(self, model: "chain.OutputChain", sample_rate: float, channels: int, target: str | Opener) -> None:
        self.sample_rate = sample_rate
        self.channels = channels
        coefficients, state = limiter.sizes(channels, sample_rate)
        sizes = {"p": len(model.pack()), "c": chain.COEFFICIENTS, "s": chain.STATES}
        sizes |= {"blocker_c": dc_blocker.COEFFICIENTS, "blocker_s": dc_blocker.PER_CHANNEL * channels}
        sizes |= {"limiter_c": coefficients, "limiter_s": state, "sound": channels * BLOCK, "out": channels * BLOCK}
        self.spans, size = lay_out(sizes)
        self.machine = open_target(target, model.kernels, size)
        self._sound, self._out = (self._view(name).reshape(channels, BLOCK) for name in ("sound", "out"))
        self.update(model)
        self.restart()

    def _view(self, name: str) -> np.ndarray:
        span = self.spans[name]
        return self.machine.arena[span.offset : span.offset + span.length]

    def _named(self, *names: str) -> list[Span]:
        return [self.spans[name] for name in names]

    @property
    def latency(self) -> int:
        """Samples that pass between a sample's coming and its leaving."""
        return limiter.latency(self.sample_rate)

    @property
    def muted(self) -> int:
        """How many values were no finite numbers, and muted, since the start."""
        return int(self._view("s")[chain.MUTED])

    def update(self, model: "chain.OutputChain") -> None:
        """Change the parameters while sounding; the volume glides to its new value."""
        model.check_rate(self.sample_rate)
        self._view("p")[:] = model.pack()
        self.machine.call("prepare", self.channels, self.sample_rate, *self._named("p", "c", "blocker_c", "limiter_c"))

    def restart(self) -> None:
        """Back to silence, at the volume that is set."""
        self.machine.call("start", *self._named("c", "s", "blocker_s", "limiter_c", "limiter_s"))

    def process(self, block: Any) -> np.ndarray:
        """The next samples that leave, (channels, n), for the next n that come, of the same shape; one channel may be (n,)."""
        given = np.asarray(block)
        if given.dtype.kind not in "fiu" or given.ndim not in (1, 2) or np.atleast_2d(given).shape[0] != self.channels:
            raise ParameterError(
                f"The block must be real numbers ({self.channels}, n), one row per channel, not {given.dtype} {given.shape}."
            )
        given = np.atleast_2d(given)
        spans = self._named("c", "s", "blocker_c", "blocker_s", "limiter_c", "limiter_s", "sound", "out")
        sound = np.empty(given.shape)
        for begin in range(0, given.shape[1], BLOCK):
            n = min(BLOCK, given.shape[1] - begin)
            self._sound[:, :n] = given[:, begin : begin + n]
            self.machine.call("process", n, BLOCK, *spans)
            sound[:, begin : begin + n] = self._out[:, :n]
        return sound
