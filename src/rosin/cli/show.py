"""`rosin show`: an instrument, its parameters and controls, and where it speaks; or what a file describes."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from rosin.cli.description import Described, is_description, read_description
from rosin.cli.progress import progress_bar
from rosin.model.errors import ParameterError

if TYPE_CHECKING:
    from rosin.analysis.window import Window
    from rosin.instruments.instrument import Instrument
    from rosin.instruments.macros import Macro
    from rosin.model.paths import ParameterRow

SIGNS = (" ", "█", "▒", "░", "+", "x")  # of the regimes of a window


def show(
    name: str,
    /,
    *,
    preset: str = "",
    macros: Annotated[list[str] | None, Parameter(name="--macro", consume_multiple=True, negative="")] = None,
    changes: Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True, negative="")] = None,
    window: bool = True,
    plot: Path | None = None,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Explain an instrument: parameters with units and ranges, controls, sources, and the window of force and speed in which it speaks.

    A contact or a scene in a file is explained too, without that window.

    Parameters
    ----------
    name
        An instrument (rosin list), or a file with an instrument, a contact or a scene.
    preset
        A further preset of the instrument, or an instrument file.
    macros
        Macros from 0 to 1, such as wetness=0.7: show it with these.
    changes
        Parameters by path, such as interaction.static_friction=0.9: show it with these.
    window
        Play it at many speeds and forces and map where it speaks, which takes some seconds.
    plot
        Draw that map into this file: .png, .pdf or .svg.
    force
        Overwrite an existing file.
    """
    from rich.console import Console

    from rosin.instruments.opening import instrument as opened
    from rosin.instruments.speaking import speaking_window
    from rosin.model.files import read_json
    from rosin.model.paths import parse_changes
    from rosin.sound.picture import check_picture

    console = Console(soft_wrap=True)
    if name.endswith(".json") and is_description(document := read_json(name, "description")):
        for option, given in {"preset": preset, "macro": macros, "plot": plot}.items():
            if given:
                raise ParameterError(f"--{option} is for instruments, but {name} describes none.")
        console.print(_described(name, read_description(document, parse_changes(changes))), highlight=False, markup=False)
        return
    if plot is not None:
        check_picture(plot, overwrite=force)
    instrument = opened(name, preset).with_macros(**parse_changes(macros)).with_changes(parse_changes(changes))
    console.print(_page(instrument), highlight=False, markup=False)
    if not window and plot is None:
        return
    with progress_bar(f"playing {instrument.name} at many speeds and forces") as progress:
        found = speaking_window(instrument, progress=progress)
    if found is None:
        drawn = "" if plot is None else f", and {plot} was not drawn"
        console.print(
            f"\nIt is not rubbed, or not by one contact alone, so it has no window of force and speed{drawn}.",
            highlight=False,
            markup=False,
        )
        return
    if window:
        console.print(_map(found), highlight=False, markup=False)
    if plot is not None:
        print(found.plot(plot, title=instrument.name.replace("_", " "), overwrite=force))


def _page(instrument: "Instrument") -> str:
    lines = [f"{instrument.name}: {instrument.summary}", "", f"Listen for: {instrument.listen}"]
    lines += _macros(instrument.macros)
    lines += _parameters(instrument.parameters())
    lines += _controls(instrument.setup.hands())
    if "articulation" in type(instrument.setup).fields:
        lines += _articulations()
    lines += ["", "Sources:", *(f"  {part}: {words}" for part, words in instrument.sources.items())]
    return "\n".join(lines)


