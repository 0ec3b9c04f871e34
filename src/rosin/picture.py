"""A sound as a picture: waveform, spectrogram and what was recorded, on one page."""

from typing import Any

import numpy as np

from rosin.sound import Sound

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


def draw(sound: Sound, title: str = "") -> Any:
    """A Matplotlib figure of a sound."""
    from matplotlib.figure import Figure

    rows = 2 + len(sound.traces)
    figure = Figure(figsize=(10, 2.0 * rows + 1.0), dpi=100, layout="constrained")
    axes = figure.subplots(rows, 1, sharex=True, squeeze=False)[:, 0]
    times = np.arange(sound.audio.shape[1]) / sound.sample_rate
    for channel in sound.audio:
        axes[0].plot(times, channel, color=INK, linewidth=0.5)
    axes[0].set_ylabel("audio")
    _spectrogram(axes[1], sound)
    for axis, (name, values) in zip(axes[2:], sound.traces.items(), strict=True):
        axis.plot(np.arange(len(values)) / sound.trace_rate, values, color=INK, linewidth=0.5)
        axis.set_ylabel(f"{name.replace('_', ' ')}\n{UNITS.get(name, '')}")
    for axis in axes:
        if axis is not axes[1]:
            axis.grid(color=MIST)
    axes[-1].set_xlabel("time / s")
    axes[-1].set_xlim(0, sound.duration)
    figure.suptitle(title or _name(sound))
    return figure


def _name(sound: Sound) -> str:
    if sound.contact is None:
        return "sound"
    exciter, law, resonator, _ = sound.contact.parts
    return f"{type(exciter).__name__}, {type(law).__name__}, {type(resonator).__name__}"


def _spectrogram(axis: Any, sound: Sound) -> None:
    """Level over time and the logarithm of frequency."""
    signal = sound.audio.mean(axis=0)
    length = min(4096, max(16, 1 << (len(signal) // 8).bit_length()))
    hop = length // 8
    padded = np.pad(signal, (length // 2, length))
    frames = np.lib.stride_tricks.sliding_window_view(padded, length)[: len(signal) : hop] * np.hanning(length)
    level = 20 * np.log10(np.abs(np.fft.rfft(frames, axis=1)) + 1e-300)
    level = np.maximum(level - level.max(), FLOOR)
    top = sound.sample_rate / 2
    bottom = max(40.0, sound.sample_rate / length)
    places = np.geomspace(bottom, top, 300) * length / sound.sample_rate
    bins = np.clip(places.round().astype(int), 0, level.shape[1] - 1)
    extent = (0, len(frames) * hop / sound.sample_rate, np.log10(bottom), np.log10(top))
    axis.imshow(level[:, bins].T, origin="lower", aspect="auto", extent=extent, cmap="magma", vmin=FLOOR, vmax=0, interpolation="nearest")
    ticks = [f for f in (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000) if bottom <= f <= top]
    axis.set_yticks(np.log10(ticks), [f"{f:g}" for f in ticks])
    axis.set_ylabel("frequency / Hz")
