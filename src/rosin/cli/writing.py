"""What `rosin render` leaves behind: a sound file, and where asked for a picture and the traces."""

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rosin.model.errors import ParameterError

if TYPE_CHECKING:
    from rosin.sound.sound import Sound

DRAWN = ("force",)


@dataclass(frozen=True)
class Writing:
    """Where a sound goes and in which form; `level` None leaves it to the sound."""

    path: Path
    bits: int = 24
    level: float | None = None
    plot: bool = False
    traces: Path | None = None
    force: bool = False

    def check(self) -> None:
        """Raise before any work is done where something could not be written."""
        from rosin.model.files import check_writable
        from rosin.sound.picture import check_picture
        from rosin.sound.sound import check_sound_file

        check_sound_file(self.path, self.bits, overwrite=self.force)
        if self.plot:
            check_picture(self.path.with_suffix(".png"), overwrite=self.force)
        if self.traces is not None:
            if self.traces.suffix.lower() != ".npz":
                raise ParameterError(f"--traces {self.traces} must end in .npz.")
            check_writable(self.traces, overwrite=self.force)

    def numbered(self, take: int, takes: int) -> "Writing":
        """The same for one of several takes: NAME-01.wav, ..."""
        digits = max(2, len(str(takes)))

        def named(path: Path) -> Path:
            return path.with_stem(f"{path.stem}-{take:0{digits}}")

        return replace(self, path=named(self.path), traces=self.traces and named(self.traces))

    def recorded(self, observed: tuple[str, ...]) -> tuple[str, ...]:
        """The traces that are needed."""
        return ("force", "relative_velocity", *observed) if self.traces is not None else DRAWN if self.plot else ()

    def write(self, sound: "Sound") -> None:
        """Write everything and say so."""
        from rosin.model.files import fresh_file
        from rosin.sound.levels import FULL_SCALE, LEVEL

        options: dict[str, Any] = {} if self.level is None else {"level": self.level}
        sound.save(self.path, bits=self.bits, overwrite=self.force, **options)
        channels = {1: "mono", 2: "stereo"}.get(sound.audio.shape[0], f"{sound.audio.shape[0]} channels")
        own = 20 * math.log10(sound.peak or 1.0) if sound.unit == FULL_SCALE else LEVEL
        peak = f"peak {own if self.level is None else self.level:.1f} dBFS" if sound.peak > 0 else "silent"
        print(f"{self.path}: {sound.duration:.3g} s, {channels} at {sound.sample_rate} Hz, {peak}")
        if self.plot:
            print(sound.plot(self.path.with_suffix(".png"), title=self.path.stem.replace("_", " "), overwrite=self.force))
        if self.traces is not None:
            import numpy as np

            arrays: dict[str, Any] = {"sample_rate": sound.trace_rate, **sound.traces}
            with fresh_file(self.traces) as file:
                np.savez_compressed(file, **arrays)
            print(f"{self.traces}: {', '.join(sound.traces)} at {sound.trace_rate} Hz")
