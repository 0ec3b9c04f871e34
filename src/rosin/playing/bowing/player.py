"""Who plays a bowed string: how the bow speaks, how the fingers shake, and how little of it is ever quite the same.

Attack, noise and jitter were found by trial on all sixteen strings and by comparison with recordings. The bow comes to its speed with

    a = A f k F dmu / Z,     dmu = mu_s - mu_d,

f the pitch, F the force, of which the share k is there at first, Z the impedance of the string (Guettler 2002).
"""

from collections.abc import MutableMapping
from typing import Any, ClassVar, Self

from rosin.model.errors import unknown
from rosin.model.parameters import parameter
from rosin.model.part import Part


def share(text: str, default: float, most: float = 1.0) -> Any:
    """A parameter without unit."""
    return parameter("", "", text, default=default, at_least=0, at_most=most, range=(0, most))


def some(text: str, default: float, most: float) -> Any:
    """A parameter without unit that must not be nothing."""
    return parameter("", "", text, default=default, more_than=0, at_most=most, range=(most / 40, most))


def seconds(text: str, default: float) -> Any:
    """A time."""
    return parameter("", "s", text, default=default, at_least=0, at_most=10, range=(0, 1))


class Player(Part):
    """The habits of one who bows."""

    kind: ClassVar[str] = "player"
    registry: ClassVar[MutableMapping[str, Any]] = {}

    softest: float = some("speed of the bow at velocity 0, of the usual one", 0.25, 4)
    loudest: float = some("speed at full velocity", 3.1, 10)
    evenness: float = share("of what the body makes one note louder than another, that is taken back", 0.5)
    weight: float = share("power of speed with which the force grows", 0.85, 2)
    firmness: float = some("force of the bow, of the string's usual one", 0.71, 4)
    place: float = some("of the bow along the sounding length", 0.15, 0.4)
    attack: float = parameter("A", "", "acceleration at the start of a stroke", default=0.035, more_than=0, at_most=1, range=(0.005, 0.05))
    loud_attack: float = parameter(
        "", "", "power of strength with which the attack grows or falls", default=0.0, at_least=-2, at_most=2, range=(-1, 1)
    )
    start_force: float = parameter("k", "", "share of the force at first", default=0.85, more_than=0, at_most=3, range=(0.2, 2))
    hold: float = parameter("", "periods", "of the start force", default=2.4, at_least=0, at_most=100, range=(0, 20))
    ease: float = parameter("", "periods", "from that to the whole force", default=2.2, at_least=0, at_most=100, range=(0, 20))
    swell_from: float = share("of speed and force, at the start of a stroke", 0.45)
    swell: float = seconds("from that to the whole", 0.14)
    release: float = seconds("in which a note ends", 0.06)
    vibrato: float = parameter("", "cents", "depth of the vibrato", default=14.0, at_least=0, at_most=200, range=(0, 50))
    vibrato_most: float = parameter("", "cents", "depth at full modulation", default=40.0, at_least=0, at_most=200, range=(0, 100))
    vibrato_rate: float = parameter("", "Hz", "of the vibrato", default=5.6, more_than=0, at_most=20, range=(3, 9))
    vibrato_delay: float = seconds("before it begins", 0.12)
    vibrato_growth: float = seconds("in which it then grows", 0.35)
    rate_wander: float = share("of the rate, by which it wanders", 0.06)
    depth_wander: float = share("of the depth", 0.2)
    speed_jitter: float = share("of the speed", 0.08)
    force_jitter: float = share("of the force", 0.10)
    place_jitter: float = share("of the place", 0.05)
    pitch_jitter: float = parameter("", "cents", "by which the pitch wanders", default=1.0, at_least=0, at_most=100, range=(0, 10))
    jitter_corner: float = parameter("", "Hz", "highest frequency of what wanders", default=45.0, more_than=0, at_most=200, range=(5, 100))
    stribeck_velocity: float = parameter(
        "vs", "m/s", "Stribeck velocity of the rosin at the string's usual force", default=0.175, more_than=0, at_most=10, range=(0.05, 0.5)
    )
    noise: float = parameter("σ3", "(N s/m)^1/2", "noise of the hair", default=0.015, at_least=0, at_most=1, range=(0, 0.1))

    @classmethod
    def of(cls, instrument: str) -> Self:
        """One who plays a violin, viola, cello or double bass."""
        if instrument not in HABITS:
            raise unknown("player of a", instrument, HABITS)
        return cls(**HABITS[instrument])


NAMES = ("vibrato", "speed_jitter", "force_jitter", "place_jitter", "pitch_jitter", "jitter_corner", "swell", "noise")
UNSTEADY = {
    "violin": (14.0, 0.08, 0.10, 0.05, 1.0, 45.0, 0.14, 0.015),
    "viola": (12.0, 0.07, 0.06, 0.04, 1.0, 20.0, 0.20, 0.012),
    "cello": (11.0, 0.06, 0.03, 0.03, 0.7, 12.0, 0.30, 0.016),
    "double bass": (1.5, 0.04, 0.02, 0.02, 0.3, 10.0, 0.40, 0.030),
}
BOWING = {
    "violin": {"weight": 0.9, "attack": 0.0255, "loud_attack": -0.16, "start_force": 0.72},  # light strings: a gentler start
    "viola": {"weight": 0.9},
    "cello": {"firmness": 0.6, "attack": 0.024, "start_force": 0.7},
    "double bass": {"place": 0.165, "firmness": 0.66},
}
HABITS = {instrument: dict(zip(NAMES, UNSTEADY[instrument], strict=True)) | bowing for instrument, bowing in BOWING.items()}
Player.registry["Player"] = Player
