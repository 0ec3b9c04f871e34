"""The page of a comparison: ratios, every measure, and spectrograms of real ones beside ours; sounds and pictures lie beside it."""

import html
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from rosin.compare.comparing import Comparison, Matched
from rosin.compare.report import inside, measures, number, reasons, remark
from rosin.compare.sources import install_command
from rosin.compare.take import RATE, Take
from rosin.evidence.table import Table
from rosin.model.files import fresh_file
from rosin.sound.embedded import spectrogram
from rosin.sound.encoding import sound_bytes
from rosin.sound.levels import at_level

SHOWN = 3  # notes of an instrument
ROWS = 200  # of a spectrogram
LEAD = 0.05  # s of silence before a sound
LEVEL = -12.0  # dB of full scale: root mean square of what is played, so that all are as loud
CEILING = -1.0  # dBFS
FARTHEST = 3.0  # the ratio at which a bar ends


def write_page(found: Sequence[Comparison], lacking: Sequence[str], folder: Path) -> Path:
    """Write index.html with its sounds and pictures."""
    sections = "\n".join(_section(each, folder) for each in found if each.pairs)
    missing = f"<p>Not all recordings are installed: <code>{html.escape(install_command(lacking))}</code></p>" if lacking else ""
    path = folder / "index.html"
    with fresh_file(path) as file:
        file.write(PAGE.format(missing=missing, rows="".join(map(_row, found)), sections=sections).encode())
    return path


def _row(each: Comparison) -> str:
    name = html.escape(each.kind.instrument)
    link = f'<a href="#{name}">{name.replace("_", " ")}</a>' if each.pairs else name.replace("_", " ")
    bar = (
        "" if np.isnan(each.ratio) else f'<i style="width:{min(each.ratio / FARTHEST, 1):.1%}"></i><b style="left:{1 / FARTHEST:.1%}"></b>'
    )
    pairs = f"{len(each.real_gaps)} ± {number(each.real_spread, 2)}" if each.real_gaps else "-"
    ratio = f"{number(each.ratio, 2)} ± {number(each.spread, 2)}" if each.real_gaps else "-"
    cells = (link, ratio, f'<div class="bar">{bar}</div>', str(len(each.pairs)), pairs, inside(each), html.escape(remark(each)))
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _section(each: Comparison, folder: Path) -> str:
    places = np.unique(np.linspace(0, len(each.pairs) - 1, min(SHOWN, len(each.pairs))).round().astype(int))
    notes = "".join(_note(each.pairs[place], f"{each.kind.instrument}-{place + 1}", folder) for place in places)
    name = html.escape(each.kind.instrument)
    words = "".join(f"<p>{html.escape(text)}</p>" for text in (remark(each), each.kind.fitted) if text)
    why = "".join(f"<p>{html.escape(text)}</p>" for text in reasons(each))
    return f'<section id="{name}"><h2>{name.replace("_", " ")}</h2>{words}{_table(measures(each))}{why}{notes}</section>'


def _note(pair: Matched, name: str, folder: Path) -> str:
    """A recording, ours, and another recording of the same note, equally long."""
    takes = {"real": pair.real, "rosin": pair.ours} | ({"other": pair.others[0]} if pair.others else {})
    cards = "".join(_card(take, f"{name}-{which}", len(pair.real.samples), folder) for which, take in takes.items())
    words = f"{pair.real.source}: {pair.real.name}" + (f", {pair.real.frequency:.1f} Hz" if pair.real.frequency else "")
    gaps = ", ".join(f"{part} {number(value)}" for part, value in pair.gap._asdict().items() if np.isfinite(value))
    ratio = f"; ratio {number(pair.ratio, 2)}" if np.isfinite(pair.ratio) else ""
    return f'<h3>{html.escape(words)}</h3><p>Distance in dB: {html.escape(gaps + ratio)}</p><div class="takes">{cards}</div>'


