"""A voice: what sounds, block after block, and keeps its state in between, of a contact or of a scene."""

from typing import Any

from rosin.engine.contact_voice import ContactVoice


class Voice(ContactVoice):
    """What sounds at a sample rate: a contact, with all that `ContactVoice` does, or a scene, with the same."""

    def __new__(cls, contact: Any, *values: Any, **options: Any) -> Any:
        """The voice of a contact, or that of a scene (scenes/voice.py)."""
        if getattr(contact, "kind", "") != "scene":
            return super().__new__(cls)
        from rosin.engine.scenes.opening import open_scene  # scenes are loaded where there is one

        return open_scene(contact, *values, **options)
