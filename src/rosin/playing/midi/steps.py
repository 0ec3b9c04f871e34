"""What a controller sent through a file: each value holds until the next."""

from bisect import bisect_left, bisect_right


class Steps:
    """The values of one controller through the file."""

    def __init__(self, rest: float) -> None:
        self.times = [0.0]
        self.values = [rest]

    def add(self, time: float, value: float) -> None:
        """A new value; the last of several at one time counts."""
        if self.times[-1] == time:
            self.values[-1] = value
        elif self.values[-1] != value:
            self.times.append(time)
            self.values.append(value)

    def at(self, time: float) -> float:
        """The value that holds at a time, those sent at that very time included."""
        return self.values[bisect_right(self.times, time) - 1]

    def inside(self, start: float, end: float) -> list[float]:
        """The times of the steps after the start and before the end."""
        return self.times[bisect_right(self.times, start) : bisect_left(self.times, end)]
