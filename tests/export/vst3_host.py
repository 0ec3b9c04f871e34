"""A host of VST 3 plugins, as far as an instrument needs one: notes and automation inside blocks, state, latency."""

import ctypes as c
import struct

import numpy as np

ADDRESS, WHOLE = c.c_void_p, c.c_int32
HEADS = {"component": 0xE831FF31F2D54301928EBBEE25697802, "processor": 0x42043F99B7DA453CA569E79D9AAEC33D}
HEADS |= {"controller": 0xDCD7BBE37742448DA874AACC979C759E, "mapping": 0xDF0FF9F749B74669B63AB7327ADBF5E5}
HEADS |= {"expression": 0xB7F8F8594123487291169581_4F3721A3, "unit": 0x3D4BD6B5913A4FD2A886E768_A5EB92C1}
STEREO = 3
FIRST_HIDDEN, MOVED, BEND = 1 << 16, 12, 11  # parameters that MIDI moves: so many of each channel, the last of which is the bend


class Interface:
    """An object of the plugin, whose functions are called by their place in its table."""

    def __init__(self, address):
        self.address = address
        self.table = c.cast(c.cast(address, c.POINTER(ADDRESS))[0], c.POINTER(ADDRESS))

    def call(self, place, *values, kinds=(), answer=WHOLE):
        return c.CFUNCTYPE(answer, ADDRESS, *kinds)(self.table[place])(self.address, *values)

    def ask(self, name):
        found = ADDRESS()
        assert self.call(0, HEADS[name].to_bytes(16, "big"), c.byref(found), kinds=(c.c_char_p, ADDRESS)) == 0
        return Interface(found.value)


class Given:
    """An object of the host, made of Python functions; the first three functions of every interface do nothing."""

    def __init__(self, *functions):
        nothing = (WHOLE, (ADDRESS, ADDRESS), lambda *_: -1), (c.c_uint32, (), lambda *_: 1), (c.c_uint32, (), lambda *_: 1)
        self.kept = [c.CFUNCTYPE(answer, ADDRESS, *kinds)(function) for answer, kinds, function in (*nothing, *functions)]
        self.table = (ADDRESS * len(self.kept))(*(c.cast(each, ADDRESS) for each in self.kept))
        self.object = (ADDRESS * 1)(c.cast(self.table, ADDRESS))
        self.address = c.addressof(self.object)


def put(address, kind, value):
    c.cast(address, c.POINTER(kind))[0] = value


def queue(param, points):
    def point(_, index, when, value):
        put(when, WHOLE, points[index][0])
        put(value, c.c_double, points[index][1])
        return 0

    return Given((c.c_uint32, (), lambda _: param), (WHOLE, (), lambda _: len(points)), (WHOLE, (WHOLE, ADDRESS, ADDRESS), point))


def note(when, key, velocity, number=-1):
    """An event: a note begins, with a number of its own if one is given, or with velocity 0 ends."""
    head = struct.pack("<iidHH4x", 0, when, 0.0, 0, 0 if velocity else 1)
    body = struct.pack("<hhffii", 0, key, 0.0, velocity, 0, number) if velocity else struct.pack("<hhfif", 0, key, 0.0, -1, 0.0)
    return (head + body).ljust(48, b"\0")


def expressed(when, kind, number, share):
    """An event: something of the note with this number."""
    return (struct.pack("<iidHH4x", 0, when, 0.0, 0, 4) + struct.pack("<Iid", kind, number, share)).ljust(48, b"\0")


