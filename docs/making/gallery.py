"""The gallery: every instrument with its sound and picture, a card for each by family, and a page for each."""

import html
from pathlib import Path
from typing import NamedTuple

from making.media import picture, player, write_mp3

TOP = """# Gallery

Every instrument, played by itself as `rosin render NAME` plays it. What a name stands for is one JSON file; its page has the knobs, and
where its numbers come from. All of these sounds and pictures were rendered when this site was built.
"""
SEED = 1
ROWS = 180  # of a card's spectrogram


class Played(NamedTuple):
    """An instrument, or a further preset of it, that was rendered."""

    name: str
    title: str
    family: str
    invitation: str
    page: str  # the section that shows it
    duration: float


def played(name: str, folder: Path) -> Played:
    """Render an instrument, NAME or NAME.PRESET: NAME.mp3, NAME.png and a small NAME-card.png."""
    from rosin.instruments.opening import instrument as opened
    from rosin.sound.embedded import spectrogram

    own, _, preset = name.partition(".")
    instrument = opened(own, preset)
    sound = instrument.render(seed=SEED)
    write_mp3(sound.audio, sound.sample_rate, folder / f"{name}.mp3")
    sound.plot(folder / f"{name}.png", title=instrument.title, overwrite=True)
    (folder / f"{name}-card.png").write_bytes(spectrogram(sound.audio, sound.sample_rate, rows=ROWS, overlap=4)[0])
    command = f"rosin render {own}{f' --preset {preset}' * bool(preset)}"
    parts = (instrument.summary, _figure(name, instrument.title), f"**Listen for** {instrument.listen}", f"```sh\n{command}\n```")
    lines = ["\n\n".join(parts), ""]
    if instrument.macros:
        lines += ["| macro | 0 | | 1 | what it does |", "|---|---|---|---|---|"]
        for knob, macro in instrument.macros.items():
            low, *middle, high = macro.words
            lines.append(f"| `{knob}` | {low} | {', '.join(middle)} | {high} | {macro.text} It stands at {macro.value:g}. |")
    if instrument.sources:
        lines += ["", "Where its numbers come from:", "", *(f"- `{part}`: {words}" for part, words in instrument.sources.items())]
    return Played(name, instrument.title, instrument.family, instrument.invitation, "\n".join(lines), sound.duration)


def write_gallery(everything: list[Played], folder: Path) -> None:
    """A page for each instrument, its presets below it, and the cards."""
    from rosin.instruments.families import HEADINGS

    cards = [TOP]
    for family, heading in HEADINGS.items():
        standing = sorted((each for each in everything if each.family == family and "." not in each.name), key=lambda each: each.title)
        if standing:
            cards += ["", f"## {heading}", "", '<div class="cards">', *map(_card, standing), "</div>"]
    (folder / "index.md").write_text("\n".join(cards) + "\n", encoding="utf-8")
    for each in everything:
        if "." in each.name:
            continue
        further = [other for other in everything if other.name.startswith(f"{each.name}.")]
        sections = [f"# {each.title}", "", f"*{each.invitation}.*", "", each.page]
        for other in sorted(further):
            sections += ["", f"## Preset `{other.name.partition('.')[2]}`", "", other.page]
        footer = f"`rosin show {each.name}` lists every parameter, with units and ranges; [the gallery](index.md) has all instruments."
        (folder / f"{each.name}.md").write_text("\n".join([*sections, "", footer, ""]), encoding="utf-8")


def _figure(name: str, title: str) -> str:
    return f"<figure>{picture(f'{name}.png', f'Waveform and spectrogram of {title}')}\n{player(f'{name}.mp3', title)}</figure>"


def _card(each: Played) -> str:
    title = html.escape(each.title)
    image = picture(f"{each.name}-card.png", f"Spectrogram of {each.title}, {each.duration:.1f} s")
    return f"""<article class="card"><h3 id="{each.name}"><a href="{each.name}.html">{title}</a></h3>
<a href="{each.name}.html" tabindex="-1">{image}</a>
<p>{html.escape(each.invitation)}</p>
{player(f"{each.name}.mp3", each.title)}
<code>rosin render {each.name}</code></article>"""
