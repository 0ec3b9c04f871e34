"""Parameters that are rows of numbers: given as a list, a tuple or an array, kept as tuples."""

from typing import Annotated, Any

from rosin.model.fields import Checked, Lengths, real

MOST_MODES = 4096
MOST_WEIGHTS = 2**20  # of all contact points, or of all pickups


def plain(value: Any) -> Any:
    """A NumPy array as lists; anything else as it is."""
    return value.tolist() if hasattr(value, "tolist") else value


def row(value: Any) -> tuple[float, ...]:
    """A list, tuple or array of numbers as a tuple."""
    value = plain(value)
    if not isinstance(value, list | tuple):
        raise ValueError("must be a list of numbers")
    if not value:
        raise ValueError("is empty; give one number at least")
    if len(value) > MOST_MODES:
        raise ValueError(f"has {len(value)} entries; at most {MOST_MODES} are allowed")
    if all(issubclass(kind, float) for kind in set(map(type, value))):
        return tuple(map(float, value))
    numbers = []
    for index, item in enumerate(value):
        try:
            numbers.append(real(item))
        except ValueError as error:
            raise ValueError(f"entry {index} {error}") from None
    return tuple(numbers)


def one_or_row(value: Any) -> tuple[float, ...] | float:
    """A number that serves all modes, or one for each."""
    value = plain(value)
    return row(value) if isinstance(value, list | tuple) else real(value)


def each(value: tuple[float, ...] | float, n: int) -> tuple[float, ...]:
    """A number for each of n modes."""
    return value if isinstance(value, tuple) else (value,) * n


def rows(value: Any) -> tuple[tuple[float, ...], ...] | None:
    """Rows of numbers; a single row may be given bare."""
    if value is None:
        return None
    value = plain(value)
    if not isinstance(value, list | tuple) or not value:
        raise ValueError("must be a row of numbers, or several rows")
    if len(value) > MOST_MODES:
        raise ValueError(f"has {len(value)} rows; at most {MOST_MODES} are allowed")
    if not isinstance(plain(value[0]), list | tuple):
        return (row(value),)
    if len(value) * len(plain(value[0])) > MOST_WEIGHTS:
        raise ValueError(f"has {len(value)} rows of {len(plain(value[0]))}; at most {MOST_WEIGHTS} numbers are allowed in all")
    return tuple(row(item) for item in value)


Some = Annotated[tuple[float, ...], Lengths(1, MOST_MODES)]
Several = Annotated[tuple[Some, ...], Lengths(1, MOST_MODES)]
Numbers = Annotated[Some, Checked(row)]
OneOrNumbers = Annotated[Some | float, Checked(one_or_row)]
NumberRows = Annotated[Several | None, Checked(rows, given=Some | Several | None)]
