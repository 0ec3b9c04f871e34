"""A swinging door with two shutters, each with a hinge and a panel of its own (Avanzini et al. 2003, figure 8.11c).

The pin of a hinge is dragged through the compliance of its fitting, sticks and slips; the slip rate follows the speed of the
door and falls with the load (analysis/relaxation.py). The panel colours it.
"""

from typing import Annotated

from rosin.parameters import Number
from rosin.part import one_of
from rosin.setups.one_contact import OneContact
from rosin.setups.setup import Layer, Setup, gain_parameter, linear

Shutter = Annotated[OneContact, one_of(OneContact)]


class Door(Setup):
    """Two shutters, `left` and `right`, each opened by a hand of its own."""

    left: Shutter
    right: Shutter
    gain: Number = gain_parameter()

    def layers(self) -> dict[str, Layer]:
        found = {"left": self.left.layer(), "right": self.right.layer()}
        return {name: Layer(layer.contact, layer.gain * linear(self.gain), layer.output) for name, layer in found.items()}
