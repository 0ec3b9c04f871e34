"""Which number matters for what one hears: Sobol's indices of a measure, by Saltelli's design (SALib).

The first-order index of an axis is the share of the measure's variance that goes if that number is known; the total index is the share
that stays if all others are known. Their difference is what the number does together with others.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rosin.maps.measures import HEARD, MEASURES
from rosin.maps.sweep import sweep
from rosin.meters.bowed_motion import REGIMES
from rosin.model.errors import ParameterError, unknown
from rosin.model.extras import need
from rosin.sound.picture import INK, save_picture

SPEAKS = "speaks"  # 1 in Helmholtz motion, else 0
LEAST, MOST = 8, 2**17
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Sensitivity:
    """Indices of every axis, each with the half width of its 95 % interval; `spread` is the standard deviation of the measure.

    counted   share of takes in which there was something to measure; elsewhere the mean of the others stands
    """

    axes: tuple[str, ...]
    measure: str
    first: np.ndarray
    first_error: np.ndarray
    total: np.ndarray
    total_error: np.ndarray
    spread: float
    takes: int
    counted: float

    def __str__(self) -> str:
        lines = [f"{self.measure}: {self.takes:,} takes, {self.counted:.0%} counted", f"{'':28} first order         total"]
        for row in np.argsort(-self.total):
            pairs = (self.first[row], self.first_error[row], self.total[row], self.total_error[row])
            lines.append("{:28} {:5.2f} +- {:4.2f}    {:5.2f} +- {:4.2f}".format(self.axes[row], *pairs))
        return "\n".join(lines)

    def plot(self, path: str | Path, *, overwrite: bool = False) -> Path:
        """Draw the indices into a picture."""
        return save_picture(self.draw, path, overwrite)

    def draw(self) -> Any:
        """A Matplotlib figure: for each axis its total index, and in it that of first order."""
        need("matplotlib")
        from matplotlib.figure import Figure

        order = np.argsort(self.total)
        figure = Figure(figsize=(8, 1.2 + 0.5 * len(order)), dpi=120, layout="constrained")
        axes = figure.add_subplot()
        names = [self.axes[row].replace("_", " ") for row in order]
        axes.barh(names, self.total[order], xerr=self.total_error[order], color="#9ec3e6", ecolor=INK, label="total")
        axes.barh(names, self.first[order], xerr=self.first_error[order], height=0.4, color=INK, ecolor="#e69f00", label="first order")
        axes.set(xlabel=f"share of the variance of {self.measure.replace('_', ' ')}", xlim=(min(0, float(self.first.min())), None))
        axes.set_title(f"{self.takes:,} takes")
        axes.legend(frameon=False)
        return figure


def sensitivity(
    source: Any,
    ranges: Mapping[str, tuple[float, float]],
    *,
    measure: str = SPEAKS,
    count: int = 512,
    seed: int = 0,
    logarithmic: Sequence[str] = (),
    progress: Callable[[float], None] | None = None,
    **options: Any,
) -> Sensitivity:
    """Sobol's indices of a measure over some numbers of a contact or instrument, each between two ends.

    measure       one of those of `sweep`, or "speaks": whether it ends in Helmholtz motion
    count         of base points, a power of two; (number of axes + 2) times as many takes are made
    logarithmic   axes that go by ratios
    options       as for `sweep`
    """
    need("SALib")
    from SALib.analyze import sobol as analysis
    from SALib.sample import sobol as design

    if measure not in (known := (*MEASURES, *HEARD, SPEAKS)):
        raise unknown("measure", measure, known)
    if len(ranges) < 2:
        raise ParameterError("Sensitivities are of two or more numbers against each other.")
    if count & (count - 1) or not LEAST <= count <= MOST:
        raise ParameterError(f"count = {count} is not allowed; it must be a power of two from {LEAST} to {MOST}.")
    for name, (low, high) in ranges.items():
        if not low < high or (name in logarithmic and low <= 0):
            raise ParameterError(f"{name} must go from a lower to a higher number, of more than 0 where it is logarithmic.")
    bounds = [np.log(ends) if name in logarithmic else np.array(ends, float) for name, ends in ranges.items()]
    problem = {"num_vars": len(ranges), "names": list(ranges), "bounds": [list(ends) for ends in bounds]}
    points = design.sample(problem, count, calc_second_order=False, seed=seed)
    axes = {name: np.exp(column) if name in logarithmic else column for name, column in zip(ranges, points.T, strict=True)}
    asked = "regime" if measure == SPEAKS else measure
    found = sweep(source, axes, spread="listed", measure=[asked], progress=progress, **options)[asked].values.astype(float)
    values = (found == REGIMES.index("Helmholtz")).astype(float) if measure == SPEAKS else found
    known = np.isfinite(values)
    if not known.any() or np.ptp(values[known]) == 0:
        raise ParameterError(f"{measure} is the same in all takes; give wider ranges.")
    filled = np.where(known, values, values[known].mean())
    told = analysis.analyze(problem, filled, calc_second_order=False, conf_level=CONFIDENCE, seed=seed)
    first, first_error, total, total_error = (np.asarray(told[key], float) for key in ("S1", "S1_conf", "ST", "ST_conf"))
    spread, counted = float(filled.std()), float(known.mean())
    return Sensitivity(tuple(ranges), measure, first, first_error, total, total_error, spread, len(points), counted)
