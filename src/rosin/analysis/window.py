"""Which speeds and forces make a contact sound: every cell of a grid is played, and judged by how the surfaces move against each other.

A take begins in one of two ways, for they do not lead to the same motion:

    rest      the force is on from the start, the hand is accelerated to its speed in 50 ms
    pressed   the hand moves from the start, the force rises in 0.2 s

and its last third is judged. The amplitude is sqrt 2 times the standard deviation of the relative velocity; a slip is a rise through three
tenths of its range after a fall below half of that. The pitch is the rate of slips; where they are irregular, that of a line with
half of the power; where there is none, the frequency asked for if the motion repeats itself at that period. Then

    silent         the amplitude is less than half of the hand's speed
    on the mode    the pitch is within 50 cents of the frequency asked for
    stick-slip     it is lower, and the contact sticks for four tenths of the time or the pitch is near no mode; or slips are few
    another mode   it is within 50 cents of another one
    another pitch  it is higher and near no mode
    raucous        there is none

The onset is the time after which the motion stays above half of its final strength.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from rosin.analysis.pitch import cents
from rosin.analysis.rubbed_mode import Start, checked_start, rubbed_modes
from rosin.analysis.slips import PERIODIC, repetition, slip_onsets
from rosin.analysis.takes import ANOTHER_MODE, ANOTHER_PITCH, ON_THE_MODE, RAUCOUS, SILENT, STICK_SLIP, TakeGrid
from rosin.analysis.window_picture import draw, draw_on
from rosin.engine.voice import Voice
from rosin.model.errors import ParameterError
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.picture import save_picture

if TYPE_CHECKING:
    from rosin.scenes.scene import Scene

RAMPS = {"rest": ("velocity", 0.05), "pressed": ("normal_force", 0.2)}  # what rises, and in how many seconds
LONGEST = 60.0  # s
SPEAKING = 0.5  # of the hand's speed
NEAR = 50.0  # cents
PARTIALS = 8  # of a string, which count as its modes
FEWEST_SLIPS = 4
REGULAR = 0.1  # of the mean interval: its standard deviation
SLIP, STICK = 0.3, 0.1  # of the range of the relative velocity
STICKING = 0.4  # share of time
LINE = 0.5  # of the power


class Window(TakeGrid):
    """Every take of a contact, over speed and force, as `playable_window` played them."""

    def plot(self, place: Any, *, title: str = "", overwrite: bool = False) -> Path | None:
        """Draw the window into a picture (PNG, PDF or SVG) or onto Matplotlib axes."""
        if isinstance(place, str | Path):
            return save_picture(lambda: draw(self, title), place, overwrite)
        draw_on(place, self, title)
        return None


class Cell(NamedTuple):
    """The verdict on one take, as the arrays of a Window hold it."""

    regime: int
    mode: int = -1
    amplitude: float = 0.0
    pitch: float = math.nan
    onset: float = math.nan


def playable_window(
    contact: "Contact | Scene",
    speeds: ArrayLike,
    forces: ArrayLike,
    *,
    duration: float = 1.0,
    sample_rate: int = 48_000,
    frequency: float | None = None,
    start: Start = "rest",
    progress: Callable[[float], None] | None = None,
    more_controls: Mapping[str, Any] | None = None,
    within: str = "",
) -> Window:
    """Play a contact, or one contact of a scene, at every pair of speed (m/s) and normal force (N), and judge what it does.

    duration        of each take, s: what speaks later counts as silent
    frequency       Hz, of the mode that should sound; by default that of the mass that is pulled, else the lowest that is touched
    start           "rest": the hand is accelerated with its force on; "pressed": it moves and is pressed on
    progress        called with the share that is done, after each cell
    more_controls   other controls of the gesture, such as {"position": 0.1} on a string
    within          of a scene: the name of the contact that is led and judged; all others rest
    """
    source: Any = contact
    prefix = f"{within}." if within else ""
    if not isinstance(contact, Contact):
        contact = contact.alone(within)
    if frequency is not None and not 0 < frequency < sample_rate / 2:
        raise ParameterError(f"frequency = {frequency} Hz is not allowed; it must be more than 0 and less than {sample_rate / 2:g} Hz.")
    speeds, forces = _rising("speeds", speeds, "m/s"), _rising("forces", forces, "N")
    if not {"velocity", "normal_force"} <= contact.controls:
        followed = ", ".join(sorted(contact.controls)) or "none"
        raise ParameterError(f"A window needs a contact that follows velocity and normal_force; this one follows {followed}.")
    if own := {"velocity", "normal_force"} & set(more_controls or ()):
        raise ParameterError(f"more_controls has {', '.join(sorted(own))}, which a window sets itself; give speeds and forces.")
    ramped, ramp = RAMPS[checked_start(start)]
    if not 1.5 * ramp < duration <= LONGEST:
        allowed = f"more than {1.5 * ramp:g} and at most {LONGEST:g} s"
        raise ParameterError(f"duration = {duration} s is not allowed with start = {start!r}; it must be {allowed}.")
    samples = round(duration * sample_rate)
    gesture = Gesture(**{"velocity": 1.0, "normal_force": 1.0, ramped: [(0.0, 0.0), (ramp, 1.0)], **(more_controls or {})})
    gesture.check(contact.controls, contact.needs, samples)
    controls = gesture.block(0, samples, sample_rate)
    position, exciter_position = (float(np.ravel(controls.get(name, 0.0))[0]) for name in ("position", "exciter_position"))
    frequencies = frequencies_of(contact, position, exciter_position, frequency)
    frequency = frequency or frequencies[0]
    voice = Voice(source, sample_rate, observe="motion", block=samples)
    shape = (len(forces), len(speeds))
    arrays = {name: np.empty(shape, dtype=int if name in ("regime", "mode") else float) for name in Cell._fields}
    for index in np.ndindex(shape):
        force, speed = float(forces[index[0]]), float(speeds[index[1]])
        voice.restart()
        moved = {"velocity": speed * controls["velocity"], "normal_force": force * controls["normal_force"]}
        voice.process_checked(samples, {f"{prefix}{name}": value for name, value in (controls | moved).items()})
        cell = judged(voice.trace(f"{prefix}relative_velocity", samples), sample_rate, speed, frequency, frequencies)
        for name, array in arrays.items():
            array[index] = getattr(cell, name)
        if progress:
            progress((1 + index[0] * shape[1] + index[1]) / (shape[0] * shape[1]))
    modes = rubbed_modes(contact, position, exciter_position) if source is contact else ()
    asked = next((mode for mode in modes if abs(cents(mode.frequency, frequency)) < NEAR), None)
    return Window(speeds, forces, frequency, duration, start, **arrays, frequencies=frequencies, theory=asked)


def _rising(name: str, values: ArrayLike, unit: str) -> np.ndarray:
    array = np.atleast_1d(np.asarray(values, dtype=float))
    if array.ndim != 1 or not len(array) or not (np.isfinite(array).all() and (array > 0).all() and (np.diff(array) > 0).all()):
        raise ParameterError(f"{name} must be one or more rising numbers of more than 0 {unit}, not {str(values)[:60]}.")
    return array


def frequencies_of(contact: Contact, position: float, exciter_position: float, asked: float | None = None) -> tuple[float, ...]:
    """Those of the mass that is pulled, then of the resonator; where it does not know its modes, multiples of the lowest."""
    known = (*contact.exciter.modes(exciter_position), *contact.resonator.modes(position))
    if known:
        return tuple(mode.frequency for mode in known)
    lowest = asked or getattr(contact.resonator, "frequency", None)
    if lowest is None:
        body = type(contact.resonator).__name__
        raise ParameterError(f"{body} does not know its frequencies; give the frequency (Hz) that should sound.")
    return tuple(lowest * partial for partial in range(1, PARTIALS + 1))


def judged(take: np.ndarray, rate: float, speed: float, frequency: float, frequencies: Sequence[float]) -> Cell:
    """What a take of relative velocity (m/s) is under a hand of this speed where a frequency is asked for; its last third is judged."""
    end = take[-(len(take) // 3) :]
    amplitude = math.sqrt(2) * float(end.std()) / speed
    if amplitude < SPEAKING:
        return Cell(SILENT, amplitude=amplitude)
    slips, sticking = _slips(end)
    few = len(slips) < FEWEST_SLIPS
    if few:
        slips, sticking = _slips(take[len(take) // 6 :])
    pitch = _regular_rate(slips) * rate
    if math.isnan(pitch) and not few:
        pitch, sticking = _line(end, rate), 0.0
    if math.isnan(pitch) and not few:
        strength, lag = repetition(end, rate / frequency)
        pitch = rate / lag if strength > PERIODIC and abs(cents(rate / lag, frequency)) < NEAR else math.nan
    onset = _onset(take, rate, frequency if math.isnan(pitch) else min(pitch, frequency))
    if math.isnan(pitch):
        return Cell(STICK_SLIP if few and sticking > STICKING else RAUCOUS, amplitude=amplitude, onset=onset)
    near = [abs(cents(pitch, other)) for other in frequencies]
    mode = int(np.argmin(near)) if min(near) < NEAR else -1
    if abs(cents(pitch, frequency)) < NEAR:
        regime = ON_THE_MODE
    elif pitch < frequency and (sticking > STICKING or mode < 0):
        regime, mode = STICK_SLIP, -1
    else:
        regime = ANOTHER_MODE if mode >= 0 else ANOTHER_PITCH
    return Cell(regime, mode, amplitude, pitch, onset)


def _slips(motion: np.ndarray) -> tuple[np.ndarray, float]:
    """When slips begin, in samples, and the share of time that the surfaces stick."""
    low, high = np.percentile(motion, (0.2, 99.8))
    return slip_onsets(motion - low, SLIP * (high - low)), float((np.abs(motion) < STICK * (high - low)).mean())


def _regular_rate(slips: np.ndarray) -> float:
    """Slips a sample, if there are enough of them and they are regular."""
    intervals = np.diff(slips)
    regular = len(slips) >= FEWEST_SLIPS and intervals.std() < REGULAR * intervals.mean()
    return 1 / float(intervals.mean()) if regular else math.nan


def _line(end: np.ndarray, rate: float) -> float:
    """The frequency of the strongest line, if it has half of the power."""
    spectrum = np.abs(np.fft.rfft((end - end.mean()) * np.hanning(len(end)))) ** 2
    peak = int(np.clip(np.argmax(spectrum), 2, len(spectrum) - 3))
    if spectrum[peak - 2 : peak + 3].sum() < LINE * spectrum.sum():
        return math.nan
    before, at, after = np.log(spectrum[peak - 1 : peak + 2] + 1e-300)
    return (peak + 0.5 * (before - after) / (before - 2 * at + after)) * rate / len(end)


def _onset(take: np.ndarray, rate: float, frequency: float) -> float:
    """The end of the last stretch of one and a half periods that is less than half as strong as the last ones."""
    length = min(max(2, round(1.5 * rate / frequency)), len(take) // 6)
    stretches = np.ptp(take[: len(take) // length * length].reshape(-1, length), axis=1)
    weak = np.flatnonzero(stretches < 0.5 * np.median(stretches[-(len(stretches) // 3) :]))
    return float(weak[-1] + 1) * length / rate if len(weak) else 0.0
