"""A take played again without a sound card: the same program under the same events at the same frames, so the same bits."""

from typing import Any

import numpy as np

from rosin.live.engine import EVENTS, Engine
from rosin.live.take import SavedTake
from rosin.live.turning import LiveTurning
from rosin.model.errors import ParameterError

BLOCK = 1024  # frames


def replay(take: SavedTake, seconds: float | None = None) -> np.ndarray:
    """The sound of a take, (2, frames), from its first event to its last, or for so many seconds."""
    engine = Engine(take.instrument, take.sample_rate)
    turning = LiveTurning(engine, _refused)
    last = max((line[0] for line in take.lines), default=take.frame) - take.frame
    frames = round(seconds * take.sample_rate) if seconds is not None else last + take.sample_rate
    for symbol, value in take.values.items():
        if value != engine.values.get(symbol):
            engine.turn(symbol, value)
    lines, made = iter(take.lines), []
    line, waiting = next(lines, None), 0
    for begin in range(0, frames, BLOCK):
        while line is not None and line[0] - take.frame < begin + BLOCK and waiting < EVENTS // 2:
            _tell(engine, turning, line, max(line[0] - take.frame, 0))
            line, waiting = next(lines, None), waiting + 1
        made.append(engine.sound(min(BLOCK, frames - begin)))
        engine.done()
        waiting = 0
    engine.close()
    return np.concatenate(made).T


def _tell(engine: Engine, turning: LiveTurning, line: list[Any], frame: int) -> None:
    _, what, *value = line
    if isinstance(what, str):
        engine.turn(what, float(value[0]), frame)
    elif isinstance(what, list):
        engine.midi(tuple(what), frame)
    elif isinstance(what, dict):
        for path, changed in what.items():
            turning.set(path, changed, frame)


def _refused(_: object) -> None:
    raise ParameterError("This take changes what the instrument is made of, and so cannot be played again in one piece.")
