"""A scene becomes a voice: the smallest as the contact that it is, all others by the loop of scenes."""

from typing import Any

from rosin.engine.scenes.loop import SUMS, TRACES
from rosin.scenes.scene import DOT, Scene


def open_scene(scene: Scene, sample_rate: float = 48_000, **options: Any) -> Any:
    """The voice of a scene; options as for SceneVoice."""
    if scene.as_contact() is not None:
        from rosin.engine.scenes.smallest import SmallestVoice

        return SmallestVoice(scene, sample_rate, **options)
    from rosin.engine.scenes.voice import SceneVoice

    return SceneVoice(scene, sample_rate, **options)


def scene_traces(scene: Scene) -> tuple[str, ...]:
    """What can be recorded of a scene."""
    own = (f"{name}{DOT}{trace}" for name, touch in scene.contacts.items() for trace in (*TRACES, *touch.interaction.observes))
    return (*SUMS, *own)
