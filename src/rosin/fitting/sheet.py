"""The page of a fit as one file: sounds side by side with their spectrograms, and tables."""

import html
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from rosin.model.files import fresh_file
from rosin.sound.embedded import data_url, spectrogram
from rosin.sound.encoding import sound_bytes
from rosin.sound.levels import at_level

ROWS = 200  # of a spectrogram
LEAD = 0.05  # s of silence before a sound
LEVEL = -3.0  # dBFS


def write_sheet(path: Path, title: str, summary: str, facts: Iterable[str], cards: Iterable[str], sections: Iterable[str]) -> Path:
    """Write the page; sounds and pictures are inside it."""
    text = PAGE.format(
        title=html.escape(title),
        summary=html.escape(summary),
        facts="".join(f"<li>{html.escape(words)}</li>" for words in facts),
        cards="\n".join(cards),
        sections="\n".join(f"<section>{each}</section>" for each in sections),
    )
    with fresh_file(path) as file:
        file.write(text.encode())
    return path


def card(name: str, text: str, audio: np.ndarray, sample_rate: int) -> str:
    """A sound to hear and to see."""
    led = np.pad(audio, ((0, 0), (round(LEAD * sample_rate), 0)))
    picture, marks = spectrogram(led, sample_rate, rows=ROWS)
    sound = sound_bytes(at_level(led, LEVEL), sample_rate)
    ticks = "".join(f'<span style="bottom:{place:.1%}">{mark}</span>' for mark, place in marks)
    words = f"Spectrogram of the {name.lower()}, {led.shape[1] / sample_rate:.1f} seconds"
    shown = f'<img alt="{words}" src="{data_url("image/png", picture)}">'
    return f"""<article>
<h2>{name}</h2><p>{text}</p>
<div class="spectrogram">{shown}{ticks}</div>
<audio controls aria-label="{name}" src="{data_url("audio/wav", sound)}"></audio>
</article>"""


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --ground: #f6f5f1; --card: #fff; --ink: #22252a; --soft: #666b73; --line: #dcd9d0; --bar: #1f3a5f; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ground: #14161a; --card: #1d2026; --ink: #e8e6e1; --soft: #9aa0aa; --line: #30343c; --bar: #9db8de; }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0; padding: 2rem clamp(1rem, 4vw, 4rem); background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }}
h1, h2 {{ margin: 0; }}
h2 {{ font-size: 1.1rem; }}
p {{ margin: .2rem 0; }}
p, th {{ color: var(--soft); font-weight: 400; }}
main {{ display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); margin: 1.5rem 0; }}
article, section {{ background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; min-width: 0; }}
section {{ margin-bottom: 1.25rem; overflow-x: auto; }}
.spectrogram {{ position: relative; background: #000; margin: .5rem 0; }}
.spectrogram img {{ display: block; width: 100%; height: 16rem; object-fit: fill; }}
.spectrogram span {{ position: absolute; left: .3rem; transform: translateY(50%); font-size: .65rem; color: #fff;
  text-shadow: 0 0 3px #000; }}
audio {{ width: 100%; }}
table {{ border-collapse: collapse; font-size: .88rem; font-variant-numeric: tabular-nums; width: 100%; }}
th, td {{ text-align: right; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid var(--line); }}
td i {{ display: block; height: .6rem; background: var(--bar); }}
.octaves td:last-child {{ width: 40%; }}
</style>
</head>
<body>
<header>
<h1>{title}</h1>
<p>{summary}</p>
<ul>{facts}</ul>
</header>
<main>
{cards}
</main>
{sections}
</body>
</html>
"""
