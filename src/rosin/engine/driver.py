"""NVIDIA's driver by its own library, with nothing else: memory, programs in PTX, launches and the time that they take."""

import contextlib
import ctypes
import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from rosin.model.errors import RosinError

LIBRARY = "libcuda.so.1"
# numbers of cuda.h
ATTRIBUTES = {"processors": 16, "shared_of_block": 97, "shared_of_processor": 81, "registers": 82, "major": 75, "minor": 76}
REGISTERS, LOCAL, MOST_SHARED = 4, 3, 8  # of a function
ERROR_LOG, ERROR_LOG_SIZE = 5, 6  # of loading a module
LOG = 4000  # bytes of it
OLDEST = (7, 5)  # compute capability that the compiler writes for
DEVICE, HOST = 2, 1  # kinds of memory in a copy


SIDE: dict[str, Any] = {
    "x": ctypes.c_size_t,
    "y": ctypes.c_size_t,
    "kind": ctypes.c_uint,
    "host": ctypes.c_void_p,
    "device": ctypes.c_uint64,
    "array": ctypes.c_void_p,
    "pitch": ctypes.c_size_t,
}


class Copy(ctypes.Structure):
    """CUDA_MEMCPY2D: rows of bytes that lie apart."""

    _fields_ = (
        *((f"{side}_{name}", kind) for side in ("source", "goal") for name, kind in SIDE.items()),
        ("width", ctypes.c_size_t),
        ("height", ctypes.c_size_t),
    )


class CardLimits(NamedTuple):
    """What a card has: multiprocessors, bytes of shared memory of a block and of a multiprocessor, and registers of one."""

    processors: int
    shared_of_block: int
    shared_of_processor: int
    registers: int


class CardMemory:
    """Bytes of a card, until nobody needs them."""

    def __init__(self, card: "Card", size: int) -> None:
        self.card, self.address, self.size = card, ctypes.c_uint64(), size
        card.call("cuMemAlloc_v2", ctypes.byref(self.address), ctypes.c_size_t(max(size, 1)))

    def __del__(self) -> None:
        if self.address.value:
            with contextlib.suppress(Exception):  # the process may be at its end
                self.card.enter()
                self.card.call("cuMemFree_v2", self.address)
            self.address = ctypes.c_uint64()

    def put(self, values: np.ndarray, at: int = 0, pitch: int = 0) -> None:
        """Take these values: at a byte, or the rows of a table at bytes that lie `pitch` apart."""
        values = np.ascontiguousarray(values)
        if not pitch:
            self.card.call("cuMemcpyHtoD_v2", ctypes.c_uint64(self.address.value + at), _pointer(values), ctypes.c_size_t(values.nbytes))
            return
        width = values.nbytes // len(values)
        copy = Copy(source_kind=HOST, source_host=values.ctypes.data, source_pitch=width, width=width, height=len(values))
        copy.goal_kind, copy.goal_device, copy.goal_pitch = DEVICE, self.address.value + at, pitch
        self.card.call("cuMemcpy2DUnaligned_v2", ctypes.byref(copy))

    def take(self, values: np.ndarray, at: int = 0, pitch: int = 0) -> np.ndarray:
        """Give values back, likewise, into an array that is whole."""
        if not pitch:
            self.card.call("cuMemcpyDtoH_v2", _pointer(values), ctypes.c_uint64(self.address.value + at), ctypes.c_size_t(values.nbytes))
            return values
        width = values.nbytes // len(values)
        copy = Copy(source_kind=DEVICE, source_device=self.address.value + at, source_pitch=pitch, width=width, height=len(values))
        copy.goal_kind, copy.goal_host, copy.goal_pitch = HOST, values.ctypes.data, width
        self.card.call("cuMemcpy2DUnaligned_v2", ctypes.byref(copy))
        return values

    def repeat(self, size: int) -> None:
        """Let the first bytes, so many, fill all of it again and again."""
        done = size
        while done < self.size:
            many = min(done, self.size - done)
            goal, source = ctypes.c_uint64(self.address.value + done), ctypes.c_uint64(self.address.value)
            self.card.call("cuMemcpyDtoD_v2", goal, source, ctypes.c_size_t(many))
            done += many

    def copy(self, at: int, pitch: int, source: "CardMemory", source_at: int, source_pitch: int, width: int, height: int) -> None:
        """Take rows of bytes from other memory of the card."""
        copy = Copy(
            source_kind=DEVICE, source_device=source.address.value + source_at, source_pitch=source_pitch, width=width, height=height
        )
        copy.goal_kind, copy.goal_device, copy.goal_pitch = DEVICE, self.address.value + at, pitch
        self.card.call("cuMemcpy2DUnaligned_v2", ctypes.byref(copy))


