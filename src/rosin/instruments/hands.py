"""Who plays an instrument: every hand of its setup gets a gesture, and what is not told to move rests."""

from collections.abc import Mapping
from typing import Any

from rosin.model.errors import ParameterError, unknown
from rosin.playing.gesture import Gesture

RESTING = {"position": 0.5}  # of a hand that does nothing; all else is 0


def gestures_of(name: str, hands: Mapping[str, frozenset[str]], given: Any) -> dict[str, Gesture]:
    """A gesture for each hand of the instrument of that name.

    It is given as such, as one gesture for the only hand, or as plain data; hands that are not named rest.
    """
    if isinstance(given, Gesture) or (isinstance(given, Mapping) and len(hands) == 1 and not set(given) <= set(hands)):
        if len(hands) > 1:
            raise ParameterError(f"{name} is played by several hands; give a gesture for each: {', '.join(hands)}.")
        given = {next(iter(hands)): given}
    if not isinstance(given, Mapping):
        raise ParameterError(f"{name}: the gesture must be an object of controls, not {type(given).__name__}.")
    if not given:
        raise ParameterError(f"{name}: the gesture is empty; give the controls of {', '.join(hands)}.")
    for hand in given:
        if hand not in hands:
            raise unknown(f"hand of {name}", hand, hands)
    found = {}
    for hand, controls in hands.items():
        if hand not in given:
            found[hand] = Gesture(**{control: RESTING.get(control, 0.0) for control in controls})
            continue
        gesture = given[hand] if isinstance(given[hand], Gesture) else Gesture.from_dict(given[hand])
        for control in gesture.controls:
            if control not in controls:
                raise unknown(f"control of {name}", control, controls)
        found[hand] = gesture
    return found
