"""Packages that only some of Rosin needs: what is asked of them, and how to get them."""

from importlib import import_module
from importlib.util import find_spec

from rosin.model.errors import RosinError

EXTRAS = {
    "matplotlib": ("Pictures need Matplotlib", "plot"),
    "mido": ("MIDI files need mido", "midi"),
    "xarray": ("Sweeps are datasets of xarray", "maps"),
    "zarr": ("Results of sweeps are kept by zarr", "maps"),
    "distributed": ("Clusters are reached by dask.distributed", "maps"),
    "SALib": ("Sensitivities are computed by SALib", "maps"),
    "pyarrow": ("Tables of datasets are written by pyarrow", "maps"),
    "uvicorn": ("Pages are served by uvicorn", "studio"),
    "starlette": ("Pages are answered by Starlette", "studio"),
    "sounddevice": ("Sound cards are played by sounddevice", "play"),
    "jack": ("A JACK server is played by JACK-Client", "play"),
    "pythonosc": ("OSC is spoken by python-osc", "play"),
    "ziglang": ("Other machines are built for by zig", "export"),
    "rtmidi": ("MIDI ports are heard by python-rtmidi", "play"),
}
LIBRARIES = {"sounddevice": ("PortAudio", "libportaudio2"), "jack": ("libjack", "libjack-jackd2-0")}  # of Debian, which packages load


def installed(package: str) -> bool:
    """Whether a package is there, for what can do without it."""
    return find_spec(package) is not None


def need(package: str) -> None:
    """Raise RosinError where a package is not installed; called before any work is done that would need it."""
    try:
        import_module(package)
    except ImportError:
        words, extra = EXTRAS[package]
        raise RosinError(f'{words}, which is not installed: pip install "rosin[{extra}]".') from None
    except OSError:
        library, debian = LIBRARIES[package]
        raise RosinError(f"{EXTRAS[package][0]}, whose library {library} is not installed: apt-get install {debian}.") from None
