"""What setups have in common that are one scene: several bodies whose contacts and joints are solved together.

A hand of such an instrument moves one contact or several: each takes from the hand's gesture those controls that it follows. Unless a
setup says otherwise, every contact that is pressed or led has a hand of its own name.
"""

from collections.abc import Mapping
from typing import Any

from rosin.instruments.setups.setup import Layer, Link, Played, Reference, Rubbed, linear
from rosin.playing.gesture import Gesture
from rosin.scenes.scene import DOT, PLACES, Scene

LAYER = "scene"


class Scenery:
    """A setup that is one scene, beside Setup among its bases."""

    gain: Any

    def scene(self) -> Scene:
        """The scene, from the parameters."""
        raise NotImplementedError

    def moves(self) -> dict[str, tuple[str, ...]]:
        """The hands that play, with the contacts that each one moves."""
        scene = self.scene()
        return {name: (name,) for name in scene.contacts if scene.controls_of(name) - set(PLACES) - {"finger", "bend"}}

    def hands(self) -> dict[str, frozenset[str]]:
        """The hands that play, with the controls that each one moves."""
        scene = self.scene()
        return {hand: frozenset().union(*map(scene.controls_of, contacts)) for hand, contacts in self.moves().items()}

    def layers(self) -> dict[str, Layer]:
        """The scene and how it is heard."""
        return {LAYER: Layer(self.scene(), gain=linear(self.gain), usual=self.usual())}

    def usual(self) -> Reference:
        """How far controls go live, where no gesture tells."""
        return {}

    def links(self) -> list[Link]:
        """What each control of a hand moves: that of every contact which follows the hand."""
        scene, hands = self.scene(), self.hands()
        return [
            Link(hand, control, LAYER, f"{contact}{DOT}{control}")
            for hand, contacts in self.moves().items()
            for contact in contacts
            for control in sorted(hands[hand] & scene.controls_of(contact))
        ]

    def rubbed(self) -> Rubbed | None:
        """Nothing of it is rubbed for long, unless a setup says so."""
        return None

    def played(self, gestures: Mapping[str, Gesture]) -> list[Played]:
        """The scene, every contact under the hand that moves it."""
        layer = self.layers()[LAYER]
        scene = self.scene()
        moved = {
            contact: gestures[hand].only(scene.controls_of(contact)) for hand, contacts in self.moves().items() for contact in contacts
        }
        return [Played(LAYER, layer, moved)]
