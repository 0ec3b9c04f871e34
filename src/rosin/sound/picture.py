"""A sound as a picture: waveform, spectrogram and what was recorded, on one page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from rosin.model.errors import ParameterError
from rosin.model.extras import need
from rosin.model.files import check_writable, fresh_file

PICTURES = (".png", ".pdf", ".svg")
INK, MIST = "#1f3a5f", "#d9e2ec"
FLOOR = -100.0  # dB: the darkest level drawn
SILENT = -200.0  # dB: a sound whose loudest line is below this is drawn as silence
UNITS = {
    "iterations": "",
    "force": "N",
    "relative_velocity": "m/s",
    "compression": "m",
    "bristle": "m",
    "bristle_rate": "m/s",
    "temperature": "K",
    "stored_energy": "J",
    "supplied_energy": "J",
    "dissipated_energy": "J",
    "exchanged_energy": "J",
}


def draw(audio: np.ndarray, sample_rate: int, unit: str, traces: dict[str, np.ndarray], trace_rate: int, title: str) -> Any:
    """A Matplotlib figure of audio (channels, samples) and of what was recorded with it."""
    need("matplotlib")
    from matplotlib.figure import Figure

    rows = 2 + len(traces)
    figure = Figure(figsize=(10, 2.0 * rows + 1.0), dpi=100, layout="constrained")
    axes = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
    for channel in audio:
        axes[0].plot(np.arange(len(channel)) / sample_rate, channel, linewidth=0.6)
    axes[0].set_prop_cycle(None)
    axes[0].set_ylabel(f"audio\n{unit}")
    _spectrogram(axes[1], audio, sample_rate)
    for axis, (name, values) in zip(axes[2:], traces.items(), strict=True):
        axis.plot(np.arange(len(values)) / trace_rate, values, color=INK, linewidth=0.8)
        axis.set_ylabel(f"{name.replace('_', ' ')}\n{UNITS.get(name, '')}")
    for axis in axes:
        if axis is not axes[1]:
            axis.grid(color=MIST)
    axes[-1].set_xlabel("time / s")
    duration = audio.shape[1] / sample_rate
    axes[-1].set_xlim(-0.01 * duration, duration)
    figure.suptitle(title, parse_math=False)
    return figure


def check_picture(path: Path, overwrite: bool) -> None:
    """Raise before any work is done where a picture of that name could not be written."""
    if path.suffix.lower() not in PICTURES:
        raise ParameterError(f"path = {path} must end in {', '.join(PICTURES[:-1])} or {PICTURES[-1]}.")
    check_writable(path, overwrite)
    need("matplotlib")


def save_picture(draw: Callable[[], Any], path: str | Path, overwrite: bool) -> Path:
    """Write the figure that `draw` makes, if a picture of that name may be written."""
    path = Path(path)
    check_picture(path, overwrite)
    picture = draw()
    with fresh_file(path) as file:
        picture.savefig(file, format=path.suffix[1:].lower())
    return path


class Levels(NamedTuple):
    """Levels in dB below the loudest: a row for each of some frequencies from `bottom` to `top` (Hz, log), a column every `hop` s."""

    decibels: np.ndarray
    bottom: float
    top: float
    hop: float

    @property
    def ticks(self) -> list[int]:
        """Round frequencies in between."""
        return [f for f in (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000) if self.bottom <= f <= self.top]


def levels(audio: np.ndarray, sample_rate: int, *, rows: int = 300, overlap: int = 8) -> Levels:
    """Level of all channels together over time and the logarithm of frequency, with silence before and after."""
    samples = audio.shape[1]
    length = min(4096, max(16, 1 << (samples // 8).bit_length()))
    padded = np.pad(audio, ((0, 0), (length // 2, length // 2)))
    hop = length // overlap
    frames = np.lib.stride_tricks.sliding_window_view(padded, length, axis=1)[:, ::hop] * np.hanning(length)
    level = 10 * np.log10((np.abs(np.fft.rfft(frames, axis=2)) ** 2).sum(axis=0) + 1e-300)
    level = np.maximum(level - max(level.max(), SILENT), FLOOR)
    top = sample_rate / 2
    bottom = max(40.0, sample_rate / length)
    places = np.geomspace(bottom, top, rows) * length / sample_rate
    bins = np.clip(places.round().astype(int), 0, level.shape[1] - 1)
    return Levels(level[:, bins].T, bottom, top, hop / sample_rate)


def _spectrogram(axis: Any, audio: np.ndarray, sample_rate: int) -> None:
    seen = levels(audio, sample_rate)
    begin = -0.5 * seen.hop
    extent = (begin, begin + seen.decibels.shape[1] * seen.hop, np.log10(seen.bottom), np.log10(seen.top))
    axis.set_facecolor("black")
    axis.imshow(seen.decibels, origin="lower", aspect="auto", extent=extent, cmap="magma", vmin=FLOOR, vmax=0, interpolation="nearest")
    axis.set_yticks(np.log10(seen.ticks), [f"{f:g}" for f in seen.ticks])
    axis.set_ylabel("frequency / Hz")
