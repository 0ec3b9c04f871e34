"""The figures of a study: figure 6 of Onofrei et al. 2022 for statements, box plots for ratings, bars for what was told apart."""

from typing import Any

import numpy as np

from rosin.model.extras import need
from rosin.sound.picture import INK, MIST
from rosin.studies.plan import Abx, Likert, Mushra
from rosin.studies.statistics import Opinions

DEVICES = ("#1f5fa8", "#c8741a", "#2f7d4f", "#8b5fa8", "#b3372c", "#5f656e")
SURE = 0.05


def _figure(width: float, height: float) -> Any:
    need("matplotlib")
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def draw_likert(part: Likert, found: dict[str, Opinions]) -> Any:
    """Figure 6: (a) stacked bars of how many chose what, (b) box plots; devices side by side for every statement."""
    figure = _figure(max(8.0, 1.5 * len(found)), 8.5)
    bars, boxes = figure.subplots(2, 1, sharex=True)
    import matplotlib

    shades = matplotlib.colormaps["RdBu"](np.linspace(0.08, 0.92, part.points))
    devices, wide = part.names, 0.8 / len(part.names)
    ticks, labels = [], []
    for group, (attribute, each) in enumerate(found.items()):
        for place, device in enumerate(devices):
            x = group + (place - (len(devices) - 1) / 2) * wide
            scores, below = each.scores[:, place], 0.0
            for point in range(1, part.points + 1):
                share = 100 * float((scores == point).mean()) if len(scores) else 0.0
                bars.bar(x, share, 0.9 * wide, bottom=below, color=shades[point - 1], label=str(point) if group == place == 0 else None)
                below += share
            ticks.append(x)
            labels.append(device)
            if len(scores):
                _box(boxes, scores, x, 0.8 * wide, DEVICES[place % len(DEVICES)])
        mark = "" if np.isnan(each.p) else f"\np = {each.p:.2g}{' *' if each.p < SURE else ''}"
        boxes.text(group, part.points + 0.35, f"Q{group + 1} {attribute}{mark}", ha="center", va="bottom", fontsize=8)
    bars.set(ylabel="share of people / %", title=f"(a) {part.title}", ylim=(0, 100))
    words = f"1 {part.ends[0]} to {part.points} {part.ends[1]}"
    bars.legend(title=words, ncols=part.points, fontsize=7, loc="upper center", bbox_to_anchor=(0.5, -0.02))
    boxes.set(ylabel="score", title="(b) median, quartiles, extremes; Friedman's p", ylim=(0.5, part.points + 1.6))
    boxes.set_yticks(range(1, part.points + 1))
    boxes.set_xticks(ticks, labels, rotation=60, fontsize=7)
    boxes.grid(axis="y", color=MIST)
    return figure


def _box(axis: Any, scores: np.ndarray, x: float, wide: float, colour: str) -> None:
    """From the least to the most, a box from quartile to quartile, a line at the median."""
    drawn = axis.boxplot([scores], positions=[x], widths=wide, whis=(0, 100), patch_artist=True, manage_ticks=False)
    for box in drawn["boxes"]:
        box.set(facecolor=colour, alpha=0.55, edgecolor=INK)
    for line in drawn["medians"]:
        line.set(color=INK, linewidth=2)


def draw_mushra(part: Mushra, found: dict[str, Opinions]) -> Any:
    """A box for every sound of every trial."""
    figure = _figure(max(5.0, 3.2 * len(found)), 4.5)
    axes = figure.subplots(1, len(found), sharey=True, squeeze=False)[0]
    for axis, (trial, each) in zip(axes, found.items(), strict=True):
        for place in range(len(each.names)):
            if len(each.scores):
                _box(axis, each.scores[:, place], place, 0.6, DEVICES[place % len(DEVICES)])
        mark = "" if np.isnan(each.p) else f", p = {each.p:.2g}"
        axis.set(title=f"{trial}{mark}", ylim=(0, 100))
        axis.set_xticks(range(len(each.names)), each.names, rotation=45, ha="right", fontsize=8)
        axis.grid(axis="y", color=MIST)
    axes[0].set_ylabel("rating")
    figure.suptitle(part.title, parse_math=False)
    return figure


def draw_abx(part: Abx, found: dict[str, tuple[int, int, float]]) -> Any:
    """How often people were right, with what guessing would give."""
    figure = _figure(max(4.0, 1.6 * len(found)), 4.0)
    axis = figure.subplots()
    for place, (right, total, p) in enumerate(found.values()):
        axis.bar(place, 100 * right / max(total, 1), 0.6, color=DEVICES[0])
        axis.text(place, 100 * right / max(total, 1) + 2, f"{right} of {total}\np = {p:.2g}", ha="center", fontsize=8)
    axis.axhline(50, color=INK, linestyle=":")
    axis.set(ylabel="right / %", ylim=(0, 118), title=part.title)
    axis.set_xticks(range(len(found)), list(found))
    return figure
