"""A host of CLAP plugins, as far as an instrument needs one: events inside blocks, parameters, state, latency."""

import ctypes as c

import numpy as np

ADDRESS = c.c_void_p
NOTE_ON, NOTE_OFF, NOTE_EXPRESSION, PARAM_VALUE, MIDI = 0, 1, 4, 5, 10
TUNING, PRESSURE = 2, 6


def structure(name, /, **fields):
    return type(name, (c.Structure,), {"_fields_": tuple(fields.items())})


def texts(*names):
    return dict.fromkeys(names, c.c_char_p)


def asked(answer, *given):
    return c.CFUNCTYPE(answer, ADDRESS, *given)


NOTED = {"note_id": c.c_int32, "port_index": c.c_int16, "channel": c.c_int16, "key": c.c_int16}
Version = structure("Version", major=c.c_uint32, minor=c.c_uint32, revision=c.c_uint32)
Entry = structure(
    "Entry", version=Version, init=c.CFUNCTYPE(c.c_bool, c.c_char_p), deinit=c.CFUNCTYPE(None), factory=c.CFUNCTYPE(ADDRESS, c.c_char_p)
)
Host = structure(
    "Host",
    version=Version,
    data=ADDRESS,
    **texts("name", "vendor", "url", "release"),
    extension=asked(ADDRESS, c.c_char_p),
    restart=asked(None),
    wake=asked(None),
    callback=asked(None),
)
Descriptor = structure(
    "Descriptor",
    version=Version,
    **texts("id", "name", "vendor", "url", "manual", "support", "release", "description"),
    features=c.POINTER(c.c_char_p),
)
Factory = structure(
    "Factory", count=asked(c.c_uint32), describe=asked(c.POINTER(Descriptor), c.c_uint32), create=asked(ADDRESS, ADDRESS, c.c_char_p)
)
Header = structure("Header", size=c.c_uint32, time=c.c_uint32, space=c.c_uint16, type=c.c_uint16, flags=c.c_uint32)
Note = structure("Note", header=Header, **NOTED, velocity=c.c_double)
Expression = structure("Expression", header=Header, id=c.c_int32, **NOTED, value=c.c_double)
Value = structure("Value", header=Header, param=c.c_uint32, cookie=ADDRESS, **NOTED, value=c.c_double)
Midi = structure("Midi", header=Header, port_index=c.c_uint16, data=c.c_uint8 * 3)
Events = structure("Events", context=ADDRESS, size=asked(c.c_uint32), get=asked(ADDRESS, c.c_uint32))
Told = structure("Told", context=ADDRESS, push=asked(c.c_bool, ADDRESS))
Audio = structure("Audio", single=ADDRESS, double=ADDRESS, channels=c.c_uint32, latency=c.c_uint32, constant=c.c_uint64)
Process = structure(
    "Process",
    steady=c.c_int64,
    frames=c.c_uint32,
    transport=ADDRESS,
    inputs=ADDRESS,
    outputs=c.POINTER(Audio),
    input_count=c.c_uint32,
    output_count=c.c_uint32,
    events=c.POINTER(Events),
    told=c.POINTER(Told),
)
Plugin = structure(
    "Plugin",
    descriptor=ADDRESS,
    data=ADDRESS,
    init=asked(c.c_bool),
    destroy=asked(None),
    activate=asked(c.c_bool, c.c_double, c.c_uint32, c.c_uint32),
    deactivate=asked(None),
    start=asked(c.c_bool),
    stop=asked(None),
    reset=asked(None),
    process=asked(c.c_int32, c.POINTER(Process)),
    extension=asked(ADDRESS, c.c_char_p),
    main_thread=asked(None),
)
ParamInfo = structure(
    "ParamInfo",
    id=c.c_uint32,
    flags=c.c_uint32,
    cookie=ADDRESS,
    name=c.c_char * 256,
    module=c.c_char * 1024,
    low=c.c_double,
    high=c.c_double,
    usual=c.c_double,
)
Params = structure(
    "Params",
    count=asked(c.c_uint32),
    info=asked(c.c_bool, c.c_uint32, c.POINTER(ParamInfo)),
    value=asked(c.c_bool, c.c_uint32, c.POINTER(c.c_double)),
    to_text=asked(c.c_bool, c.c_uint32, c.c_double, c.c_char_p, c.c_uint32),
    to_value=asked(c.c_bool, c.c_uint32, c.c_char_p, c.POINTER(c.c_double)),
    flush=asked(None, ADDRESS, ADDRESS),
)
Latency = structure("Latency", get=asked(c.c_uint32))
Stream = structure("Stream", context=ADDRESS, move=c.CFUNCTYPE(c.c_int64, ADDRESS, ADDRESS, c.c_uint64))
State = structure("State", save=asked(c.c_bool, c.POINTER(Stream)), load=asked(c.c_bool, c.POINTER(Stream)))
PresetLoad = structure("PresetLoad", load=asked(c.c_bool, c.c_uint32, c.c_char_p, c.c_char_p))
HostPresets = structure(
    "HostPresets",
    failed=asked(None, c.c_uint32, c.c_char_p, c.c_char_p, c.c_int32, c.c_char_p),
    loaded=asked(None, c.c_uint32, c.c_char_p, c.c_char_p),
)
HostParams = structure("HostParams", rescan=asked(None, c.c_uint32), clear=asked(None, c.c_uint32, c.c_uint32), flush=asked(None))
PresetPlace = structure("PresetPlace", flags=c.c_uint32, name=c.c_char_p, kind=c.c_uint32, location=c.c_char_p)
PluginId = structure("PluginId", **texts("abi", "id"))
Provider = structure(
    "Provider",
    descriptor=ADDRESS,
    data=ADDRESS,
    init=asked(c.c_bool),
    destroy=asked(None),
    tell=asked(c.c_bool, c.c_uint32, c.c_char_p, ADDRESS),
    extension=asked(ADDRESS, c.c_char_p),
)
ProviderDescriptor = structure("ProviderDescriptor", version=Version, **texts("id", "name", "vendor"))
PresetFactory = structure(
    "PresetFactory",
    count=asked(c.c_uint32),
    describe=asked(c.POINTER(ProviderDescriptor), c.c_uint32),
    create=asked(c.POINTER(Provider), ADDRESS, c.c_char_p),
)
Indexer = structure(
    "Indexer",
    version=Version,
    **texts("name", "vendor", "url", "release"),
    data=ADDRESS,
    filetype=asked(c.c_bool, ADDRESS),
    location=asked(c.c_bool, c.POINTER(PresetPlace)),
    soundpack=asked(c.c_bool, ADDRESS),
    extension=asked(ADDRESS, c.c_char_p),
)
Receiver = structure(
    "Receiver",
    data=ADDRESS,
    failed=asked(None, c.c_int32, c.c_char_p),
    begin=asked(c.c_bool, c.c_char_p, c.c_char_p),
    plugin=asked(None, c.POINTER(PluginId)),
    soundpack=asked(None, c.c_char_p),
    flags=asked(None, c.c_uint32),
    creator=asked(None, c.c_char_p),
    description=asked(None, c.c_char_p),
    times=asked(None, c.c_uint64, c.c_uint64),
    feature=asked(None, c.c_char_p),
    more=asked(None, c.c_char_p, c.c_char_p),
)
Ports = structure("Ports", count=asked(c.c_uint32, c.c_bool), get=asked(c.c_bool, c.c_uint32, c.c_bool, ADDRESS))


