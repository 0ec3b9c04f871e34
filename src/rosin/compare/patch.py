"""Patches of the Gravis Ultrasound (GF1PATCH110): one instrument, its samples each behind a header (Ultrasound SDK 2.22).

Headers of the file (129 bytes), of the instrument (63) and of its layer (47) come first. A sample's header has its size, its
rate, its frequency in mHz, and bits that say how values are stored: 16 bits instead of 8, and without a sign.
"""

import struct
from pathlib import Path

import numpy as np

from rosin.compare.sample import Sample
from rosin.model.errors import FileError

MAGIC = b"GF1PATCH1"
HEADERS, COUNT = 129 + 63 + 47, 129 + 63 + 6  # bytes before the first sample, and the byte that says how many there are
SAMPLE = struct.Struct("<7sBIIIHIIIHB6s6s6sBHH36s")  # name, -, size, loop, loop, rate, lowest, highest, frequency, -, -, ..., storing
WIDE, UNSIGNED = 1, 2  # bits of storing


def read_patch(path: Path) -> list[Sample]:
    """The samples of a patch file."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise FileError(f"Cannot read {path}: {error.strerror}.") from None
    if not data.startswith(MAGIC) or len(data) < HEADERS:
        raise FileError(f"{path} is no GUS patch.")
    found, place = [], HEADERS
    for number in range(data[COUNT]):
        if place + SAMPLE.size > len(data):
            raise FileError(f"{path} ends before its sample {number + 1} of {data[COUNT]}.")
        _, _, size, _, _, rate, _, _, millihertz, *_, storing, _, _, _ = SAMPLE.unpack_from(data, place)
        begin = place + SAMPLE.size
        place = begin + size
        if place > len(data):
            raise FileError(f"{path} ends within its sample {number + 1} of {data[COUNT]}.")
        found.append(Sample(f"{path.stem} {number + 1}", _values(data[begin:place], storing), rate, millihertz / 1000 or None))
    return found


def _values(data: bytes, storing: int) -> np.ndarray:
    """Full scale from -1 to 1."""
    half = 32_768 if storing & WIDE else 128
    if storing & UNSIGNED:
        return np.frombuffer(data, "<u2" if storing & WIDE else "u1") / half - 1.0
    return np.frombuffer(data, "<i2" if storing & WIDE else "i1") / half
