"""What impact laws share: a compression whose energy is exact, by a discrete gradient.

With potential V(x) = k x^(a+1) / (a+1), x > 0, and the half-step compression moving from x to x + T v, the elastic force
is its mean over the step,

    f = [V(x + T v) - V(x)] / (T v),

so that the potential closes exactly against the power f v at any stiffness (the K method, which takes the force at
one instant, can create energy). f grows with v, so v = v_free - y f has one root, between 0 and the force at v_free.
"""

from rosin.interactions.interaction import STEP
from rosin.kernels.dialect import kernel
from rosin.kernels.maths import power
from rosin.kernels.solver import newton_in_bracket, newton_step
from rosin.parameters import parameter

STIFFNESS, EXPONENT = 1, 2  # coefficients after T, then those of the law
HEAD = 3
X, X_LEFT, X_FOUND, F, F_BEFORE = range(5)  # state, then that of the law
STATE = 5
NEAR = 0.02  # relative step below which the mean force is taken from its series


@kernel
def potential(k, a, x):
    """V(x)."""
    return k * power(x, a + 1.0) / (a + 1.0)


@kernel
def mean_force(k, a, x0, x1):
    """The mean of k x^a (0 for x < 0) between x0 and x1, and its slope by x1."""
    if x0 <= 0.0 and x1 <= 0.0:
        return 0.0, 0.0
    d = x1 - x0
    if abs(d) < NEAR * x0:
        m = 0.5 * (x0 + x1)
        r = 0.5 * d / m
        q = r * r
        s1 = a * (a - 1.0) / 6.0
        s2 = s1 * (a - 2.0) * (a - 3.0) / 20.0
        s3 = s2 * (a - 4.0) * (a - 5.0) / 42.0
        series = 1.0 + q * (s1 + q * (s2 + q * s3))
        bend = 2.0 * r * (s1 + 2.0 * q * s2)
        force = k * power(m, a)
        return force * series, 0.5 * force / m * (a * series + (1.0 - r) * bend)
    end = k * power(x1, a)
    mean = (end * max(x1, 0.0) / (a + 1.0) - potential(k, a, x0)) / d
    return mean, (end - mean) / d


@kernel
def excess(force, f, q):
    """force(v_free - y f) - f, with slope and curvature: the residual of a law with that force."""
    c, s, x, v_free, y = q
    value, slope = force(c, s, x, v_free - y * f)
    return newton_step(value - f, -y * slope - 1.0)


@kernel
def step(force, residual, c, s, v_free, y, x):
    """One sample of a law with force(c, s, x, v) -> value, slope by v; x is the compression at the half step."""
    s[X_LEFT] = s[X]
    s[X_FOUND] = x
    if x <= 0.0 and x + c[STEP] * v_free <= 0.0:
        s[F_BEFORE] = 0.0
        s[F] = 0.0
        s[X] = x + c[STEP] * v_free
        return 0.0, v_free, 0
    f, _ = force(c, s, x, v_free)
    count = 0
    if y > 0.0 and f > 0.0:
        guess = 2.0 * s[F] - s[F_BEFORE]
        q = (c, s, x, v_free, y)
        f, count = newton_in_bracket(residual, q, 0.0, f, guess if 0.0 < guess < f else f, 0.0, 1e-13)
    v = v_free - y * f
    s[F_BEFORE] = s[F]
    s[F] = f
    s[X] = x + c[STEP] * v
    return f, v, count


@kernel
def start(c, s):
    """Never touched."""
    for i in range(STATE):
        s[i] = 0.0
    s[X] = -1.0


@kernel
def stored(c, s):
    """V at the half step."""
    return potential(c[STIFFNESS], c[EXPONENT], s[X])


@kernel
def shifted(c, s):
    """Work of a gesture that moved the point of contact over a bent body, so that x changed by itself."""
    return potential(c[STIFFNESS], c[EXPONENT], s[X_FOUND]) - potential(c[STIFFNESS], c[EXPONENT], s[X_LEFT])


@kernel
def observe(c, s, j):
    """Compression says it all, and every voice records that."""
    return 0.0


def stiffness() -> float:
    """The parameter k."""
    return parameter(
        "k",
        "N/m^α",
        "contact stiffness",
        default=1e8,
        more_than=0,
        at_most=1e20,
        range=(1e3, 1e12),
        curve="log",
        source="Avanzini et al. 2003, eq. 8.8",
    )


def exponent() -> float:
    """The parameter alpha."""
    return parameter(
        "α", "", "exponent of the compression; 1.5 for spheres, 1.5 to 3.5 for felt", default=1.5, at_least=1, at_most=10, range=(1, 4)
    )
