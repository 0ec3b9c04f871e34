"""A soundbox that was measured: the sound of a tap at the bridge, convolved with the force.

    y[n] = sum over k of h[k] f[n - k]     for each channel

The samples h are the answer, at their sample rate, to one sample of 1 N. At another rate they are taken through a
linear-phase low-pass, flat to 0.9 of the lower half rate, and scaled so that the spectrum stays what it was; that
delays them by about 32 samples of the lower rate (0.7 ms), so that nothing before the first sample is cut off.
"""

import math
import numbers
from pathlib import Path
from typing import Annotated, Any, Self

import numpy as np

from rosin.engine.convolver import Convolver
from rosin.model.errors import FileError, ParameterError
from rosin.model.fields import Checked, Lengths
from rosin.model.parameters import parameter
from rosin.soundboxes.soundbox import OpenSoundbox, Soundbox, checked_rate

LONGEST = 30.0  # s
MOST_CHANNELS = 16
LARGEST = 1e6  # 1/N
HALF_LENGTH = 32  # samples of the lower rate on each side of the low-pass
CUTOFF = 0.98  # of the lower half rate
BETA = 8.0  # Kaiser's: stopband about 80 dB down


def signal(value: Any) -> np.ndarray:
    """Samples as an array (channels, length) of finite numbers that cannot be written to."""
    array = np.array(value if _numeric(value) else None)
    if array.dtype.kind not in "fiu" or array.ndim not in (1, 2) or array.size == 0:
        raise ValueError("must be real numbers, (length,) or (channels, length), and not empty")
    array = np.atleast_2d(array).astype(float)
    if array.shape[0] > MOST_CHANNELS:
        raise ValueError(f"has {array.shape[0]} channels; at most {MOST_CHANNELS} are allowed: give (channels, length)")
    if not (np.abs(array) <= LARGEST).all():
        raise ValueError(f"has values that are not finite, or beyond {LARGEST:g} in size")
    if not array.any():
        raise ValueError("is silent; one sample at least must not be zero")
    array.flags.writeable = False
    return array


def _numeric(value: Any, depth: int = 2) -> bool:
    """Whether lists hold only numbers, or rows of them: among words, an array would give every entry the room of the longest."""
    if not isinstance(value, list | tuple):
        return True
    kinds = set(map(type, value))
    if depth > 1 and kinds and kinds <= {list, tuple, np.ndarray}:
        return all(_numeric(row, depth - 1) for row in value)
    return all(issubclass(kind, numbers.Real) and kind is not bool for kind in kinds)


Channel = Annotated[tuple[float, ...], Lengths(1)]
Channels = Annotated[tuple[Channel, ...], Lengths(1, MOST_CHANNELS)]


class ImpulseResponse(Soundbox):
    """A measured response to a tap at the bridge, in one or more channels."""

    samples: Annotated[np.ndarray, Checked(signal, given=Channel | Channels)] = parameter(
        "h", "1/N", "answer to one sample of 1 N, (length,) or (channels, length)", at_least=-LARGEST, at_most=LARGEST
    )
    sample_rate: float = parameter("fs", "Hz", "sample rate of the samples, a whole number", at_least=100, at_most=1e7)

    def check(self) -> None:
        if self.sample_rate != round(self.sample_rate):
            raise self.refuse("sample_rate", self.sample_rate, "Hz is not allowed; it must be a whole number of Hz.")
        _check_length(self.samples.shape[1], self.sample_rate)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The response in a sound file; its channels are the channels that are heard."""
        import soundfile

        path = Path(path)
        if not path.is_file():
            raise FileError(f"Cannot read {path}: there is no such file.")
        try:
            with soundfile.SoundFile(path) as file:
                _check_length(file.frames, file.samplerate)
                samples = file.read(dtype="float64", always_2d=True)
                return cls(samples=samples.T, sample_rate=file.samplerate)
        except soundfile.SoundFileError as error:
            raise FileError(f"{path} is not a sound file that can be read (WAV, FLAC, AIFF, ...): {error}") from None

    def normalised(self) -> Self:
        """The same response with 1 for the largest magnitude of its spectrum in any channel, as the presets of ModalBox have it."""
        spectrum = np.fft.rfft(self.samples, 4 * self.samples.shape[1], axis=1)
        return self.replace(samples=self.samples / np.abs(spectrum).max())

    @property
    def channels(self) -> int:
        return int(self.samples.shape[0])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ImpulseResponse):
            return NotImplemented
        return self.sample_rate == other.sample_rate and np.array_equal(self.samples, other.samples)

    def __hash__(self) -> int:
        return hash((self.sample_rate, self.samples.tobytes()))

    def __repr__(self) -> str:
        channels, length = self.samples.shape
        return f"ImpulseResponse({channels} x {length} at {self.sample_rate:g} Hz, {length / self.sample_rate:.3g} s)"

    def at_rate(self, sample_rate: float) -> np.ndarray:
        """The response at another sample rate, (channels, length)."""
        rate = checked_rate(sample_rate)
        if rate != round(rate):
            raise ParameterError(f"sample_rate = {sample_rate:g} Hz is not allowed; an ImpulseResponse needs a whole number of Hz.")
        given, wanted = round(self.sample_rate), round(rate)
        return self.samples if wanted == given else _resampled(self.samples, given, wanted)

    def magnitudes(self, frequencies: np.ndarray) -> np.ndarray:
        spectra = np.abs(np.fft.rfft(self.samples, 4 * self.samples.shape[1], axis=1))
        places = np.linspace(0, self.sample_rate / 2, spectra.shape[1])
        return np.array([np.interp(frequencies, places, spectrum, right=0.0) for spectrum in spectra])

    def open(self, sample_rate: float = 48_000) -> OpenSoundbox:
        return StreamedResponse(self.at_rate(sample_rate))

    def _response(self, force: np.ndarray, sample_rate: int) -> np.ndarray:
        from scipy.signal import oaconvolve

        return oaconvolve(force[None], self.at_rate(sample_rate), axes=1)[:, : len(force)]


class StreamedResponse(OpenSoundbox):
    """A response at work, block after block; blocks of other sizes give the same samples but for rounding."""

    def __init__(self, response: np.ndarray) -> None:
        self.channels = len(response)
        self._convolver = Convolver(response)

    def restart(self) -> None:
        self._convolver.restart()

    def _answer(self, force: np.ndarray) -> np.ndarray:
        return self._convolver.process(force)


def _check_length(length: int, sample_rate: float) -> None:
    if length > LONGEST * sample_rate:
        raise ParameterError(
            f"ImpulseResponse: the samples last {length / sample_rate:.3g} s; at most {LONGEST:g} s are allowed: cut the end off."
        )


def _resampled(samples: np.ndarray, given: int, wanted: int) -> np.ndarray:
    from scipy.signal import firwin, upfirdn

    shared = math.gcd(wanted, given)
    up, down = wanted // shared, given // shared
    reach = down * -(-HALF_LENGTH * max(up, down) // down)  # a whole number of samples at the new rate
    taps = firwin(2 * reach + 1, CUTOFF / max(up, down), window=("kaiser", BETA))
    return upfirdn(taps, samples, up, down, axis=1) * (given / wanted * up)
