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
from typing import ClassVar, Self

from rosin.bodies.body import DISPLACEMENT, Body, BodyKernels
from rosin.bodies.hand import Driven
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import sin_cos_turns
from rosin.kernels.profile import MOST_POINTS, offset, offset_height, points, rough, sow
from rosin.kernels.random import WORDS
from rosin.model.errors import ParameterError
from rosin.model.parameters import Number, parameter

# parameters: these, then those of the profile, from the radius on
MASS, GRAVITY, ECCENTRICITY, HEIGHT, RADIUS, ROUGHNESS, BETA, LONGEST, SHORTEST, LENGTH, SEED = range(11)
# coefficients: the words of the generator, these, the parameters that the profile was made from, its two rows
STEP, MOBILITY, HEAVY, WEIGHT, UNBALANCE, TURN, START, POINTS, SPACING, MADE = range(WORDS, WORDS + 10)
PROFILE = MADE + SEED - RADIUS + 1
# state: depth with the surface, half-step velocity, place in points, turns; of this step: where it ends, velocities, forces
X, W, PLACE, TURNS, PLACE_AFTER, TURNS_AFTER, V, U, LOAD, F = range(10)


@kernel
def prepare(p, fs, c):
    """The constants of the port, and the profile where it is another one."""
    T = 1.0 / fs
    radius = p[RADIUS]
    c[STEP] = T
    c[MOBILITY] = 0.5 * T / p[MASS]
    c[HEAVY] = p[MASS]
    c[WEIGHT] = p[MASS] * p[GRAVITY]
    c[UNBALANCE] = p[MASS] * p[ECCENTRICITY] / (radius * radius)
    c[TURN] = 0.5 * T / (math.pi * radius)
    c[START] = -p[HEIGHT]
    known = True
    for i in range(RADIUS, SEED + 1):
        known = known and c[MADE + i - RADIUS] == p[i]
        c[MADE + i - RADIUS] = p[i]
    if not known:
        n = points(p[LENGTH], p[SHORTEST])
        c[POINTS] = n
        c[SPACING] = p[LENGTH] / n
        sow(c, p[SEED])
        rough(c, PROFILE, n, c, p[ROUGHNESS], p[BETA], p[LONGEST], p[SHORTEST], p[LENGTH])
        offset(c, PROFILE, n, c[SPACING], radius)


@kernel
def start(c, s):
    """At rest at its height above the first point of the surface."""
    for i in range(F + 1):
        s[i] = 0.0
    s[X] = c[START]


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity of the mass without contact and that of the surface, and T / 2m; in a step at most one length of profile goes by."""
    n = c[POINTS]
    here = min(s[PLACE], n)
    there = here + min(max(c[STEP] * velocity / c[SPACING], -n), n)
    if there >= n:
        there = there - n
    if there < 0.0:
        there = there + n
    s[PLACE_AFTER] = there
    s[U] = (offset_height(c, PROFILE, int(n), there) - offset_height(c, PROFILE, int(n), here)) / c[STEP]
    turned = c[TURN] * velocity
    _, cosine = sin_cos_turns(s[TURNS] + 0.5 * turned)
    s[TURNS_AFTER] = s[TURNS] + turned - math.floor(s[TURNS] + turned)
    s[LOAD] = force + c[WEIGHT] + c[UNBALANCE] * velocity * velocity * cosine
    s[V] = s[W] + c[MOBILITY] * s[LOAD]
    return s[V] + s[U], c[MOBILITY]


@kernel
def displacement(c, s):
    """Of the mass and the surface together, at the half step."""
    return s[X]


@kernel
def push(c, s, f):
    """Finish the step with contact force f, and roll on."""
    v = s[V] + c[MOBILITY] * f
    s[F] = f
    s[V] = v
    s[X] = s[X] + c[STEP] * (v + s[U])
    s[W] = 2.0 * v - s[W]
    s[PLACE] = s[PLACE_AFTER]
    s[TURNS] = s[TURNS_AFTER]


@kernel
def pickup(c, s, k, output):
    """Displacement or velocity of the touching point."""
    velocity = s[V] + s[U]
    if output == DISPLACEMENT:
        return s[X] - 0.5 * c[STEP] * velocity
    return velocity


@kernel
def stored(c, s):
    """Kinetic energy across the surface."""
    return 0.5 * c[HEAVY] * s[W] * s[W]


@kernel
def spent(c, s):
    """Supplied by weight and force, and by the hand that leads the ball over the surface."""
    return 0.0, c[STEP] * (s[LOAD] * s[V] - s[F] * s[U])


class RollingBall(Driven, Body):
    """A ball that rolls at the gesture's `velocity` under its weight; also a tip, pressed by `force`, that scrapes.

    The surface that it rolls on belongs to it; the contact law and the resonator are what it meets there. Made anew where a
    parameter of the surface changes, the surface goes on from the height it had.
    """

    mass: Number = parameter("m", "kg", "mass", more_than=0, at_most=1e6, range=(1e-3, 1), curve="log")
    radius: Number = parameter(
        "R",
        "m",
        "radius of the ball or of the tip; small ones reach into narrower valleys",
        more_than=0,
        at_most=10,
        range=(2e-4, 0.05),
        curve="log",
    )
    roughness: Number = parameter(
        "s_rms", "m", "root mean square height of the profile", default=2e-6, at_least=0, at_most=1, range=(1e-8, 1e-4), curve="log"
    )
    beta: Number = parameter(
        "β",
        "",
        "slope of the profile's power spectrum, 1/f^β",
        default=2.0,
        at_least=0,
        at_most=6,
        range=(0, 3),
        source="Avanzini et al. 2003, eq. 8.22",
    )
    gravity: Number = parameter("g", "m/s²", "pull towards the surface", default=9.81, at_least=0, at_most=1e4, range=(0, 20))
    eccentricity: Number = parameter(
        "e", "m", "distance of the centre of mass from the middle of the ball", default=0.0, at_least=0, at_most=10, range=(0, 0.01)
    )
    height: Number = parameter("h", "m", "height from which it is dropped at the start", default=0.0, at_least=0, at_most=1e4, range=(0, 1))
    longest_wave: Number = parameter(
        "λ_max", "m", "longest wave of the profile", default=0.02, at_least=1e-6, at_most=100, range=(1e-3, 0.1), curve="log"
    )
    shortest_wave: Number = parameter(
        "λ_min",
        "m",
        "shortest wave of the profile; waves shorter than the contact is wide are not felt",
        default=4e-5,
        at_least=1e-9,
        at_most=100,
        range=(5e-6, 1e-3),
        curve="log",
    )
    length: Number = parameter("L", "m", "length of profile that repeats", default=0.64, at_least=1e-6, at_most=100, range=(0.05, 1))
    seed: Number = parameter("", "", "whole number that chooses the profile", default=0.0, at_least=0, at_most=2**32, range=(0, 100))

    kernels: ClassVar[BodyKernels] = BodyKernels(prepare, start, free, displacement, push, pickup, stored, spent)

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

    def pack(self) -> list[float]:
        surface = [self.radius, self.roughness, self.beta, self.longest_wave, self.shortest_wave, self.length, self.seed]
        return [self.mass, self.gravity, self.eccentricity, self.height, *surface]

    def sizes(self, sample_rate: float) -> tuple[int, int]:
        return PROFILE + 2 * MOST_POINTS, F + 1
