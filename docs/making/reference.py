"""The reference: what `import rosin` offers, from its docstrings and from the one description that every parameter has."""

import sys
from collections.abc import Iterable
from pathlib import Path

from making.docstrings import listed

PAGES: dict[str, tuple[str, str, tuple[str, ...]]] = {  # of functions and classes: title, introduction, and where they are defined
    "sounds": (
        "Instruments and sounds",
        "From an instrument to a sound file.",
        (
            *("instruments.opening.instrument", "instruments.catalogue.instrument_names", "instruments.instrument.Instrument"),
            *("sound.sound.Sound", "sound.sound.Diagnostics", "sound.output.chain.OutputChain", "rooms.room.Room"),
        ),
    ),
    "contacts": (
        "Contacts and scenes",
        "What touches what, how it is moved, and what renders it.",
        (
            *("scenes.contact.Contact", "scenes.scene.Scene", "scenes.scene.Touch", "scenes.scene.Heard", "scenes.joint.Rigid"),
            *("scenes.joint.Spring", "playing.gesture.Gesture", "sound.rendering.render", "sound.many.render_many", "engine.voice.Voice"),
            "engine.contact_voice.ContactVoice",
        ),
    ),
    "analysis": (
        "Analysis, maps and fits",
        "What a take did, where things speak, and instruments from recordings.",
        (
            *("analysis.regimes.motion", "analysis.regimes.Motion", "analysis.pitch.pitch", "analysis.force_limits.force_limits"),
            *("analysis.rubbed_mode.rubbed_modes", "analysis.window.playable_window", "analysis.relaxation.slip_rate"),
            *("maps.sweep.sweep", "fitting.fit.fit", "fitting.fit.Fit"),
        ),
    ),
    "playing": (
        "Notes and strings",
        "Scores, strings with their data, and fingerboards.",
        (
            *("playing.midi.score.Note", "playing.midi.score.Score", "playing.midi.file.read_score"),
            *("instruments.strings.StringData", "instruments.strings.Fingerboard"),
        ),
    ),
    "errors": (
        "Errors",
        "Every error says what was wrong, what is allowed and what to do.",
        ("model.errors.RosinError", "model.errors.ParameterError", "model.errors.FileError"),
    ),
}
KINDS = {  # of parts: the file of the page, the title
    "bodies": ("bodies", "Bodies"),
    "interactions": ("laws", "Laws of contact"),
    "textures": ("textures", "Textures"),
    "shapes": ("shapes", "Shapes"),
    "soundboxes": ("soundboxes", "Soundboxes"),
    "instruments.setups": ("setups", "Setups of instruments"),
}


def write_reference(folder: Path) -> None:
    """A page for each group of names, and the list of them."""
    lines = ["# Reference", "", "Everything that `import rosin` offers, and what lies one folder deeper and is used in these pages.", ""]
    for name, (title, introduction, places) in PAGES.items():
        sections = [f"# {title}", "", introduction, "", *(f"::: rosin.{place}\n" for place in places)]
        (folder / f"{name}.md").write_text("\n".join(sections), encoding="utf-8")
        lines.append(f"- [{title}]({name}.md): {', '.join(_link(name, place) for place in places)}")
    for kind, (name, title) in KINDS.items():
        lines.append(f"- [{title}]({name}.md): {', '.join(_parts(kind, folder / f'{name}.md', title))}")
    (folder / "index.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _link(page: str, place: str) -> str:
    return f"[`{place.rpartition('.')[2]}`]({page}.md#rosin.{place})"


def _parts(kind: str, path: Path, title: str) -> Iterable[str]:
    """The page of a kind of parts: equations as their file has them, parameters as `rosin models NAME` says them."""
    from rosin import parts_of

    sections, links = [f"# {title}", "", "As `rosin models NAME` has them.", ""], []
    for name, part in sorted(parts_of(kind).items()):
        words = (part.__doc__ or "").strip().split("\n")[0]
        equations = listed((sys.modules[part.__module__].__doc__ or "").strip())
        rows = [line.partition(" ") for line in part.sheet()]
        table = ["| parameter | |", "|---|---|", *(f"| `{key}` | {_cell(meaning)} |" for key, _, meaning in rows)]
        sections.append("\n\n".join((f"## {name} {{#{name}}}", f"**{words}**", equations, "\n".join(table), "")))
        links.append(f"[`{name}`]({path.name}#{name})")
    path.write_text("\n".join(sections), encoding="utf-8")
    return links


def _cell(words: str) -> str:
    """Words in a cell of a table."""
    return words.strip().replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*")
