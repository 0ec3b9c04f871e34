"""A host of LV2 plugins, as far as an instrument needs one: ports by symbol, messages inside blocks."""

import ctypes
import struct

import numpy as np

MIDI = b"http://lv2plug.in/ns/ext/midi#MidiEvent"
MAP = b"http://lv2plug.in/ns/ext/urid#map"
Mapper = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p, ctypes.c_char_p)


class Map(ctypes.Structure):
    _fields_ = (("handle", ctypes.c_void_p), ("map", Mapper))


class Feature(ctypes.Structure):
    _fields_ = (("uri", ctypes.c_char_p), ("data", ctypes.c_void_p))


class Descriptor(ctypes.Structure):
    pass


HANDLE = ctypes.c_void_p
Descriptor._fields_ = (
    ("uri", ctypes.c_char_p),
    (
        "instantiate",
        ctypes.CFUNCTYPE(HANDLE, ctypes.POINTER(Descriptor), ctypes.c_double, ctypes.c_char_p, ctypes.POINTER(ctypes.POINTER(Feature))),
    ),
    ("connect_port", ctypes.CFUNCTYPE(None, HANDLE, ctypes.c_uint32, ctypes.c_void_p)),
    ("activate", ctypes.CFUNCTYPE(None, HANDLE)),
    ("run", ctypes.CFUNCTYPE(None, HANDLE, ctypes.c_uint32)),
    ("deactivate", ctypes.c_void_p),
    ("cleanup", ctypes.CFUNCTYPE(None, HANDLE)),
    ("extension_data", ctypes.c_void_p),
)


class Lv2Host:
    """One instance; `controls` are the symbols of its control ports in order."""

    def __init__(self, binary, rate, controls, *, notes, channels, place=0):
        library = ctypes.CDLL(str(binary))
        library.lv2_descriptor.restype = ctypes.POINTER(Descriptor)
        self.plugins = next(count for count in range(100) if not library.lv2_descriptor(count))
        self.descriptor = library.lv2_descriptor(place)
        known = {}
        self._map = Map(None, Mapper(lambda _, uri: known.setdefault(uri, 1 + len(known))))
        feature = Feature(MAP, ctypes.cast(ctypes.pointer(self._map), ctypes.c_void_p))
        features = (ctypes.POINTER(Feature) * 2)(ctypes.pointer(feature), None)
        self.handle = self.descriptor.contents.instantiate(self.descriptor, rate, b"", features)
        assert self.handle
        self.midi, self.notes, self.channels = known[MIDI], notes, channels
        self.values = {symbol: ctypes.c_float(value) for symbol, value in controls.items()}
        self.latency = ctypes.c_float()
        first = notes + channels
        for place, value in enumerate([*self.values.values(), self.latency]):
            self._connect(first + place, ctypes.addressof(value))
        self.descriptor.contents.activate(self.handle)

    def _connect(self, port, address):
        self.descriptor.contents.connect_port(self.handle, port, address)

    def run(self, samples, messages=()):
        """The next samples, (channels, samples); messages are (sample, bytes)."""
        body = struct.pack("<II", 0, 0)
        for when, message in messages:
            body += struct.pack("<qII", when, len(message), self.midi) + bytes(message) + bytes(-len(message) % 8)
        sequence = ctypes.create_string_buffer(struct.pack("<II", len(body), 0) + body, 8 + len(body))
        if self.notes:
            self._connect(0, ctypes.addressof(sequence))
        out = np.full((self.channels, samples), np.nan, np.float32)
        for channel, row in enumerate(out):
            self._connect(self.notes + channel, row.ctypes.data)
        self.descriptor.contents.run(self.handle, samples)
        return out

    def close(self):
        self.descriptor.contents.cleanup(self.handle)
