"""A playable window as a picture: force over speed, a colour for each regime, stronger where the motion is, with what theory says."""

from typing import Any

import numpy as np

from rosin.analysis.pitch import cents
from rosin.analysis.takes import ANOTHER_MODE, ON_THE_MODE, SILENT, WINDOW_REGIMES, TakeGrid
from rosin.model.extras import need
from rosin.sound.picture import INK, MIST

# silent, on the mode, another mode, stick-slip, another pitch, raucous: Okabe and Ito's colours, told apart by every eye, beside the ink
COLOURS = (MIST, "#56b4e9", "#e69f00", "#009e73", "#cc79a7", "#d55e00")
FAINTEST, STRONGEST = 0.35, 0.8  # opacity where the amplitude is half of the speed, and from 1.2 times it on
MOST_WORDS = 16  # columns up to which each cell says its pitch
POINTS = 300  # of a curve


def draw(window: TakeGrid, title: str) -> Any:
    """A Matplotlib figure of a window."""
    need("matplotlib")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 6), dpi=120, layout="constrained")
    draw_on(figure.add_subplot(), window, title)
    return figure


def draw_on(axes: Any, window: TakeGrid, title: str) -> None:
    """Draw a window onto axes."""
    columns, rows = _edges(window.speeds), _edges(window.forces)
    axes.set(xscale="log", yscale="log", xlim=columns[[0, -1]], ylim=rows[[0, -1]], xlabel="speed / (m/s)", ylabel="normal force / N")
    axes.pcolormesh(columns, rows, _colours(window), edgecolors="white", linewidth=0.5)
    if len(window.speeds) <= MOST_WORDS:
        _words(axes, window)
    handles = [*_patches(window), *_curves(axes, window)]
    for axis, edges in ((axes.xaxis, columns), (axes.yaxis, rows)):
        axis.set_major_locator(_locator(edges))
        axis.set_major_formatter("{x:g}")
        axis.set_minor_formatter("")
    axes.set_title(title or f"{window.frequency:.4g} Hz, {window.duration:g} s, {_beginning(window)}", parse_math=False)
    axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, frameon=False)


def _beginning(window: TakeGrid) -> str:
    return "accelerated from rest" if window.start == "rest" else "pressed on while moving"


def _edges(centres: np.ndarray) -> np.ndarray:
    """Halfway, by ratio, between the centres; a lone one gets a cell of a factor of two."""
    logs = np.log(centres)
    inner = 0.5 * (logs[1:] + logs[:-1])
    half = 0.5 * np.log(2.0) if len(logs) < 2 else 0.0
    first, last = (logs[0] - half, logs[0] + half) if half else (2 * logs[0] - inner[0], 2 * logs[-1] - inner[-1])
    return np.exp(np.concatenate([[first], inner, [last]]))


def _locator(edges: np.ndarray) -> Any:
    """Ticks at 1, 2 and 5, or at decades where there are many."""
    from matplotlib.ticker import LogLocator

    return LogLocator(subs=(1.0, 2.0, 5.0) if edges[-1] / edges[0] < 1e4 else (1.0,), numticks=20)


def _colours(window: TakeGrid) -> np.ndarray:
    """The colour of each cell, paler where the amplitude is less than the speed."""
    strength = FAINTEST + (STRONGEST - FAINTEST) * np.clip((window.amplitude - 0.5) / 0.7, 0, 1)
    return _mixed(window.regime, np.where(window.regime == SILENT, 1.0, strength))


def _mixed(regime: Any, strength: Any) -> np.ndarray:
    """The colour of a regime, mixed with white."""
    from matplotlib.colors import to_rgb

    strength = np.asarray(strength)[..., None]
    return strength * np.array([to_rgb(colour) for colour in COLOURS])[regime] + (1 - strength)


def _words(axes: Any, window: TakeGrid) -> None:
    """Cents on the mode, Hz elsewhere."""
    for row, column in np.ndindex(window.regime.shape):
        pitch = float(window.pitch[row, column])
        if np.isfinite(pitch):
            hertz = f"{pitch:.3g}" if pitch < 1e3 else f"{pitch:.0f}"
            words = f"{cents(pitch, window.frequency):+.0f}¢" if window.regime[row, column] == ON_THE_MODE else hertz
            axes.text(window.speeds[column], window.forces[row], words, ha="center", va="center", fontsize=6.5, color=INK, zorder=4)


def _patches(window: TakeGrid) -> list[Any]:
    """A legend entry for each regime that was met."""
    from matplotlib.patches import Patch

    entries = []
    for index in np.unique(window.regime):
        label = WINDOW_REGIMES[index]
        if index == ANOTHER_MODE:
            modes = sorted({window.frequencies[mode] for mode in window.mode[window.regime == index]})
            label += f"\n({', '.join(f'{frequency:.4g}' for frequency in modes)} Hz)"
        entries.append(Patch(facecolor=tuple(_mixed(index, 1.0 if index == SILENT else STRONGEST)), label=label))
    return entries


def _curves(axes: Any, window: TakeGrid) -> list[Any]:
    """Where the mode grows at all, where it speaks in time, and where bristles are too slow."""
    if window.theory is None:
        return []
    mode = window.theory
    columns, rows = _edges(window.speeds), _edges(window.forces)
    speeds, forces = np.geomspace(columns[0], columns[-1], POINTS), np.geomspace(rows[0], rows[-1], POINTS)
    curves = (
        (speeds, mode.forces(speeds)[0], "-", "growth begins (g = 0)"),
        (speeds, mode.force_to_speak(speeds, window.duration, start=window.start), "--", f"speaks within {window.duration:g} s"),
        (mode.slowest_speed(forces), forces, ":", "bristles too slow above\n(order of magnitude)"),
    )
    drawn = []
    for x, y, style, label in curves:
        seen = np.isfinite(x) & np.isfinite(y) & (x >= columns[0]) & (x <= columns[-1]) & (y >= rows[0]) & (y <= rows[-1])
        if seen.any():
            finite = np.where(np.isfinite(y), y, 1e3 * rows[-1])
            drawn += axes.plot(x, finite, style, color=INK, linewidth=1.8, label=label)
    return drawn
