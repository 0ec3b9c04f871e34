"""SoundFont 2: the samples of a preset, each with its pitch (SoundFont Technical Specification 2.04).

The file is RIFF. Its lists say: a preset (`phdr`) has zones (`pbag`) of generators (`pgen`), of which one names an instrument
(`inst`); that has zones (`ibag`) of generators (`igen`), of which one names a sample (`shdr`); `smpl` holds the 16-bit values.
A zone without a name holds what the others have by default. A sample that sounds at key k with a tuning of c cents was
recorded at

    f = 440 Hz 2^((k - 69) / 12 - c / 1200)
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from rosin.compare.sample import Sample
from rosin.model.errors import FileError, ParameterError
from rosin.playing.midi.score import pitch_of_key

PRESET = struct.Struct("<20sHHHIII")  # name, program, bank, first zone, -, -, -
INSTRUMENT = struct.Struct("<20sH")  # name, first zone
ZONE = struct.Struct("<HH")  # first generator, first modulator
GENERATOR = struct.Struct("<HH")  # which, amount
SAMPLE = struct.Struct("<20sIIIIIBbHH")  # name, start, end, begin and end of the loop, rate, key, cents, link, kind
INSTRUMENT_NAMED, SAMPLE_NAMED, ROOT_KEY, SEMITONES, CENTS = 41, 53, 58, 51, 52  # generators
RIGHT = 2  # the kind of a sample that belongs to the right ear; its twin is to the left
NO_KEY = 255


class SoundFont:
    """A SoundFont file, of which only what is asked for is read."""

    def __init__(self, path: Path) -> None:
        try:
            self._bytes = np.memmap(path, dtype=np.uint8, mode="r")
        except (OSError, ValueError) as error:
            raise FileError(f"Cannot read {path}: {getattr(error, 'strerror', None) or error}.") from None
        self._chunks = dict(_chunks(self._bytes, 0, len(self._bytes)))
        missing = {"phdr", "pbag", "pgen", "inst", "ibag", "igen", "shdr", "smpl"} - set(self._chunks)
        if bytes(self._bytes[8:12]) != b"sfbk" or missing:
            raise FileError(f"{path} is no SoundFont 2 file, or not a whole one.")
        self._path = path

    def presets(self) -> dict[tuple[int, int], str]:
        """Names by bank and program; drums are in bank 128."""
        return {(bank, program): _text(name) for name, program, bank, *_ in self._rows("phdr", PRESET)[:-1]}

    def samples(self, bank: int, program: int) -> list[Sample]:
        """The samples of a preset, those for the left ear where there are two."""
        presets, instruments = self._rows("phdr", PRESET), self._rows("inst", INSTRUMENT)
        chosen = [row for row, (_, its, of, *_) in enumerate(presets[:-1]) if (of, its) == (bank, program)]
        if not chosen:
            raise ParameterError(f"{self._path.name} has no program {program} in bank {bank}.")
        found: dict[int, Sample] = {}
        for preset_zone in self._zones("pbag", "pgen", presets[chosen[0]][3], presets[chosen[0] + 1][3]):
            if INSTRUMENT_NAMED in preset_zone:
                number = preset_zone[INSTRUMENT_NAMED]
                for zone in self._zones("ibag", "igen", instruments[number][1], instruments[number + 1][1]):
                    if SAMPLE_NAMED in zone and zone[SAMPLE_NAMED] not in found:
                        found[zone[SAMPLE_NAMED]] = self._sample(zone)
        headers = self._rows("shdr", SAMPLE)
        return [sample for number, sample in found.items() if not headers[number][-1] & RIGHT]

    def _sample(self, zone: dict[int, int]) -> Sample:
        name, start, end, _, _, rate, key, cents, _, _ = self._rows("shdr", SAMPLE)[zone[SAMPLE_NAMED]]
        begin, _ = self._chunks["smpl"]
        values = np.frombuffer(self._bytes[begin + 2 * start : begin + 2 * end].tobytes(), "<i2") / 32_768
        root = zone.get(ROOT_KEY, key)
        tuning = 100 * _signed(zone.get(SEMITONES, 0)) + _signed(zone.get(CENTS, 0)) + cents
        return Sample(_text(name), values, rate, None if root == NO_KEY else float(pitch_of_key(root - tuning / 100)))

    def _zones(self, bags: str, generators: str, first: int, last: int) -> Iterator[dict[int, int]]:
        """What each zone says, with what holds for all of them."""
        rows, amounts = self._rows(bags, ZONE), self._rows(generators, GENERATOR)
        common: dict[int, int] = {}
        for number in range(first, last):
            zone = dict(amounts[rows[number][0] : rows[number + 1][0]])
            if number == first and not {INSTRUMENT_NAMED, SAMPLE_NAMED} & set(zone):
                common = zone
            yield common | zone

    def _rows(self, chunk: str, form: struct.Struct) -> list[tuple[Any, ...]]:
        begin, end = self._chunks[chunk]
        return list(form.iter_unpack(self._bytes[begin : end - (end - begin) % form.size].tobytes()))


def _chunks(data: np.ndarray, begin: int, end: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Name and extent of each chunk, those inside lists too."""
    while begin + 8 <= end:
        name, size = struct.unpack("<4sI", data[begin : begin + 8].tobytes())
        if name in (b"RIFF", b"LIST"):
            yield from _chunks(data, begin + 12, min(begin + 8 + size, end))
        yield name.decode("latin-1"), (begin + 8, min(begin + 8 + size, end))
        begin += 8 + size + size % 2


def _signed(amount: int) -> int:
    return amount - 65_536 if amount >= 32_768 else amount


def _text(name: bytes) -> str:
    return name.split(b"\0")[0].decode("latin-1").strip()
