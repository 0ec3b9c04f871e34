"""Hands that move: what it costs a body to follow them, beside the same body under a hand that stays where it is.

A turn is four waves of a vibrato long, so that all movements come back to where they began: the place goes to and fro by a fifth of
itself once, the finger waves (5.5 Hz, half a percent of the sounding length) or glides up and back, the pitch bends once.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from rosin.bench.contacts import BOWED, NEEDED, RATE, ROSIN, RUB, Entry, Work
from rosin.bodies.body import Body
from rosin.bodies.hand import Hand
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.scenes.contact import Contact

HANDS = "moving hands"
STEADY = "steady"
VIBRATO, WAVES = 5.5, 4  # Hz, and how many make a turn
TURN = round(WAVES / VIBRATO * RATE)
PLACE, STOPPED = 0.1, 0.2  # of the string: where it is bowed, and how far from the nut it is stopped
RICHER: dict[str, dict[str, Any]] = {
    "Modal": {"shapes": ((1.0, 0.6, 0.2), (0.4, -0.8, 0.9), (0.9, 0.3, -0.7))},  # three points, so that a place can be followed
    "WaveguideString": {"torsion_impedance": 1.8},  # with what twists, a cello's D string
}


def _wave(times: int) -> np.ndarray:
    return np.sin(2 * np.pi * times * np.arange(TURN) / TURN)


MOVES: dict[str, tuple[str, Callable[[], np.ndarray]]] = {  # by their names: the control, and its values
    "position": ("position", lambda: PLACE * (1 + 0.2 * _wave(1))),
    "finger, vibrato": ("finger", lambda: STOPPED + 0.005 * (1 - STOPPED) * _wave(WAVES)),
    "finger, glide": ("finger", lambda: STOPPED * (1 + 0.5 * _wave(1))),
    "bend": ("bend", lambda: 0.5 * _wave(1)),
}


def moving_hands() -> Iterator[Entry]:
    """Every body that follows a hand along it: steady, and each way in which it can be moved."""
    for body in Body.registry:
        for move in (STEADY, *(name for name, (control, _) in MOVES.items() if control in _bodied(body).controls)):
            if _steady(body):
                yield HANDS, f"{body}, {move}", partial(_moved, body, move)


def _bodied(body: str) -> Any:
    return Body.registry[body](**{**NEEDED.get(body, {}), **RICHER.get(body, {})})


def _steady(body: str) -> dict[str, float]:
    """The places at which a hand rests, for the controls that this body follows."""
    rest = {"position": PLACE, "finger": STOPPED, "bend": 0.0}
    return {control: value for control, value in rest.items() if control in _bodied(body).controls}


def _moved(body: str, move: str) -> Work:
    contact = Contact(exciter=Hand(), interaction=ROSIN.get(body, ElastoPlastic()), resonator=_bodied(body))
    controls: dict[str, Any] = {**RUB, **BOWED.get(body, {}), **_steady(body)}
    if move != STEADY:
        control, values = MOVES[move]
        controls[control] = values()
    return Work(HANDS, f"{body}, {move}", contact, controls, turn=TURN)