def _described(name: str, description: Described) -> str:
    """A contact or a scene: what it is made of, its parameters and controls."""
    from rosin.model.paths import parameters_of
    from rosin.scenes.scene import Scene

    what = description.what
    lines = [f"{name}: {what.title}"]
    if isinstance(what, Scene):
        kinds = {body: type(part).__name__ for body, part in what.bodies.items()}
        lines += ["", "Bodies:", *(f"  {body}: {kind}{', heard' if body in what.heard else ''}" for body, kind in kinds.items())]
        lines += [
            "",
            "Contacts:",
            *(f"  {key}: {_link(touch)}, {type(touch.interaction).__name__}" for key, touch in what.contacts.items()),
        ]
        if what.joints:
            lines += ["", "Joints:", *(f"  {place}: {_link(joint)}, {type(joint).__name__}" for place, joint in enumerate(what.joints))]
        controls = {key: what.controls_of(key) for key in what.contacts}
    else:
        controls = {"hand": what.controls}
    return "\n".join([*lines, *_parameters(list(parameters_of(what))), *_controls(controls)])


def _link(link: Any) -> str:
    """Which two bodies a contact or a joint links."""
    return f"{link.first} on {link.second}"


def _parameters(rows: "list[ParameterRow]") -> list[str]:
    width = max(len(row.path) for row in rows)
    return ["", "Parameters (--set path=value):", *(f"  {row.path:{width}}  {_value(row)}" for row in rows)]


def _macros(macros: "Mapping[str, Macro]") -> list[str]:
    """Where each macro stands, in a number and a word, what it does, and how its ends are called."""
    if not macros:
        return []
    width = max(map(len, macros))
    lines = ["", "Macros (--macro name=value, 0 to 1):"]
    for name, macro in macros.items():
        lines.append(f"  {name:{width}}  {macro.value:.4g}, {macro.word}  ({', '.join(macro.words)}) {macro.text}")
    return lines


def _controls(followed: Mapping[str, frozenset[str]]) -> list[str]:
    """The controls that each hand or contact follows."""
    from rosin.playing.controls import UNITS

    lines = ["", "Controls (--gesture FILE):"]
    for hand, controls in followed.items():
        named = ", ".join(f"{control} ({UNITS[control] or '0 to 1'})" for control in sorted(controls))
        lines.append(f"  {hand}: {named or 'none'}")
    return lines


def _articulations() -> list[str]:
    """How notes may be bowed, and how a MIDI file asks for it."""
    from rosin.playing.bowing.articulations import ARTICULATIONS, key_switches

    lines = ["", "Articulations (--articulation NAME; in a MIDI file a key, or a value of controller 32, from then on):"]
    for key, name in key_switches().items():
        how = ARTICULATIONS[name]
        lines.append(f"  {name:15} key {key}, controller {how.controller:3.0f}  {how.text}")
    return lines


def _value(row: "ParameterRow") -> str:
    shown, description = _short(row.value), row.description
    if description is None:
        return f"{shown}  one of {', '.join(row.choices)}" if row.choices else shown
    unit = f" {description.unit}" if description.unit else ""
    useful = f"; useful {description.range[0]:g} to {description.range[1]:g}" if description.range else ""
    return f"{shown}{unit}  {description.text} (allowed {description.allowed()}{useful})"


def _short(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        inner = ", ".join(_short(item) for item in value[:8])
        return f"[{inner}{', ...' if len(value) > 8 else ''}]"
    return "none" if value is None else str(value)


def _map(window: "Window") -> str:
    from rosin.analysis.takes import WINDOW_REGIMES

    played = f"Where it speaks within {window.duration:g} s, played from rest"
    lines = ["", f"{played} (force in N, speed in m/s; mode {window.frequency:.5g} Hz):"]
    for force, row in reversed(list(zip(window.forces, window.regime, strict=True))):
        lines.append(f"  {force:8.3g} |{''.join(3 * SIGNS[regime] for regime in row)}|")
    ends = f"{window.speeds[0]:.3g}", f"{window.speeds[-1]:.3g}"
    lines.append(f"  {'':9} {ends[0]}{' ' * max(1, 3 * len(window.speeds) - len(ends[0]) - len(ends[1]))}{ends[1]}")
    legend = ", ".join(f"{sign!r} {regime}" for sign, regime in zip(SIGNS, WINDOW_REGIMES, strict=True))
    return "\n".join([*lines, f"  {legend}"])
