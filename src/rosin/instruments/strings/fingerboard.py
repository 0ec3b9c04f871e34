"""Where to put the finger: a string tunes itself as a player does, by bowing and listening.

Friction flattens a bowed string, stiffness sharpens it, a grid or a filter moves it by a few cents. So the open string is bowed
and its tension corrected until it is in tune; then every semitone is bowed, and the finger moved until it is.
"""

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np

from rosin.analysis import cents, pitch
from rosin.engine.cache import remembered
from rosin.engine.composition import compose
from rosin.engine.fingerprint import fingerprint
from rosin.engine.sources import sources
from rosin.instruments.strings.data import StringData
from rosin.interactions.interaction import Interaction
from rosin.model.errors import ParameterError
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.rendering import render

Stroke = Callable[[float, float], Gesture]

SEMITONES, MOST_SEMITONES = 24, 48
ROUNDS = 10  # of bowing and correcting, at most
FLATTEST, STEEPEST = 0.4, 5.0  # change of pitch for a change of the finger, of what is believed
GOOD = 0.3  # cents: no need to go on
SETTLING, LISTENING = 60, 25  # periods
SHORTEST = 0.4  # s that are listened to

_read: dict[tuple[Contact, str, int, int], bytes] = {}  # tables that this process has measured or read, by what was asked for


@dataclass(frozen=True)
class Fingerboard:
    """A tuned string and the table of its notes.

    contact       the bow on the string, the open string in tune at the documented stroke
    semitones     above the open string
    fingers       where the finger stops it for these
    errors        cents that are left
    """

    string: StringData
    contact: Contact
    sample_rate: int
    semitones: np.ndarray
    fingers: np.ndarray
    errors: np.ndarray

    @classmethod
    def measured(
        cls,
        string: StringData,
        body: str = "stiff",
        *,
        law: Interaction | None = None,
        sample_rate: int = 48_000,
        semitones: int = SEMITONES,
        stroke: Stroke | None = None,
        **changes: Any,
    ) -> Self:
        """Tune a string and calibrate its finger, by bowing every semitone at the documented stroke.

        `stroke` is another stroke, for a finger and the pitch (Hz) that it is to give; `changes` are of the string.
        """
        if not isinstance(string, StringData):
            raise ParameterError(f'A Fingerboard needs StringData, such as StringData.preset("cello D"), not {string!r:.40}.')
        if isinstance(semitones, bool) or not isinstance(semitones, int) or not 0 <= semitones <= MOST_SEMITONES:
            raise ParameterError(f"semitones = {semitones} is not allowed; it must be a whole number from 0 to {MOST_SEMITONES}.")
        steps = np.arange(semitones + 1)
        goals = string.frequency * 2 ** (steps / 12)

        def off(contact: Contact, goal: float, finger: float) -> float:
            return _off(contact, stroke(finger, goal) if stroke else string.stroke(finger), goal, sample_rate)

        def raised(shift: float) -> Contact:
            return string.bowed(body, law, **changes | {"frequency": string.frequency * 2 ** (shift / 1200)})

        shift, open_error = _corrected(lambda shift: off(raised(shift), string.frequency, 0.0))
        tuned = raised(shift)
        fingers, errors, shift = [0.0], [open_error], 0.0
        for goal in goals[1:]:
            finger, error, shift = _placed(string.frequency, goal, functools.partial(off, tuned, goal), shift)
            fingers.append(finger)
            errors.append(error)
        return cls(string, tuned, sample_rate, steps, np.array(fingers), np.array(errors))

    @classmethod
    def kept(
        cls,
        string: StringData,
        body: str = "stiff",
        *,
        law: Interaction | None = None,
        sample_rate: int = 48_000,
        semitones: int = SEMITONES,
        stroke: Stroke | None = None,
        **changes: Any,
    ) -> Self:
        """As `measured`, but only once: the table is kept beside the compiled kernels, as long as string and code stay the same."""
        nominal = string.bowed(body, law, **changes)
        bowed = (stroke(0.0, string.frequency) if stroke else string.stroke()).to_dict()
        asked = nominal, repr(bowed), sample_rate, semitones

        def measure() -> bytes:
            board = cls.measured(string, body, law=law, sample_rate=sample_rate, semitones=semitones, stroke=stroke, **changes)
            return json.dumps([board.contact.resonator.to_dict()["frequency"], board.fingers.tolist(), board.errors.tolist()]).encode()

        if asked not in _read:
            made_of = sources(__name__, nominal, *([stroke] if stroke else []))
            key = fingerprint(compose(*nominal.kernels), nominal.to_json(), *asked[1:], made_of)
            _read[asked] = remembered(f"fingers-{key}.json", measure)
        frequency, *rows = json.loads(_read[asked])
        fingers, errors = (np.array(row) for row in rows)
        tuned = string.bowed(body, law, **changes | {"frequency": frequency})
        return cls(string, tuned, sample_rate, np.arange(semitones + 1), fingers, errors)

    @cached_property
    def uncorrected(self) -> np.ndarray:
        """Cents by which a string of the nominal frequency, stopped by ruler at 1 - 2^(-semitones / 12), is off: each is bowed."""
        string = self.string
        nominal = self.contact.replace(resonator=self.contact.resonator.replace(frequency=string.frequency))
        shares = 2.0 ** (self.semitones / 12)
        return np.array([_off(nominal, string.stroke(1 - 1 / share), string.frequency * share, self.sample_rate) for share in shares])

    @property
    def ratios(self) -> np.ndarray:
        """Sounding length of every semitone, over that of an ideal string."""
        found: np.ndarray = (1 - self.fingers) * 2 ** (self.semitones / 12)
        return found

    def finger(self, frequency: Any) -> Any:
        """Where to stop the string for a frequency (Hz), or for an array of them: from the open string to the end of the table.

        Half a semitone beyond either end is allowed, for vibrato; below the open string the finger stays off.
        """
        wanted = np.asarray(frequency)
        if wanted.dtype.kind not in "fiu":
            raise ParameterError(f"frequency = {frequency!r} is not allowed; it must be a number of Hz, or an array of them.")
        with np.errstate(divide="ignore", invalid="ignore"):
            above = 12 * np.log2(wanted / self.string.frequency)
        wrong = wanted[~((above > -0.5) & (above < self.semitones[-1] + 0.5))]
        if wrong.size:
            highest = self.string.frequency * 2 ** (self.semitones[-1] / 12)
            raise ParameterError(
                f"{wrong.flat[0]:g} Hz is not on this string, which was measured from {self.string.frequency:g} to {highest:.6g} Hz; "
                "measure more semitones, or take another string."
            )
        ratio = np.interp(above, self.semitones, self.ratios)
        place = np.maximum(0.0, 1 - ratio * 2 ** (-above / 12))
        return place if wanted.ndim else float(place)