def _card(take: Take, name: str, length: int, folder: Path) -> str:
    samples = take.samples[:length]
    loud = samples * 10 ** (LEVEL / 20) / max(float(np.sqrt((samples**2).mean())), 1e-12)
    audio = np.pad(loud, (round(LEAD * RATE), max(0, length - len(samples))))[None]
    if np.abs(audio).max() > 10 ** (CEILING / 20):
        audio = at_level(audio, CEILING)
    picture, marks = spectrogram(audio, RATE, rows=ROWS)
    for suffix, content in ((".png", picture), (".flac", sound_bytes(audio, RATE, "FLAC"))):
        with fresh_file(folder / f"{name}{suffix}") as file:
            file.write(content)
    ticks = "".join(f'<span style="bottom:{place:.1%}">{mark}</span>' for mark, place in marks)
    words = html.escape(f"{take.source}: {take.name}")
    return f"""<figure><figcaption>{words}</figcaption>
<div class="spectrogram"><img alt="Spectrogram of {words}" src="{name}.png" loading="lazy">{ticks}</div>
<audio controls preload="none" aria-label="{words}" src="{name}.flac"></audio></figure>"""


def _table(table: Table) -> str:
    head = "".join(f"<th>{html.escape(word)}</th>" for word in table.columns)
    rows = "".join(
        f'<tr class="{html.escape(row[-1])}">{"".join(f"<td>{html.escape(cell)}</td>" for cell in row)}</tr>' for row in table.rows
    )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>'


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rosin beside real ones</title>
<style>
:root {{ color-scheme: light dark; --ground: #f6f5f1; --card: #fff; --ink: #22252a; --soft: #666b73; --line: #dcd9d0; --bar: #1f3a5f;
  --good: #2c7a4b; --bad: #b3372e; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ground: #14161a; --card: #1d2026; --ink: #e8e6e1; --soft: #9aa0aa; --line: #30343c; --bar: #9db8de; --good: #6cc48e;
    --bad: #ef7b72; }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0; padding: 2rem clamp(1rem, 4vw, 4rem); background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }}
h1, h2, h3 {{ margin: 0; }}
h2 {{ font-size: 1.3rem; text-transform: capitalize; }}
h3 {{ font-size: 1rem; margin-top: 1rem; }}
p {{ margin: .2rem 0; color: var(--soft); }}
a {{ color: inherit; text-transform: capitalize; }}
section {{ background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; margin: 1.25rem 0; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; width: 100%; margin: .5rem 0; }}
th {{ color: var(--soft); font-weight: 400; }}
th, td {{ text-align: right; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); }}
th:first-child, td:first-child, .ratios td:last-child {{ text-align: left; }}
tr.inside td:last-child {{ color: var(--good); }}
tr.below td:last-child, tr.above td:last-child {{ color: var(--bad); }}
.bar {{ position: relative; width: 10rem; height: .8rem; background: var(--ground); }}
.bar i {{ position: absolute; inset: 0 auto 0 0; background: var(--bar); }}
.bar b {{ position: absolute; top: -.2rem; bottom: -.2rem; width: 2px; background: var(--good); }}
.takes {{ display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); }}
figure {{ margin: .5rem 0; min-width: 0; }}
.spectrogram {{ position: relative; background: #000; }}
.spectrogram img {{ display: block; width: 100%; height: 13rem; object-fit: fill; }}
.spectrogram span {{ position: absolute; left: .3rem; transform: translateY(50%); font-size: .65rem; color: #fff;
  text-shadow: 0 0 3px #000; }}
audio {{ width: 100%; }}
</style>
</head>
<body>
<header>
<h1>Rosin beside real ones</h1>
<p>Ratio: how far Rosin is from a recording, over how far another recording of the same note is; the mark is 1, as close as another
real one. After ± stand standard deviations: of the ratios of all recordings, and of real pairs about their mean.</p>
{missing}
</header>
<section class="wide">
<table class="ratios">
<thead><tr><th>instrument</th><th>ratio</th><th></th><th>recordings</th><th>real pairs</th>
<th>measures inside</th><th>remark</th></tr></thead>
<tbody>{rows}</tbody>
</table>
</section>
{sections}
</body>
</html>
"""
