"""The smallest scene, one contact: it runs as that contact does, at its speed, under the names of the scene."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rosin.engine.composition import TRACES
from rosin.engine.targets import Opener
from rosin.engine.voice import Voice
from rosin.model.errors import ParameterError, unknown
from rosin.playing.controls import CONTROLS
from rosin.scenes.scene import DOT, Scene

OF_THE_SCENE = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


class SmallestVoice:
    """A scene of one contact, as SceneVoice has it."""

    def __init__(
        self,
        scene: Scene,
        sample_rate: float = 48_000,
        *,
        seed: int = 0,
        observe: bool = False,
        target: str | Opener = "native",
        block: int = 4096,
    ) -> None:
        contact = scene.as_contact()
        if contact is None:
            raise ParameterError("This scene is more than one contact.")
        self.scene, self.sample_rate, self.observes, self.block = scene, float(sample_rate), observe, block
        ((self.name, touch),) = scene.contacts.items()
        self.heard = scene.heard[touch.second]
        self.voice = Voice(contact, sample_rate, seed=seed, output=self.heard.output, observe=observe, target=target, block=block)
        self.channels, self.machine = self.voice.channels, self.voice.machine
        own = [f"{self.name}{DOT}{trace}" for trace in (*TRACES, *contact.interaction.observes) if trace not in OF_THE_SCENE]
        self.trace_names = ("passes", *OF_THE_SCENE, *own)
        self._take_places()

    def _take_places(self) -> None:
        """Live hands begin where the scene has them."""
        for name in self.scene.controls:
            place = CONTROLS.index(name.rpartition(DOT)[2])
            for row in ("head.goals", "head.present"):
                self.machine.view(row)[place] = self.scene.usual(name)

    def update(self, scene: Scene) -> None:
        """Change parameters while sounding."""
        contact = scene.as_contact()
        if contact is None or list(scene.contacts) != [self.name]:
            raise ParameterError("A sounding scene keeps its bodies, contacts and joints; make a new Voice.")
        self.voice.update(contact)
        self.scene, (self.heard,) = scene, scene.heard.values()

    def restart(self, seed: int = 0) -> None:
        """Back to the state before the first sample."""
        self.voice.restart(seed)
        self._take_places()

    def _own(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Controls under their names in the contact."""
        for name in controls:
            if name not in self.scene.controls:
                raise unknown("control of this scene", name, self.scene.controls)
        return {name.rpartition(DOT)[2]: value for name, value in controls.items()}

    def _all(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """The same, with those that nobody gives."""
        return self._own({name: self.scene.usual(name) for name in self.scene.controls} | dict(controls))

    def process(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """Sound of the next samples, (channels, samples), under controls that are numbers or arrays of that length."""
        return self.heard.gain * self.voice.process(samples, self._all(controls))

    def process_checked(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """The same for controls that are known to be right."""
        return self.heard.gain * self.voice.process_checked(samples, self._all(controls))

    def play(self, samples: int, **goals: float) -> np.ndarray:
        """Sound of the next samples while the controls glide to new goals."""
        return self.heard.gain * self.voice.play(samples, **self._own(goals))

    def hurry(self) -> None:
        """Compile the whole program beside the sound."""
        self.voice.hurry()

    def trace(self, name: str, samples: int) -> np.ndarray:
        """A quantity over the last block of at most `block` samples."""
        if name not in self.trace_names:
            raise unknown("trace", name, self.trace_names)
        return np.ones(samples) if name == "passes" else self.voice.trace(name.rpartition(DOT)[2], samples)

    def wasm(self) -> bytes:
        """The WebAssembly module of this voice."""
        return self.voice.wasm()

    @property
    def evaluations(self) -> tuple[int, int]:
        """Evaluations of the law so far: in all, and the most that one sample took."""
        return self.voice.evaluations
