"""A scene that sounds, block after block, and keeps its state in between."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from rosin.bodies.body import Body
from rosin.engine.contact_voice import check_options, checked_control, seed_words
from rosin.engine.memory import Arena
from rosin.engine.observing import Observe, check_observed
from rosin.engine.program import NONE, Forms
from rosin.engine.scenes.layout import SceneLayout
from rosin.engine.targets import Opener, open_target
from rosin.engine.wasm import build
from rosin.model.errors import ParameterError, unknown
from rosin.scenes.scene import DOT, Scene


def fill_scene(memory: Arena, layout: SceneLayout, scene: Scene) -> None:
    """The parameters of a scene into the memory of a voice."""
    for piece in layout.pieces:
        memory.fill(f"{piece.name}.p", piece.part.packed())
    for port, place in enumerate(layout.places):
        memory.fill(f"head.spots.{port}", {"place": place})
    gains = [scene.gains(name, pickup) for name, pickup in layout.ears]
    memory.view("head.gains")[:] = np.array(gains).T.ravel()
    for number, joint in enumerate(scene.joints):
        stiffness, damping = joint.reaction
        memory.fill(f"head.holds.{number}", {"stiffness": stiffness, "damping": damping})


class SceneVoice:
    """A scene at a sample rate. `process` takes controls, named "contact.control", as given; `play` follows live hands smoothly."""

    def __init__(
        self,
        scene: Scene,
        sample_rate: float = 48_000,
        *,
        seed: int = 0,
        observe: Observe = False,
        target: str | Opener = "native",
        block: int = 1024,
        room: bool = False,
    ) -> None:
        """With `room` its memory serves what its bodies may become while it is played, as strings of more cells."""
        check_options(sample_rate, block)
        scene.check_rate(sample_rate)
        self.scene, self.sample_rate, self.observes, self.block = scene, float(sample_rate), observe, block
        self.channels = scene.channels
        self.layout = self._layout(scene, {name: body.form_with_room(sample_rate) for name, body in scene.bodies.items()} if room else NONE)
        self.trace_names = tuple(self.layout.trace_names)
        self.machine = open_target(target, self.layout)
        self.machine.view("head.sample_rate")[:] = self.sample_rate
        self._held: dict[str, float | None] = dict.fromkeys(self.layout.rows)
        self._prepare(scene)
        self.restart(seed)
        if scene.joints:
            self._try_joints()
            self.restart(seed)

    def _try_joints(self) -> None:
        """Raise ParameterError where joints hold something so fast that nothing settles their forces."""
        self.process(1, {})
        if self.machine.number("head.singular") > 0:
            raise ParameterError(
                "Scene: joints hold each other or something rigid, so that nothing settles their forces; leave one out, or use a Spring."
            )

    def _layout(self, scene: Scene, kept: Forms = NONE) -> SceneLayout:
        return SceneLayout(scene, self.sample_rate, observe=self.observes, block=self.block, kept=kept)

    def _prepare(self, scene: Scene) -> None:
        if scene is not self.scene:
            self.scene, self.layout = scene, self._layout(scene, self.layout.forms)
        fill_scene(self.machine, self.layout, scene)
        self.machine.call("prepare")

    def update(self, scene: Scene) -> None:
        """Change parameters while sounding; the kinds of the parts, their numbers of modes and what touches what stay."""
        scene.check_rate(self.sample_rate)
        if not self._layout(scene, self.layout.forms).same_shape(self.layout):
            raise ParameterError(
                "A sounding scene keeps its bodies, contacts and joints, and their numbers of modes or cells; make a new Voice."
            )
        if scene != self.scene:
            self._prepare(scene)

    def tune(self, name: str, body: Body) -> None:
        """Change the parameters of one body while sounding, at little cost; all others go on as they are."""
        piece = next((piece for piece in self.layout.bodies if piece.name == name), None)
        if piece is None:
            raise unknown("body of this scene", name, self.scene.bodies)
        body.check_rate(self.sample_rate)
        kept = self.layout.forms[name]
        if type(body) is not type(piece.part) or {**kept, **body.form_in(kept, self.sample_rate)} != kept:
            raise ParameterError(
                f"{name} stays a {type(piece.part).__name__} with as many modes or cells while it sounds; make a new Voice."
            )
        self.scene = self.scene.replace(bodies=self.scene.bodies | {name: body})
        self.machine.fill(f"{name}.p", body.packed())
        self.machine.whole("changed", 1 + self.layout.bodies.index(piece))
        self.machine.call("prepare")

    def jump(self, **goals: float) -> None:
        """Put live controls ("contact.control") where they are to be at once, as where a hand comes down or throws."""
        for name, goal in goals.items():
            value = self._control(name, goal, 0)
            for row in ("head.goals", "head.present"):
                self.machine.view(row)[self.layout.rows[name]] = value

    def restart(self, seed: int = 0) -> None:
        """Back to the state before the first sample, live controls at rest."""
        self._held = dict.fromkeys(self._held)
        for name, row in self.layout.rows.items():
            self.machine.view("head.goals")[row] = self.machine.view("head.present")[row] = self.scene.usual(name)
        for place, piece in enumerate(self.layout.textures):
            self.machine.view(f"{piece.name}.s.words")[:] = seed_words(seed + place)
        self.machine.call("start")

    def process(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """Sound of the next samples, (channels, samples), under controls that are numbers or arrays of that length."""
        return self.process_checked(samples, {name: self._control(name, value, samples) for name, value in controls.items()})

    def process_checked(self, samples: int, controls: Mapping[str, Any]) -> np.ndarray:
        """The same for controls that are known to be right, as those of Gestures are."""
        rows = self.machine.view("head.controls").reshape(-1, self.block)
        moving = []
        for name, row in self.layout.rows.items():
            value = controls.get(name)
            if value is None:
                value = self.scene.usual(name)
            if isinstance(value, np.ndarray):
                moving.append((row, value))
                self._held[name] = None
            elif self._held[name] != value:
                rows[row] = self._held[name] = value

        def fill(begin: int, n: int) -> None:
            for row, values in moving:
                rows[row, :n] = values[begin : begin + n]

        self.machine.whole("live", 0)
        return self._blocks(samples, fill)

    def play(self, samples: int, **goals: float) -> np.ndarray:
        """Sound of the next samples while the controls glide, within a few milliseconds, to new goals ("contact.control")."""
        for name, goal in goals.items():
            self.machine.view("head.goals")[self.layout.rows.get(name, 0)] = self._control(name, goal, 0)
        self._held = dict.fromkeys(self._held)
        self.machine.whole("live", 1)
        return self._blocks(samples, lambda _, n: None)

    def hurry(self) -> None:
        """Compile the whole program beside the sound and go over to it when it is there."""
        self.machine.hurry()

    def _control(self, name: str, value: Any, samples: int) -> Any:
        if name not in self.layout.rows:
            raise unknown("control of this scene", name, self.layout.rows)
        return checked_control(name.rpartition(DOT)[2], value, samples)

    def _blocks(self, samples: int, fill: Callable[[int, int], None]) -> np.ndarray:
        if isinstance(samples, bool) or not isinstance(samples, int | np.integer) or samples < 1:
            raise ParameterError(f"samples = {samples!r} is not allowed; it must be a whole number of at least 1.")
        sound = np.empty((self.channels, samples))
        heard = self.machine.view("head.audio").reshape(self.channels, self.block)
        for begin in range(0, samples, self.block):
            n = min(self.block, samples - begin)
            fill(begin, n)
            self.machine.call("process", n)
            sound[:, begin : begin + n] = heard[:, :n]
        return sound

    def trace(self, name: str, samples: int) -> np.ndarray:
        """A quantity over the last block of at most `block` samples, where the voice observes."""
        if name not in self.trace_names:
            raise unknown("trace", name, self.trace_names)
        check_observed(name, self.observes)
        return self.machine.view("head.traces").reshape(-1, self.block)[self.trace_names.index(name), :samples]

    def wasm(self) -> bytes:
        """The WebAssembly module of this voice, for a page or any other host."""
        return build(self.machine.layout.program)

    @property
    def evaluations(self) -> tuple[int, int]:
        """Evaluations of all laws so far: in all, and the most that one sample took."""
        return int(self.machine.number("head.evaluations")), int(self.machine.number("head.most"))

    @property
    def passes(self) -> tuple[int, int, int]:
        """Passes of the joint solve so far, the most that one sample took, and how often its coupling was missed."""
        return tuple(int(self.machine.number(f"head.{name}")) for name in ("passes", "most_passes", "unsolved"))  # type: ignore[return-value]
