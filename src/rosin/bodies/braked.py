"""How a braked wheel turns: one law of motion for what of it rolls and what slides.

A wheel is led along a track at v. Its rim, of mass M, has the speed u = R W. The track pulls it towards v and is able to change it at
the rate `grip`; the brake, pressed with F, pulls it towards rest at the rate F / M:

    u' = grip sign(v - u) - (F / M) sign(u),     u = v where grip is the stronger and has brought it there, u = 0 where the brake has

What the rim lacks, v - u, slides over the track. The stronger of the two has the last word in a step, so that a wheel that rolls does
not creep and one that is blocked stands.
"""

from typing import Any

from rosin.kernels.dialect import kernel
from rosin.kernels.record import Real, Record
from rosin.model.parameters import parameter


class Parameters(Record):
    """A rim as it is described."""

    rim_mass = Real("kg")
    grip = Real("m/s^2")


class Coefficients(Record):
    """What changes the speed of a rim in a step."""

    pulled = Real("m/s", "by which the track can")
    braked = Real("m/s/N", "by which a newton of the brake can")


@kernel
def towards(speed, goal, most):
    """A speed that comes nearer to its goal by no more than that."""
    return speed + min(max(goal - speed, -most), most)


@kernel
def prepare(p, fs, c):
    """What a step can do."""
    c.pulled = p.grip / fs
    c.braked = 1.0 / (p.rim_mass * fs)


@kernel
def turned(c, rim, velocity, force):
    """The speed of the rim a step later, led at a velocity and braked by a force."""
    braked = c.braked * max(force, 0.0)
    if c.pulled > braked:
        return towards(towards(rim, 0.0, braked), velocity, c.pulled)
    return towards(towards(rim, velocity, c.pulled), 0.0, braked)


def rim_mass_parameter() -> Any:
    """M."""
    text = "mass of the rim, which the brake's force slows down"
    return parameter("M", "kg", text, default=2.0, more_than=0, at_most=1e6, range=(0.1, 50), curve="log")


def grip_parameter() -> Any:
    """What the track can do."""
    return parameter("", "m/s^2", "rate at which the track spins it up", default=5.0, more_than=0, at_most=1e4, range=(1, 50))
