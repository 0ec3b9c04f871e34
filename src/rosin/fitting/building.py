"""From modes that were heard to a body and a hammer that play them.

Known from strikes at places p, heard in channels c, are f_l, t_e and the signed amplitudes

    A_pcl = t_pl r_cl F_l / m

with shapes t where it is struck, pickups r where it is heard and the impulse F_l that the blow leaves in mode l (force.py). One recording
cannot tell t from r: by reciprocity what is heard well is also driven well, so both get the same share, and all modes the
same mass. That mass makes the body 20 times as heavy at the struck point as the hammer, so that it takes little part in the blow.
The blow is then played once by the engine; of its force the pickups are made, so that each mode gets the amplitude it had.
"""

from typing import Any, NamedTuple

import numpy as np

from rosin.bodies.hammer import Hammer
from rosin.bodies.modal import Modal
from rosin.fitting.crowding import FOREVER, signs
from rosin.fitting.damped import gram, poles_of
from rosin.fitting.force import contact_time, half_sine, received, stiffness
from rosin.interactions.hunt_crossley import HuntCrossley
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.rendering import render

HAMMER = 0.005  # kg
HEAVIER = 20.0
VELOCITY = 1.0  # m/s, of the blow that was recorded
DISSIPATION = 0.1  # s/m
FAINTEST = 1e-4  # of the strongest shape squared: a mode that is hardly heard can still be touched
LEAST_FORCE = 0.01  # of the impulse: what the force's spectrum misses is not made up for without end
ENGINE_RATE = 48_000
THROWN = 0.02  # s, when a hammer is thrown
ALIGNED = 0.002  # s within which an onset is uncertain


class OnsetModes(NamedTuple):
    """Modes at the onset of strikes: Hz, 1/s, complex amplitudes (places, channels, modes)."""

    frequencies: np.ndarray
    rates: np.ndarray
    amplitudes: np.ndarray


def build(heard: OnsetModes) -> Contact:
    """The contact whose blow at VELOCITY sounds as it was heard, in full scale of the recording."""
    frequencies, rates, _ = heard
    energies = (np.abs(heard.amplitudes) ** 2).sum(axis=(0, 1)) / rates
    duration = contact_time(frequencies, energies)
    signed = _signed(heard)
    shapes, strengths = _shared(signed / np.maximum(half_sine(frequencies, duration), LEAST_FORCE))
    mass = HEAVIER * HAMMER * float((shapes**2).sum(axis=1).max())
    reduced = HAMMER * HEAVIER / (1 + HEAVIER)
    hammer = Hammer(mass=HAMMER)
    law = HuntCrossley(stiffness=stiffness(duration, reduced, VELOCITY), exponent=1.5, dissipation=DISSIPATION)
    rows: dict[str, Any] = {"frequencies": frequencies, "decay_times": 1 / rates, "shapes": shapes, "pickups": strengths}
    body = Modal(masses=mass, **rows)
    contact = Contact(exciter=hammer, interaction=law, resonator=body)
    given = np.array([_impulse(contact, place, frequencies, rates) for place in np.linspace(0, 1, len(shapes))])
    driven = shapes * given / mass  # velocity that each place's blow leaves in each mode
    pickups = (driven[:, None] * signed).sum(axis=0) / (driven**2).sum(axis=0)
    return contact.replace(resonator=body.replace(pickups=pickups))


def blow(velocity: float = VELOCITY, begin: float = THROWN) -> list[tuple[float, float]]:
    """Breakpoints of a hand that throws a hammer once."""
    return [(0.0, 0.0), (begin, 0.0), (begin, velocity), (begin + 0.002, velocity), (begin + 0.002, 0.0)]


def played(contact: Contact, samples: int, sample_rate: int, place: float = 0.0) -> np.ndarray:
    """What the engine makes of one blow at a place (0 to 1), (channels, samples) from the moment of contact on."""
    sound = render(contact, _blow_at(contact, place), duration=0.05 + samples / sample_rate, sample_rate=sample_rate, record="force")
    first = int(np.argmax(sound.traces["force"] != 0))
    return sound.audio[:, first : first + samples]


def _blow_at(contact: Contact, place: float) -> Gesture:
    where = {"position": float(place)} if "position" in contact.controls else {}
    return Gesture(velocity=blow(), **where)


def _impulse(contact: Contact, place: float, frequencies: np.ndarray, rates: np.ndarray) -> np.ndarray:
    """N s that a blow at a place leaves in each mode, by the engine."""
    moved = _blow_at(contact, place)
    sound = render(contact, moved, duration=THROWN + 0.02, sample_rate=ENGINE_RATE, record="force", silence_is_told=False)
    given = np.abs(received(sound.traces["force"], frequencies, rates, ENGINE_RATE))
    return np.maximum(given, LEAST_FORCE * given.max())


def _signed(heard: OnsetModes) -> np.ndarray:
    """Real amplitudes: those of the first row by what overlapping modes do together, the others by comparison with the first."""
    rows = heard.amplitudes.reshape(-1, len(heard.frequencies))
    first = signs(rows[0], gram(poles_of(heard.frequencies, heard.rates, ENGINE_RATE), FOREVER))
    found = [first] + [first * _signs_but_for_a_delay(row * rows[0].conj(), heard.frequencies) for row in rows[1:]]
    return np.reshape(found * np.abs(rows), heard.amplitudes.shape)


def _signs_but_for_a_delay(phased: np.ndarray, frequencies: np.ndarray) -> np.ndarray:
    """Signs of complex numbers that should be real, but for one delay common to all."""
    delays = np.linspace(-ALIGNED, ALIGNED, 801)
    turned = np.real(phased * np.exp(2j * np.pi * np.outer(delays, frequencies)))
    best = turned[np.argmax((np.abs(turned) / np.sqrt(np.abs(phased) + 1e-300)).sum(axis=1))]
    return np.where(best >= 0, 1.0, -1.0)


def _shared(strengths: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Shapes (places, modes) and pickups (channels, modes) whose products come nearest to strengths (places, channels, modes)."""
    left, sizes, right = np.linalg.svd(np.moveaxis(strengths, 2, 0), full_matrices=False)
    size = np.sqrt(np.maximum(sizes[:, 0] / sizes[:, 0].max(), FAINTEST))
    sign = np.where(left[:, 0, 0] < 0, -1.0, 1.0)
    return (sign * size * left[:, :, 0].T), (sign * size * right[:, 0, :].T)
