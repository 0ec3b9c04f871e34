"""A sound in a notebook: a player and a picture, as HTML that carries both and needs no other file."""

import html
import io

import numpy as np

from rosin.model.errors import RosinError
from rosin.sound.embedded import data_url
from rosin.sound.encoding import sound_bytes
from rosin.sound.levels import FULL_SCALE, LEVEL, at_level
from rosin.sound.picture import draw

LONGEST = 60.0  # s: a longer sound has no player, and its picture ends here
DOTS = 60  # per inch of the picture


def page(audio: np.ndarray, sample_rate: int, unit: str, title: str) -> str:
    """A figure of audio (channels, samples) with a player (16 bits), a picture of waveform and spectrogram, and a line of facts."""
    channels, samples = audio.shape
    facts = f"{title}, {samples / sample_rate:.3g} s, {channels} channel{'s' * (channels != 1)} at {sample_rate} Hz"
    if not np.isfinite(audio).all():
        return _figure(html.escape(f"{facts}. It has values that are not finite, and is neither played nor drawn."))
    if audio.size == 0:
        return _figure(html.escape(f"{facts}. It is empty."))
    peak = float(np.abs(audio).max())
    facts += f", peak {peak:.3g} {unit}".rstrip()
    shown = audio[:, : round(LONGEST * sample_rate)]
    picture = _picture(shown, sample_rate, unit, title, facts)
    if shown.shape[1] < samples:
        facts += f'. Drawn are the first {LONGEST:g} s; a sound as long as this is not played here: save it with .save("sound.wav")'
        return _figure(picture, html.escape(f"{facts}."))
    ready = unit == FULL_SCALE and peak <= 1
    played = data_url("audio/wav", sound_bytes(shown if ready else at_level(shown, LEVEL), sample_rate))
    player = f'<audio controls aria-label="{html.escape(facts)}" src="{played}"></audio>'
    how = "as it is" if ready or peak == 0 else f"with its peak at {LEVEL:g} dBFS"
    return _figure(player, picture, html.escape(f"{facts}; played {how}."))


def _figure(*parts: str) -> str:
    *shown, caption = parts
    return f"<figure>{'<br>'.join(shown)}<figcaption>{caption}</figcaption></figure>"


def _picture(audio: np.ndarray, sample_rate: int, unit: str, title: str, facts: str) -> str:
    """The picture, or what it needs: a sound that cannot be drawn can still be played."""
    file = io.BytesIO()
    try:
        figure = draw(audio, sample_rate, unit, {}, 0, title)
    except RosinError as missing:
        return html.escape(str(missing))
    figure.savefig(file, format="png", dpi=DOTS)
    shown = data_url("image/png", file.getvalue())
    return f'<img alt="Waveform and spectrogram of {html.escape(facts)}" src="{shown}" style="max-width: 100%">'
