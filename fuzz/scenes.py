"""Random scenes of two to twenty contacts on one to three bodies: finite, and within their account of energy."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from random_scenes import FAMILIES, fare, random_scene

from fuzz.target import Target

SAMPLES = 150
STRUCTURES = 500
CLOSES = 1e-9
Case = tuple[Any, dict[str, float]]


class Scenes(Target):
    """Scenes, each with its controls."""

    about = "random scenes of up to twenty contacts"

    def case(self, random: np.random.Generator) -> Case:
        """A scene of some structure, which is compiled once, with numbers of its own, and its controls."""
        structure = np.random.default_rng(random.integers(STRUCTURES))
        scene, controls = random_scene(random, str(structure.choice(list(FAMILIES))), structure)
        return scene, controls

    def check(self, case: Case) -> None:
        """Play it."""
        fared = fare(*case, SAMPLES)
        assert fared.finite, "it is not finite"
        assert fared.energy_error < CLOSES, f"its account is off by {fared.energy_error:.1e}"

    def simpler(self, case: Case) -> Iterator[Case]:
        """Without one of its contacts."""
        scene, controls = case
        for name in scene.contacts if len(scene.contacts) > 1 else ():
            left = {other: touch for other, touch in scene.contacts.items() if other != name}
            yield scene.replace(contacts=left), {key: value for key, value in controls.items() if not key.startswith(f"{name}.")}

    def shown(self, case: Case) -> str:
        """As its file has it."""
        return f"{case[0].to_json()} {case[1]}"
