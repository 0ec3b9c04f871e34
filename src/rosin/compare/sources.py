"""Where recordings lie: files of Debian packages, of which some may be missing."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from rosin.compare.patch import read_patch
from rosin.compare.sample import Sample
from rosin.compare.soundfont import SoundFont
from rosin.compare.take import LONGEST, RATE, Take

SHARED = Path("/usr/share")
STRENGTHS = {"softest": 0.2, "soft": 0.4, "med": 0.6, "hard": 0.8, "hardest": 1.0}  # words at the end of a file's name
NAMED = re.compile(rf"(.*)[-_ ]({'|'.join(STRENGTHS)})$", re.IGNORECASE)


@dataclass(frozen=True)
class Source:
    """Recordings of one instrument by one maker. `path` lies below /usr/share; with stars, it names several files."""

    name: str
    package: str
    path: str

    @property
    def files(self) -> list[Path]:
        """Those that are installed."""
        return sorted(SHARED.glob(self.path))

    def takes(self) -> list[Take]:
        """The recordings in them."""
        raise NotImplementedError


@dataclass(frozen=True)
class FontPreset(Source):
    """A preset of a SoundFont; of one that holds several things, those samples whose name matches."""

    program: int = 0
    bank: int = 0
    named: str = ""
    pitched: bool = True

    def takes(self) -> list[Take]:
        """Its samples; a drum's key says nothing of its pitch."""
        samples = [
            each for file in self.files for each in SoundFont(file).samples(self.bank, self.program) if re.search(self.named, each.name)
        ]
        return [Take.of(each if self.pitched else each._replace(frequency=None), self.name) for each in samples]


@dataclass(frozen=True)
class Patches(Source):
    """Patches of the Gravis Ultrasound; those in Drum_000 have no pitch."""

    def takes(self) -> list[Take]:
        """Their samples."""
        samples = [(each, file.parent.name.startswith("Drum")) for file in self.files for each in read_patch(file)]
        return [Take.of(each._replace(frequency=None) if drum else each, self.name) for each, drum in samples]


@dataclass(frozen=True)
class SoundFiles(Source):
    """Sound files, one take each; the end of a name may say how hard it was struck."""

    def takes(self) -> list[Take]:
        """The loudest channel of each."""
        from rosin.fitting.recording import read_recording

        found = []
        for file in self.files:
            recording, named = read_recording(file), NAMED.match(file.stem)
            name, strength = (named[1], STRENGTHS[named[2].lower()]) if named else (file.stem, None)
            found.append(Take.of(Sample(name, recording.loudest, recording.sample_rate, None), self.name, strength))
        return found


@dataclass(frozen=True)
class HeldNote(Source):
    """A sound file with one note: its frequency (Hz), and for how long from its onset it is held (s)."""

    frequency: float = 440.0
    held: float = LONGEST

    def takes(self) -> list[Take]:
        """That note, without its end."""
        from rosin.fitting.recording import read_recording

        found = []
        for file in self.files:
            recording = read_recording(file)
            take = Take.of(Sample(file.stem, recording.loudest, recording.sample_rate, self.frequency), self.name)
            found.append(replace(take, samples=take.samples[: round(self.held * RATE)]))
        return found


def missing(sources: Iterable[Source]) -> list[str]:
    """The packages of those sources of which no file is installed."""
    return sorted({each.package for each in sources if not each.files})


def install_command(packages: Iterable[str]) -> str:
    """What installs them."""
    return f"sudo apt-get install {' '.join(packages)}"
