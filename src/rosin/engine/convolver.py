"""Convolution with a long response in blocks of any size, without delay: uniformly partitioned overlap-save.

The response is cut into partitions of B samples, the signal into windows of 2 B samples that advance by B. In spectra,
the last B samples of

    y_i = inverse of ( H_0 X_i + sum over k >= 1 of H_k X_{i-k} )

are the convolution. The sum is that of windows that are complete: it is made once a window. A block that ends inside
a window transforms the window as far as it is filled; what is still to come does not reach back.
"""

import numpy as np

PARTITION = 512  # samples


class Convolver:
    """A response (channels, length) at work on one signal, with its state between blocks."""

    def __init__(self, response: np.ndarray) -> None:
        channels, length = response.shape
        self._many = -(-length // PARTITION)
        cut = np.pad(response, ((0, 0), (0, self._many * PARTITION - length))).reshape(channels, self._many, PARTITION)
        self._response = np.fft.rfft(cut, 2 * PARTITION, axis=2)
        self.restart()

    def restart(self) -> None:
        """Back to silence."""
        self._window = np.zeros(2 * PARTITION)
        self._filled = 0
        # spectra of complete windows, newest first from `_newest` on; written twice, so that they always lie in one piece
        self._windows = np.zeros((2 * self._many, PARTITION + 1), dtype=complex)
        self._newest = self._many
        self._past = np.zeros((len(self._response), PARTITION + 1), dtype=complex)

    def process(self, signal: np.ndarray) -> np.ndarray:
        """(n,) to (channels, n)."""
        out = np.empty((len(self._response), len(signal)))
        begin = 0
        while begin < len(signal):
            n = min(PARTITION - self._filled, len(signal) - begin)
            first = PARTITION + self._filled
            self._window[first : first + n] = signal[begin : begin + n]
            spectrum = np.fft.rfft(self._window)
            out[:, begin : begin + n] = np.fft.irfft(self._past + self._response[:, 0] * spectrum, axis=1)[:, first : first + n]
            begin += n
            self._filled += n
            if self._filled == PARTITION:
                self._advance(spectrum)
        return out

    def _advance(self, spectrum: np.ndarray) -> None:
        self._newest = (self._newest - 1) % self._many
        self._windows[self._newest] = self._windows[self._newest + self._many] = spectrum
        complete = self._windows[self._newest : self._newest + self._many - 1]
        self._past = np.einsum("ckf,kf->cf", self._response[:, 1:], complete)
        self._window[:PARTITION] = self._window[PARTITION:]
        self._window[PARTITION:] = 0.0
        self._filled = 0
