"""An instrument as an object of Pure Data, with its help patch, and as an opcode of Csound, with its manual entry."""

from pathlib import Path

from rosin.export.controls import Control
from rosin.export.library import Library, control_range
from rosin.export.platforms import here
from rosin.export.plugin import build_plugin
from rosin.model.errors import ParameterError, RosinError

HEADERS = {"m_pd.h": ("/usr/include/pd", "puredata-dev"), "csdl.h": ("/usr/include/csound", "libcsound64-dev")}


def _headers(library: Library, name: str) -> str:
    """The option by which the compiler finds a header of the host."""
    if library.platform != here():
        raise ParameterError(f"Objects of Pure Data and opcodes of Csound are for this machine alone, not for {library.platform.name}.")
    folder, package = HEADERS[name]
    if not Path(folder, name).exists():
        raise RosinError(f"This export needs {name} in {folder}: apt-get install {package}.")
    return f"-I{folder}"


def write_pd(library: Library, folder: Path) -> list[Path]:
    """The object [rosin_NAME~] and its help patch."""
    plugin, helped = folder / f"{library.prefix}~.pd_linux", folder / f"{library.prefix}~-help.pd"
    options = (_headers(library, "m_pd.h"), f"-DROSIN_SETUP={library.prefix}_tilde_setup")
    build_plugin(library, folder, "pd.c", (), plugin, f"{library.prefix}~", *options, alone=False)
    helped.write_text(_help_patch(library), encoding="utf-8")
    return [plugin, helped]


def write_csound(library: Library, folder: Path) -> list[Path]:
    """The opcode rosin_NAME and its manual entry."""
    plugin, manual = folder / f"lib{library.prefix}.so", folder / f"{library.prefix}.md"
    options = (_headers(library, "csdl.h"), "-DUSE_DOUBLE", "-Wno-unused-parameter")
    build_plugin(library, folder, "csound.c", (), plugin, library.prefix, *options, alone=False)
    manual.write_text(_manual(library), encoding="utf-8")
    return [plugin, manual]


def played(library: Library) -> list[tuple[str, float]]:
    """Controls that make it sound, for examples."""
    hands = [control for control in library.exported.controls if control.group == "hands"]
    return [(control.symbol, 0.4 * control.high) for control in hands if control.symbol.endswith(("velocity", "normal_force"))]


def _line(control: Control) -> str:
    return f"{control.symbol}: {control.label}, {control_range(control)}"


def _help_patch(library: Library) -> str:
    it = library.exported
    words = [
        f"{library.title}: {library.summary}",
        *map(_line, it.controls),
        it.silent or "note KEY VELOCITY plays, midi STATUS ONE TWO too",
    ]
    notes = ["note 69 100", "note 69 0"] if it.notes else []
    messages = [*notes, " \\, ".join(f"{name} {value:.6g}" for name, value in played(library)), "restart", "print"]
    shown = [message for message in messages if message]
    rows = [f"#X msg 20 {30 + 30 * place} {message};" for place, message in enumerate(shown)]
    instrument, sound = len(shown), len(shown) + 1
    low = 60 + 30 * len(shown)
    rows += [f"#X obj 20 {low} {library.prefix}~;", f"#X obj 20 {low + 60} dac~;"]
    rows += [f"#X text 320 {30 + 20 * place} {_escaped(line)};" for place, line in enumerate(words)]
    rows += [f"#X connect {place} 0 {instrument} 0;" for place in range(len(shown))]
    rows += [f"#X connect {instrument} {min(channel, it.heard - 1)} {sound} {channel};" for channel in range(2)]
    return "\n".join(["#N canvas 50 50 900 700 10;", *rows, ""])


def _escaped(words: str) -> str:
    return words.replace("\\", "").replace(";", " \\;").replace(",", " \\,").replace("$", "\\$")


def _manual(library: Library) -> str:
    it = library.exported
    outputs = "aleft, aright" if it.heard == 2 else "asound"
    example = ', "strength", 0.8, "key", 69' if it.notes else "".join(f', "{name}", {value:.6g}' for name, value in played(library))
    lines = [
        f"# {library.prefix}",
        f"{library.summary}\n\n    {outputs} {library.prefix} Sname, kvalue [, Sname, kvalue, ...]",
        f"For example `{outputs} {library.prefix} {example[2:]}`, run with `csound --opcode-lib=lib{library.prefix}.so`.",
        it.silent or 'Notes: every new value of "key" (of MIDI; below 0: none) is struck with the "strength", 0 to 1, named before it.',
        "Names, each with its range:\n",
    ]
    return (
        "\n\n".join(lines) + "\n" + "".join(f"- `{control.symbol}`: {control.label}, {control_range(control)}\n" for control in it.controls)
    )
