"""The sum of n waves, n a power of two, by Cooley and Tukey's halving, in place."""

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import sin_cos_turns


@kernel
def turned_over(k, n):
    """The bits of k < n in reverse: where `sum_of_waves` expects the k-th coefficient."""
    reverse = 0
    while n > 1:
        reverse = 2 * reverse + k % 2
        k = k // 2
        n = n // 2
    return reverse


@kernel
def sum_of_waves(c, at, n):
    """z_j = sum over k of Z_k e^(2 pi i j k / n), complex numbers in pairs from c[at] on, Z in the order of `turned_over`."""
    half = 1
    while half < n:
        for k in range(half):
            sine, cosine = sin_cos_turns(0.5 * k / half)
            for block in range(n // (2 * half)):
                one = at + 2 * (k + 2 * half * block)
                other = one + 2 * half
                real = cosine * c[other] - sine * c[other + 1]
                imaginary = cosine * c[other + 1] + sine * c[other]
                c[other] = c[one] - real
                c[other + 1] = c[one + 1] - imaginary
                c[one] = c[one] + real
                c[one + 1] = c[one + 1] + imaginary
        half = 2 * half
