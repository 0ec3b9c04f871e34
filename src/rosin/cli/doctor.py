"""`rosin doctor`: what is installed, what is missing, how to get it."""

import os
import platform
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version

from rosin.model.system import to_get_cc

NEEDED = ("llvmlite", "numpy", "scipy", "cyclopts", "rich", "soundfile", "threadpoolctl")
OPTIONAL = {
    "matplotlib": ("draws pictures", 'pip install "rosin[plot]"'),
    "mido": ("reads MIDI files", 'pip install "rosin[midi]"'),
    "xarray": ("labels sweeps and maps", 'pip install "rosin[maps]"'),
    "zarr": ("keeps sweeps and maps on disk", 'pip install "rosin[maps]"'),
    "distributed": ("computes sweeps on a cluster", 'pip install "rosin[maps]"'),
    "SALib": ("computes sensitivities", 'pip install "rosin[maps]"'),
    "pyarrow": ("writes tables of datasets", 'pip install "rosin[maps]"'),
    "sounddevice": ("plays through sound cards (rosin play)", 'pip install "rosin[play]"'),
    "JACK-Client": ("plays through a JACK server (rosin play)", 'pip install "rosin[play]"'),
    "python-rtmidi": ("hears MIDI ports (rosin play)", 'pip install "rosin[play]"'),
    "python-osc": ("speaks OSC (rosin play)", 'pip install "rosin[play]"'),
    "wasmtime": ("runs the WebAssembly modules outside a browser", 'pip install "rosin[wasm]"'),
}
PROGRAMS = {
    "cc": ("builds what is played live and exported (rosin play, rosin export)", to_get_cc()),
    "node": ("measures WebAssembly in Chrome's engine (rosin bench)", "apt-get install nodejs"),
}
GOOD, MISSING, BROKEN = "ok", "missing", "broken"


def doctor() -> None:
    """Check the installation: packages, the compiler, the cache of kernels, sound files; say how to get what is missing."""
    broken = [name for name, check in CHECKS.items() if not _told(name, check)]
    for name, (use, remedy) in OPTIONAL.items():
        _tell(name, *(_installed(name) or (MISSING, f"{use}; get it: {remedy}")))
    for name, (use, remedy) in PROGRAMS.items():
        place = shutil.which(name)
        _tell(name, GOOD if place else MISSING, place or f"{use}; get it: {remedy}")
    if broken:
        print(f"\n{', '.join(broken)}: Rosin cannot work without. Reinstall it: pip install --force-reinstall rosin", file=sys.stderr)
        sys.exit(1)
    for name, found, remedy in _peers():
        _tell(name, GOOD if found else MISSING, found or f"speed is measured against it (rosin bench --peers); get it: {remedy}")
    print("\nAll that Rosin needs is there.")


def _tell(name: str, state: str, words: str) -> None:
    print(f"  {name:14} {state:8} {words}")


def _told(name: str, check: Callable[[], str]) -> bool:
    try:
        _tell(name, GOOD, check())
    except Exception as error:  # whatever is wrong is the finding
        _tell(name, BROKEN, f"{type(error).__name__}: {error}")
        return False
    return True


def _installed(name: str) -> tuple[str, str] | None:
    try:
        return GOOD, version(name)
    except PackageNotFoundError:
        return None


def _peers() -> list[tuple[str, str, str]]:
    """Name, version (nothing if it is missing) and the command that installs it."""
    from rosin.bench.peers import PEERS

    return [(peer.name, peer.version(), peer.install) for peer in PEERS]


def _python() -> str:
    return f"{platform.python_version()} on {platform.system()} {platform.machine()}, {os.cpu_count()} cores"


def _packages() -> str:
    return ", ".join(f"{name} {version(name)}" for name in NEEDED)


def _compiler() -> str:
    from rosin.bodies.hand import Hand
    from rosin.bodies.modal import Modal
    from rosin.interactions.elasto_plastic import ElastoPlastic
    from rosin.playing.gesture import Gesture
    from rosin.scenes.contact import Contact
    from rosin.sound.rendering import render

    mode = Modal(frequencies=(440.0,), decay_times=0.5, masses=0.05)
    contact = Contact(exciter=Hand(), interaction=ElastoPlastic(), resonator=mode)
    sound = render(contact, Gesture(velocity=0.1, normal_force=1.0), duration=0.1)
    return f"a rubbed mode sounds (peak {sound.peak:.3g} m/s)"


def _cache() -> str:
    from rosin.engine.cache import folder

    files = [file for file in folder().glob("*") if file.is_file()]
    place = folder() if folder().exists() else folder().parent
    if not os.access(place, os.W_OK):
        raise PermissionError(f"{place} is not writable, so every start compiles anew; set ROSIN_CACHE to a folder that is")
    return f"{folder()}, {len(files)} files, {sum(file.stat().st_size for file in files) / 1e6:.1f} MB"


def _sound_files() -> str:
    import soundfile

    formats = soundfile.available_formats()
    return f"WAV{' and FLAC' if 'FLAC' in formats else ' only'}, libsndfile {soundfile.__libsndfile_version__}"


def _instruments() -> str:
    from rosin.instruments.catalogue import instrument_names

    return f"{len(instrument_names())} (rosin list)"


CHECKS: dict[str, Callable[[], str]] = {
    "Python": _python,
    "packages": _packages,
    "kernels": _compiler,
    "cache": _cache,
    "sound files": _sound_files,
    "instruments": _instruments,
}
