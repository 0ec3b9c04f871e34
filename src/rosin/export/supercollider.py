"""An instrument as a UGen of SuperCollider, with its class and its help file: a folder for the extensions of SuperCollider."""

from pathlib import Path

from rosin.export.hosts import headers, played
from rosin.export.library import Library, control_range
from rosin.export.plugin import build_plugin

HEADERS = ("SC_PlugIn.h", "supercollider-dev", "/usr/include/SuperCollider/plugin_interface", "/usr/include/SuperCollider/common")
CPLUSPLUS = ("-std=c++17", "-fno-exceptions", "-fno-rtti", "-Wno-unused-parameter", "-Wno-cast-function-type")


def write_supercollider(library: Library, folder: Path) -> list[Path]:
    """The UGen, its class and its help file."""
    name = class_of(library)
    plugin, texts = folder / f"{name}.so", {f"{name}.sc": _class(library, name), f"HelpSource/Classes/{name}.schelp": _help(library, name)}
    build_plugin(library, folder, "supercollider.cpp", plugin, name, *headers(library, *HEADERS), *CPLUSPLUS, alone=False)
    for file, content in texts.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_text(content, encoding="utf-8")
    return [plugin, *(folder / file for file in texts)]


def class_of(library: Library) -> str:
    """What its class is called: RosinWineglass."""
    return "Rosin" + "".join(word.capitalize() for word in library.name.split("_"))


def _class(library: Library, name: str) -> str:
    """Names of controls become their indices here, so that the server is given numbers alone."""
    it = library.exported
    names = ", ".join(f"\\{control.symbol}" for control in it.controls)
    return f"""{name} : MultiOutUGen {{
	classvar <controls;

	*initClass {{ controls = [{names}] }}

	*ar {{ |key = -1, strength = 0.8, bend = 0 ... pairs|
		var given = pairs.clump(2).collect {{ |pair|
			var index = controls.indexOf(pair[0].asSymbol);
			index ?? {{ Error("{name}: there is no control %; there are %".format(pair[0], controls)).throw }};
			[index, pair[1]]
		}}.flatten;
		^this.multiNewList(['audio', key, strength, bend] ++ given)
	}}

	init {{ |... given|
		inputs = given;
		^this.initOutputs({it.heard}, rate)
	}}
}}
"""


def _help(library: Library, name: str) -> str:
    it = library.exported
    moved = "".join(f", \\{symbol}, {value:.6g}" for symbol, value in played(library))
    example = "69, 0.8" if it.notes else f"-1, 0.8, 0{moved}"
    rows = "\n".join(f"## {control.symbol} || {control.label}, {control_range(control)}" for control in it.controls)
    said = it.silent or "Every new value of key (of MIDI; below 0: none) is struck with the strength, 0 to 1."
    return f"""TITLE:: {name}
SUMMARY:: {library.summary}
CATEGORIES:: UGens>Generators>PhysicalModels
RELATED:: Classes/UGen

DESCRIPTION::
{said} What is named after the first three arguments is turned to the value after its name.

CLASSMETHODS::

METHOD:: ar
ARGUMENT:: key
ARGUMENT:: strength
ARGUMENT:: bend
in semitones, up to 2.
ARGUMENT:: ... pairs
names of controls, each with its value:

table::
{rows}
::

EXAMPLES::

code::
{{ {name}.ar({example}) }}.play;
::
"""
