"""A tube under a bar, closed at its lower end and tuned to the lowest mode: it makes that mode loud, and takes its sound from it.

Bar and air share what moves between them. With x the mode's displacement, t its weight over the mouth, q that of the air in the mouth,

    m x'' + M q'' + 2 m s_b x' + m w^2 x = f,     m_t q'' + M x'' + 2 m_t s_t q' + m_t w^2 q = 0

    m_t = rho S L / 2,   L = c / 4 f,   s_t = w / 2 Q,   M = t rho S 0.61 (sqrt(a^2 + d^2) - d)

for a mouth of radius a = a_0 (261.63 Hz / f)^p and area S, a distance d below the bar: the air before a piston weighs on what is d away
with sqrt(a^2 + d^2) - d (on its axis, incompressible), scaled to the end correction 0.61 a of an open pipe. With g = M w / 2 sqrt(m m_t),
small against w, mode and air decay together as e^(-s_1 t) and e^(-s_2 t),

    s = (s_b + s_t) / 2 -+ sqrt((s_t - s_b)^2 / 4 - g^2),     q' = x'(0) sqrt(m / m_t) g / (s_2 - s_1) (e^(-s_1 t) - e^(-s_2 t))

in quadrature to x'. So the mode loses s_1 - s_b more, and what the mouth sends out, a pressure rho w S q' / 4 pi r, begins slowly and
is then much louder than the bar. It is heard in the unit of radiation.py, in which a sphere of radius b that breathes with v gives v k b:

    k S q' / 4 pi b

Where s_1 and s_2 meet, they are kept a fifth of their mean apart, which is hardly another sound; a tube so good that bar and air would
beat before they have died away, g > (s_b + s_t) / 4, is refused: no maker builds one. As a mode of its own the air's e^(-s_2 t) has the
shape of the bar's, so faint that the contact does not feel it, and is heard so much the more. Tubes lose more than smooth walls and an
open mouth take (Q of 90 at 130 Hz, 20 at 1 kHz): through their caps, seams and rough walls.
"""

import math
from typing import Annotated, Any

import numpy as np

from rosin.bodies.modal import Modal
from rosin.bodies.modal.radiation import SPEED, efficiency
from rosin.model.errors import ParameterError
from rosin.model.fields import Checked
from rosin.model.parameters import Model, parameter
from rosin.model.rows import each

AIR = 1.2  # kg/m^3
END = 0.61  # radii by which an open pipe is longer than it is
MIDDLE_C = 261.63  # Hz
MOST_SHARED = 0.5  # g over the mean of s_b and s_t
LEAST_APART = 0.1  # (s_2 - s_1) / (s_1 + s_2)
FAINT = 1e-3  # weight of the air's mode where the bar is touched, over the bar's


class Tube(Model):
    """A tube under the middle of a bar, always in tune with it."""

    kind = "tube"

    radius: float = parameter(
        "a_0", "m", "radius of the mouth of a tube for middle C", default=0.025, at_least=1e-3, at_most=0.5, range=(0.01, 0.06)
    )
    narrowing: float = parameter(
        "p", "", "power of the pitch with which mouths grow narrower", default=0.5, at_least=0, at_most=2, range=(0, 1), source="estimated"
    )
    distance: float = parameter("d", "m", "from the bar to the mouth", default=0.015, at_least=0, at_most=1, range=(0.003, 0.06))
    quality: float = parameter(
        "Q", "", "quality factor of the air in it", default=30.0, at_least=1, at_most=1e4, range=(5, 60), source="estimated"
    )

    def mouth(self, frequency: float) -> float:
        """a, the radius of the mouth (m) of a tube for a pitch (Hz)."""
        return self.radius * (MIDDLE_C / frequency) ** self.narrowing

    def under(self, body: Modal) -> Modal:
        """The body with its lowest mode over the tube, where it swings most of all places at which it may be touched."""
        n = len(body.frequencies)
        low = int(np.argmin(body.frequencies))
        frequency, decay_times, masses = body.frequencies[low], list(each(body.decay_times, n)), list(each(body.masses, n))
        shapes, pickups = [list(row) for row in body.contact_rows], [list(row) for row in body.heard_rows]
        weight = max(abs(row[low]) for row in shapes)
        slow, fast, amplitude = self._together(frequency, 1 / decay_times[low], masses[low], weight)
        loud = self._heard(frequency, amplitude, body)
        decay_times[low : low + 1] = [1 / slow, 1 / fast]
        masses.insert(low, masses[low])
        for row in shapes:
            row.insert(low + 1, FAINT * row[low])
        for row in pickups:
            bar, side = abs(row[low]), math.copysign(1.0, row[low])
            both = math.hypot(bar, loud)
            row[low : low + 1] = [side * both, side * (bar - both) / FAINT]
        frequencies = (*body.frequencies[: low + 1], *body.frequencies[low:])
        return body.replace(frequencies=frequencies, decay_times=decay_times, masses=masses, shapes=shapes, pickups=pickups)

    def _together(self, frequency: float, bar: float, mass: float, weight: float) -> tuple[float, float, float]:
        """s_1, s_2, and q' over x' before it falls."""
        w, radius = 2 * math.pi * frequency, self.mouth(frequency)
        area = math.pi * radius**2
        air = AIR * area * SPEED / (8 * frequency)
        shared = weight * AIR * area * END * (math.hypot(radius, self.distance) - self.distance)
        tube, g = w / (2 * self.quality), 0.5 * w * shared / math.sqrt(mass * air)
        middle = 0.5 * (bar + tube)
        if g > MOST_SHARED * middle:
            raise self.refuse(
                "quality",
                f"{self.quality:g}",
                f"is too much under a bar of {frequency:.4g} Hz, with which the air would beat; it must be at most "
                f"{w / (4 * g / MOST_SHARED - 2 * bar):.3g} there, or the mouth narrower or further away.",
            )
        half = max(math.sqrt(max(0.25 * (tube - bar) ** 2 - g * g, 0.0)), LEAST_APART * middle)
        return middle - half, middle + half, math.sqrt(mass / air) * g / (2 * half)

    def _heard(self, frequency: float, amplitude: float, body: Modal) -> float:
        """The weight of the mode's velocity with which the mouth is heard, beside that of the bar."""
        if body.radiating_radius <= 0:
            raise ParameterError("A tube is heard beside a bar that radiates; give radiating_radius, about half the width of the bar.")
        k, area = 2 * math.pi * frequency / SPEED, math.pi * self.mouth(frequency) ** 2
        mouth = k * area * amplitude / (4 * math.pi * body.radiating_radius)
        return mouth / float(efficiency(frequency, body.radiating_radius, body.radiates == "swinging"))


def _tube(value: Any) -> Tube | None:
    """A tube, or the object that describes one."""
    if value is None or isinstance(value, Tube):
        return value
    if not isinstance(value, dict):
        raise ValueError("must be a Tube, or an object with its parameters")
    return Tube(**value)


TubeOrNone = Annotated[Tube | None, Checked(_tube)]
