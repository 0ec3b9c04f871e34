"""What impact laws share: a compression whose energy is exact, by a discrete gradient.

With potential V(x) = k x^(a+1) / (a+1), x > 0, and the half-step compression moving from x to x + T v, the elastic force
is its mean over the step,

    f = [V(x + T v) - V(x)] / (T v),

so that the potential closes exactly against the power f v at any stiffness (the K method, which takes the force at
one instant, can create energy). f grows with v, so v = v_free - y f has one root. It is sought in the compression at the
end of the step, which lies between 0 (or, where the bodies part, what twice the full force would leave) and the one
without contact.
"""

from rosin.interactions import interaction
from rosin.kernels.clearing import clear
from rosin.kernels.dialect import Constant, kernel
from rosin.kernels.maths import power
from rosin.kernels.record import Real, Record, Row
from rosin.kernels.solver import newton_in_bracket, newton_step
from rosin.model.parameters import parameter

TERMS = 9  # of the series of a short step


class Coefficients(interaction.Coefficients):
    """Constants of a stiffening spring, then those of the law."""

    stiffness = Real("N/m^a", "k")
    exponent = Real("", "a")
    short = Row(TERMS, text="of u^n in the mean of (1 + w)^a for w from 0 to u: a over n, by n + 1")


class State(Record):
    """Compression and force, then the state of the law."""

    x = Real("m", "compression at the end of the step")
    x_left = Real("m", "at the end of the last")
    x_found = Real("m", "at the start of this one")
    pressed = Real("m^a", "x_found^a")
    f = Real("N", "force")
    f_before = Real("N", "of the last step")
    slope = Real("N s/m", "df/dv over the step")


NEAR = 0.02  # relative step below which the mean force is taken from its series
SAME, FINE = Constant(1e-12, single=1e-6), 1e-3  # relative agreement of two compressions, and the length (m) below which it is absolute
CLOSE = Constant(1e-14, single=1e-6)  # relative accuracy of the compression
ROUNDING = Constant(1e-15, single=3e-7)  # of the terms of the equation: a step this small can only confirm the root
STAYS = 0.25  # of a compression: above that it is foretold to stay


@kernel
def potential(k, a, x):
    """V(x)."""
    return k * power(x, a + 1.0) / (a + 1.0)


@kernel
def prepare(p, fs, c):
    """Parameters as they are, and the series of a short step."""
    c.step = 1.0 / fs
    c.stiffness = p.stiffness
    c.exponent = p.exponent
    binomial = 1.0
    for n in range(TERMS):
        c.short[n] = binomial / (n + 1.0)
        binomial = binomial * (p.exponent - n) / (n + 1.0)


@kernel
def mean_force(c, pressed, x0, x1):
    """The mean of k x^a (0 for x < 0) between x0, of which `pressed` is the power, and x1; and its slope by x1."""
    if x0 <= 0.0 and x1 <= 0.0:
        return 0.0, 0.0
    d = x1 - x0
    begin = c.stiffness * pressed
    if abs(d) < NEAR * x0:
        b = c.short
        u = d / x0
        u2 = u * u
        u4 = u2 * u2
        mean = (b[0] + u * b[1]) + u2 * (b[2] + u * b[3]) + u4 * ((b[4] + u * b[5]) + u2 * (b[6] + u * b[7]) + u4 * b[8])
        slope = (b[1] + 2.0 * u * b[2]) + u2 * (3.0 * b[3] + 4.0 * u * b[4] + u2 * (5.0 * b[5] + 6.0 * u * b[6]))
        return begin * mean, begin * slope / x0
    end = c.stiffness * power(x1, c.exponent)
    mean = (end * max(x1, 0.0) - begin * max(x0, 0.0)) / (d * (c.exponent + 1.0))
    return mean, (end - mean) / d


