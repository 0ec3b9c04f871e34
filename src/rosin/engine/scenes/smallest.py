"""The smallest scene, one contact: it runs as that contact does, at its speed, under the names of the scene."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from rosin.engine.composition import TRACES
from rosin.engine.contact_voice import ContactVoice
from rosin.engine.observing import ENERGIES, Observe
from rosin.engine.targets import Opener
from rosin.model.errors import ParameterError, unknown
from rosin.playing.controls import CONTROLS
from rosin.scenes.scene import DOT, Scene


class SmallestVoice:
    """A scene of one contact, as SceneVoice has it."""

    def __init__(
        self,
        scene: Scene,
        sample_rate: float = 48_000,
        *,
        seed: int = 0,
        observe: Observe = False,
        target: str | Opener = "native",
        block: int = 4096,
    ) -> None:
        contact = scene.as_contact()
        if contact is None:
            raise ParameterError("This scene is more than one contact.")
        self.scene, self.sample_rate, self.observes, self.block = scene, float(sample_rate), observe, block
        ((self.name, touch),) = scene.contacts.items()
        self.heard, self.samples = scene.heard[touch.second], 0
        self.voice = ContactVoice(contact, sample_rate, seed=seed, output=self.heard.output, observe=observe, target=target, block=block)
        self.channels, self.machine = self.voice.channels, self.voice.machine
        own = [f"{self.name}{DOT}{trace}" for trace in (*TRACES, *contact.interaction.observes) if trace not in ENERGIES]
        self.trace_names = ("passes", *ENERGIES, *own)
        self._controls = {name: name.rpartition(DOT)[2] for name in scene.controls}  # and what they are called in the contact
        self._take_places()

    def _take_places(self) -> None:
        """Controls that nobody gives are as the scene has them; live hands begin there."""
        self._usual = {own: self.scene.usual(name) for name, own in self._controls.items()}
        for own, value in self._usual.items():
            for row in ("head.goals", "head.present"):
                self.machine.view(row)[CONTROLS.index(own)] = value

    def update(self, scene: Scene) -> None:
        """Change parameters while sounding."""
        contact = scene.as_contact()
        if contact is None or list(scene.contacts) != [self.name]:
            raise ParameterError("A sounding scene keeps its bodies, contacts and joints; make a new Voice.")
        self.voice.update(contact)
        self.scene, (self.heard,) = scene, scene.heard.values()
        self._usual = {own: scene.usual(name) for name, own in self._controls.items()}

    def restart(self, seed: int = 0) -> None:
        """Back to the state before the first sample."""
        self.samples = 0
        self.voice.restart(seed)
        self._take_places()

    def _own(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Controls under their names in the contact."""
        for name in controls:
            if name not in self._controls:
                raise unknown("control of this scene", name, self._controls)
        return {self._controls[name]: value for name, value in controls.items()}

    def _heard(self, sound: np.ndarray) -> np.ndarray:
        return sound if self.heard.gain == 1 else self.heard.gain * sound

    def process(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """Sound of the next samples, (channels, samples), under controls that are numbers or arrays of that length."""
        self.samples += samples
        return self._heard(self.voice.process(samples, {**self._usual, **self._own(controls)}))

    def process_checked(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """The same for controls that are known to be right."""
        self.samples += samples
        return self._heard(self.voice.process_checked(samples, {**self._usual, **self._own(controls)}))

    def play(self, samples: int, **goals: float) -> np.ndarray:
        """Sound of the next samples while the controls glide to new goals."""
        self.samples += samples
        return self._heard(self.voice.play(samples, **self._own(goals)))

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

    @property
    def passes(self) -> tuple[int, int, int]:
        """Passes of a joint solve, of which a single contact needs one, and how often it was missed, which is never."""
        return self.samples, min(self.samples, 1), 0
