"""What turns a sounding instrument into a changed one: numbers for the memories of its programs, as plain data."""

from typing import Any

from rosin.instruments.instrument import Instrument
from rosin.instruments.setups.one_contact import OneContact
from rosin.model.errors import ParameterError
from rosin.scenes.scene import Scene
from rosin.sound.output.chain import OpenChain
from rosin.studio import keys
from rosin.studio.plan import BLOCK, SAMPLE_RATE, described_parameters, pool_of, voice_of
from rosin.studio.planned import PlannedMachine
from rosin.studio.shapes import shape_of


class Sounding:
    """An instrument whose programs were set up once, to be changed any number of times: their memories lie where they lay at first.

    Where it keeps its modes, a shape that is changed has as many as before, however high, if none is lacking that would be heard.
    """

    def __init__(self, instrument: Instrument, sample_rate: int = SAMPLE_RATE, *, keeps_modes: bool = False) -> None:
        self.sample_rate = sample_rate
        self.modes = instrument.setup.own_modes() if keeps_modes and isinstance(instrument.setup, OneContact) else 0
        self.layers = instrument.setup.live(sample_rate)
        self.voices = {name: voice_of(layer, sample_rate) for name, layer in self.layers.items()}
        channels = max(min(2, voice.channels) for voice in self.voices.values())
        self.chain: Any = OpenChain(instrument.output, sample_rate, channels, PlannedMachine, BLOCK)
        self.pool = pool_of(instrument)
        if self.pool is not None:
            self.pairs = voice_of(self.pool, sample_rate)
            self.own = self._resonator()

    def _resonator(self) -> list[float]:
        """The parameters of the resonator of which the pairs of a pool are copies."""
        found: list[float] = self.voices["hand"].machine.view("resonator.p").tolist()
        return found

    @property
    def layouts(self) -> dict[str, Any]:
        """Where everything of each program lies."""
        machines = {name: voice.machine for name, voice in self.voices.items()} | {"chain": self.chain.machine}
        if self.pool is not None:
            machines[keys.LAYER] = self.pairs.machine
        return {name: machine.layout for name, machine in machines.items()}

    def changed(self, after: Instrument) -> dict[str, Any] | None:
        """Parameters for each program; None where it must be made anew. Resonators of a pool stay: `retuned` has them."""
        new = after.setup.live(self.sample_rate)
        if self.modes:
            setup: Any = after.setup
            body = setup.body_of_modes(self.modes)
            if body is None:
                return None
            new["hand"] = setup.layer(body)
        found: dict[str, Any] = {"layers": {}, "parameters": described_parameters(after)}
        for name, layer in self.layers.items():
            if name not in new or new[name].soundbox != layer.soundbox or new[name].output != layer.output:
                return None
            voice = self.voices[name]
            source = new[name].source
            try:
                voice.update(source, **({"at_any_rate": True} if self.modes else {}))
            except ParameterError:
                return None
            shape = None if isinstance(source, Scene) else shape_of(source.resonator, voice.machine.layout)
            found["layers"][name] = {"memory": voice.machine.parameters(), "gain": new[name].gain, "shape": shape}
        if self.pool is not None and self.pool.keyed is not None:
            memory = keys.pair_parameters(self.pool.keyed, self.pairs, new["hand"].contact)
            found["layers"][keys.LAYER] = {"memory": memory, "gain": new["hand"].gain, "shape": self._resonator()}
        if not self.chain.serves(after.output):
            return None
        self.chain.update(after.output)
        found["chain"] = {"memory": self.chain.machine.parameters()}
        return found

    def turned(self, after: Instrument) -> dict[str, Any] | None:
        """The same as `retuned`, of the memories what is another number than last time alone: the rest need not be prepared anew."""
        before = {name: voice.machine.parameters() for name, voice in self.voices.items()}
        if self.pool is not None and self.pool.keyed is not None:
            before[keys.LAYER] = self.pairs.machine.parameters()
        chain = self.chain.machine.parameters()
        found = self.retuned(after)
        if found is None:
            return None
        for name, layer in found["layers"].items():
            layer["memory"] = [run for run in layer["memory"] if run not in before[name]]
        found["chain"]["memory"] = [run for run in found["chain"]["memory"] if run not in chain]
        return found

    def retuned(self, after: Instrument) -> dict[str, Any] | None:
        """The same with the resonators of a pool, where they are others than last time."""
        found = self.changed(after)
        if found is None or self.pool is None or self._resonator() == self.own:
            return found
        pool = pool_of(after)
        if pool is None or pool.keyed is None:
            return None
        try:
            self.pairs.update(pool.source)
        except ParameterError:
            return None
        self.own = self._resonator()
        found["layers"][keys.LAYER] |= {"memory": self.pairs.machine.parameters(), "keys": keys.tunings(pool.keyed, self.pairs)}
        return found
