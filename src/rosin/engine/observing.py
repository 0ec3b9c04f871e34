"""What a voice keeps beside its sound: nothing, how its contacts move, or also the account of energy, which costs more."""

from typing import Literal

from rosin.model.errors import ParameterError, unknown

Observe = bool | Literal["motion"]
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
MOTION, ALL = 1, 2  # as kernels know it


def depth(observe: Observe) -> int:
    """The same as a number: 0, MOTION or ALL."""
    if not isinstance(observe, bool) and observe != "motion":
        raise unknown("way to observe", str(observe), ("True", "False", "motion"))
    return MOTION if observe == "motion" else ALL * int(observe)


def observing(traces: tuple[str, ...]) -> Observe:
    """What must be observed to keep these traces."""
    return True if any(name in ENERGIES for name in traces) else "motion" if traces else False


def check_observed(name: str, observe: Observe) -> None:
    """Raise ParameterError where a voice that observes so does not keep this trace."""
    if not observe:
        raise ParameterError("This voice keeps no traces and no energy account; make it with observe=True.")
    if name in ENERGIES and observe == "motion":
        raise ParameterError(f"This voice observes motion alone and keeps no {name}; make it with observe=True.")