@kernel
def surplus(force, x1, q):
    """v_free - y f - v for the compression x1 at the end of the step, with its Newton step: the residual of a law."""
    c, s, x, v_free, y = q
    f, by_x1 = force(c, s, x, x1)
    slope = -1.0 / c.step - y * by_x1
    g, to_root, left = newton_step(v_free - y * f - (x1 - x) / c.step, slope)
    rounding = ROUNDING * (abs(x) + abs(x1) + c.step * abs(v_free)) / (-slope * c.step)
    return g, to_root, 0.0 if abs(to_root) <= rounding else left


@kernel
def first_touch(c, v_free, y):
    """How deep a blow goes that is stopped within its first step: V(x1) = T v_free^2 / y."""
    a = c.exponent + 1.0
    return power(a * c.step * v_free * v_free / (y * c.stiffness), 1.0 / a)


@kernel
def agreed(s, compression):
    """The compression at the start of a step: the law's own as long as the bodies agree to rounding, else theirs.

    So it is known to its last digit even where a hard blow is over within a step, and follows a contact that moves.
    """
    return s.x if abs(compression - s.x) <= SAME * (FINE + abs(compression)) else compression


@kernel
def span(force, residual, q, top):
    """Between which compressions at the end of the step the root lies, and whether there is one to be sought."""
    c, s, x, v_free, y = q
    f, _ = force(c, s, x, top)
    if y <= 0.0 or f <= 0.0:
        return 0.0, top, False
    if x > 0.0 and (top <= 0.0 or residual(0.0, q)[0] < 0.0):
        return x + c.step * (v_free - 2.0 * y * f), min(top, 0.0), True
    return 0.0, top, True


@kernel
def step(force, residual, c, s, v_free, y, x):
    """One sample from compression x, for a law with force(c, s, x0, x1) -> mean over the step, and its slope by x1.

    Where the last forces foretell that the bodies stay together, and a compression somewhat less than they foretell lies below the
    root, nothing else need be known of where that is.
    """
    s.x_left = s.x
    s.x_found = x
    s.pressed = power(x, c.exponent)
    top = x + c.step * v_free
    if x <= 0.0 and top <= 0.0:
        s.f_before = 0.0
        s.f = 0.0
        s.slope = 0.0
        s.x = top
        return 0.0, v_free, 0
    q = (c, s, x, v_free, y)
    guess, low, high, sought, stays = top, 0.0, top, True, False
    if s.f > 0.0:
        guess = x + c.step * (v_free - y * (2.0 * s.f - s.f_before))
        less = guess - c.step * y * abs(s.f - s.f_before)
        if y > 0.0 and x > 0.0 and STAYS * x < less < top:
            g, to_root, _ = residual(less, q)
            if g >= 0.0:
                guess, low, stays = less + to_root, less, True
    if not stays:
        low, high, sought = span(force, residual, q, top)
        if sought and s.f <= 0.0:
            guess = first_touch(c, v_free, y)
    x1, v, count = top, v_free, 0
    if sought:
        x1, count = newton_in_bracket(residual, q, low, high, guess if low <= guess < high else high, 0.0, CLOSE)
        v = (x1 - x) / c.step
    f, by_x1 = force(c, s, x, x1)
    s.x = x1
    s.slope = c.step * by_x1
    s.f_before = s.f
    s.f = f
    return f, v, count + 1 if stays else count


@kernel
def moving(force, c, s, v, x):
    """The force of a step from compression x at a known velocity; it is kept as if `step` had found that."""
    s.x_left = s.x
    s.x_found = x
    s.pressed = power(x, c.exponent)
    f, by_x1 = force(c, s, x, x + c.step * v)
    s.x = x + c.step * v
    s.slope = c.step * by_x1
    s.f_before = s.f
    s.f = f
    return f


@kernel
def start(c, s):
    """Never touched."""
    clear(s)
    s.x = -1.0


@kernel
def stored(c, s):
    """V at the half step."""
    return potential(c.stiffness, c.exponent, s.x)


@kernel
def shifted(c, s):
    """Work of a gesture that moved the point of contact over a bent body, so that x changed by itself."""
    return potential(c.stiffness, c.exponent, s.x_found) - potential(c.stiffness, c.exponent, s.x_left)


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
