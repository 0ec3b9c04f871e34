"""The command line: `rosin models` and `rosin render`."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter
from cyclopts.exceptions import CycloptsError

from rosin.errors import ParameterError, RosinError, unknown

if TYPE_CHECKING:
    from rosin.part import Part
    from rosin.soundboxes.soundbox import Soundbox

FORMAT = "rosin-contact"
VERSION = 1
KINDS = {float: "a number", int: "a whole number", str: "a word"}
ENTRIES = ("format", "version", "contact", "gesture", "render", "soundbox")
SETTINGS = {"duration": 2.0, "sample_rate": 48_000, "oversample": 1, "seed": 0, "output": "velocity"}

app = App(
    name="rosin",
    help="The sound of things that rub, stick, slip and strike.",
    version_flags=["--version"],
    suppress_keyboard_interrupt=False,
)


@app.command
def models(name: str | None = None, /) -> None:
    """List bodies, interactions, textures and soundboxes; with a NAME, its parameters with units, limits and defaults.

    Parameters
    ----------
    name
        One of the listed names.
    """
    from rich.console import Console

    known = _registries()
    console = Console(soft_wrap=True)
    if name is None:
        for kind, registry in known.items():
            console.print(f"[bold]{kind}[/bold]")
            for entry, model in sorted(registry.items()):
                console.print(f"  {entry:18} {_summary(model)}", highlight=False, markup=False)
        return
    merged = {entry: model for registry in known.values() for entry, model in registry.items()}
    if name not in merged:
        raise unknown("model", name, merged)
    console.print(_page(name, merged[name]), highlight=False, markup=False)


def _registries() -> dict[str, dict[str, type["Part"]]]:
    for folder in ("bodies", "interactions", "textures", "soundboxes"):
        import_module(f"rosin.{folder}")
    from rosin.bodies.body import Body
    from rosin.interactions.interaction import Interaction
    from rosin.soundboxes.soundbox import Soundbox
    from rosin.textures.texture import Texture

    kinds = {"bodies": Body, "interactions": Interaction, "textures": Texture, "soundboxes": Soundbox}
    return {name: dict(kind.registry) for name, kind in kinds.items()}


def _summary(model: type["Part"]) -> str:
    return (model.__doc__ or "").strip().split("\n")[0]


def _page(name: str, model: type["Part"]) -> str:
    lines = [f"{name}: {_summary(model)}", "", (sys.modules[model.__module__].__doc__ or "").strip(), ""]
    lines += [f"  {line}" for line in model.sheet()]
    observed = getattr(model, "observes", ())
    return "\n".join([*lines, f"  traces of its own: {', '.join(observed)}"] if observed else lines)


@app.command
def render(
    file: Path,
    /,
    *,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    duration: float | None = None,
    sample_rate: int | None = None,
    oversample: int | None = None,
    seed: int | None = None,
    soundbox: str | None = None,
    level: float = -1.0,
    bits: int = 24,
    plot: bool = False,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Render a contact described in a JSON FILE to a sound file.

    Parameters
    ----------
    file
        JSON with "contact", "gesture" and, if wanted, "render" (duration, sample_rate, oversample, seed, output) and "soundbox".
    output
        Sound file to write, .wav or .flac; by default the name of FILE with .wav.
    duration
        Length in seconds.
    sample_rate
        Samples per second, Hz.
    oversample
        1, 2, 4 or 8 times the sample rate inside.
    seed
        Seed of the surface noise.
    soundbox
        Hear the bridge of a string through this body: violin, viola, cello or double_bass.
    level
        Peak of the file in dBFS.
    bits
        16, 24 or 32 (float).
    plot
        Also draw waveform, spectrogram and force, as a .png beside the sound.
    force
        Overwrite existing files.
    """
    from rosin.contact import Contact, read_json
    from rosin.gesture import Gesture
    from rosin.rendering import render as render_contact
    from rosin.sound import check_sound_file, check_writable

    document = _document(read_json(file, "description"))
    given = {"duration": duration, "sample_rate": sample_rate, "oversample": oversample, "seed": seed}
    settings = {**SETTINGS, **document.get("render", {}), **{key: value for key, value in given.items() if value is not None}}
    box = _soundbox(soundbox or document.get("soundbox"))
    if box is not None:
        settings["output"] = "bridge_force"
    contact, gesture = Contact.from_dict(document["contact"]), Gesture.from_dict(document["gesture"])
    path = output if output is not None else file.with_suffix(".wav")
    check_sound_file(path, bits, overwrite=force)
    picture = path.with_suffix(".png")
    if plot:
        check_writable(picture, overwrite=force)
    with _progress_bar(f"rendering {path.name}") as progress:
        sound = render_contact(contact, gesture, **settings, record=("force",) if plot else (), progress=progress)
    if box is not None:
        sound = box.hear(sound)
    sound.save(path, level=level, bits=bits, overwrite=force)
    print(
        f"{path}: {sound.duration:.2f} s, {sound.audio.shape[0]} channel(s) at {sound.sample_rate} Hz, peak {sound.peak:.3g} before scaling"
    )
    if plot:
        print(sound.plot(picture, overwrite=force))


def _document(data: Any) -> dict[str, Any]:
    """A description file with its entries checked."""
    if not isinstance(data, dict):
        raise ParameterError(f'The description must be an object with "contact" and "gesture", not {type(data).__name__}.')
    for key in data:
        if key not in ENTRIES:
            raise unknown("description entry", key, ENTRIES)
    if data.get("format", FORMAT) != FORMAT or data.get("version", VERSION) != VERSION:
        raise ParameterError(
            f'The description has format {data.get("format")!r} version {data.get("version")!r}; "{FORMAT}" {VERSION} is read.'
        )
    for key in ("contact", "gesture"):
        if key not in data:
            raise ParameterError(f'The description has no "{key}".')
    settings = data.get("render", {})
    if not isinstance(settings, dict):
        raise ParameterError(f'"render" must be an object, not {type(settings).__name__}.')
    for key, value in settings.items():
        if key not in SETTINGS:
            raise unknown("render setting", key, SETTINGS)
        wanted = type(SETTINGS[key])
        if isinstance(value, bool) or not isinstance(value, int | float if wanted is float else wanted):
            raise ParameterError(f"render.{key} = {value!r} must be {KINDS[wanted]}.")
    return data


def _soundbox(given: Any) -> "Soundbox | None":
    """The soundbox of a preset's name, or of its parameters."""
    if given is None:
        return None
    import_module("rosin.soundboxes")
    from rosin.soundboxes.modal_box import ModalBox
    from rosin.soundboxes.soundbox import Soundbox

    if isinstance(given, str):
        return ModalBox.preset(given)
    made: Soundbox = Soundbox.from_dict(given)
    return made


@contextlib.contextmanager
def _progress_bar(title: str) -> Iterator[Callable[[float], None] | None]:
    """A bar on a terminal, nothing elsewhere."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=1.0)
        yield lambda share: progress.update(task, completed=share)


def main() -> None:
    """Run the command line: 0 done, 2 a wrong call or description, 1 anything that failed."""
    try:
        app(exit_on_error=False)
    except CycloptsError:
        sys.exit(2)
    except RosinError as error:
        print(f"rosin: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, ParameterError) else 1)
    except KeyboardInterrupt:
        print("rosin: stopped", file=sys.stderr)
        sys.exit(130)
