"""The sum of n waves (an inverse FFT without its 1/n), n a power of two, by Cooley and Tukey's halving, in place."""

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
def sum_of_waves(a, n):
    """z_j = sum over k of Z_k e^(2 pi i j k / n), complex numbers in pairs, Z in the order of `turned_over`."""
    half = 1
    while half < n:
        for k in range(half):
            sine, cosine = sin_cos_turns(0.5 * k / half)
            for block in range(n // (2 * half)):
                one = 2 * (k + 2 * half * block)
                other = one + 2 * half
                real = cosine * a[other] - sine * a[other + 1]
                imaginary = cosine * a[other + 1] + sine * a[other]
                a[other] = a[one] - real
                a[other + 1] = a[one + 1] - imaginary
                a[one] = a[one] + real
                a[one + 1] = a[one + 1] + imaginary
        half = 2 * half
