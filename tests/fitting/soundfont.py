"""The samples of a SoundFont 2 file, which is RIFF: names and places in its `shdr` chunk, 16-bit samples in `smpl`."""

import struct
from pathlib import Path

import numpy as np

GENERAL_MIDI = Path("/usr/share/sounds/sf2/FluidR3_GM.sf2")
HEADER = struct.Struct("<20sIIIIIBbHH")  # name, start, end, loop, loop, rate, key, cents, link, kind


def chunks(data, begin, end):
    """Name and extent of each chunk, those inside lists too."""
    while begin + 8 <= end:
        name, size = struct.unpack_from("<4sI", data, begin)
        inside = 4 if name in (b"RIFF", b"LIST") else 0
        if inside:
            yield from chunks(data, begin + 8 + inside, begin + 8 + size)
        yield name.decode(), begin + 8, begin + 8 + size
        begin += 8 + size + size % 2


def samples(path=GENERAL_MIDI):
    """Every sample by name: its values, sample rate and key, read when asked for."""
    data = np.memmap(path, dtype=np.uint8, mode="r")
    found = {name: (begin, end) for name, begin, end in chunks(data, 0, len(data))}
    (first, _), (begin, end) = found["smpl"], found["shdr"]
    values = np.memmap(path, dtype="<i2", mode="r", offset=first, shape=((found["smpl"][1] - first) // 2,))
    rows = (HEADER.unpack_from(data, place) for place in range(begin, end, HEADER.size))
    return {name.split(b"\0")[0].decode("latin-1"): (values[start:stop], rate, key) for name, start, stop, _, _, rate, key, *_ in rows}
