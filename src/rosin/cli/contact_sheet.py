"""A contact sheet: sounds as one HTML page with players, waveforms, spectrograms and what to listen for."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from rosin.model.files import fresh_file
from rosin.sound import embedded
from rosin.sound.sound import Sound

COLUMNS, WAVE_HEIGHT, ROWS = 600, 60, 180  # of a picture, in its own units


@dataclass(frozen=True)
class Entry:
    """A sound on the sheet: its name, what it is, what to listen for, its file, and how to make it."""

    name: str
    summary: str
    listen: str
    command: str
    sound_file: str
    picture_file: str
    duration: float
    wave: str
    ticks: tuple[tuple[str, float], ...]


def entry(
    name: str, summary: str, listen: str, command: str, sound: Sound, folder: Path, *, overwrite: bool = False, pictured: bool = True
) -> Entry:
    """Write the sound and, if it is `pictured`, its spectrogram into a folder, as NAME.wav and NAME.png; describe it for the sheet."""
    path = sound.save(folder / f"{name}.wav", overwrite=overwrite)
    if not pictured:
        return Entry(name, summary, listen, command, path.name, "", sound.duration, _wave(sound), ())
    content, marks = embedded.spectrogram(sound.audio, sound.sample_rate, rows=ROWS, overlap=4)
    picture = path.with_suffix(".png")
    with fresh_file(picture) as out:
        out.write(content)
    ticks = tuple(mark for mark in marks if mark[0] != "50")
    return Entry(name, summary, listen, command, path.name, picture.name, sound.duration, _wave(sound), ticks)


def write_sheet(entries: Sequence[Entry], path: Path, *, title: str, introduction: str) -> Path:
    """Write the page; the files of its sounds lie beside it."""
    cards = "\n".join(_card(each) for each in entries)
    text = PAGE.format(title=html.escape(title), introduction=html.escape(introduction), cards=cards)
    with fresh_file(path) as file:
        file.write(text.encode())
    return path


def _wave(sound: Sound) -> str:
    """The outline of a waveform as an SVG path over its whole length, drawn to its own peak."""
    mono = sound.audio[np.argmax(np.abs(sound.audio).max(axis=1))] / (sound.peak or 1.0)
    edges = np.linspace(0, len(mono), min(COLUMNS, len(mono)) + 1).astype(int)[:-1]
    middle = WAVE_HEIGHT / 2
    upper, lower = (middle - middle * extreme.reduceat(mono, edges) for extreme in (np.maximum, np.minimum))
    x = np.linspace(0, COLUMNS, len(edges))
    points = [*zip(x, upper, strict=True), *zip(x[::-1], lower[::-1], strict=True)]
    return "M" + "L".join(f"{a:.0f} {b:.1f}" for a, b in points) + "Z"


def _card(each: Entry) -> str:
    name = html.escape(each.name.replace("_", " "))
    ticks = "".join(f'<span style="bottom:{100 * place:.1f}%">{label}</span>' for label, place in each.ticks)
    spectrogram, pictured = "", "Waveform"
    if each.picture_file:
        image = f'<img src="{html.escape(each.picture_file)}" alt="" loading="lazy">'
        spectrogram = f'<div class="spectrogram">{image}\n<div class="ticks" aria-hidden="true">{ticks}</div></div>'
        pictured = "Waveform and spectrogram"
    return f"""<article id="{html.escape(each.name)}">
<h2>{name}</h2>
<p>{html.escape(each.summary)}</p>
<div class="picture" role="img" aria-label="{pictured} of {name}, {each.duration:.1f} seconds">
<svg viewBox="0 0 {COLUMNS} {WAVE_HEIGHT}" preserveAspectRatio="none" aria-hidden="true"><path d="{each.wave}"/></svg>
{spectrogram}
<div class="playhead" aria-hidden="true"></div>
</div>
<audio controls preload="metadata" src="{html.escape(each.sound_file)}" aria-label="{name}" data-duration="{each.duration:.3f}"></audio>
<p class="listen"><b>Listen for</b> {html.escape(each.listen)}</p>
<code>{html.escape(each.command)}</code>
</article>"""


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>
:root {{ color-scheme: light dark; --ground: #f6f5f1; --card: #fff; --ink: #22252a; --soft: #666b73; --line: #dcd9d0; --wave: #1f3a5f; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ground: #14161a; --card: #1d2026; --ink: #e8e6e1; --soft: #9aa0aa; --line: #30343c; --wave: #9db8de; }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0; padding: 2rem clamp(1rem, 4vw, 4rem); background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }}
header {{ max-width: 46rem; margin-bottom: 2rem; }}
h1 {{ font-size: 2rem; margin: 0 0 .25rem; }}
h2 {{ font-size: 1.15rem; margin: 0; text-transform: capitalize; }}
p {{ margin: .25rem 0; }}
main {{ display: grid; gap: 1.25rem; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); }}
article {{ background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; display: flex;
  flex-direction: column; gap: .5rem; }}
.picture {{ position: relative; cursor: pointer; }}
svg {{ display: block; width: 100%; height: 3.2rem; }}
svg path {{ fill: var(--wave); }}
.spectrogram {{ position: relative; background: #000; }}
.spectrogram img {{ display: block; width: 100%; height: 9rem; object-fit: fill; }}
.ticks span {{ position: absolute; left: .3rem; transform: translateY(50%); font-size: .65rem; color: #fff; text-shadow: 0 0 3px #000;
  font-variant-numeric: tabular-nums; }}
.playhead {{ position: absolute; top: 0; bottom: 0; width: 2px; background: #e2574c; left: 0; opacity: 0; pointer-events: none; }}
audio {{ width: 100%; }}
.listen {{ color: var(--soft); font-size: .92rem; flex: 1; }}
code {{ font-size: .82rem; color: var(--soft); overflow-wrap: anywhere; }}
</style>
</head>
<body>
<header>
<h1>{title}</h1>
<p>{introduction}</p>
</header>
<main>
{cards}
</main>
<script>
for (const card of document.querySelectorAll("article")) {{
  const audio = card.querySelector("audio"), head = card.querySelector(".playhead"), picture = card.querySelector(".picture");
  const length = Number(audio.dataset.duration);
  const draw = () => {{
    head.style.left = `${{100 * audio.currentTime / length}}%`;
    head.style.opacity = audio.currentTime > 0 && !audio.ended ? 1 : 0;
    if (!audio.paused) requestAnimationFrame(draw);
  }};
  audio.addEventListener("play", () => {{
    for (const other of document.querySelectorAll("audio")) if (other !== audio) other.pause();
    draw();
  }});
  for (const event of ["seeked", "pause", "ended"]) audio.addEventListener(event, draw);
  picture.addEventListener("click", (event) => {{
    const box = picture.getBoundingClientRect();
    const go = () => {{ audio.currentTime = length * (event.clientX - box.left) / box.width; audio.play(); }};
    if (audio.readyState > 0) go(); else {{ audio.addEventListener("loadedmetadata", go, {{ once: true }}); audio.load(); }}
  }});
}}
</script>
</body>
</html>
"""
