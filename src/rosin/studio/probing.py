"""What knobs do to the numbers that the programs of an instrument read, found by turning them."""

import math
from collections.abc import Mapping
from typing import Any, NamedTuple, cast

import numpy as np

from rosin.engine.wasm import places
from rosin.instruments.instrument import Instrument
from rosin.instruments.setups.pairs import BRIEF, HEAVY, fitted, resonator_of
from rosin.model.errors import ParameterError
from rosin.playing.midi.score import pitch_of_key
from rosin.shapes.shape import HIGHEST
from rosin.studio.changes import Sounding

KEYS = (0.0, 0.4, 0.7)  # of the keys that pairs are tuned to: the lowest, which has all modes, and those by which it is checked
SILENT = (HEAVY, BRIEF, HIGHEST)  # numbers of modes that a key has not: nothing moves them, whatever they are
EXACT, ROUNDED = 1e-9, 1e-11  # dB; of a number


class ProbedNumbers(NamedTuple):
    """Of all programs one after the other, of the tuning of some keys (no number where that does not matter), and dB of each layer."""

    own: np.ndarray
    keys: np.ndarray  # (keys, numbers of a tuning)
    gains: np.ndarray

    @property
    def turned(self) -> np.ndarray:
        """The numbers that curves are sought for: those of programs, then those of the first key."""
        return self.with_key(0)

    def with_key(self, key: int) -> np.ndarray:
        """The same with those of another key."""
        return np.concatenate([self.own, *self.keys[key : key + 1]])


class Probe:
    """An instrument whose knobs are turned to see what happens."""

    def __init__(self, instrument: Instrument, sample_rate: int) -> None:
        self.instrument = instrument
        self.of_macros = {path for macro in instrument.macros.values() for path in macro.curves}
        self._sounding = Sounding(instrument, sample_rate, keeps_modes=True)
        pool = self._sounding.pool
        self._keyed = pool.keyed if pool is not None else None
        first = self._sounding.changed(instrument)
        if self._keyed is not None:
            self._resonator = f"{resonator_of(self._keyed.pairs[0])}.p"
            own: Any = self._keyed.tuned(self._keyed.own).resonator
            self._modes = len(own.frequencies)
        assert first is not None, "an instrument is itself"
        self.places = [
            (program, address + 8 * place)
            for program, memory in _memories(first).items()
            for address, run in memory
            for place in range(len(run))
        ]
        self._seen: dict[tuple[tuple[str, Any], ...], ProbedNumbers | None] = {}
        self.usual: Any = None
        self.usual = self.turned({})
        self.most = self._most()

    def turned(self, changes: Mapping[str, Any]) -> ProbedNumbers | None:
        """The numbers after changes; None where they are refused, or where programs must be made anew."""
        key = tuple(changes.items())
        if key not in self._seen:
            self._seen[key] = self._turned(changes)
        return self._seen[key]

    def _turned(self, changes: Mapping[str, Any]) -> ProbedNumbers | None:
        try:
            after = self.instrument.with_changes(changes)
            found = self._sounding.changed(after)
            if found is None:
                return None
            keys = self._tunings(after)
        except ParameterError:
            return None
        own = np.array([number for memory in _memories(found).values() for _, run in memory for number in run])
        if self.usual is not None:  # what has only been rounded otherwise has not moved
            own, keys = (
                np.where(np.abs(new - old) <= ROUNDED * np.abs(old), old, new) for new, old in zip((own, keys), self.usual, strict=False)
            )
        return ProbedNumbers(own, keys, np.array([20 * math.log10(layer["gain"]) for layer in found["layers"].values()]))

    def _most(self) -> np.ndarray:
        """The most that each number may be: frequencies of modes stay within what is heard."""
        frequencies = []
        for program, layout in self._sounding.layouts.items():
            start = places(layout)[0]
            names = [name for name in layout.reals if name.endswith("resonator.p.frequencies")]
            frequencies += [
                (program, start + 8 * (layout.reals[name].offset + i)) for name in names for i in range(layout.reals[name].size)
            ]
        named = set(frequencies)
        most = [HIGHEST if place in named else np.inf for place in self.places]
        row = np.full(self.usual.keys.shape[1], np.inf)
        if self._keyed is not None:
            layout = self._sounding.pairs.machine.layout
            begin, size = layout.reals[f"{self._resonator}.frequencies"][:2]
            row[begin - layout.reals[self._resonator].offset :][:size] = HIGHEST
        return np.concatenate([most, row])

    @property
    def layers(self) -> list[str]:
        """The names that gains belong to."""
        return [*self._sounding.layers, *(["keys"] if self._keyed is not None else [])]

    def _tunings(self, after: Instrument) -> np.ndarray:
        if self._keyed is None:
            return np.empty((0, 0))
        nearest, view = self._keyed.nearest, self._sounding.pairs.machine.view(self._resonator)
        kept, rows = view.copy(), list[np.ndarray]()
        for share in KEYS:
            tuning = self._tuned(after, nearest[round(share * (len(nearest) - 1))])
            self._sounding.pairs.machine.fill(self._resonator, tuning.packed())
            rows.append(np.where(np.isin(view, SILENT), np.nan, view) if rows else view.copy())
        view[:] = kept
        return np.array(rows)

    def _tuned(self, after: Instrument, key: int) -> Any:
        """The resonator of a key; a shape has as many modes as it usually has there, if none is lacking that would be heard."""
        setup, usual, pitch = cast(Any, after.setup), cast(Any, self.instrument.setup), pitch_of_key(key)
        own = usual.own_modes(pitch)
        body = setup.body_of_modes(own, pitch) if own else setup.tuned(pitch)
        if body is None:
            raise ParameterError(f"Key {key} would have other modes.")
        return fitted(body, self._modes)


def _memories(found: dict[str, Any]) -> dict[str, Any]:
    return {name: layer["memory"] for name, layer in found["layers"].items()} | {"chain": found["chain"]["memory"]}