def note(kind, time, key, velocity=0.0, channel=0):
    return Note(Header(c.sizeof(Note), time, 0, kind, 0), -1, 0, channel, key, velocity)


def turned(time, param, value):
    return Value(Header(c.sizeof(Value), time, 0, PARAM_VALUE, 0), param, None, -1, -1, -1, -1, value)


def message(time, *data):
    return Midi(Header(c.sizeof(Midi), time, 0, MIDI, 0), 0, (c.c_uint8 * 3)(*data))


def expressed(time, kind, key, value, channel=0):
    return Expression(Header(c.sizeof(Expression), time, 0, NOTE_EXPRESSION, 0), kind, -1, 0, channel, key, value)


def presets_of(path):
    """What a file says of its presets before a plugin is made: (name, key, plugin, description) of each, and where they are."""
    entry = Entry.in_dll(c.CDLL(str(path)), "clap_entry")
    found = entry.factory(b"clap.preset-discovery-factory/2")
    if not found:
        return [], []
    factory, places, presets = c.cast(found, c.POINTER(PresetFactory)).contents, [], []

    def declare(_, place):
        places.append((place.contents.flags, place.contents.kind, place.contents.location))
        return True

    def begin(_, name, key):
        presets.append([name.decode(), key.decode()])
        return True

    of = dict(Indexer._fields_) | dict(Receiver._fields_)
    indexer = Indexer(name=b"tests", location=of["location"](declare))
    receiver = Receiver(
        begin=of["begin"](begin),
        plugin=of["plugin"](lambda _, its: presets[-1].append((its.contents.abi, its.contents.id))),
        description=of["description"](lambda _, words: presets[-1].append(words.decode())),
        feature=of["feature"](lambda *_: None),
    )
    at = c.addressof(factory)
    assert factory.count(at) == 1
    assert not factory.describe(at, 1)
    provider = factory.create(at, c.addressof(indexer), factory.describe(at, 0).contents.id)
    assert provider.contents.init(provider)
    assert provider.contents.tell(provider, places[0][1], places[0][2], c.addressof(receiver))
    provider.contents.destroy(provider)
    return places, [tuple(each) for each in presets]


