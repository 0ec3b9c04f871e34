"""What a real string is: its data, as a stiff string and as a waveguide, with the stroke that makes it speak.

Z = sqrt(T rho A),   B = pi^2 E I / (T L^2),   Q_n = omega_n / 2 (s0 + s1 (n pi / L)^2),   E I = E pi r^4 / 4
"""

import functools
import math
from typing import Any, Self

from rosin.bodies.bow import Bow
from rosin.bodies.stiff_string import StiffString
from rosin.bodies.waveguide_string import WaveguideString
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.interactions.interaction import Interaction
from rosin.interactions.loaded_bristles import LoadedBristles
from rosin.model import presets
from rosin.model.errors import ParameterError, unknown
from rosin.model.parameters import Model, parameter
from rosin.playing.bowing.player import Player
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact

FORMAT = "rosin-strings"
PARTIALS = (1, 2, 3, 5, 8, 12, 18, 27, 40)  # at which a waveguide is told the quality
TORSION_SHARE, TORSION_SPEED, TORSION_QUALITY = 3.27, 5.2, 45.0  # of Woodhouse's cello D: Z_t / Z, c_t / c, Q_t
POSITION = 0.1  # of the bow along the sounding length
STATIC, DYNAMIC = 1.05, 0.4  # friction coefficients of rosin
RISE, LIFTING = 0.05, 0.05  # s, in which a stroke reaches its speed, and leaves the string


