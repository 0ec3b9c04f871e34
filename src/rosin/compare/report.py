"""What was compared, as a table for the terminal and as data."""

import math
from collections.abc import Sequence
from typing import Any

import rosin
from rosin.compare.comparing import Comparison
from rosin.compare.kinds import Kind
from rosin.compare.rows import MeasureRow
from rosin.compare.sources import install_command, missing
from rosin.evidence.table import Table

NOTHING = "-"


def text(found: Sequence[Comparison], lacking: Sequence[str]) -> str:
    """Ratios first, then the measures of each instrument, then what is missing."""
    lines = ratios(found).text()
    for each in found:
        if each.pairs:
            lines += ["", *measures(each).text(), *reasons(each)]
    if lacking:
        lines += ["", f"Not all recordings are installed; get them: {install_command(lacking)}"]
    return "\n".join(lines)


def listing(kinds: Sequence[Kind]) -> str:
    """Instruments that can be compared, their sources, and what of them is not installed."""
    lines = []
    for kind in kinds:
        sources = [f"{source.name}{'' if source.files else ' (not installed)'}" for source in kind.sources]
        lines.append(f"{kind.instrument:16} {', '.join(sources) or 'no recording of one in these packages'}")
    lacking = missing(source for kind in kinds for source in kind.sources)
    return "\n".join([*lines, *([f"Get what is missing: {install_command(lacking)}"] if lacking else [])])


def ratios(found: Sequence[Comparison]) -> Table:
    """How far ours is from real ones, over how far real ones are from each other."""
    rows = [
        [
            each.kind.instrument,
            *(number(value, 2) for value in (each.ratio, each.spread)),
            str(len(each.pairs)),
            str(len(each.real_gaps)),
            number(each.real_spread, 2),
            inside(each),
            remark(each),
        ]
        for each in found
    ]
    columns = ["to real over real to real", "ratio", "spread", "recordings", "real pairs", "their spread", "inside", "remark"]
    return Table(columns, rows, "1.0 is as close as another real one; inside: measures that lie among those of real ones, of those told")


def measures(comparison: Comparison) -> Table:
    """Every measure of ours and of the recordings."""
    columns = [comparison.kind.instrument, "unit", "Rosin", "least", "largest", "real, from", "to", ""]
    return Table(columns, [measure(row) for row in comparison.rows])


def measure(row: MeasureRow) -> list[str]:
    """A measure in words: the median of ours, its range, the range of real ones, and whether ours is inside."""
    limits = [f(values) if values else math.nan for values in (row.ours, row.real) for f in (min, max)]
    return [row.name, row.unit, *(number(value) for value in (row.middle, *limits)), verdict(row)]


def reasons(comparison: Comparison) -> list[str]:
    """Why measures lie outside those of real ones, where that is known."""
    why = comparison.kind.why
    return [f"{row.name}, {verdict(row)}: {why[row.name]}" for row in comparison.rows if row.inside is False and row.name in why]


def verdict(row: MeasureRow) -> str:
    """Whether ours lies among the real ones, or on which side."""
    if row.inside is None:
        return (f"{'one' if row.real else 'no'} real one") if row.ours else NOTHING
    return "inside" if row.inside else "below" if row.middle < min(row.real) else "above"


def inside(comparison: Comparison) -> str:
    """How many measures lie among those of real ones."""
    told = [row.inside for row in comparison.rows if row.inside is not None]
    return f"{sum(told)} of {len(told)}" if told else NOTHING


def remark(comparison: Comparison) -> str:
    """What one must know to read the ratio."""
    if comparison.why_not:
        return comparison.why_not
    if comparison.yardstick:
        return f"one source; real pairs are those of the {comparison.yardstick}"
    if not comparison.real_gaps:
        return f"no second recording; {number(comparison.mean_gap.mel)} dB off in mel levels"
    return ""


def number(value: float, places: int | None = None) -> str:
    """Three digits, or so many places."""
    if not math.isfinite(value):
        return NOTHING
    if places is not None:
        return f"{value:.{places}f}"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def data(found: Sequence[Comparison], lacking: Sequence[str], *, quick: bool) -> dict[str, Any]:
    """Everything as JSON can say it: what cannot be told is null."""
    return {
        "rosin": rosin.__version__,
        "quick": quick,
        "missing_packages": list(lacking),
        "instruments": [_instrument(each) for each in found],
    }


def _instrument(each: Comparison) -> dict[str, Any]:
    return {
        "name": each.kind.instrument,
        "ratio": _finite(each.ratio),
        "spread": _finite(each.spread),
        "real_pairs": len(each.real_gaps),
        "real_spread": _finite(each.real_spread),
        "yardstick": each.yardstick or each.kind.instrument,
        "remark": remark(each),
        "recordings": [
            {
                "name": pair.real.name,
                "source": pair.real.source,
                "frequency": pair.real.frequency,
                "ratio": _finite(pair.ratio),
                "others": [other.name for other in pair.others],
                "distance": {name: _finite(value) for name, value in pair.gap._asdict().items()},
            }
            for pair in each.pairs
        ],
        "measures": [
            {"name": row.name, "unit": row.unit, "rosin": list(row.ours), "real": list(row.real), "inside": row.inside} for row in each.rows
        ],
    }


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
