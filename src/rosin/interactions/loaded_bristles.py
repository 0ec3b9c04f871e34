"""Elasto-plastic friction whose contact grows with the load: pressed harder it has more bristles, not longer ones.

    f = l (s0 z + s1 h + s2 w),     z' = l h,     h = w (1 - a(w, z) z / z_ss(w)),     w = v / l,     l = f_N / f_ref

At the reference force it is the elasto-plastic law (elasto_plastic), with its adhesion map a. At l times that force its stiffness is
l s0, as that of rough surfaces is, whose real contact grows in proportion to the load (Greenwood and Williamson 1966), so that z_ss, how
far a bristle bends, is a length of the surface and does not depend on force. Its Stribeck velocity is l v_s: no measurement asks for that,
but under a bow whose force grows with its speed it keeps Helmholtz motion what it is from the softest tone to the loudest, which a
fixed one does not; and the growing stiffness makes loud tones brighter.

In z, w and time counted in l T it is the elasto-plastic law at its reference force, so that its solver serves. Bristles that come
with a growing load come relaxed, those that go take their energy with them: with l^ = max(l, last l)

    z <- z (last l) / l^,     stored: l s0 z^2 / 2,     lost by this: not less than 0.
"""

from typing import ClassVar

from rosin.interactions import bristle, friction
from rosin.interactions.bristle import carried_on, release, start, step_over
from rosin.interactions.elasto_plastic.adhesion import tangent
from rosin.interactions.elasto_plastic.implicit import rate
from rosin.interactions.friction import LIFTED
from rosin.interactions.interaction import Interaction, LawKernels, Passivity, roughness
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Memory, Real, reals
from rosin.model.parameters import parameter


class Coefficients(bristle.Coefficients):
    """Those of the law at its reference force, and that."""

    reference = Real("N", "f_ref")


class State(bristle.State):
    """With the load."""

    load = Real("", "l, normal force over the reference")


PARAMETERS = reals(*bristle.PARAMETERS.fields, "reference_force")
MEMORY = Memory(PARAMETERS, Coefficients, State)


@kernel
def prepare(p, fs, c):
    """Those of the law at its reference force, and that."""
    bristle.prepare(p, fs, c)
    c.reference = p.reference_force


@kernel
def stored(c, s):
    """l s0 z~^2 / 2, z~ = z + l T h / 2."""
    z = s.z + 0.5 * c.step * s.load * s.h
    return 0.5 * c.s0 * s.load * z * z


@kernel
def loaded_bristle(c, s, load):
    """z~ under a new load, kept within what it can hold."""
    before = stored(c, s)
    z = s.z + 0.5 * c.step * s.load * s.h
    z = z * min(1.0, s.load / load)
    limit = c.static * c.reference * c.compliance
    z = min(max(z, -limit), limit)
    s.load = load
    s.lost = before - 0.5 * c.s0 * load * z * z
    return z


@kernel
def solve(c, s, v_free, y, compression, normal_force):
    """One sample, in w = v / l."""
    if normal_force <= LIFTED:
        lost = stored(c, s)
        f, v, count = release(c, s, v_free)
        s.lost = lost
        return f, v, count
    load = normal_force / c.reference
    z = loaded_bristle(c, s, load)
    f, w, count = step_over(rate, c, s, 0.5 * c.step * load, z, c.s1, v_free / load, y, c.reference, carried_on(s))
    return load * f, load * w, count


@kernel
def spent(c, s, f, v):
    """l^2 times what the law at its reference force dissipates, and what lifting, a new load or the limit took away."""
    w = v / s.load if s.load > 0.0 else 0.0
    return c.step * s.load * s.load * (c.s0 * s.z * (w - s.h) + s.damping * w * s.h + s.viscosity * w * w) + s.lost, 0.0


@kernel
def observe(c, s, j):
    """Bristle displacement and rate."""
    return s.z if j == 0 else s.load * s.h


@kernel
def slope(c, s, f, v, normal_force):
    """df/dv = df^/dw at the bristle that was found; none where the contact is lifted."""
    found = 0.0
    if normal_force > LIFTED:
        by_v, by_z = tangent(c, v / s.load, s.z, c.reference)
        half = 0.5 * c.step * s.load
        found = (c.s0 * half + c.s1) * by_v / (1.0 - by_z * half) + c.s2
    return found


KERNELS = LawKernels(MEMORY, prepare, start, solve, roughness, stored, spent, observe, slope)


class LoadedBristles(Interaction):
    """Friction by bristles that grow in number with the load, as between rosined hair and a string."""

    bristle_stiffness: float = bristle.bristle_stiffness(1e4)
    bristle_damping: float = bristle.bristle_damping(0.1)
    viscosity: float = bristle.viscosity()
    static_friction: float = friction.static_friction(0.8)
    dynamic_friction: float = friction.dynamic_friction(0.3)
    stribeck_velocity: float = friction.stribeck_velocity(0.1)
    breakaway: float = bristle.breakaway()
    noise: float = friction.noise()
    reference_force: float = parameter(
        "f_ref", "N", "normal force at which the other numbers hold", default=1.0, more_than=0, at_most=1e6, range=(0.1, 10), curve="log"
    )

    observes: ClassVar[tuple[str, ...]] = ("bristle", "bristle_rate")

    def check(self) -> None:
        friction.check_order(self, self.static_friction, self.dynamic_friction)

    @property
    def kernels(self) -> LawKernels:
        return KERNELS

    def passivity(self, normal_force: float = 1.0, speed: float = 1.0) -> Passivity:
        """That of the law at its reference force, where speeds are those of now over the load."""
        load = normal_force / self.reference_force
        if load <= 0:
            return bristle.bristle_passivity(self, 0.0, speed)
        found = bristle.bristle_passivity(self, self.reference_force, speed / load)
        return found._replace(normal_force=normal_force, speed=speed, speed_limit=found.speed_limit * load)

    def sliding(self, speed: float) -> tuple[float, float]:
        """At the reference force."""
        return bristle.sliding_curve(self, speed)
