"""A rendered sound: audio, traces and what the solver and the energy account say about them."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import numpy as np

from rosin.model.errors import FileError, ParameterError
from rosin.model.files import check_writable, fresh_file
from rosin.sound.encoding import DEPTHS, FORMATS, sound_bytes
from rosin.sound.levels import FULL_SCALE, LEVEL, at_level

if TYPE_CHECKING:
    from rosin.scenes.contact import Contact
    from rosin.scenes.scene import Scene


@dataclass(frozen=True)
class Diagnostics:
    """How a render went: evaluations of the law per sample, and how well the energy account closes.

    `energy_error` is the largest |stored + dissipated - supplied|, relative to the work exchanged and the largest energy
    stored up to then; None where no energy was recorded.
    """

    iterations_mean: float
    iterations_worst: int
    energy_error: float | None = None


@dataclass(frozen=True, eq=False)
class Sound:
    """Audio as (channels, samples) in `unit` (m/s, m, N, relative pressure or full scale), with its traces at `trace_rate`."""

    audio: np.ndarray
    sample_rate: int
    traces: dict[str, np.ndarray] = field(default_factory=dict)
    trace_rate: int = 0
    diagnostics: Diagnostics = Diagnostics(0.0, 0)
    contact: "Contact | Scene | None" = None
    unit: str = "m/s"

    @property
    def duration(self) -> float:
        """Length in seconds."""
        return self.audio.shape[1] / self.sample_rate

    @property
    def peak(self) -> float:
        """The largest absolute value, in the unit of the audio."""
        return float(max(self.audio.max(initial=0.0), -self.audio.min(initial=0.0)))

    def __repr__(self) -> str:
        channels, samples = self.audio.shape
        traces = ", ".join(self.traces) or "none"
        return f"Sound({channels} x {samples} at {self.sample_rate} Hz, {self.duration:.3g} s, peak {self.peak:.3g}, traces: {traces})"

    def _repr_html_(self) -> str:
        """Player and picture in a notebook."""
        from rosin.sound.notebook import page

        return page(self.audio, self.sample_rate, self.unit, self._name())

    def save(self, path: str | Path, *, level: float | Literal["auto"] | None = "auto", bits: int = 24, overwrite: bool = False) -> Path:
        """Write a WAV or FLAC file; 32 bits are float.

        `level` is the peak in dBFS, None leaves the values as they are; "auto" does that for a sound in full scale, and gives
        any other a peak of -1 dBFS.
        """
        if level == "auto":
            level = None if self.unit == FULL_SCALE else LEVEL
        path = Path(path)
        check_sound_file(path, bits, overwrite)
        audio = self._scaled(level, clips=bits != 32)
        rounded = np.round(audio * 2 ** (bits - 1)) / 2 ** (bits - 1) if bits != 32 else audio
        try:
            content = sound_bytes(rounded, self.sample_rate, FORMATS[path.suffix.lower()], bits)
        except (RuntimeError, TypeError) as error:
            channels = self.audio.shape[0]
            raise FileError(f"{path} could not be written with {channels} channels at {self.sample_rate} Hz: {error}.") from None
        with fresh_file(path) as file:
            file.write(content)
        return path

    def _scaled(self, level: float | None, clips: bool) -> np.ndarray:
        if not np.isfinite(self.audio).all():
            raise ParameterError("The audio has values that are not finite; nothing was written.")
        if level is not None:
            if isinstance(level, bool | str) or not -120 <= level <= 0:
                raise ParameterError(f"level = {level} dBFS is not allowed; it must be at least -120 and at most 0 dBFS.")
            return at_level(self.audio, level)
        if clips and self.peak > 1:
            raise ParameterError(f"The peak is {self.peak:.3g}, which would clip; give a level in dBFS, or write 32-bit float.")
        return self.audio

    def _name(self) -> str:
        return "sound" if self.contact is None else self.contact.title

    def plot(self, path: str | Path, *, title: str = "", overwrite: bool = False) -> Path:
        """Draw waveform, spectrogram and traces into a picture (PNG, PDF or SVG)."""
        from rosin.sound.picture import draw, save_picture

        heading = title or self._name()
        return save_picture(lambda: draw(self.audio, self.sample_rate, self.unit, self.traces, self.trace_rate, heading), path, overwrite)


def check_sound_file(path: Path, bits: int, overwrite: bool) -> None:
    """Raise before any work is done where a sound file of that name and depth could not be written."""
    if path.suffix.lower() not in FORMATS:
        raise ParameterError(f"path = {str(path)!r} must end in {' or '.join(FORMATS)}.")
    if isinstance(bits, bool) or bits not in DEPTHS or (bits == 32 and path.suffix.lower() == ".flac"):
        raise ParameterError(f"bits = {bits} is not allowed; a WAV takes 16, 24 or 32 (float), a FLAC 16 or 24.")
    check_writable(path, overwrite)
