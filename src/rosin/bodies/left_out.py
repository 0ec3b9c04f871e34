"""Modes that a sample rate cannot hold: they are left out, in words; only where none is left is the rate refused."""

import warnings
from collections.abc import Sequence
from typing import Any


def check_modes(body: Any, fits: Sequence[bool], sample_rate: float) -> None:
    """Tell of modes that lie at or above half the sample rate; raise ParameterError where all do."""
    half, many = f"half the sample rate, {0.5 * sample_rate:g} Hz", len(fits)
    if not any(fits):
        lowest = f"{min(body.frequencies):g} Hz{' and above' if many > 1 else ''}"
        raise body.refuse("frequencies", lowest, f"is not below {half}; make it lower, raise the sample rate or oversample.")
    if not all(fits):
        missing = many - sum(fits)
        warnings.warn(f"{type(body).__name__}: {missing} of {many} frequencies are not below {half}; they are left out.", stacklevel=2)
