"""A second of an instrument, to be heard before it is opened: cut out of its own performance.

Stretches are compared by their energy, of which what comes first counts most and the end nothing; the earliest that is nearly as
loud as the loudest is taken, from its first sound on. So a blow is heard from its start, and what has to grow when it has grown.
It is the louder one of two channels, since their sum may cancel, at the level at which the instrument plays.
"""

import numpy as np

from rosin.engine.cache import remembered
from rosin.engine.fingerprint import fingerprint
from rosin.engine.sources import sources
from rosin.instruments.instrument import Instrument
from rosin.sound.encoding import sound_bytes

SECONDS = 1.3  # length of a preview
FADE_IN, FADE_OUT = 0.01, 0.2  # s
STEP = 0.01  # s between stretches that are compared
AS_LOUD = 0.9  # share of the loudest stretch's energy
SILENT = 0.03  # of the stretch's peak: what is softer comes before the first sound


def preview(instrument: Instrument) -> bytes:
    """The preview as a FLAC file. It is rendered once, and kept until the instrument's file or the code that is heard in it is another."""
    name = fingerprint(instrument.to_json(), sources(__name__, instrument))
    return remembered(f"preview-{name}.flac", lambda: _flac(instrument))


def telling(audio: np.ndarray, sample_rate: int) -> np.ndarray:
    """The stretch of a mono sound that tells most, faded in and out."""
    length, step = round(SECONDS * sample_rate), round(STEP * sample_rate)
    audio = np.pad(audio, (0, max(0, length - len(audio))))
    energy = np.concatenate([[0.0], np.cumsum(audio**2)])
    summed = np.cumsum(energy)
    starts = np.arange(0, len(audio) - length + 1, step)
    energies = (summed[starts + length] - summed[starts]) / length - energy[starts]  # a weight that falls from one to nothing
    stretch = starts[np.argmax(energies >= AS_LOUD * energies.max())]
    loud = np.abs(audio[stretch : stretch + length])
    first = stretch + int(np.argmax(loud > SILENT * loud.max()))
    begin = min(max(0, first - round(FADE_IN * sample_rate)), len(audio) - length)
    cut = audio[begin : begin + length].copy()
    rise, fall = round(FADE_IN * sample_rate), round(FADE_OUT * sample_rate)
    cut[:rise] *= 0.5 - 0.5 * np.cos(np.pi * np.arange(rise) / rise)
    cut[-fall:] *= 0.5 + 0.5 * np.cos(np.pi * np.arange(1, fall + 1) / fall)
    return cut


def _flac(instrument: Instrument) -> bytes:
    sound = instrument.render()
    channel = max(sound.audio, key=lambda channel: float(np.sum(channel**2)))
    return sound_bytes(telling(channel, sound.sample_rate)[None], sound.sample_rate, "FLAC")
