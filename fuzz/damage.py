"""Damage: bytes that are changed here and there, and data of which an entry is another, is missing, or stands somewhere else."""

import copy
from collections.abc import Iterator
from typing import Any

import numpy as np

HOSTILE: list[Any] = [
    *(
        None,
        True,
        False,
        0,
        -1,
        1,
        1e-300,
        1e300,
        -1e300,
        2**63,
        10**30,
        0.5,
        3.7,
        "",
        "x",
        "inf",
        "nan",
        "..",
        "\u0000",
        "\ud7ff",
        "σ" * 90,
    ),
    *(
        [],
        {},
        [[]],
        [0],
        [0, 0],
        [[0, 0]],
        [[0, 1], [0, 0]],
        {"type": "x"},
        {"type": None},
        {"": 0},
        [None],
        ["a"],
        [1e308] * 3,
        [[1] * 5] * 3,
    ),
]


def damaged_bytes(valid: bytes, random: np.random.Generator) -> bytes:
    """Valid bytes with one to eight damages."""
    data = bytearray(valid)
    for _ in range(int(random.integers(1, 9))):
        at, kind = int(random.integers(0, len(data) + 1)), int(random.integers(0, 6))
        some = random.integers(0, 256, int(random.integers(1, 9)), dtype=np.uint8).tobytes()
        if kind == 0:
            data[at : at + len(some)] = some
        elif kind == 1:
            data[at:at] = some
        elif kind == 2:
            del data[at : at + int(random.integers(1, 40))]
        elif kind == 3 and at < len(data):
            data[at] ^= 1 << int(random.integers(0, 8))
        elif kind == 4:
            length = int(random.integers(1, 60))
            data[at:at] = data[max(0, at - length) : at]
        elif random.uniform() < 0.3:
            del data[at:]
    return bytes(data)


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path into nested data."""
    yield path
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, value in items:
        yield from places(value, (*path, name))


def damaged_data(valid: Any, random: np.random.Generator) -> Any:
    """Valid data with one to four damages."""
    data = copy.deepcopy(valid)
    for _ in range(int(random.integers(1, 5))):
        paths = [path for path in places(data) if path]
        if not paths:
            break
        *within, last = paths[int(random.integers(len(paths)))]
        holder = data
        for step in within:
            holder = holder[step]
        holder[last] = _other(holder[last], data, random)
        if random.uniform() < 0.15:
            del holder[last]
    return data


def _other(value: Any, data: Any, random: np.random.Generator) -> Any:
    """Something in the place of a value: hostile, a number beside it, or what stands elsewhere."""
    kind = random.uniform()
    if isinstance(value, int | float) and not isinstance(value, bool) and kind < 0.5:
        factor = float(random.choice([-1.0, 0.0, 0.5, 1.01, 2.0, 10.0, 1e3, 1e-3, 1e9]))
        return value * factor
    if kind < 0.85:
        return copy.deepcopy(HOSTILE[int(random.integers(len(HOSTILE)))])
    elsewhere = [path for path in places(data) if path]
    found = data
    for step in elsewhere[int(random.integers(len(elsewhere)))]:
        found = found[step]
    return copy.deepcopy(found)
