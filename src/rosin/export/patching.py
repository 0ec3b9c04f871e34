"""An instrument as an object of Pure Data, with its help patch, and as an opcode of Csound, with its manual entry."""

from pathlib import Path

from rosin.export.controls import Control
from rosin.export.hosts import headers, played
from rosin.export.library import Library, control_range
from rosin.export.plugin import build_plugin

PURE_DATA = ("m_pd.h", "puredata-dev", "/usr/include/pd")
CSOUND = ("csdl.h", "libcsound64-dev", "/usr/include/csound")


def write_pd(library: Library, folder: Path) -> list[Path]:
    """The object [rosin_NAME~] and its help patch."""
    plugin, helped = folder / f"{library.prefix}~.pd_linux", folder / f"{library.prefix}~-help.pd"
    options = (*headers(library, *PURE_DATA), f"-DROSIN_SETUP={library.prefix}_tilde_setup")
    build_plugin(library, folder, "pd.c", plugin, f"{library.prefix}~", *options, alone=False)
    helped.write_text(_help_patch(library), encoding="utf-8")
    return [plugin, helped]


def write_csound(library: Library, folder: Path) -> list[Path]:
    """The opcode rosin_NAME and its manual entry."""
    plugin, manual = folder / f"lib{library.prefix}.so", folder / f"{library.prefix}.md"
    options = (*headers(library, *CSOUND), "-DUSE_DOUBLE", "-Wno-unused-parameter")
    build_plugin(library, folder, "csound.c", plugin, library.prefix, *options, alone=False)
    manual.write_text(_manual(library), encoding="utf-8")
    return [plugin, manual]


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
