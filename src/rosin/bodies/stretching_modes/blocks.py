"""What stretching couples, block by block: families of four modes under families of four stresses.

    e_m = sum over p, q of K^m_pq x_p x_q,     2 V = c sum of e_m^2,     dV/dx_p = 2 c sum over q of x_q (sum over m of e_m K^m_pq)

For a family of stresses all products x_p x_q come first, then four sums over them, then the matrix sum of e_m K^m, then its product with x;
those in the middle, which are most of the work, run in vectors. A block is of one family p and another one q, [p][q], and stands for
both orders. sqrt(c) is in K.
"""

from rosin.kernels.dialect import kernel, part

FAMILY = 4  # modes, and stresses
BLOCK = FAMILY * FAMILY


@kernel
def over_blocks(inside, across, row, pull, x, families, n):
    """Do something for every block of stress family n: those inside a family, and those of two, n apart or of the sum n."""
    apart = families - n
    for at in range(blocks_under(families, n)):
        k = at
        j = at + n
        if at >= apart:
            k = at - apart + least_of_sum(families, n)
            j = n - k
        if j == k:
            inside(part(row, BLOCK * at), part(pull, FAMILY * k), part(x, FAMILY * k))
        else:
            across(part(row, BLOCK * at), part(pull, FAMILY * k), part(pull, FAMILY * j), part(x, FAMILY * k), part(x, FAMILY * j))


@kernel(separate=True)
def multiply_inside(row, pull, x):
    """Products of the modes of a family."""
    for p in range(FAMILY):
        for q in range(FAMILY):
            row[FAMILY * p + q] = x[p] * x[q]


@kernel(separate=True)
def multiply_across(row, pull, others, x, y):
    """Products of the modes of two families, in both orders."""
    for p in range(FAMILY):
        for q in range(FAMILY):
            row[FAMILY * p + q] = 2.0 * x[p] * y[q]


@kernel(separate=True)
def pull_inside(row, pull, x):
    """What the modes of a family do to each other."""
    for p in range(FAMILY):
        for q in range(FAMILY):
            pull[p] += row[FAMILY * p + q] * x[q]


@kernel(separate=True)
def pull_across(row, pull, others, x, y):
    """What two families do to each other."""
    for p in range(FAMILY):
        for q in range(FAMILY):
            pull[p] += row[FAMILY * p + q] * y[q]
            others[q] += row[FAMILY * p + q] * x[p]


@kernel(reassociate=True, separate=True)
def elongations(first, second, third, fourth, row, n):
    """e of four stresses."""
    e_1, e_2, e_3, e_4 = 0.0, 0.0, 0.0, 0.0
    for i in range(n):
        e_1 += first[i] * row[i]
        e_2 += second[i] * row[i]
        e_3 += third[i] * row[i]
        e_4 += fourth[i] * row[i]
    return e_1, e_2, e_3, e_4


@kernel(separate=True)
def weigh_together(first, second, third, fourth, row, e_1, e_2, e_3, e_4, n):
    """The sum of e K of four stresses."""
    for i in range(n):
        row[i] = e_1 * first[i] + e_2 * second[i] + e_3 * third[i] + e_4 * fourth[i]


@kernel
def least_of_sum(families, n):
    """The first of the families that, with a later one or itself, have the sum n."""
    return max(1, n - families + 1)


@kernel
def blocks_under(families, n):
    """How many blocks a stress of family n couples."""
    return families - n + max(0, n // 2 - least_of_sum(families, n) + 1)


@kernel(separate=True)
def stretch(rows, pull, couplings, x, families, stresses):
    """2 V, and half of dV/dx of every mode; what is stored in one round is fetched in the next, when it has long arrived."""
    for p in range(FAMILY * families):
        pull[p] = 0.0
    begin = 0
    for n in range(stresses):
        over_blocks(multiply_inside, multiply_across, part(rows, begin), pull, x, families, n)
        begin += BLOCK * blocks_under(families, n)
    twice = 0.0
    begin = 0
    for n in range(stresses):
        many = BLOCK * blocks_under(families, n)
        row, at = part(rows, begin), FAMILY * begin
        first, second = part(couplings, at), part(couplings, at + many)
        third, fourth = part(couplings, at + 2 * many), part(couplings, at + 3 * many)
        e_1, e_2, e_3, e_4 = elongations(first, second, third, fourth, row, many)
        weigh_together(first, second, third, fourth, row, e_1, e_2, e_3, e_4, many)
        twice += e_1 * e_1 + e_2 * e_2 + e_3 * e_3 + e_4 * e_4
        begin += many
    begin = 0
    for n in range(stresses):
        over_blocks(pull_inside, pull_across, part(rows, begin), pull, x, families, n)
        begin += BLOCK * blocks_under(families, n)
    return twice
