"""Delay lines that lie one after the other in one array, each a ring of as many samples as it lasts.

A line gives what it got its length ago and gets the next at the same place. Stretches of sound pass at once, so lines are longer than
those. Lengths are primes, so that the echoes of any two seldom coincide.
"""

from rosin.kernels.dialect import kernel, part

STRETCH = 64  # samples that pass at once, the shortest that a line may be
SPARE = 128  # samples a line: rounding on another machine may choose the next prime


@kernel
def is_prime(n):
    """1 where an odd number has no divisor, else 0."""
    divisor = 3
    found = 1
    while found == 1 and divisor * divisor <= n:
        if n % divisor == 0:
            found = 0
        divisor += 2
    return found


@kernel
def next_prime(n):
    """The smallest odd prime from n on."""
    n = 2 * (n // 2) + 1
    while is_prime(n) == 0:
        n += 2
    return n


@kernel
def lay(wanted, line, c):
    """Give a line its place behind those before it, which are shorter: the first prime from a number of samples on; its length."""
    at, least = 0.0, STRETCH + 1.0
    if line > 0:
        at = c.ends[line - 1]
        least = max(least, at - c.begins[line - 1] + 1.0)
    length = next_prime(int(max(wanted + 0.5, least)))
    c.begins[line] = at
    c.ends[line] = at + length
    return length


@kernel
def pass_through(run, c, s, line, samples, n, other, stride):
    """`run` on the next n samples of a line and n others, `stride` numbers apart; in two pieces where the ring closes."""
    place = int(s.places[line])
    first = min(n, int(c.ends[line]) - place)
    run(part(samples, place), first, other)
    run(part(samples, int(c.begins[line])), n - first, part(other, first * stride))


@kernel
def advance(c, s, line, n):
    """On by n samples."""
    place = s.places[line] + n
    s.places[line] = place if place < c.ends[line] else place - c.ends[line] + c.begins[line]
