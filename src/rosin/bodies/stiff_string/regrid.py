"""A string that sounds while its grid changes: its rows go over to the new one by straight lines between their points."""

from rosin.bodies.stiff_string.grid import cells_of, fix_ends
from rosin.kernels.dialect import kernel, part


@kernel
def between(row, place):
    """The value of a row between two of its points, by a straight line."""
    cell = int(place)
    share = place - cell
    return (1.0 - share) * row[cell + 2] + share * row[cell + 3]


@kernel(separate=True, seldom=True)
def rewrite(row, old, new):
    """Put a row of `old` cells on `new` ones, in its place: no point is read after it was written to."""
    ratio = float(old) / float(new)
    if new < old:
        for i in range(1, new):
            row[i + 2] = between(row, i * ratio)
        for i in range(new, old + 2):
            row[i + 2] = 0.0
    else:
        for step in range(1, new):
            i = new - step
            row[i + 2] = between(row, i * ratio)
        row[new + 2] = 0.0


@kernel
def regrid(c, s):
    """Let the rows follow the grid; by what ratio it has become finer, 1 where it has not changed."""
    old, new = int(s.cells_before), cells_of(c)
    if old == new or old == 0:
        return 1.0
    s.cells_before = float(new)
    for number in range(3):
        row = part(s.rows, number * s.row)
        rewrite(row, old, new)
        fix_ends(c, row)
    return float(new) / float(old)
