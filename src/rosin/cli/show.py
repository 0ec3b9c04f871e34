"""`rosin show`: an instrument, its parameters and controls, and where it speaks."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from rosin.cli.progress import progress_bar

if TYPE_CHECKING:
    from rosin.analysis.window import Window
    from rosin.instruments.instrument import Instrument
    from rosin.model.paths import Row

SIGNS = (" ", "█", "▒", "░", "+", "x")  # of the regimes of a window


def show(
    name: str,
    /,
    *,
    preset: str = "",
    changes: Annotated[list[str] | None, Parameter(name="--set", consume_multiple=True, negative="")] = None,
    window: bool = True,
    plot: Path | None = None,
    force: Annotated[bool, Parameter(negative="")] = False,
) -> None:
    """Explain an instrument: parameters with units and ranges, controls, sources, and the window of force and speed in which it speaks.

    Parameters
    ----------
    name
        An instrument (rosin list) or an instrument file.
    preset
        A further preset of the instrument, or an instrument file.
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
    from rosin.model.paths import parse_change
    from rosin.sound.picture import check_picture

    if plot is not None:
        check_picture(plot, overwrite=force)
    instrument = opened(name, preset).with_changes(dict(parse_change(text) for text in changes or []))
    console = Console(soft_wrap=True)
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
    from rosin.model.paths import parameters_of
    from rosin.playing.controls import UNITS

    lines = [f"{instrument.name}: {instrument.summary}", "", f"Listen for: {instrument.listen}", "", "Parameters (--set path=value):"]
    rows = [*parameters_of(instrument.setup), *parameters_of(instrument.output, "output.")]
    width = max(len(row.path) for row in rows)
    lines += [f"  {row.path:{width}}  {_value(row)}" for row in rows]
    lines += ["", "Controls (--gesture FILE):"]
    for hand, controls in instrument.setup.hands().items():
        named = ", ".join(f"{control} ({UNITS[control] or '0 to 1'})" for control in sorted(controls))
        lines.append(f"  {hand}: {named}")
    lines += ["", "Sources:", *(f"  {part}: {words}" for part, words in instrument.sources.items())]
    return "\n".join(lines)


def _value(row: "Row") -> str:
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
