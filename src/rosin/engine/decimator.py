"""From an oversampled signal down to the sample rate: a linear-phase low-pass, block after block."""

import numpy as np

ATTENUATION = 11.0  # Kaiser's beta: stopband about 110 dB down
HALF_LENGTH = 64  # output samples on each side
CUTOFF = 0.47  # of the output rate; flat to 0.44, closed at half of it


class Decimator:
    """Keeps every `factor`-th sample of what is below half the output rate; delays by 64 output samples."""

    delay = HALF_LENGTH

    def __init__(self, factor: int, channels: int) -> None:
        self.factor = factor
        reach = HALF_LENGTH * factor
        places = np.arange(-reach, reach + 1) / factor
        taps = np.sinc(2 * CUTOFF * places) * np.kaiser(2 * reach + 1, ATTENUATION)
        self.taps = taps / taps.sum()
        self.history = np.zeros((channels, 2 * reach))

    def process(self, signal: np.ndarray) -> np.ndarray:
        """(channels, samples x factor) to (channels, samples)."""
        whole = np.concatenate([self.history, signal], axis=1)
        self.history = whole[:, signal.shape[1] :]
        windows = np.lib.stride_tricks.sliding_window_view(whole, len(self.taps), axis=1)[:, :: self.factor]
        return windows @ self.taps
