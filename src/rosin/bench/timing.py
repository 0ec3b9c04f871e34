"""How speed is measured: everything in turn, round after round, and of each the best round counts, because machines are noisy.

    real-time factor = seconds of sound / CPU seconds,   spread = median round / best round >= 1

A time is CPU time of the rendering alone. The first round warms up and does not count.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

Progress = Callable[[float, str], None]
CLOCK = time.thread_time if time.get_clock_info("thread_time").resolution < 1e-4 else time.perf_counter  # Windows counts in coarse ticks


class Task(NamedTuple):
    """Something that sounds: `run` returns the seconds it took for `duration` seconds of sound, `samples` samples in all."""

    name: str
    run: Callable[[], float]
    duration: float = 0.0
    samples: int = 0


class Timing(NamedTuple):
    """The best round of a task in seconds, and the median round over it."""

    best: float
    spread: float

    def of(self, task: Task) -> dict[str, float]:
        """As plain data: how fast the task sounded."""
        return {"real_time_factor": task.duration / self.best, "ns_per_sample": self.best / task.samples * 1e9, "spread": self.spread}


def in_turn(tasks: Sequence[Task], rounds: int, progress: Progress | None = None) -> list[Timing]:
    """Run all tasks in turn, once to warm up and then `rounds` times."""
    times: list[list[float]] = [[] for _ in tasks]
    for turn in range(rounds + 1):
        for place, task in enumerate(tasks):
            if progress:
                progress((turn + place / len(tasks)) / (rounds + 1), f"round {turn} of {rounds}: {task.name}" if turn else task.name)
            times[place].append(task.run())
    return [Timing(min(row), statistics.median(row) / min(row)) for row in (each[1:] for each in times)]


def cpu_time(work: Callable[[], object]) -> float:
    """CPU seconds that this thread spends on some work."""
    begin = CLOCK()
    work()
    return CLOCK() - begin
