"""A ball that rolls over a rough surface, or a tip that scrapes along it (Rath 2003; Avanzini et al. 2003 for the contact).

Along the surface the ball is led by the gesture's `velocity` v. Across it, it is a free mass: its depth z follows

    m dw/dt = m g + F + m e W^2 cos phi + f,     dz/dt = w,     dphi/dt = W = v / R

with the gesture's `force` F, the contact force f and, for a centre of mass that lies e off the middle, the pull of its turning.
What meets the resonator is z + s_R(x), the depth of the ball and the curve that it rolls on (`rosin.kernels.profile`).
Trapezoid in the half-step variable w + T a / 2 of the mass; the surface rises by its exact increment,

    w_n = w + (T / 2m) (m g + F + m e W^2 cos phi + f),     u_n = [s_R(x + T v) - s_R(x)] / T,     z + s_R += T (w_n + u_n)

so the port has the velocity w_n + u_n, and the work -f u T of whoever leads the ball closes the account of energy exactly.
The ball starts at rest, just touching where it is dropped from no height.
"""

import math
from typing import Any, ClassVar, Self

from rosin.bodies.body import Body
from rosin.bodies.body_kernels import DISPLACEMENT, BodyKernels, Form
from rosin.bodies.hand import Driven
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel, numbers, size
from rosin.kernels.maths import sin_cos_turns
from rosin.kernels.profile import MOST_POINTS, offset, offset_height, points, rough, sow
from rosin.kernels.random import WORDS
from rosin.kernels.record import Inner, Memory, Real, Record, Row
from rosin.model.errors import ParameterError
from rosin.model.parameters import parameter


class Surface(Record):
    """What a profile is made from."""

    radius = Real("m")
    roughness = Real("m")
    beta = Real()
    longest_wave = Real("m")
    shortest_wave = Real("m")
    length = Real("m")
    seed = Real()


class Parameters(Record, form=Form):
    """A ball as it is described."""

    mass = Real("kg")
    gravity = Real("m/s²")
    eccentricity = Real("m")
    height = Real("m")
    surface = Inner(Surface)


class Coefficients(Record, form=Form):
    """Constants of the ball, and the profile it rolls on."""

    step = Real("s", "time step T")
    mobility = Real("s/kg", "T / 2m")
    heavy = Real("kg", "m")
    weight = Real("N", "m g")
    unbalance = Real("kg/m", "m e / R²")
    turn = Real("turns s/m", "how far a speed turns the ball in a step")
    start = Real("m", "where it begins")
    points = Real("", "of the profile")
    spacing = Real("m", "between them")
    words = Row(WORDS, text="random numbers of the profile")
    made = Inner(Surface, text="what the profile was made from")
    profile = Row(2 * MOST_POINTS, text="s, then s_R")


class State(Record, form=Form):
    """The ball, and where it is going in this step."""

    x = Real("m", "depth with the surface, at the half step")
    w = Real("m/s", "velocity at the half step")
    place = Real("points", "where it rolls")
    turns = Real("turns", "how far it has turned")
    place_after = Real("points")
    turns_after = Real("turns")
    v = Real("m/s", "of the mass")
    u = Real("m/s", "of the surface")
    load = Real("N", "weight, force and the pull of turning")
    f = Real("N", "contact force")


MEMORY = Memory(Parameters, Coefficients, State)


@kernel
def prepare(p, fs, c):
    """The constants of the port, and the profile where it is another one."""
    T = 1.0 / fs
    radius = p.surface.radius
    c.step = T
    c.mobility = 0.5 * T / p.mass
    c.heavy = p.mass
    c.weight = p.mass * p.gravity
    c.unbalance = p.mass * p.eccentricity / (radius * radius)
    c.turn = 0.5 * T / (math.pi * radius)
    c.start = -p.height
    known = True
    made, given = numbers(c.made), numbers(p.surface)
    for i in range(size(c.made)):
        known = known and made[i] == given[i]
        made[i] = given[i]
    if not known:
        length, shortest = p.surface.length, p.surface.shortest_wave
        n = points(length, shortest)
        c.points = n
        c.spacing = length / n
        sow(c.words, p.surface.seed)
        rough(c.profile, n, c.words, p.surface.roughness, p.surface.beta, p.surface.longest_wave, shortest, length)
        offset(c.profile, n, c.spacing, radius)


