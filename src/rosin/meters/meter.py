"""What a meter is: a filter that lets nothing out. It hears rows sample by sample and keeps in its state what they came to."""

from typing import ClassVar

from rosin.kernels.filtering import FilterKernels
from rosin.model.part import Part
from rosin.model.registry import Registry

ROWS = ("velocity", "force", "relative_velocity", "sound")  # what every meter hears: of the hand, at the contact, there, at the pickup


class Meter(Part):
    """Base of all meters. A meter is one file: docstring, parameters, kernels, and the names of what it finds, which are in its state."""

    kind: ClassVar[str] = "meter"
    registry: ClassVar[Registry] = Registry(__name__)
    kernels: ClassVar[FilterKernels]
    finds: ClassVar[tuple[str, ...]]
