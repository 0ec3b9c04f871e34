"""What a voice keeps beside its sound: nothing, how its contacts slide, all of how they move, or also the account of energy.

"sliding"   force and relative velocity, which cost next to nothing
"motion"    also the compression, what the solver took and the quantities of the law
True        also energies
"""

from typing import Literal

from rosin.model.errors import ParameterError, unknown

Observe = bool | Literal["sliding", "motion"]
SLID = ("force", "relative_velocity")
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
SLIDING, MOTION, ALL = 1, 2, 3  # as kernels know it
WORDS = {"sliding": SLIDING, "motion": MOTION}


def depth(observe: Observe) -> int:
    """The same as a number: 0, SLIDING, MOTION or ALL."""
    if not isinstance(observe, bool) and observe not in WORDS:
        raise unknown("way to observe", str(observe), ("True", "False", *WORDS))
    return ALL * int(observe) if isinstance(observe, bool) else WORDS[observe]


def observing(traces: tuple[str, ...]) -> Observe:
    """What must be observed to keep these traces."""
    return True if any(name in ENERGIES for name in traces) else "motion" if traces else False


def check_observed(name: str, observe: Observe) -> None:
    """Raise ParameterError where a voice that observes so does not keep this trace."""
    if not observe:
        raise ParameterError("This voice keeps no traces and no energy account; make it with observe=True.")
    if (name in ENERGIES and observe is not True) or (name not in SLID and observe == "sliding"):
        raise ParameterError(f"This voice observes {observe} alone and keeps no {name}; make it with observe=True.")
