"""The page of a fit: recording and instrument side by side, to hear and to see, errors by octave and the table of modes, in one file."""

import html
from pathlib import Path

import numpy as np

from rosin.fitting.fit import Fit
from rosin.model.extras import need
from rosin.model.files import fresh_file
from rosin.sound.embedded import data_url, spectrogram
from rosin.sound.encoding import sound_bytes
from rosin.sound.levels import at_level

ROWS = 200  # of a spectrogram
LEAD = 0.05  # s of silence before a sound
LEVEL = -3.0  # dBFS


def write_page(fit: Fit, path: Path) -> Path:
    """Write the page; sounds and pictures are inside it."""
    need("matplotlib")
    length = max(fit.original.shape[1], fit.played.shape[1])
    rows = (
        ("Recording", "What was recorded, its strongest blow", fit.original),
        ("Instrument", "What the instrument plays, struck in the same way", fit.played),
        ("Modes", "The sum of its modes, without the noise of the blow", fit.modal),
    )
    cards = "\n".join(
        _card(name, text, np.pad(audio, ((0, 0), (0, length - audio.shape[1]))), fit.sample_rate) for name, text, audio in rows
    )
    octaves = "".join(
        f'<tr><td>{centre:g}</td><td>{level:.1f}</td><td>{error:.1f}</td><td><i style="width:{max(0.0, -error) / 50:.1%}"></i></td></tr>'
        for centre, level, error in fit.errors
    )
    text = PAGE.format(
        title=html.escape(fit.instrument.name),
        summary=html.escape(fit.instrument.summary),
        facts="".join(f"<li>{html.escape(words)}</li>" for words in (*_facts(fit), *fit.remarks)),
        cards=cards,
        octaves=octaves,
        heads="".join(f"<th>blow {number + 1} / dB</th>" for number in range(_blows(fit).shape[0])),
        modes="".join(_mode(fit, mode) for mode in range(len(fit.modes))),
    )
    with fresh_file(path) as file:
        file.write(text.encode())
    return path


def _facts(fit: Fit) -> list[str]:
    mel, thirds, *_ = fit.distance
    strikes = sum(map(len, fit.strikes))
    return [
        f"{len(fit.modes)} modes from {strikes} blow{'s' * (strikes != 1)}.",
        f"{len(fit.noise.frequencies)} dense modes that die quickly stand for the noise of the blow.",
        f"After the attack the modes leave {fit.left:.1f} dB of the waveform.",
        f"The instrument is {mel:.1f} dB from the recording in mel levels, {thirds:.1f} dB in thirds of octaves.",
    ]


def _blows(fit: Fit) -> np.ndarray:
    """Levels (blows, modes) in dB of the strongest channel."""
    blows = sum(map(len, fit.strikes))
    return 20 * np.log10(np.abs(fit.modes.amplitudes).reshape(blows, -1, len(fit.modes)).max(axis=1) + 1e-12)


def _mode(fit: Fit, mode: int) -> str:
    modes = fit.modes
    decay = 1 / modes.rates[mode]
    unsure = decay * modes.rate_deviations[mode] / modes.rates[mode]
    beat = np.delete(np.abs(modes.frequencies - modes.frequencies[mode]), mode).min(initial=np.inf)
    pair = f"{beat:.2f} Hz" if beat < max(0.01 * modes.frequencies[mode], 3.0) and beat < 15 else ""
    cells = [
        f"{modes.frequencies[mode]:.2f}",
        f"{modes.frequency_deviations[mode]:.2g}",
        f"{decay:.3f}",
        f"{unsure:.2g}",
        pair,
        *(f"{level:.1f}" for level in _blows(fit)[:, mode]),
    ]
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _card(name: str, text: str, audio: np.ndarray, sample_rate: int) -> str:
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
<section>
<h2>Error by octave</h2>
<p>After the attack: level of the recording, and what modes leave of it.</p>
<table class="octaves"><thead><tr><th>Hz</th><th>recording / dB</th><th>left / dB</th><th></th></tr></thead><tbody>{octaves}</tbody></table>
</section>
<section>
<h2>Modes</h2>
<p>± are standard deviations by the noise around each mode; a pair beats with the difference of its frequencies.</p>
<table>
<thead><tr><th>f / Hz</th><th>± / Hz</th><th>decay time / s</th><th>± / s</th><th>beats</th>{heads}</tr></thead>
<tbody>{modes}</tbody>
</table>
</section>
</body>
</html>
"""
