"""Scenes of one form side by side, one in each lane of a vector."""

from collections.abc import Sequence
from typing import Any

from rosin.engine.batch import Abreast, LanesMachine, Precision, checked_lanes
from rosin.engine.observing import Observe
from rosin.engine.scenes.layout import SceneLayout
from rosin.engine.scenes.voice import fill_scene
from rosin.model.errors import ParameterError
from rosin.scenes.scene import Scene


def scene_key(scene: Scene, sample_rate: float) -> Any:
    """What scenes must have in common to go side by side: kinds of parts, the shape of their memory, and what touches what."""
    return SceneLayout(scene, float(sample_rate), observe=False, block=1).key


class SceneBatch(Abreast):
    """Some scenes of one form, as many as there are lanes or fewer, each with its own parameters, controls and seed."""

    def __init__(
        self,
        scenes: Sequence[Scene],
        sample_rate: float = 48_000,
        *,
        seeds: Sequence[int] = (),
        observe: Observe = False,
        precision: Precision = "double",
        block: int = 2048,
        lanes: int | None = None,
    ) -> None:
        lanes = checked_lanes(len(scenes), lanes, precision)
        first = scenes[0]
        layouts = [SceneLayout(scene, float(sample_rate), observe=observe, block=block) for scene in scenes]
        for scene, layout in zip(scenes, layouts, strict=True):
            scene.check_rate(sample_rate)
            if layout.key != layouts[0].key:
                raise ParameterError("The scenes of a batch must have the same kinds of parts, numbers of modes or cells, and links.")
        layout = layouts[0]
        self.scenes, self.voices, self.block, self.rows = tuple(scenes), len(scenes), block, layout.rows
        self.channels, self.trace_names = first.channels, tuple(layout.trace_names)
        self.machine = LanesMachine(layout, lanes, precision)
        self.machine.view("head.sample_rate")[:] = float(sample_rate)
        for lane in range(self.machine.lanes):  # lanes that nobody asked for do what the last one does
            number = min(lane, len(scenes) - 1)
            voice = self.machine.voice(lane)
            fill_scene(voice, layouts[number], scenes[number])
        self.textures, self._single = [piece.name for piece in layout.textures], precision == "single"
        self.sow(seeds)
        self._begin()

    def usual(self, voice: int, name: str) -> float:
        """A place as its scene has it, otherwise zero."""
        return self.scenes[voice].usual(name)