class Kernel:
    """An entry of a PTX text, loaded."""

    def __init__(self, card: "Card", text: str, name: str, shared: int = 0) -> None:
        self.card, self.shared = card, shared
        self._module, self._function = ctypes.c_void_p(), ctypes.c_void_p()
        log = ctypes.create_string_buffer(LOG)
        options = (ctypes.c_int * 2)(ERROR_LOG, ERROR_LOG_SIZE)
        values = (ctypes.c_void_p * 2)(ctypes.cast(log, ctypes.c_void_p), LOG)
        try:
            card.call("cuModuleLoadDataEx", ctypes.byref(self._module), text.encode() + b"\0", 2, options, values)
        except RosinError as error:
            raise RosinError(f"{error} {log.value.decode(errors='replace').strip()[:400]}") from None
        card.call("cuModuleGetFunction", ctypes.byref(self._function), self._module, name.encode())
        if shared:
            card.call("cuFuncSetAttribute", self._function, MOST_SHARED, shared)

    def attribute(self, which: int) -> int:
        """REGISTERS or LOCAL bytes that a thread takes."""
        found = ctypes.c_int()
        self.card.call("cuFuncGetAttribute", ctypes.byref(found), which, self._function)
        return found.value

    def resident(self, threads: int) -> int:
        """Blocks of so many threads that a multiprocessor has room for."""
        found = ctypes.c_int()
        self.card.call(
            "cuOccupancyMaxActiveBlocksPerMultiprocessor", ctypes.byref(found), self._function, threads, ctypes.c_size_t(self.shared)
        )
        return found.value

    def launch(self, blocks: int, threads: int, arguments: Sequence[CardMemory | int]) -> None:
        """Run it over a grid; the call comes back before it is done."""
        held = [ctypes.c_uint64(a.address.value) if isinstance(a, CardMemory) else ctypes.c_int32(a) for a in arguments]
        table = (ctypes.c_void_p * len(held))(*(ctypes.cast(ctypes.byref(one), ctypes.c_void_p) for one in held))
        self.card.call("cuLaunchKernel", self._function, blocks, 1, 1, threads, 1, 1, self.shared, None, table, None)


@functools.cache
def library() -> Any:
    """The driver, awake."""
    try:
        found: Any = ctypes.CDLL(LIBRARY)
    except OSError as error:
        raise RosinError(f'No CUDA driver: {error}. Install NVIDIA\'s driver for your card, or use target="lanes".') from None
    ask(found, "cuInit", 0)
    return found


def ask(driver: Any, name: str, *arguments: Any) -> None:
    """A function of the driver, or an error that says what it said."""
    code = getattr(driver, name)(*arguments)
    if code:
        text = ctypes.c_char_p()
        driver.cuGetErrorString(code, ctypes.byref(text))
        said = (text.value or b"unknown error").decode()
        raise RosinError(f'{name} of the CUDA driver says "{said}" ({code}). Is there a card and is it free? Else use target="lanes".')


class Card:
    """A card of this machine."""

    def __init__(self, number: int = 0) -> None:
        self._library = library()
        device, context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(device), number)
        found = {}
        for name, number in ATTRIBUTES.items():
            value = ctypes.c_int()
            self.call("cuDeviceGetAttribute", ctypes.byref(value), number, device)
            found[name] = value.value
        if (found.pop("major"), found.pop("minor")) < OLDEST:
            raise RosinError('This CUDA card is too old: compute capability 7.5 is needed. Use target="lanes".')
        self.limits = CardLimits(**found)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(context), device)
        self._context = context
        self.enter()

    def enter(self) -> None:
        """Let the thread that calls this one work with the card."""
        self.call("cuCtxSetCurrent", self._context)

    def call(self, name: str, *arguments: Any) -> None:
        """A function of the driver, or an error that says what it said."""
        ask(self._library, name, *arguments)

    def wait(self) -> None:
        """Until all launches are done."""
        self.call("cuCtxSynchronize")

    def free_bytes(self) -> int:
        """Memory that nobody has taken."""
        free, total = ctypes.c_size_t(), ctypes.c_size_t()
        self.call("cuMemGetInfo_v2", ctypes.byref(free), ctypes.byref(total))
        return free.value


@functools.cache
def card(number: int = 0) -> Card:
    """A card, opened once."""
    return Card(number)


def cards() -> int:
    """How many there are."""
    count = ctypes.c_int()
    ask(library(), "cuDeviceGetCount", ctypes.byref(count))
    return count.value


def _pointer(values: np.ndarray) -> ctypes.c_void_p:
    return ctypes.c_void_p(values.ctypes.data)