@kernel
def start(c, s):
    """At rest at its height above the first point of the surface."""
    clear(s)
    s.x = c.start


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity of the mass without contact and that of the surface, and T / 2m; in a step at most one length of profile goes by."""
    n = c.points
    here = min(s.place, n)
    there = here + min(max(c.step * velocity / c.spacing, -n), n)
    if there >= n:
        there = there - n
    if there < 0.0:
        there = there + n
    s.place_after = there
    s.u = (offset_height(c.profile, int(n), there) - offset_height(c.profile, int(n), here)) / c.step
    turned = c.turn * velocity
    _, cosine = sin_cos_turns(s.turns + 0.5 * turned)
    s.turns_after = s.turns + turned - math.floor(s.turns + turned)
    s.load = force + c.weight + c.unbalance * velocity * velocity * cosine
    s.v = s.w + c.mobility * s.load
    return s.v + s.u, c.mobility


@kernel
def displacement(c, s):
    """Of the mass and the surface together, at the half step."""
    return s.x


@kernel
def push(c, s, f):
    """Finish the step with contact force f, and roll on."""
    v = s.v + c.mobility * f
    s.f = f
    s.v = v
    s.x = s.x + c.step * (v + s.u)
    s.w = 2.0 * v - s.w
    s.place = s.place_after
    s.turns = s.turns_after


@kernel
def pickup(c, s, k, output):
    """Displacement or velocity of the touching point."""
    velocity = s.v + s.u
    if output == DISPLACEMENT:
        return s.x - 0.5 * c.step * velocity
    return velocity


@kernel
def stored(c, s):
    """Kinetic energy across the surface."""
    return 0.5 * c.heavy * s.w * s.w


@kernel
def spent(c, s):
    """Supplied by weight and force, and by the hand that leads the ball over the surface."""
    return 0.0, c.step * (s.load * s.v - s.f * s.u)


class RollingBall(Driven, Body):
    """A ball that rolls at the gesture's `velocity` under its weight; also a tip, pressed by `force`, that scrapes.

    The surface that it rolls on belongs to it; the contact law and the resonator are what it meets there. Made anew where a
    parameter of the surface changes, the surface goes on from the height it had.
    """

    mass: float = parameter("m", "kg", "mass", more_than=0, at_most=1e6, range=(1e-3, 1), curve="log")
    radius: float = parameter(
        "R",
        "m",
        "radius of the ball or of the tip; small ones reach into narrower valleys",
        more_than=0,
        at_most=10,
        range=(2e-4, 0.05),
        curve="log",
    )
    roughness: float = parameter(
        "s_rms", "m", "root mean square height of the profile", default=2e-6, at_least=0, at_most=1, range=(1e-8, 1e-4), curve="log"
    )
    beta: float = parameter(
        "β",
        "",
        "slope of the profile's power spectrum, 1/f^β",
        default=2.0,
        at_least=0,
        at_most=6,
        range=(0, 3),
        source="Avanzini et al. 2003, eq. 8.22",
    )
    gravity: float = parameter("g", "m/s²", "pull towards the surface", default=9.81, at_least=0, at_most=1e4, range=(0, 20))
    eccentricity: float = parameter(
        "e", "m", "distance of the centre of mass from the middle of the ball", default=0.0, at_least=0, at_most=10, range=(0, 0.01)
    )
    height: float = parameter("h", "m", "height from which it is dropped at the start", default=0.0, at_least=0, at_most=1e4, range=(0, 1))
    longest_wave: float = parameter(
        "λ_max", "m", "longest wave of the profile", default=0.02, at_least=1e-6, at_most=100, range=(1e-3, 0.1), curve="log"
    )
    shortest_wave: float = parameter(
        "λ_min",
        "m",
        "shortest wave of the profile; waves shorter than the contact is wide are not felt",
        default=4e-5,
        at_least=1e-9,
        at_most=100,
        range=(5e-6, 1e-3),
        curve="log",
    )
    length: float = parameter("L", "m", "length of profile that repeats", default=0.64, at_least=1e-6, at_most=100, range=(0.05, 1))
    seed: float = parameter("", "", "whole number that chooses the profile", default=0.0, at_least=0, at_most=2**32, range=(0, 100))

    kernels: ClassVar[BodyKernels] = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent)

    @property
    def needs_double(self) -> str:
        return "its rough surface comes from other random numbers in single precision"

    @classmethod
    def solid(cls, radius: float, density: float, **others: float) -> Self:
        """A ball of radius R (m) and density (kg/m³): m = 4/3 pi R³ density."""
        for name, value, unit in (("radius", radius, "m"), ("density", density, "kg/m³")):
            if isinstance(value, str) or not 0 < value < math.inf:
                raise ParameterError(f"RollingBall.solid: {name} = {value} {unit} is not allowed; it must be more than 0 {unit}.")
        return cls(mass=4 / 3 * math.pi * radius**3 * density, radius=radius, **others)

    def check(self) -> None:
        if self.seed != math.floor(self.seed):
            raise self.refuse("seed", f"{self.seed:g}", "is not a whole number.")
        if not self.shortest_wave < self.longest_wave <= self.length:
            raise self.refuse(
                "longest_wave",
                f"{self.longest_wave:g} m",
                f"must be more than the shortest, {self.shortest_wave:g} m, and at most the length, {self.length:g} m.",
            )
        if 2 * self.length >= MOST_POINTS * self.shortest_wave:
            raise self.refuse(
                "length",
                f"{self.length:g} m",
                f"has {self.length / self.shortest_wave:.0f} of the shortest waves; fewer than {MOST_POINTS // 2} are possible. "
                f"Shorten it to less than {MOST_POINTS // 2 * self.shortest_wave:g} m, or lengthen the shortest wave.",
            )

    def packed(self) -> dict[str, Any]:
        plain = {name: getattr(self, name) for name in ("mass", "gravity", "eccentricity", "height")}
        return {**plain, "surface": {name: getattr(self, name) for name in Surface.fields}}
