"""How speed is measured: everything in turn, round after round, and of each the best round counts, because machines are noisy.

    real-time factor = seconds of sound / CPU seconds,   spread = median round / best round >= 1

How much faster one thing is than another is told round by round, as the median of these ratios: a machine that is slow for a while
is slow for both.
A time is CPU time of the rendering alone. The first round warms up and does not count.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rosin.model.errors import RosinError

Progress = Callable[[float, str], None]
FINE = time.get_clock_info("thread_time").resolution < 1e-4  # Windows counts CPU time in coarse ticks
CLOCK = time.thread_time if FINE else time.perf_counter


class Task(NamedTuple):
    """Something that sounds: `run` returns the seconds it took for `duration` seconds of sound, `samples` samples in all."""

    name: str
    run: Callable[[], float]
    duration: float = 0.0
    samples: int = 0


class Timing(NamedTuple):
    """The seconds of every round of a task."""

    rounds: tuple[float, ...]

    @property
    def best(self) -> float:
        """The quickest round."""
        return min(self.rounds)

    @property
    def spread(self) -> float:
        """The median round over the best."""
        return statistics.median(self.rounds) / self.best

    def over(self, other: "Timing") -> float:
        """How much longer it took than another task: round by round, so that a machine with moods slows down both."""
        return statistics.median(mine / theirs for mine, theirs in zip(self.rounds, other.rounds, strict=True))

    def of(self, task: Task) -> dict[str, Any]:
        """As plain data: how fast the task sounded."""
        speed = {"real_time_factor": task.duration / self.best, "ns_per_sample": self.best / task.samples * 1e9, "spread": self.spread}
        return speed | {"rounds": [seconds / task.samples * 1e9 for seconds in self.rounds]}


def in_turn(
    tasks: Sequence[Task], rounds: int, progress: Progress | None = None, failed: Callable[[str, str], None] | None = None
) -> list[Timing | None]:
    """Run all tasks in turn, once to warm up and then `rounds` times; None for one that fails, and `failed` is told why."""
    times: list[list[float] | None] = [[] for _ in tasks]
    for turn in range(rounds + 1):
        for place, task in enumerate(tasks):
            row = times[place]
            if row is None:
                continue
            if progress:
                progress((turn + place / len(tasks)) / (rounds + 1), f"round {turn} of {rounds}: {task.name}" if turn else task.name)
            try:
                row.append(task.run())
            except RosinError as error:
                if failed is None:
                    raise
                failed(task.name, f"failed: {error}")
                times[place] = None
    return [None if row is None else Timing(tuple(row[1:])) for row in times]


def cpu_time(work: Callable[[], object]) -> float:
    """CPU seconds that this thread spends on some work."""
    begin = CLOCK()
    work()
    return CLOCK() - begin
