"""Pictures as bytes, and as addresses that a page can carry inside it."""

import base64
import io

import numpy as np

from rosin.model.extras import need
from rosin.sound.picture import FLOOR, Levels, levels


def spectrogram(audio: np.ndarray, sample_rate: int, *, rows: int, overlap: int = 8) -> tuple[bytes, list[tuple[str, float]]]:
    """A bare picture (PNG) of audio (channels, samples), and marks for its frequencies with their heights from 0 to 1."""
    need("matplotlib")
    import matplotlib.image

    seen = levels(audio, sample_rate, rows=rows, overlap=overlap)
    file = io.BytesIO()
    matplotlib.image.imsave(file, seen.decibels, origin="lower", cmap="magma", vmin=FLOOR, vmax=0)
    return file.getvalue(), _marks(seen)


def _marks(seen: Levels) -> list[tuple[str, float]]:
    span = np.log(seen.top / seen.bottom)
    return [(f"{f / 1000:g} k" if f >= 1000 else f"{f}", float(np.log(f / seen.bottom) / span)) for f in seen.ticks]


def data_url(kind: str, content: bytes) -> str:
    """The address of what a page carries."""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
