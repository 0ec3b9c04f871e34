"""A page whose code was run: below each block stands what it printed, drew and played.

`python -m making.executed PAGE.md FOLDER` writes the page to stdout, its sounds and pictures into the folder.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from making.media import PICTURES, SOUNDS, picture, player, write_mp3
from making.notebook import Notebook, Shown

MOST_LINES = 40  # of what a block printed


def executed(page: Path, assets: Path) -> str:
    """The page with all that its blocks give; what is heard and seen goes into a folder, named after the page."""
    text, parts, begin = page.read_text(encoding="utf-8"), [], 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (block, shown) in enumerate(Notebook(Path(folder)).run(text, building=True)):
            parts += [text[begin : block.end], *_below(shown, f"{page.stem}-{number}", assets)]
            begin = block.end
    return "".join([*parts, text[begin:]])


def _below(shown: Shown, name: str, assets: Path) -> Iterator[str]:
    from rosin import Sound

    told = shown.text + ("" if shown.value is None or isinstance(shown.value, Sound | Path) else f"{shown.value!r}\n")
    if told.strip():
        lines = told.rstrip().splitlines()
        more = [f"... {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
        yield "\n\n```{.text .output}\n" + "\n".join(line.rstrip() for line in [*lines[:MOST_LINES], *more]) + "\n```\n"
    if isinstance(shown.value, Sound):
        yield _sound(shown.value, name, assets)
    for path in shown.files:
        if path.suffix in PICTURES:
            shutil.copy(path, assets / f"{name}-{path.name}")
            yield f"\n\n<figure>{picture(f'{name}-{path.name}', path.name)}<figcaption>{path.name}</figcaption></figure>\n"
        elif path.suffix in SOUNDS:
            import soundfile

            audio, rate = soundfile.read(path, always_2d=True)
            heard = write_mp3(audio.T, rate, assets / f"{name}-{path.stem}.mp3")
            yield f"\n\n<figure>{player(heard.name, path.name)}<figcaption>{path.name}</figcaption></figure>\n"


def _sound(sound: object, name: str, assets: Path) -> str:
    """As a notebook shows it: a player and its picture."""
    from rosin import Sound
    from rosin.sound.levels import FULL_SCALE, LEVEL, at_level

    assert isinstance(sound, Sound)
    audio = sound.audio if sound.unit == FULL_SCALE else at_level(sound.audio, LEVEL)
    heard = write_mp3(audio, sound.sample_rate, assets / f"{name}.mp3")
    seen = sound.plot(assets / f"{name}.png", overwrite=True)
    return f"\n\n<figure>{picture(seen.name, 'waveform and spectrogram')}\n{player(heard.name, 'the sound')}</figure>\n"


if __name__ == "__main__":
    sys.stdout.write(executed(Path(sys.argv[1]), Path(sys.argv[2])))