class Vst3Host:
    """A class of a plugin, active at a rate."""

    def __init__(self, binary, rate, place=0):
        library = c.CDLL(str(binary))
        assert library.ModuleEntry(None)
        library.GetPluginFactory.restype = ADDRESS
        factory = Interface(library.GetPluginFactory())
        self.plugins = factory.call(4)
        about = c.create_string_buffer(440)
        assert factory.call(7, self.plugins, about, kinds=(WHOLE, ADDRESS)) != 0
        assert factory.call(7, place, about, kinds=(WHOLE, ADDRESS)) == 0
        self.identity = about.raw[:16]
        self.name, self.categories = about.raw[52:116].split(b"\0")[0], about.raw[120:248].split(b"\0")[0]
        found = ADDRESS()
        wanted = HEADS["component"].to_bytes(16, "big")
        assert factory.call(6, about.raw[:16], wanted, c.byref(found), kinds=(c.c_char_p, c.c_char_p, ADDRESS)) == 0
        self.component = Interface(found.value)
        self.processor, self.controller = self.component.ask("processor"), self.component.ask("controller")
        arrangement = c.c_uint64(STEREO)
        kinds = (ADDRESS, WHOLE, ADDRESS, WHOLE)
        assert self.processor.call(3, None, 0, c.byref(arrangement), 1, kinds=kinds) == 0
        setup = c.create_string_buffer(struct.pack("<iii4xd", 0, 1, 4096, rate))
        assert self.processor.call(7, setup, kinds=(ADDRESS,)) == 0
        assert self.component.call(11, 1, kinds=(c.c_uint8,)) == 0
        self.latency = self.processor.call(6, answer=c.c_uint32)

    def process(self, samples, points=None, events=()):
        """Sound in double precision; points are {parameter: [(sample, share), ...]}, events those of `note`."""
        queues = [queue(param, each) for param, each in (points or {}).items()]
        changes = Given((WHOLE, (), lambda _: len(queues)), (ADDRESS, (WHOLE,), lambda _, index: queues[index].address))

        def event(_, index, to):
            c.memmove(to, events[index], 48)
            return 0

        listed = Given((WHOLE, (), lambda _: len(events)), (WHOLE, (WHOLE, ADDRESS), event))
        out = np.full((2, samples), np.nan)
        rows = (ADDRESS * 2)(*(row.ctypes.data for row in out))
        bus = c.create_string_buffer(struct.pack("<i4xQQ", 2, 0, c.addressof(rows)))
        pointers = (0, c.addressof(bus), changes.address, 0, listed.address, 0, 0)
        data = c.create_string_buffer(struct.pack("<iiiii4x7Q", 0, 1, samples, 0, 1, *pointers))
        assert self.processor.call(9, data, kinds=(ADDRESS,)) == 0
        return out

    def share(self, param, plain=None):
        """The share of a range that a parameter has, or that stands for a value."""
        if plain is None:
            return self.controller.call(14, param, kinds=(c.c_uint32,), answer=c.c_double)
        return self.controller.call(13, param, plain, kinds=(c.c_uint32, c.c_double), answer=c.c_double)

    def plain(self, param, share):
        return self.controller.call(12, param, share, kinds=(c.c_uint32, c.c_double), answer=c.c_double)

    def save(self):
        kept = bytearray()

        def write(_, data, size, done):
            kept.extend(c.string_at(data, size))
            put(done, WHOLE, size)
            return 0

        nothing = (WHOLE, (ADDRESS, WHOLE, ADDRESS), lambda *_: -1)
        stream = Given(nothing, (WHOLE, (ADDRESS, WHOLE, ADDRESS), write))
        assert self.component.call(13, stream.address, kinds=(ADDRESS,)) == 0
        return bytes(kept)

    def load(self, state):
        left = bytearray(state)

        def read(_, data, size, done):
            size = min(size, 13, len(left))
            c.memmove(data, bytes(left[:size]), size)
            del left[:size]
            put(done, WHOLE, size)
            return 0

        stream = Given((WHOLE, (ADDRESS, WHOLE, ADDRESS), read))
        return self.component.call(12, stream.address, kinds=(ADDRESS,))

    def close(self):
        self.component.call(11, 0, kinds=(c.c_uint8,))
        for each in (self.processor, self.controller, self.component):
            left = each.call(2, answer=c.c_uint32)
        assert left == 0
