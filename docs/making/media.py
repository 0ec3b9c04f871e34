"""Sounds and pictures as the site has them: MP3, which every browser plays, and PNG; and the HTML that shows them."""

import html
from pathlib import Path

import numpy as np

SOUNDS, PICTURES = (".wav", ".flac"), (".png", ".svg")


def write_mp3(audio: np.ndarray, sample_rate: int, path: Path) -> Path:
    """Audio (channels, samples) of full scale as an MP3."""
    import soundfile

    soundfile.write(path, np.clip(audio, -1.0, 1.0).T, sample_rate, format="MP3", subtype="MPEG_LAYER_III")
    return path


def player(address: str, label: str) -> str:
    """A sound on a page."""
    return f'<audio controls preload="none" src="{html.escape(address)}" aria-label="{html.escape(label)}"></audio>'


def picture(address: str, label: str) -> str:
    """A picture on a page."""
    return f'<img src="{html.escape(address)}" alt="{html.escape(label)}" loading="lazy">'
