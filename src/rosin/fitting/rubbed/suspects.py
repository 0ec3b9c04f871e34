"""What could make a rubbed sound: a hand on a thing that sings, or a mass on a spring that sticks and slips on one that resounds.

Each has parameters that are sought within ranges. What sings has its first mode near the pitch. What slips is led so fast that it would
slip about as often as was heard, f = k v / [2 (mu_s - mu_d) N]. Modes of what resounds are peaks of the spectrum, too heavy to take part;
how loud each mode is heard is not sought, but follows from the thirds of octaves that were heard.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from rosin.bodies.hand import Hand
from rosin.bodies.inertial_mass import InertialMass
from rosin.bodies.modal import Modal
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.scenes.contact import Contact

RESONANCES = 6
FRAME = 4096  # samples of a spectrum
APART = 1.12  # ratio of the frequencies of two resonances
LEAST_QUALITY, MOST_QUALITY = 4.0, 15.0
HEAVIER = 30.0  # than what takes part
SLOW = 0.01  # bristle damping over sqrt(stiffness times mass)


class Sought(NamedTuple):
    """A parameter that is sought: its name, unit and range, and whether it goes by ratios."""

    name: str
    unit: str
    low: float
    high: float
    ratios: bool = True

    def at(self, share: Any) -> Any:
        """Its value at a share of the range."""
        if self.ratios:
            return self.low * (self.high / self.low) ** share
        return self.low + (self.high - self.low) * share


class Suspect(NamedTuple):
    """Something that could sound so: what is sought of it, and the contact and steady controls that parameters make."""

    what: str
    sought: tuple[Sought, ...]
    make: Callable[[Mapping[str, float]], tuple[Contact, dict[str, float]]]

    def values(self, place: np.ndarray) -> dict[str, float]:
        """Parameters at a place in the unit cube."""
        return {each.name: float(each.at(share)) for each, share in zip(self.sought, place, strict=True)}


FRICTION = (
    Sought("static_friction", "", 0.3, 1.5, ratios=False),
    Sought("falling", "", 0.15, 0.85, ratios=False),
    Sought("noise", "(N s/m)^1/2", 1e-3, 0.3),
)


def singing(pitch: float, resonances: np.ndarray) -> Suspect:
    """A thing with a mode near the pitch, under a hand."""
    sought = (
        Sought("velocity", "m/s", 0.01, 1.0),
        Sought("normal_force", "N", 0.1, 10.0),
        *FRICTION,
        Sought("stribeck_velocity", "m/s", 0.02, 0.6),
        Sought("stiffness", "", 0.3, 10.0),
        Sought("frequency", "Hz", 0.97 * pitch, 1.08 * pitch),
        Sought("quality", "", 5.0, 2000.0),
        Sought("mass", "kg", 5e-4, 0.1),
    )
    others = resonances[np.abs(np.log(resonances[:, 0] / pitch)) > math.log(APART)]

    def make(values: Mapping[str, float]) -> tuple[Contact, dict[str, float]]:
        mass, frequency = values["mass"], values["frequency"]
        frequencies = np.array([frequency, *others[:, 0]])
        decay_times = np.array([values["quality"], *others[:, 1]]) / (math.pi * frequencies)
        masses = np.array([mass, *(HEAVIER * mass for _ in others)])
        bristles = values["stiffness"] * mass * (2 * math.pi * frequency) ** 2
        contact = Contact(
            exciter=Hand(), interaction=_law(values, bristles, mass), resonator=_heard_apart(frequencies, decay_times, masses)
        )
        return contact, {"velocity": values["velocity"], "normal_force": values["normal_force"]}

    return Suspect("a thing that sings under a hand", sought, make)


def slipping(rate: float, resonances: np.ndarray) -> Suspect:
    """A mass on a spring that is pulled over something, and slips so often in a second."""
    sought = (
        Sought("haste", "", 0.4, 2.5),
        Sought("normal_force", "N", 1.0, 100.0),
        *FRICTION,
        Sought("stribeck_velocity", "m/s", 0.002, 0.1),
        Sought("spring_stiffness", "N/m", 3e3, 1e6),
        Sought("own_frequency", "Hz", max(1.5 * rate, 20.0), max(60.0 * rate, 2000.0)),
    )

    def make(values: Mapping[str, float]) -> tuple[Contact, dict[str, float]]:
        spring = values["spring_stiffness"]
        mass = spring / (2 * math.pi * values["own_frequency"]) ** 2
        damping = 0.15 * math.sqrt(spring * mass)
        drop = values["static_friction"] * (1 - values["falling"]) * values["normal_force"]
        rider = InertialMass(mass=mass, spring_stiffness=spring, spring_damping=damping)
        frequencies, qualities = resonances.T
        masses = np.full(len(frequencies), HEAVIER * mass)
        body = _heard_apart(frequencies, qualities / (math.pi * frequencies), masses)
        contact = Contact(exciter=rider, interaction=_law(values, HEAVIER * spring, mass), resonator=body)
        return contact, {"velocity": values["haste"] * 2 * rate * drop / spring, "normal_force": values["normal_force"]}

    return Suspect("a mass on a spring that sticks and slips", sought, make)


def resonances(signal: np.ndarray, rate: float) -> np.ndarray:
    """Frequencies (Hz) and qualities of peaks of a spectrum, the lowest first."""
    from scipy.signal import find_peaks, peak_widths

    padded = np.pad(signal, (0, max(FRAME - len(signal), 0)))
    frames = np.lib.stride_tricks.sliding_window_view(padded, FRAME)[:: FRAME // 4] * np.hanning(FRAME)
    levels = 10 * np.log10((np.abs(np.fft.rfft(frames, axis=1)) ** 2).mean(axis=0) + 1e-30)
    places, shown = find_peaks(levels[: round(0.4 * FRAME)], prominence=3.0, distance=3)
    spacing = rate / FRAME
    widths = peak_widths(levels, places, rel_height=0.5, prominence_data=(shown["prominences"], shown["left_bases"], shown["right_bases"]))[
        0
    ]
    found: list[tuple[float, float]] = []
    for k in np.argsort(-levels[places]):
        frequency = places[k] * spacing
        if frequency > 3 * spacing and all(abs(math.log(frequency / other)) > math.log(APART) for other, _ in found):
            found.append((frequency, float(np.clip(frequency / (widths[k] * spacing), LEAST_QUALITY, MOST_QUALITY))))
        if len(found) == RESONANCES:
            break
    return np.array(sorted(found) or [(500.0, LEAST_QUALITY)])


def _law(values: Mapping[str, float], stiffness: float, mass: float) -> ElastoPlastic:
    return ElastoPlastic(
        bristle_stiffness=stiffness,
        bristle_damping=SLOW * math.sqrt(stiffness * mass),
        static_friction=values["static_friction"],
        dynamic_friction=values["static_friction"] * values["falling"],
        stribeck_velocity=values["stribeck_velocity"],
        noise=values["noise"],
    )


def _heard_apart(frequencies: np.ndarray, decay_times: np.ndarray, masses: np.ndarray) -> Modal:
    """Modes each of which is heard by itself."""
    rows: dict[str, Any] = {"frequencies": frequencies, "decay_times": decay_times, "masses": masses, "pickups": np.eye(len(frequencies))}
    return Modal(**rows)