def _off(contact: Contact, stroke: Gesture, goal: float, sample_rate: int) -> float:
    """Cents by which a bowed note lies above its goal."""
    listening = max(SHORTEST, LISTENING / goal)
    sound = render(contact, stroke, duration=0.1 + SETTLING / goal + listening, sample_rate=sample_rate, output="bridge_force")
    return cents(pitch(sound.audio[0][-round(listening * sample_rate) :], sample_rate, goal), goal)


def _placed(lowest: float, goal: float, off: Callable[[float], float], guess: float) -> tuple[float, float, float]:
    """The finger for a goal on a string of that lowest pitch, the cents that are left, and those by which it was shifted.

    The next semitone wants nearly the same shift; `off` are the cents of a finger.
    """

    def finger(shift: float) -> float:
        return min(max(1 - lowest / goal * 2 ** (-shift / 1200), 1e-6), 0.999)

    shift, error = _corrected(lambda shift: off(finger(shift)), guess)
    return finger(shift), error, shift


def _corrected(off: Callable[[float], float], shift: float = 0.0) -> tuple[float, float]:
    """The shift, in cents, at which a note is in tune, and what is left: by secants, for pitch need not follow the finger evenly."""
    error = off(shift)
    best = shift, error
    slope = 1.0
    for _ in range(ROUNDS):
        if abs(best[1]) < GOOD:
            break
        step = -error / slope
        now = off(shift + step)
        slope = min(max((now - error) / step, FLATTEST), STEEPEST)
        shift, error = shift + step, now
        best = min(best, (shift, error), key=lambda pair: abs(pair[1]))
    return best
