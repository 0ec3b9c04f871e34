"""Sounds as the bytes of a file, made in memory: a disk that is full is then met by Rosin, not inside the encoder."""

import io

import numpy as np

DEPTHS = {16: "PCM_16", 24: "PCM_24", 32: "FLOAT"}
FORMATS = {".wav": "WAV", ".flac": "FLAC"}


def sound_bytes(audio: np.ndarray, sample_rate: int, form: str = "WAV", bits: int = 16) -> bytes:
    """Audio (channels, samples) of full scale as a file: WAV or FLAC, of 16, 24 or 32 (float) bits."""
    import soundfile

    file = io.BytesIO()
    soundfile.write(file, audio.T, sample_rate, subtype=DEPTHS[bits], format=form)
    return file.getvalue()