class ClapHost:
    """One plugin of a file, active at a rate."""

    def __init__(self, path, rate, channels=2, place=0):
        self.entry = Entry.in_dll(c.CDLL(str(path)), "clap_entry")
        assert self.entry.init(str(path).encode())
        assert not self.entry.factory(b"something else")
        self._factory = c.cast(self.entry.factory(b"clap.plugin-factory"), c.POINTER(Factory)).contents
        at = c.addressof(self._factory)
        self.plugins = self._factory.count(at)
        assert not self._factory.describe(at, self.plugins)
        self.descriptor = self._factory.describe(at, place).contents
        nothing = asked(None)(lambda _: None)
        self.told = []
        self._own = {
            b"clap.params": HostParams(rescan=HostParams._fields_[0][1](lambda _, flags: self.told.append(("rescan", flags)))),
            b"clap.preset-load/2": HostPresets(
                HostPresets._fields_[0][1](lambda *said: self.told.append(("failed", said[3]))),
                HostPresets._fields_[1][1](lambda *said: self.told.append(("loaded", said[3]))),
            ),
        }
        found = asked(ADDRESS, c.c_char_p)(lambda _, name: c.addressof(self._own[name]) if name in self._own else None)
        self._host = Host(Version(1, 2, 0), None, b"tests", b"", b"", b"1", found, nothing, nothing, nothing)
        self.address = self._factory.create(at, c.addressof(self._host), self.descriptor.id)
        self.plugin = c.cast(self.address, c.POINTER(Plugin)).contents
        self.channels = channels
        assert self.plugin.init(self.address)
        assert self.plugin.activate(self.address, rate, 1, 4096)
        assert self.plugin.start(self.address)

    def extension(self, name, kind):
        return c.cast(self.plugin.extension(self.address, name), c.POINTER(kind)).contents

    def process(self, samples, events=(), kind=np.float32):
        held = list(events)
        given = Events(None, asked(c.c_uint32)(lambda _: len(held)), asked(ADDRESS, c.c_uint32)(lambda _, i: c.addressof(held[i])))
        out = np.full((self.channels, samples), np.nan, kind)
        rows = (ADDRESS * self.channels)(*(row.ctypes.data for row in out))
        where = (rows, None) if kind is np.float32 else (None, rows)
        audio = Audio(*(c.cast(each, ADDRESS) if each else None for each in where), self.channels, 0, 0)
        told = Told(None, asked(c.c_bool, ADDRESS)(lambda *_: True))
        block = Process(-1, samples, None, None, c.pointer(audio), 0, 1, c.pointer(given), c.pointer(told))
        assert self.plugin.process(self.address, c.byref(block)) == 1
        return out

    def value(self, param):
        found = c.c_double()
        assert self.extension(b"clap.params", Params).value(self.address, param, c.byref(found))
        return found.value

    def save(self):
        kept = bytearray()

        def write(_, data, size):
            size = min(size, 7)  # a stream may take less than it is given
            kept.extend(c.string_at(data, size))
            return size

        stream = Stream(None, Stream._fields_[1][1](write))
        assert self.extension(b"clap.state", State).save(self.address, c.byref(stream))
        return bytes(kept)

    def load(self, state):
        left = bytearray(state)

        def read(_, data, size):
            size = min(size, 11, len(left))
            c.memmove(data, bytes(left[:size]), size)
            del left[:size]
            return size

        stream = Stream(None, Stream._fields_[1][1](read))
        return self.extension(b"clap.state", State).load(self.address, c.byref(stream))

    def close(self):
        self.plugin.stop(self.address)
        self.plugin.deactivate(self.address)
        self.plugin.destroy(self.address)
        self.entry.deinit()
