"""A map as a picture: two axes, a colour for each regime or a scale for any other measure, and what theory says drawn over it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rosin.meters.bowed_motion import REGIMES
from rosin.model.errors import ParameterError, unknown
from rosin.model.extras import need
from rosin.sound.picture import INK, MIST

# Okabe and Ito's colours, told apart by every eye; what does not sound is mist, what dies away a darker one
COLOURS = dict(zip(REGIMES, ("#56b4e9", "#e69f00", "#f0e442", "#d55e00", "#009e73", "#cc79a7", "#9fb3c8", MIST), strict=True))
LONG = 50.0  # periods: transients beyond it are drawn alike
FEWEST_RATIO = 5.0  # of the ends of an axis from which on it is logarithmic


def draw(datasets: Mapping[str, Any], measure: str = "regime", lines: Mapping[str, tuple[np.ndarray, np.ndarray]] | None = None) -> Any:
    """A Matplotlib figure of datasets with two axes, side by side, by their titles; `lines` are curves (x, y) by what they are."""
    need("matplotlib")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(1.5 + 7 * len(datasets), 6), dpi=120, layout="constrained")
    axes = figure.subplots(1, len(datasets), squeeze=False)[0]
    for place, (title, data) in zip(axes, datasets.items(), strict=True):
        draw_on(place, data, measure, lines or {}, title)
    return figure


def draw_on(axes: Any, data: Any, measure: str, lines: Mapping[str, tuple[np.ndarray, np.ndarray]], title: str) -> None:
    """Draw a dataset onto axes: its first axis from left to right, its second one upwards."""
    from matplotlib.patches import Patch

    if measure not in data:
        raise unknown("measure", measure, [str(name) for name in data.data_vars])
    if len(data.dims) != 2:
        raise ParameterError(f"A picture has two axes; this dataset has {len(data.dims)}: {', '.join(map(str, data.dims))}.")
    x, y = (data[name] for name in data.dims)
    values = data[measure].transpose(y.name, x.name).values
    edges = [_edges(axis.values) for axis in (x, y)]
    handles: list[Any] = []
    if measure == "regime":
        from matplotlib.colors import ListedColormap

        axes.pcolormesh(*edges, values, cmap=ListedColormap(list(COLOURS.values())), vmin=-0.5, vmax=len(COLOURS) - 0.5, rasterized=True)
        handles = [Patch(facecolor=COLOURS[REGIMES[index]], label=REGIMES[index]) for index in np.unique(values)]
    else:
        if measure == "transient" and "regime" in data:  # until it speaks, where it does
            values = np.where(data.regime.transpose(y.name, x.name).values == REGIMES.index("Helmholtz"), values, np.nan)
        most = LONG if measure == "transient" and np.nanmax(values, initial=0.0) > LONG else None
        shown = axes.pcolormesh(*edges, values, cmap="viridis", vmax=most, rasterized=True)
        axes.figure.colorbar(shown, ax=axes, label=_label(measure, data[measure].units), extend="max" if most else "neither")
    for name, (along, up) in lines.items():
        handles += axes.plot(along, up, color=INK, linewidth=1.8, linestyle="-" if "highest" in name else "--", label=name)
    axes.set(xlim=edges[0][[0, -1]], ylim=edges[1][[0, -1]], xlabel=_label(x.name, x.units), ylabel=_label(y.name, y.units))
    for axis, ends, set_scale in ((axes.xaxis, x.values, axes.set_xscale), (axes.yaxis, y.values, axes.set_yscale)):
        if logarithmic(ends):
            from matplotlib.ticker import LogLocator

            set_scale("log")
            axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0) if ends.max() / ends.min() < 1e4 else (1.0,), numticks=20))
            axis.set_major_formatter("{x:g}")
            axis.set_minor_formatter("")
    axes.set_title(title, parse_math=False)
    if handles:
        axes.legend(handles=handles, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0.0, frameon=False)


def logarithmic(values: Sequence[float] | np.ndarray) -> bool:
    """Whether an axis goes by ratios, where nothing else is said."""
    low, high = min(values), max(values)
    return bool(low > 0 and high / low >= FEWEST_RATIO)


def _label(name: Any, unit: str) -> str:
    return f"{str(name).replace('_', ' ')}{f' / ({unit})' if '/' in unit else f' / {unit}' if unit else ''}"


def _edges(centres: np.ndarray) -> np.ndarray:
    """Halfway between the centres, by ratio where the axis is logarithmic."""
    if len(centres) < 2:
        return np.array([0.5, 1.5]) * centres[0]
    return np.exp(_halfway(np.log(centres))) if logarithmic(centres) else _halfway(centres)


def _halfway(centres: np.ndarray) -> np.ndarray:
    inner = 0.5 * (centres[1:] + centres[:-1])
    return np.concatenate([[2 * centres[0] - inner[0]], inner, [2 * centres[-1] - inner[-1]]])
