"""A sound as a picture: waveform, spectrogram and what was recorded, on one page."""

from typing import Any

import numpy as np

INK, MIST = "#1f3a5f", "#d9e2ec"
FLOOR = -100.0  # dB: the darkest level drawn
UNITS = {
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


def draw(audio: np.ndarray, sample_rate: int, traces: dict[str, np.ndarray], trace_rate: int, title: str) -> Any:
    """A Matplotlib figure of audio (channels, samples) and of what was recorded with it."""
    from matplotlib.figure import Figure

    rows = 2 + len(traces)
    figure = Figure(figsize=(10, 2.0 * rows + 1.0), dpi=100, layout="constrained")
    axes = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
    for channel in audio:
        axes[0].plot(np.arange(len(channel)) / sample_rate, channel, color=INK, linewidth=0.5)
    axes[0].set_ylabel("audio")
    _spectrogram(axes[1], audio.mean(axis=0), sample_rate)
    for axis, (name, values) in zip(axes[2:], traces.items(), strict=True):
        axis.plot(np.arange(len(values)) / trace_rate, values, color=INK, linewidth=0.5)
        axis.set_ylabel(f"{name.replace('_', ' ')}\n{UNITS.get(name, '')}")
    for axis in axes:
        if axis is not axes[1]:
            axis.grid(color=MIST)
    axes[-1].set_xlabel("time / s")
    axes[-1].set_xlim(0, audio.shape[1] / sample_rate)
    figure.suptitle(title)
    return figure


def _spectrogram(axis: Any, signal: np.ndarray, sample_rate: int) -> None:
    """Level over time and the logarithm of frequency."""
    length = min(4096, max(16, 1 << (len(signal) // 8).bit_length()))
    hop = length // 8
    padded = np.pad(signal, (length // 2, length))
    frames = np.lib.stride_tricks.sliding_window_view(padded, length)[: len(signal) : hop] * np.hanning(length)
    level = 20 * np.log10(np.abs(np.fft.rfft(frames, axis=1)) + 1e-300)
    level = np.maximum(level - level.max(), FLOOR)
    top = sample_rate / 2
    bottom = max(40.0, sample_rate / length)
    places = np.geomspace(bottom, top, 300) * length / sample_rate
    bins = np.clip(places.round().astype(int), 0, level.shape[1] - 1)
    extent = (0, len(frames) * hop / sample_rate, np.log10(bottom), np.log10(top))
    axis.imshow(level[:, bins].T, origin="lower", aspect="auto", extent=extent, cmap="magma", vmin=FLOOR, vmax=0, interpolation="nearest")
    ticks = [f for f in (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000) if bottom <= f <= top]
    axis.set_yticks(np.log10(ticks), [f"{f:g}" for f in ticks])
    axis.set_ylabel("frequency / Hz")
