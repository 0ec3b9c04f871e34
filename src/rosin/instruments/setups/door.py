"""A swinging door with two shutters, each with a hinge and a panel of its own (Avanzini et al. 2003, figure 8.11c).

The pin of a hinge is dragged through the compliance of its fitting, sticks and slips; the slip rate follows the speed of the
door and falls with the load (analysis/relaxation.py). The panel colours it.
"""

from rosin.instruments.setups.one_contact import SomeContact
from rosin.instruments.setups.setup import Layer, Setup, gain_parameter


class Door(Setup):
    """Two shutters, `left` and `right`, each opened by a hand of its own."""

    left: SomeContact
    right: SomeContact
    gain: float = gain_parameter()

    def layers(self) -> dict[str, Layer]:
        return {"left": self.left.layer().raised(self.gain), "right": self.right.layer().raised(self.gain)}
