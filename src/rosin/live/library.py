"""An instrument as a shared library that a sound server calls by itself (export/c/live.c), built once and kept."""

import ctypes
import hashlib
import tempfile
from pathlib import Path

from rosin.engine.cache import kept_file, remembered
from rosin.export.code import key_of
from rosin.export.gathering import Exported, gather
from rosin.export.library import Library, template
from rosin.export.platforms import FLAGS, this_one
from rosin.export.plugin import build_plugin
from rosin.instruments.instrument import Instrument

SHIM = "live.c"


def live_library(instrument: Instrument, sample_rate: int) -> tuple[Exported, Path]:
    """What an instrument has at a sample rate, and the file of its library; what rubs in it is watched."""
    exported = gather(instrument, (sample_rate,), watched=True)
    library = Library(exported, this_one())
    shims = [template(each) for each in (SHIM, "plugin.h", "entry.h")]
    parts = [*library.texts().values(), *shims, *map(key_of, library.programs), *FLAGS, str(library.platform)]
    name = f"live-{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:32]}.so"

    def make() -> bytes:
        with tempfile.TemporaryDirectory(prefix="rosin-") as folder:
            plugin = Path(folder) / name
            build_plugin(library, Path(folder), SHIM, plugin, library.prefix)
            return plugin.read_bytes()

    return exported, kept_file(name, remembered(name, make))


class State(ctypes.Structure):
    """What it says of itself, as live.c has it."""

    _fields_ = (
        *((name, ctypes.c_int64) for name in ("frame", "slid_at")),
        *((name, ctypes.c_uint64) for name in ("blocks", "late", "xruns", "nanoseconds", "lost_told", "lost_heard")),
        *((name, ctypes.c_double) for name in ("force", "velocity")),
        *((name, ctypes.c_int32) for name in ("gone", "recording", "layer")),
    )


def loaded(path: Path) -> ctypes.CDLL:
    """The library, with the kinds of what its functions take and give."""
    found = ctypes.CDLL(str(path))
    it, whole, long, many = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64, ctypes.c_uint32
    kinds = {
        "create": (it, (ctypes.c_double, many, many)),
        "destroy": (None, (it,)),
        "sound": (None, (it, it, whole)),
        "tell": (whole, (it, long, whole, whole, ctypes.c_double)),
        "done": (many, (it, it, many)),
        "heard": (many, (it, it, many)),
        "slid": (many, (it, it, many)),
        "record": (None, (it, whole)),
        "watch": (None, (it, whole)),
        "state": (None, (it, ctypes.POINTER(State))),
        "peaks": (None, (it, it)),
        "latency": (whole, (it,)),
        "jack": (None, (it, it, it, ctypes.POINTER(it), it)),
    }
    for name, (gives, takes) in kinds.items():
        function = getattr(found, f"live_{name}")
        function.restype, function.argtypes = gives, takes
    return found
