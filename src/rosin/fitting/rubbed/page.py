"""The page of something rubbed: recording and instrument side by side, and its parameters with the ranges in which they lie."""

from pathlib import Path

import numpy as np

from rosin.fitting.rubbed.fit import Estimate, RubbedFit
from rosin.fitting.sheet import card, write_sheet
from rosin.model.extras import need


def write_page(fit: RubbedFit, path: Path) -> Path:
    """Write the page; sounds and pictures are inside it."""
    need("matplotlib")
    length = max(fit.original.shape[1], fit.played.shape[1])
    rows = (("Recording", "What was recorded", fit.original), ("Instrument", "What the instrument plays by its own gesture", fit.played))
    cards = [card(name, text, np.pad(audio, ((0, 0), (0, length - audio.shape[1]))), fit.sample_rate) for name, text, audio in rows]
    facts = (
        f"It is heard as {fit.listened.words}.",
        f"Sought was {fit.what}.",
        f"The nearest render is {fit.apart:.1f} times as far from it as an ear lets pass.",
    )
    table = PARAMETERS.format(rows="".join(map(_row, fit.parameters)))
    return write_sheet(path, fit.instrument.name, fit.instrument.summary, (*facts, *fit.remarks), cards, (table,))


def _row(found: Estimate) -> str:
    words = "" if found.told else "not told by the sound"
    cells = (found.sought.name.replace("_", " "), found.sought.unit, f"{found.value:.4g}", f"{found.low:.3g} to {found.high:.3g}", words)
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


PARAMETERS = """<h2>Parameters</h2>
<p>The value that the instrument has, and the range in which it lies with 68 % of those that sound likewise.</p>
<table>
<thead><tr><th>parameter</th><th>unit</th><th>value</th><th>range</th><th></th></tr></thead>
<tbody>{rows}</tbody>
</table>"""
