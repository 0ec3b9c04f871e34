"""What an interaction is: a scalar law that finds the contact force from v = v_free - y f.

v = v_E - v_R is the velocity of the exciter relative to the resonator (for an impact: the rate of compression),
the force f acts as +f on the resonator and -f on the exciter. A law never knows what it touches.
"""

from typing import ClassVar, NamedTuple

from rosin.kernels.dialect import Constant, Kernel, kernel
from rosin.kernels.record import Memory, Real, Record
from rosin.model.part import Part
from rosin.model.registry import Registry

RIGID = Constant(1e300, single=1e30)  # N s/m: the slope of a contact that sticks without yielding


class Coefficients(Record):
    """What the coefficients of every law begin with."""

    step = Real("s", "time step T")


class RoughCoefficients(Coefficients):
    """What those of every friction law begin with."""

    roughness = Real("(N s/m)^1/2", "surface noise s3")


@kernel
def without_branches(c, s, v):
    """A law that does not remember a branch."""


@kernel
def resting(c, s):
    """A law of which nothing goes on without contact."""
    return True


@kernel
def sought(c, s, v, compression, normal_force):
    """A law whose force has to be sought."""
    return 0.0


class LawKernels(NamedTuple):
    """The kernels of an interaction and its records: `p` parameters, `c` coefficients, constant while it sounds, `s` state.

    prepare(p, fs, c)                                   physical parameters into coefficients
    start(c, s)                                         the state before first contact
    solve(c, s, v_free, y, compression, normal_force)   -> f, v, evaluations of the law
    roughness(c)                                        -> noise coefficient, 0 if the law has none
    stored(c, s)                                        -> energy kept in the contact at the half step, J
    spent(c, s, f, v)                                   -> energy dissipated and supplied in this step, J
    observe(c, s, j)                                    -> the j-th of the quantities named in `observes`
    slope(c, s, f, v, normal_force)                     -> df/dv of the law at the point that `solve` has just found; RIGID where it sticks
    lean(c, s, v)                                       before `solve`: begin on the branch where the relative velocity is v
    rests(c, s)                                         where there is no contact: whether nothing of its state goes on by itself
    moved(c, s, v, compression, normal_force)           -> f of a step in which it moves at v, for laws that know it at once

    A law is tried by `solve` on a copy of its state, and committed by keeping that copy. Tried again from the same state with another
    v_free, the points f, v that it finds lie on a curve, and `slope` is the slope of that.
    """

    memory: Memory
    prepare: Kernel
    start: Kernel
    solve: Kernel
    roughness: Kernel
    stored: Kernel
    spent: Kernel
    observe: Kernel
    slope: Kernel
    lean: Kernel = without_branches
    rests: Kernel = resting
    moved: Kernel = sought

    @property
    def explicit(self) -> bool:
        """Whether the force is known at once from the velocity."""
        return self.moved is not sought


class Passivity(NamedTuple):
    """Whether a law can only take energy out of a contact, at a given normal force and up to a given speed."""

    passive: bool
    normal_force: float
    speed: float
    speed_limit: float
    reason: str

    def __str__(self) -> str:
        verdict = "passive" if self.passive else "not provably passive"
        return f"{verdict} at {self.normal_force:g} N up to {self.speed:g} m/s: {self.reason}"


class Interaction(Part):
    """Base of all contact laws. A law is one file: docstring, parameters, kernels."""

    kind: ClassVar[str] = "interaction"
    registry: ClassVar[Registry] = Registry(__name__)
    observes: ClassVar[tuple[str, ...]] = ()
    friction: ClassVar[bool] = True
    set_valued: ClassVar[bool] = False
    smooth: ClassVar[bool] = True
    forgets: ClassVar[bool] = False  # whether nothing of an impact goes on where bodies do not touch

    @property
    def kernels(self) -> LawKernels:
        """The kernels that run this law, as its options choose."""
        raise NotImplementedError

    @property
    def needs_double(self) -> str:
        return "its surface noise comes from other random numbers in single precision" if getattr(self, "noise", 0.0) > 0 else ""

    def passivity(self, normal_force: float = 1.0, speed: float = 1.0) -> Passivity:
        """Whether the law is passive; most are, whatever their parameters."""
        return Passivity(True, normal_force, speed, float("inf"), "the law can only take energy out of the contact.")

    def sliding(self, speed: float) -> tuple[float, float] | None:
        """Friction coefficient in steady sliding at a speed (m/s), without viscosity, and its slope; None if speed does not set it."""
        return None


@kernel
def smooth_surface(c):
    """The roughness of a law without noise."""
    return 0.0


@kernel
def roughness(c):
    """The s3 of a friction law."""
    return c.roughness


@kernel
def all_heat(c, s, f, v):
    """What is spent where all of f v is dissipated."""
    return c.step * f * v, 0.0


@kernel
def nothing_kept(c, s):
    """The energy of a contact that stores none."""
    return 0.0
