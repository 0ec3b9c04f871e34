"""Elementary functions in the kernel dialect, so that every target computes the same numbers.

Polynomials are Taylor series after range reduction, good to about one unit in the last place; they need
no library, so a WebAssembly module has no imports, and no branch, so they vectorise across voices.
"""

import math
import struct

from rosin.kernels.dialect import Constant, kernel, word

LOG2_E = 1.4426950408889634
LN2_HIGH = Constant(6.93147180369123816490e-01, single=0.693359375)  # the first bits of ln 2, so that k LN2_HIGH is exact
LN2_LOW = Constant(1.90821492927058770002e-10, single=-2.12194440e-4)
EXP_LOWEST, EXP_HIGHEST = Constant(-708.0, single=-87.0), Constant(709.0, single=88.0)
EXP_MOST = Constant(8.218407461554972e307, single=1.6516363e38)
LEAST_EXPONENT, MOST_EXPONENT = Constant(-1022.0, single=-126.0), Constant(1023.0, single=127.0)
ROUND = Constant(6755399441055744.0, single=12582912.0)  # 1.5 2^52: adding and subtracting it rounds to a whole number
SMALLEST = Constant(1e-300, single=1e-37)  # below which a power is 0

E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13 = (1 / math.factorial(n) for n in range(2, 14))
S1, S3, S5, S7, S9, S11, S13, S15, S17, S19, S21 = ((-1) ** n * math.pi ** (2 * n + 1) / math.factorial(2 * n + 1) for n in range(11))
C2, C4, C6, C8, C10, C12, C14, C16, C18, C20, C22 = ((-1) ** n * math.pi ** (2 * n) / math.factorial(2 * n) for n in range(1, 12))


@word
def power_of_two(k):
    """2^k for a whole number k from -1022 to 1023 (compiled: written straight into the exponent bits)."""
    return math.ldexp(1.0, int(k))


@word
def binary_exponent(x):
    """The k with 2^k <= x < 2^(k+1), x normal and positive (compiled: read from the exponent bits)."""
    return float((struct.unpack("<q", struct.pack("<d", x))[0] >> 52) - 1023)


@kernel
def exp_tail(r):
    """(e^r - 1 - r) / r^2 for |r| <= ln(2) / 2."""
    r2 = r * r
    r4 = r2 * r2
    low = (E2 + r * E3) + r2 * (E4 + r * E5)
    middle = (E6 + r * E7) + r2 * (E8 + r * E9)
    high = (E10 + r * E11) + r2 * (E12 + r * E13)
    return low + r4 * (middle + r4 * high)


@kernel
def exp(x):
    """e^x; 0 below -708, and held at its value for 709 above."""
    shifted = x * LOG2_E + ROUND
    k = shifted - ROUND
    r = (x - k * LN2_HIGH) - k * LN2_LOW
    scale = power_of_two(min(max(k, LEAST_EXPONENT), MOST_EXPONENT))
    value = scale + scale * (r + r * r * exp_tail(r))
    if x < EXP_LOWEST:
        return 0.0
    return value if x < EXP_HIGHEST else EXP_MOST


@kernel
def exp_fall(x):
    """e^-x for x >= 0, good to one rounding of 1: at once where it has hardly begun to fall, or has nothing left."""
    if x < 0.02:
        q = x * x
        return (1.0 - x) + q * ((E2 - x * E3) + q * ((E4 - x * E5) + q * E6))
    return exp(-x) if x < 40.0 else 0.0


@kernel
def expm1(x):
    """e^x - 1 without cancellation near zero."""
    if abs(x) < 0.34:
        return x + x * x * exp_tail(x)
    return exp(x) - 1.0


@kernel
def log(x):
    """ln x, x > 0: exponent, then 2 atanh((m - 1) / (m + 1)) for m in [1/sqrt 2, sqrt 2)."""
    k = binary_exponent(x)
    m = x * power_of_two(-k)
    if m > 1.4142135623730951:
        m = 0.5 * m
        k = k + 1.0
    s = (m - 1.0) / (m + 1.0)
    q = s * s
    q2 = q * q
    q4 = q2 * q2
    low = (1 / 3 + q * (1 / 5)) + q2 * (1 / 7 + q * (1 / 9))
    high = (1 / 11 + q * (1 / 13)) + q2 * (1 / 15 + q * (1 / 17))
    tail = (1 / 19 + q * (1 / 21)) + q2 * (1 / 23)
    series = low + q4 * (high + q4 * tail)
    return k * LN2_HIGH + (2.0 * s + (2.0 * s * q * series + k * LN2_LOW))


@kernel(separate=True, large=True)
def any_power(x, exponent):
    """x^exponent for x > 0, whatever the exponent; a function of its own, or else it stands in a program a dozen times."""
    return exp(exponent * log(x))


@kernel
def power(x, exponent):
    """x^exponent for x > 0, and 0 for x below 1e-300; at once for 3/2 and 5/2, which spheres that touch ask for at every sample."""
    if x <= SMALLEST:
        return 0.0
    if exponent == 1.5 or exponent == 2.5:
        return x * math.sqrt(x) * (1.0 if exponent == 1.5 else x)
    return any_power(x, exponent)


@kernel
def sin_cos_pi(x):
    """(sin pi x, cos pi x) for |x| <= 1/2."""
    q = x * x
    q2 = q * q
    q4 = q2 * q2
    s_low = (S3 + q * S5) + q2 * (S7 + q * S9)
    s_high = (S11 + q * S13) + q2 * (S15 + q * S17)
    s_tail = S19 + q * S21
    c_low = (C4 + q * C6) + q2 * (C8 + q * C10)
    c_high = (C12 + q * C14) + q2 * (C16 + q * C18)
    c_tail = C20 + q * C22
    sine = x * S1 + x * q * (s_low + q4 * (s_high + q4 * s_tail))
    cosine = (1.0 + q * C2) + q2 * (c_low + q4 * (c_high + q4 * c_tail))
    return sine, cosine


@kernel
def sin_cos_turns(x):
    """(sin 2 pi x, cos 2 pi x) for any x."""
    y = 2.0 * (x - math.floor(x + 0.5))
    if abs(y) <= 0.5:
        return sin_cos_pi(y)
    sine, cosine = sin_cos_pi((1.0 if y > 0.0 else -1.0) - y)
    return sine, -cosine


@kernel
def atan(x):
    """arctan x: three halvings of the angle, then the series."""
    for _ in range(3):
        x = x / (1.0 + math.sqrt(1.0 + x * x))
    q = x * x
    q2 = q * q
    low = (1 / 3 - q * (1 / 5)) + q2 * (1 / 7 - q * (1 / 9))
    high = (1 / 11 - q * (1 / 13)) + q2 * (1 / 15 - q * (1 / 17))
    return 8.0 * (x - x * q * (low + q2 * q2 * (high + q2 * q2 * (1 / 19 - q * (1 / 21)))))
