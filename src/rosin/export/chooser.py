"""One plugin with many instruments, of which its first control chooses the one that plays (c/chooser.h).

Its other controls are those that instruments share: macros, and what hands do. A control is there once for all instruments that have one
of its name, and goes from 0 to 1: its first value stands for the one that each instrument has there, the ends for the ends of its range.
So whoever chooses an instrument and touches nothing hears what it is alone.
"""

from rosin.export.controls import Control
from rosin.export.library import RUNTIME, Library, template
from rosin.export.plugin import Plugin, Plugins, plugin_of
from rosin.export.tables import described_control, text

COLLECTION = "rosin"  # what many instruments in one library are called
PREFIX, TITLE = "rosin_all", "Rosin"
SUMMARY = "Things that rub, stick, slip, strike and roll: choose one."
WALKER = ("chooser.h", "channels.h")  # what walks the list, beside what keeps states
SHARED = ("macros", "hands")  # groups of controls
MIDDLE, DIGITS = 0.5, 9


def together(libraries: list[Library]) -> Plugins:
    """Instruments in one library: first all of them in one plugin, where there are several, then each by itself."""
    chooser = [chooser_of(libraries)] if len(libraries) > 1 else []
    return Plugins([*chooser, *map(plugin_of, libraries)], libraries, COLLECTION, TITLE)


def chooser_of(libraries: list[Library]) -> Plugin:
    """The plugin that has them all."""
    controls = [Control("instrument", "Instrument", "instrument", "", 0.0, len(libraries) - 1.0, 0.0), *_shared(libraries)]
    exported = [library.exported for library in libraries]
    notes, heard = any(each.notes for each in exported), max(each.heard for each in exported)
    texts = {
        f"{PREFIX}.h": _header(controls, notes),
        f"{PREFIX}.c": _tables(libraries, controls, notes, heard),
        **{file: template(file) for file in (*WALKER, *RUNTIME)},
    }
    return Plugin(PREFIX, TITLE, SUMMARY, notes, heard, controls, texts, tuple(libraries))


def _shared(libraries: list[Library]) -> list[Control]:
    """Macros, then what hands do; what most instruments have comes first."""
    found: dict[str, list[Control]] = {}
    for library in libraries:
        for control in library.exported.controls:
            if control.group in SHARED:
                found.setdefault(control.symbol, []).append(control)
    ranked = sorted(found.values(), key=lambda same: (SHARED.index(same[0].group), -len(same)))
    return [same[0]._replace(unit="", low=0.0, high=1.0, value=_first(same), moves=(), macro=-1) for same in ranked]


def _first(same: list[Control]) -> float:
    """The share at which they all are at first; the middle, where they are not at the same one."""
    shares = {round((control.value - control.low) / (control.high - control.low), DIGITS) for control in same}
    return shares.pop() if len(shares) == 1 else MIDDLE


def _header(controls: list[Control], notes: bool) -> str:
    name = PREFIX.removeprefix("rosin_")
    words = {"NAME": name, "UPPER": name.upper(), "TITLE": TITLE, "SUMMARY": SUMMARY, "RATES": "what its instruments run at"}
    rows = [f"  {PREFIX.upper()}_{control.symbol.upper()} = {index}," for index, control in enumerate(controls)]
    return template("instrument.h", NOTES=template("notes.h", **words) if notes else "", CONTROLS="\n".join(rows), **words)


def _tables(libraries: list[Library], controls: list[Control], notes: bool, heard: int) -> str:
    """The C file that names the instruments, and which of their controls each control turns."""
    listed = " ".join(
        f"EACH({library.prefix}, {text(library.name)}, {text(library.title)}, {text(library.summary)}, "
        f"{'WITH' if library.exported.notes else 'WITHOUT'}_NOTES)"
        for library in libraries
    )
    defined = {
        "ROSIN_TYPE": PREFIX,
        "ROSIN(name)": f"{PREFIX}_##name",
        "ROSIN_NOTES": int(notes),
        "ROSIN_HEARD": heard,
        "ROSIN_CONTROLS": len(controls),
        "ROSIN_KINDS": listed,
    }
    lines = [f'#include "{PREFIX}.h"', *(f"#define {name} {value}" for name, value in defined.items()), '#include "chooser.h"']
    described = ",\n  ".join(map(described_control, controls))
    owned = ",\n  ".join(f"{{{', '.join(map(str, _owned(library, controls)))}}}" for library in libraries)
    lines += [f"static const rosin_control described[ROSIN_CONTROLS] = {{\n  {described}\n}};"]
    return "\n".join([*lines, f"static const int16_t own[KINDS][ROSIN_CONTROLS] = {{\n  {owned}\n}};", ""])


def _owned(library: Library, controls: list[Control]) -> list[int]:
    """Of each control what the instrument calls so, or -1."""
    places = {control.symbol: place for place, control in enumerate(library.exported.controls) if control.group in SHARED}
    return [places.get(control.symbol, -1) for control in controls]