class StringData(Model):
    """A string of an instrument, its numbers and their source."""

    name: str
    frequency: float = parameter("f", "Hz", "pitch of the open string", more_than=0, at_most=1e4, range=(30, 1000))
    length: float = parameter("L", "m", "length", more_than=0, at_most=10, range=(0.2, 1.2))
    radius: float = parameter("r", "m", "radius", more_than=0, at_most=0.01, range=(1e-4, 2e-3))
    density: float = parameter("ρ", "kg/m^3", "density", more_than=0, at_most=1e5, range=(1000, 15_000))
    youngs_modulus: float = parameter("E", "Pa", "effective Young's modulus", at_least=0, at_most=1e12, range=(1e9, 2e11))
    tension: float = parameter("T", "N", "tension", more_than=0, at_most=1e4, range=(30, 400))
    damping: float = parameter("σ0", "1/s", "damping at all frequencies", at_least=0, at_most=1e3, range=(0.1, 5))
    frequency_damping: float = parameter("σ1", "m^2/s", "damping that grows with frequency", at_least=0, at_most=1, range=(1e-4, 0.02))
    velocity: float = parameter("v", "m/s", "bow speed of the stroke", more_than=0, at_most=3, range=(0.02, 1))
    normal_force: float = parameter("f_N", "N", "bow force of the stroke", more_than=0, at_most=100, range=(0.1, 10))
    bristle_stiffness: float = parameter("σ0", "N/m", "stiffness of the rosin's bristles", more_than=0, at_most=1e8, range=(5e3, 5e5))
    source: str

    @classmethod
    def preset(cls, name: str) -> Self:
        """A string that comes with Rosin: "violin A", "cello C", ..."""
        if name not in cls.presets():
            raise unknown("string", name, cls.presets())
        return cls._made(name)

    @classmethod
    @functools.cache
    def _made(cls, name: str) -> Self:
        instrument, _, string = name.rpartition(" ")
        return next(cls(**row) for row in cls._rows(instrument) if row["name"] == string)

    @classmethod
    def presets(cls) -> list[str]:
        """Names of all strings that come with Rosin, from the lowest of each instrument."""
        return list(cls._names())

    @classmethod
    @functools.cache
    def _names(cls) -> tuple[str, ...]:
        found: list[str] = []
        for instrument in presets.names("rosin.instruments.strings"):
            rows = sorted(cls._rows(instrument), key=lambda row: row["frequency"])
            found += [f"{instrument.replace('_', ' ')} {row['name']}" for row in rows]
        return tuple(found)

    @classmethod
    def _rows(cls, instrument: str) -> list[dict[str, Any]]:
        return presets.parsed(presets.text_of("rosin.instruments.strings", instrument), FORMAT, "strings", set(cls.fields))["strings"]

    @property
    def line_mass(self) -> float:
        """Mass per metre, kg/m."""
        return self.density * math.pi * self.radius**2

    @property
    def impedance(self) -> float:
        """Z, kg/s."""
        return math.sqrt(self.tension * self.line_mass)

    @property
    def inharmonicity(self) -> float:
        """B."""
        return math.pi**3 * self.youngs_modulus * self.radius**4 / (4 * self.tension * self.length**2)

    def quality(self, partial: float) -> float:
        """Q of a partial."""
        stretch = math.sqrt((1 + self.inharmonicity * partial**2) / (1 + self.inharmonicity))
        decay = self.damping + self.frequency_damping * (partial * math.pi / self.length) ** 2
        return math.pi * partial * self.frequency * stretch / decay

    def stiff(self, **changes: Any) -> StiffString:
        """The string by finite differences, tuned to its frequency by the tension."""
        physics = {name: getattr(self, name) for name in ("length", "radius", "density", "youngs_modulus", "damping", "frequency_damping")}
        return StiffString(**(physics | {"frequency": self.frequency} | changes))

    def waveguide(self, **changes: Any) -> WaveguideString:
        """The string by travelling waves, with torsion."""
        given: dict[str, Any] = {
            "frequency": self.frequency,
            "impedance": self.impedance,
            "quality": [(partial * self.frequency, self.quality(partial)) for partial in PARTIALS],
            "inharmonicity": self.inharmonicity,
            "torsion_impedance": TORSION_SHARE * self.impedance,
            "torsion_speed": TORSION_SPEED,
            "torsion_quality": TORSION_QUALITY,
        }
        return WaveguideString(**(given | changes))

    @property
    def rosin(self) -> ElastoPlastic:
        """Friction under which the string speaks."""
        return ElastoPlastic(bristle_stiffness=self.bristle_stiffness, static_friction=STATIC, dynamic_friction=DYNAMIC)

    def rosin_of(self, player: Player) -> LoadedBristles:
        """Friction under which it speaks at every strength, for a player: at the usual force much as `rosin`."""
        numbers = {
            "static_friction": STATIC,
            "dynamic_friction": DYNAMIC,
            "stribeck_velocity": player.stribeck_velocity,
            "noise": player.noise,
        }
        return LoadedBristles(bristle_stiffness=self.bristle_stiffness, reference_force=self.normal_force, **numbers)

    def bowed(self, body: str = "stiff", law: Interaction | None = None, **changes: Any) -> Contact:
        """The string under a bow: `body` "stiff" or "waveguide" with these `changes`, and its own rosin unless a `law` is given."""
        if body not in ("stiff", "waveguide"):
            raise unknown("kind of string", body, ("stiff", "waveguide"))
        return Contact(exciter=Bow(), interaction=law or self.rosin, resonator=getattr(self, body)(**changes))

    def stroke(self, finger: float = 0.0, *, lift: float | None = None) -> Gesture:
        """The documented stroke: from rest to the bow speed, at a tenth of the length that the finger leaves; lifted at `lift` s."""
        if not 0 <= finger < 1:
            raise ParameterError(f"finger = {finger} is not allowed; it must be at least 0 (open) and less than 1.")
        if lift is not None and not RISE <= lift < math.inf:
            raise ParameterError(f"lift = {lift} s is not allowed; it must be at least {RISE} s, when the bow has its speed.")
        move = [(0.0, 0.0), (RISE, self.velocity)]
        force = self.normal_force if lift is None else [(lift, self.normal_force), (lift + LIFTING, 0.0)]
        return Gesture(velocity=move, normal_force=force, position=POSITION * (1 - finger), finger=finger)
