"""States of an exported plugin, damaged: each is taken or refused, no value leaves its range, and it goes on sounding."""

import tempfile
from pathlib import Path

import numpy as np
from clap_host import ClapHost, ParamInfo, Params, turned

from fuzz.damage import damaged_bytes
from fuzz.target import Bytes
from rosin.export.gathering import gather
from rosin.export.library import Library
from rosin.export.writing import export
from rosin.instruments.opening import instrument

INSTRUMENT, RATE = "chalk", 48_000


class PluginStates(Bytes):
    """The bytes of a state."""

    about = "damaged states of a CLAP plugin"

    def __enter__(self) -> "PluginStates":
        folder = Path(self.afterwards.enter_context(tempfile.TemporaryDirectory(prefix="rosin-fuzz-")))
        (plugin, *_) = export(Library(gather(instrument(INSTRUMENT), (RATE,))), "clap", folder)
        self.host = ClapHost(plugin, RATE)
        self.afterwards.callback(self.host.close)
        params = self.host.extension(b"clap.params", Params)
        self.ranges = []
        for index in range(params.count(self.host.address)):
            info = ParamInfo()
            assert params.info(self.host.address, index, info)
            self.ranges.append((info.id, info.low, info.high))
        self.host.process(64, [turned(0, self.ranges[0][0], self.ranges[0][2])])
        self.valid = self.host.save()
        return self

    def case(self, random: np.random.Generator) -> bytes:
        """A state, damaged, or nothing but random bytes."""
        if random.uniform() < 0.1:
            return random.integers(0, 256, int(random.integers(0, 400)), dtype=np.uint8).tobytes()
        return damaged_bytes(self.valid, random)

    def check(self, case: bytes) -> None:
        """Load it, look at every value, and sound."""
        taken = self.host.load(case)
        for param, low, high in self.ranges if taken else ():
            assert low <= self.host.value(param) <= high, (param, self.host.value(param))
        assert np.isfinite(self.host.process(16)).all()
