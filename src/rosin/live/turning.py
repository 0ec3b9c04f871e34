"""Every parameter of a sounding instrument by its path: what the kernels read as it is, what Python works out, and what makes it anew."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

from rosin.engine.wasm import places
from rosin.export.controls import CHAIN, record_of
from rosin.instruments.instrument import Instrument
from rosin.live.engine import Engine
from rosin.model.errors import unknown
from rosin.studio import keys
from rosin.studio.changes import Sounding
from rosin.studio.plan import described_parameters

Pokes = dict[int, list[tuple[int, int, float]]]  # by layer: record, place, value


class LiveTurning:
    """The parameters of an engine's instrument. `anew` is given an instrument that only a new engine can be."""

    def __init__(self, engine: Engine, anew: Callable[[Instrument], None]) -> None:
        self.engine, self.anew = engine, anew
        self.instrument = engine.instrument
        self._direct = {control.path: symbol for symbol, control in engine.controls.items() if control.path}

    @cached_property
    def _sounding(self) -> Sounding:
        """Where everything lies in the engine's programs, and what it was last."""
        return Sounding(self.engine.instrument, self.engine.sample_rate)

    def rows(self) -> dict[str, dict[str, Any]]:
        """Every parameter by path: its value, its unit, its range or its choices."""
        return {row["path"]: row for row in described_parameters(self.instrument)}

    def value(self, path: str) -> Any:
        """What a parameter is now."""
        rows = self.rows()
        if path not in rows:
            raise unknown(f"parameter of {self.instrument.name}", path, rows)
        return rows[path]["value"]

    def set(self, path: str, value: Any, frame: int | None = None) -> int | None:
        """Change a parameter, checked first; at which frame it is taken over, where Python had to work it out."""
        self.value(path)
        after = self.instrument.with_changes({path: value})
        if path in self._direct:
            self.engine.turn(self._direct[path], float(value), frame or 0)
            self.instrument = after
            return None
        pokes = self._pokes(after)
        self.instrument = after
        if pokes is None:
            self.anew(after)
            return None
        return self.engine.poke_all(pokes, frame)

    def _pokes(self, after: Instrument) -> Pokes | None:
        """The numbers that differ; None where it must be made anew."""
        gains = {name: layer.gain for name, layer in self._sounding.layers.items()}
        found = self._sounding.turned(after)
        names = [layer.name for layer in self.engine.exported.layers]
        if found is None or keys.LAYER in names or any(layer["gain"] != gains.get(name) for name, layer in found["layers"].items()):
            return None
        memories = {names.index(name): (name, layer["memory"]) for name, layer in found["layers"].items() if name in names}
        memories[CHAIN] = "chain", found["chain"]["memory"]
        layouts = self._sounding.layouts
        return {
            layer: [
                (*record_of(layouts[name], (address - places(layouts[name])[0]) // 8 + i), number)
                for address, numbers in runs
                for i, number in enumerate(numbers)
            ]
            for layer, (name, runs) in memories.items()
            if runs
        }
