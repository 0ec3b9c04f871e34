"""When the surfaces of a contact begin to slip, and whether their motion repeats itself."""

import numpy as np

PERIODIC = 0.85  # correlation of a motion that does


def slip_onsets(take: np.ndarray, level: float | np.ndarray) -> np.ndarray:
    """When, in samples, the take rises above a level after it has been below half of it."""
    side = np.where(take > level, 1, np.where(take < 0.5 * level, -1, 0))
    side = side[np.maximum.accumulate(np.where(side != 0, np.arange(len(side)), 0))]
    after = np.flatnonzero((side[:-1] < 0) & (side[1:] > 0)) + 1
    wanted = np.broadcast_to(level, take.shape)[after]
    rise = np.maximum(take[after] - take[after - 1], 1e-300)
    return after - np.minimum((take[after] - wanted) / rise, 1)


def repetition(end: np.ndarray, period: float) -> tuple[float, int]:
    """The correlation of the motion, smoothed over some of a period, with itself; and the shortest lag at which it is reached."""
    window = np.hanning(max(3, round(period / 4)) + 2)
    smooth = np.convolve(end - end.mean(), window, "same")
    n = len(smooth)
    products = np.fft.irfft(np.abs(np.fft.rfft(smooth, 2 * n)) ** 2)[:n]
    energy = np.concatenate([[0.0], np.cumsum(smooth**2)])
    lags = np.arange(int(0.85 * period), n // 3)
    correlation = products[lags] / np.sqrt(energy[n - lags] * (energy[n] - energy[lags]) + 1e-300)
    inner = correlation[1:-1]
    peaks = np.flatnonzero((inner >= correlation[:-2]) & (inner > correlation[2:]) & (inner > 0.95 * correlation.max())) + 1
    best = peaks[0] if len(peaks) else int(np.argmax(correlation))
    return float(correlation.max()), int(lags[best])
