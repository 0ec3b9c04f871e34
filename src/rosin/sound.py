"""A rendered sound: audio, traces and what the solver and the energy account say about them."""

import contextlib
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from rosin.errors import FileError, ParameterError

if TYPE_CHECKING:
    from rosin.contact import Contact

SUBTYPES = {16: "PCM_16", 24: "PCM_24", 32: "FLOAT"}
FORMATS = {".wav": "WAV", ".flac": "FLAC"}


@dataclass(frozen=True)
class Diagnostics:
    """How a render went: evaluations of the law per sample, and how well the energy account closes.

    `energy_error` is the largest |stored + dissipated - supplied|, relative to the work exchanged and the largest energy
    stored up to then; None where no energy was recorded.
    """

    iterations_mean: float
    iterations_worst: int
    energy_error: float | None = None


@dataclass(frozen=True)
class Sound:
    """Audio as (channels, samples) in m/s (or m), with its traces at `trace_rate`."""

    audio: np.ndarray
    sample_rate: int
    traces: dict[str, np.ndarray] = field(default_factory=dict)
    trace_rate: int = 0
    diagnostics: Diagnostics = Diagnostics(0.0, 0)
    contact: "Contact | None" = None

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return self.audio.shape[1] / self.sample_rate

    @property
    def peak(self) -> float:
        """The largest absolute value, in the unit of the audio."""
        return float(np.abs(self.audio).max(initial=0.0))

    def __repr__(self) -> str:
        channels, samples = self.audio.shape
        traces = ", ".join(self.traces) or "none"
        return f"Sound({channels} x {samples} at {self.sample_rate} Hz, {self.duration:.3g} s, peak {self.peak:.3g}, traces: {traces})"

    def save(self, path: str | Path, *, level: float | None = -1.0, bits: int = 24, overwrite: bool = False) -> Path:
        """Write a WAV or FLAC file. `level` is the peak in dBFS (None: physical values as they are); 32 bits are float."""
        path = Path(path)
        if path.suffix.lower() not in FORMATS:
            raise ParameterError(f"path = {path} must end in {' or '.join(FORMATS)}.")
        if bits not in SUBTYPES or (bits == 32 and path.suffix.lower() == ".flac"):
            raise ParameterError(f"bits = {bits} is not allowed; a WAV takes 16, 24 or 32 (float), a FLAC 16 or 24.")
        audio = self._scaled(level, clips=bits != 32)
        with _fresh_file(path, overwrite) as temporary:
            import soundfile

            soundfile.write(temporary, audio.T, self.sample_rate, subtype=SUBTYPES[bits], format=FORMATS[path.suffix.lower()])
        return path

    def _scaled(self, level: float | None, clips: bool) -> np.ndarray:
        if not np.isfinite(self.audio).all():
            raise ParameterError("The audio has values that are not finite; nothing was written.")
        if level is not None:
            if not -120 <= level <= (0 if clips else 60):
                raise ParameterError(f"level = {level:g} dBFS is not allowed; it must be at least -120 and at most 0 dBFS, or None.")
            return self.audio * (10 ** (level / 20) / self.peak if self.peak > 0 else 1.0)
        if clips and self.peak > 1:
            raise ParameterError(f"The peak is {self.peak:.3g}, which would clip; give a level in dBFS, or write 32-bit float.")
        return self.audio

    def _name(self) -> str:
        if self.contact is None:
            return "sound"
        exciter, law, resonator, _ = self.contact.parts
        return f"{type(exciter).__name__}, {type(law).__name__}, {type(resonator).__name__}"

    def plot(self, path: str | Path, *, title: str = "", overwrite: bool = False) -> Path:
        """Draw waveform, spectrogram and traces into a picture (PNG, PDF or SVG)."""
        from rosin.picture import draw

        path = Path(path)
        if path.suffix.lower() not in (".png", ".pdf", ".svg"):
            raise ParameterError(f"path = {path} must end in .png, .pdf or .svg.")
        with _fresh_file(path, overwrite) as temporary:
            picture = draw(self.audio, self.sample_rate, self.traces, self.trace_rate, title or self._name())
            picture.savefig(temporary, format=path.suffix[1:].lower())
        return path


@contextlib.contextmanager
def _fresh_file(path: Path, overwrite: bool) -> Any:
    """A temporary file that becomes `path` only when it is complete."""
    if path.exists() and not overwrite:
        raise FileError(f"{path} exists already; choose another name or allow overwriting.")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".rosin-", suffix=path.suffix)
    except OSError as error:
        raise FileError(f"Cannot write {path}: {error.strerror}.") from None
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(name, 0o666 & ~umask)
        os.replace(name, path)
    except OSError as error:
        raise FileError(f"Cannot write {path}: {error.strerror or error}.") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
