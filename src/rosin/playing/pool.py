"""Who plays a note, where an instrument has several equal bodies: the one place that decides it, for scores, live voices and the page.

The body that has the key already plays it again; else, of those that no hand holds, the one that was let go longest ago, so that what
rings rings on for as long as can be; else the one whose note began longest ago. A body that has never played was let go before all.
"""

import numpy as np

from rosin.kernels.dialect import kernel, view
from rosin.kernels.record import Real, Record, Row, Whole

NO_KEY = -1.0


class Form(Record):
    """What shapes the memory of a pool."""

    places = Whole("bodies that notes are given to")


class Places(Record, form=Form):
    """What each body plays, and since when; time is counted in events."""

    clock = Real("", "events so far")
    keys = Row("places", text="the key that each has, or -1")
    begun = Row("places", text="when its note began, or 0")
    left = Row("places", text="when it was let go, 0 if never; while a hand holds it, -1")


@kernel
def empty(m):
    """Nobody has played."""
    m.clock = 0.0
    for i in range(m.places):
        m.keys[i] = NO_KEY
        m.begun[i] = 0.0
        m.left[i] = 0.0


@kernel
def longest(m, times):
    """The body with the earliest of some times, of those that have one; -1 if none has."""
    found = -1
    for i in range(m.places):
        if times[i] >= 0.0 and (found < 0 or times[i] < times[found]):
            found = i
    return found


@kernel
def begin(m, key):
    """Give a key to a body, whose hand now holds it."""
    place = longest(m, m.left)
    if place < 0:
        place = longest(m, m.begun)
    for i in range(m.places):
        if m.keys[i] == key:
            place = i
    take(m, place, key)
    return place


@kernel
def take(m, place, key):
    """The hand of a body now holds a key."""
    m.clock = m.clock + 1.0
    m.keys[place] = key
    m.begun[place] = m.clock
    m.left[place] = -1.0


@kernel
def end(m, place):
    """Let a body go; it keeps its key, and rings."""
    m.clock = m.clock + 1.0
    m.left[place] = m.clock


class Pool:
    """So many equal bodies."""

    def __init__(self, places: int) -> None:
        self._memory = view(Places, np.zeros(Places.size({"places": places})), np.array([places]))
        empty(self._memory)

    def begin(self, key: float) -> int:
        """The body that plays a key, from now on."""
        return int(begin(self._memory, key))

    def end(self, place: int) -> None:
        """A body is let go."""
        end(self._memory, place)

    @property
    def keys(self) -> list[float]:
        """The key that each body has, or -1."""
        return [float(key) for key in self._memory.keys[: self._memory.places]]
