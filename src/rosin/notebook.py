"""A sound in a notebook: a player and a picture, as HTML that carries both and needs no other file."""

import base64
import html
import io

import numpy as np

from rosin.picture import draw
from rosin.sound import FULL_SCALE, LEVEL, Sound, at_level

LONGEST = 60.0  # s: a longer sound has no player, and its picture ends here
DOTS = 60  # per inch of the picture


def page(sound: Sound, title: str) -> str:
    """A figure with a player (16 bits), a picture of waveform and spectrogram, and a line of facts."""
    channels = sound.audio.shape[0]
    facts = f"{title}, {sound.duration:.3g} s, {channels} channel{'s' * (channels != 1)} at {sound.sample_rate} Hz"
    if not np.isfinite(sound.audio).all():
        return _figure(html.escape(f"{facts}. It has values that are not finite, and is neither played nor drawn."))
    if sound.audio.size == 0:
        return _figure(html.escape(f"{facts}. It is empty."))
    facts += f", peak {sound.peak:.3g} {sound.unit}".rstrip()
    shown = sound.audio[:, : round(LONGEST * sound.sample_rate)]
    picture = f'<img alt="Waveform and spectrogram of {html.escape(facts)}" src="{_png(shown, sound, title)}" style="max-width: 100%">'
    if shown.shape[1] < sound.audio.shape[1]:
        facts += f'. Drawn are the first {LONGEST:g} s; a sound as long as this is not played here: save it with .save("sound.wav")'
        return _figure(picture, html.escape(f"{facts}."))
    ready = sound.unit == FULL_SCALE and sound.peak <= 1
    player = f'<audio controls aria-label="{html.escape(facts)}" src="{_wav(shown if ready else at_level(shown, LEVEL), sound)}"></audio>'
    how = "as it is" if ready or sound.peak == 0 else f"with its peak at {LEVEL:g} dBFS"
    return _figure(player, picture, html.escape(f"{facts}; played {how}."))


def _figure(*parts: str) -> str:
    *shown, caption = parts
    return f"<figure>{'<br>'.join(shown)}<figcaption>{caption}</figcaption></figure>"


def _wav(audio: np.ndarray, sound: Sound) -> str:
    import soundfile

    file = io.BytesIO()
    soundfile.write(file, audio.T, sound.sample_rate, subtype="PCM_16", format="WAV")
    return _embedded("audio/wav", file)


def _png(audio: np.ndarray, sound: Sound, title: str) -> str:
    file = io.BytesIO()
    draw(audio, sound.sample_rate, sound.unit, {}, 0, title).savefig(file, format="png", dpi=DOTS)
    return _embedded("image/png", file)


def _embedded(kind: str, file: io.BytesIO) -> str:
    return f"data:{kind};base64,{base64.b64encode(file.getvalue()).decode()}"
