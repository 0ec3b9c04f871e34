"""A room: the straight sound as it is, its first reflections from the walls of a box, and the field that they grow into, in stereo.

    out = sound + amount (images (images.py) + late field (late.py))

One channel is in the middle; two are placed left and right of the source. The straight sound keeps its level and comes without delay.
With amount 1 the reflections are as loud, relative to it, as they are at the place of the listener.

What walls and air take is given as T60, the time in which sound falls by 60 dB, in the octaves around 125 Hz, 1 kHz and 4 kHz. Nothing in
it can grow: images are delays with losses, and the late field loses at every sample, by a proof in losses.py and late.py.
"""

import math
from typing import Any, ClassVar, Self

import numpy as np

from rosin.engine.filter import BLOCK, OpenFilter, filter_layout
from rosin.engine.targets import Opener
from rosin.kernels.clearing import LARGEST, calm, clear
from rosin.kernels.dialect import kernel, numbers, part, size
from rosin.kernels.filtering import FilterKernels
from rosin.kernels.maths import expm1
from rosin.kernels.record import Inner, Memory, Real, Record, Row, Whole
from rosin.model import presets
from rosin.model.errors import ParameterError
from rosin.model.files import parse_json
from rosin.model.parameters import parameter
from rosin.model.part import Part
from rosin.model.versions import up_to_date
from rosin.rooms import images, late, losses
from rosin.rooms.geometry import SPEED, mean_free_path
from rosin.rooms.images import EARS, ORDERS, reflect
from rosin.rooms.images import prepare as prepare_images
from rosin.rooms.late import calm_shelves, waits
from rosin.rooms.late import prepare as prepare_late
from rosin.rooms.late import start as start_late
from rosin.rooms.late import stretch as late_stretch
from rosin.rooms.losses import lose
from rosin.rooms.losses import prepare as prepare_loss
from rosin.rooms.rings import STRETCH

FORMAT = "rosin-room"
DRY = "dry"
GLIDE = 0.01  # s: time constant of the amount
CLEARANCE = 0.6  # m: of source and listener from every wall; two channels lie 0.5 m aside
NEAREST = 0.5  # m: of source and listener
LOWEST_RATE, HIGHEST_RATE = 16_000.0, 400_000.0  # Hz
LOW_RATIO, HIGH_RATIO = (0.5, 2.0), (0.4, 1.0)  # T60 low and high over mid: so that shelves stay below one beyond the bands too


class Form(Record):
    """What shapes the memory of a room."""

    inputs = Whole("channels that come, 1 or 2")
    ring = Whole("samples of the past of each, a multiple of a stretch")
    count = Whole("lines of the late field: known late, so that they go through their losses in vectors")
    storage = Whole("samples that they hold together")


class Parameters(Record, form=Form):
    """A room as it is described."""

    amount = Real()
    dimensions = Row(3, unit="m")
    source = Row(3, unit="m")
    listener = Row(3, unit="m")
    decay_times = Row(3, unit="s")


class Coefficients(Record, form=Form):
    """Images, losses and lines."""

    amount = Real()
    pace = Real("", "share of its distance that the amount closes in a sample")
    wait = Real("samples", "before the sound feeds the lines")
    wall = Inner(losses.Shelves)
    way = Inner(losses.Shelves)
    lines = Inner(late.Coefficients)
    images = Inner(images.Images, "inputs")


class State(Record, form=Form):
    """What is on its way."""

    place = Whole("in the rings")
    present = Real("", "amount of now")
    walls = Inner(losses.ShelvesState, EARS * ORDERS)
    ways = Inner(losses.ShelvesState, 2)
    network = Inner(late.State)
    sums = Row(ORDERS, EARS, STRETCH, text="images of a stretch, by order and ear")
    rings = Row("inputs", 2, "ring", text="the past of each channel, twice over")
    lines = Row("storage", text="samples in the lines")


MEMORY = Memory(Parameters, Coefficients, State)


@kernel
def prepare(p, fs, c):
    """Delays and gains, losses, lines."""
    c.amount = p.amount
    c.pace = -expm1(-1.0 / (GLIDE * fs))
    for k in range(c.inputs):
        side = 0.0 if c.inputs == 1 else 1.0 - 2.0 * k
        prepare_images(p, side, fs, c.images[k])
    wait, travelled = waits(p)
    c.wait = math.floor(wait * fs + 0.5)
    prepare_loss(p.decay_times, mean_free_path(p.dimensions) / SPEED, fs, c.wall)
    prepare_loss(p.decay_times, travelled, fs, c.way)
    prepare_late(p, fs, c.lines)


@kernel
def start(c, s):
    """Silence, with the amount that is set."""
    clear(s)
    s.present = c.amount
    s.place = 0
    start_late(c.lines, s.network)


@kernel
def listen(c, s, n, stride, sound):
    """Keep a stretch of every channel; what is no number is silent."""
    for k in range(c.inputs):
        ring = part(s.rings, 2 * k * s.ring + s.place)
        for i in range(n):
            x = sound[k * stride + i]
            x = x if abs(x) <= LARGEST else 0.0
            ring[i] = x
            ring[s.ring + i] = x


@kernel
def through_walls(c, s, n):
    """The images of all orders together: each order loses once more than the one before."""
    for k in range(ORDERS):
        order = ORDERS - 1 - k
        for i in range(n):
            for ear in range(EARS):
                at = (order * EARS + ear) * STRETCH + i
                farther = s.sums[at + EARS * STRETCH] if order < ORDERS - 1 else 0.0
                s.sums[at] = lose(c.wall, s.walls[order * EARS + ear], s.sums[at] + farther)


@kernel
def feed(c, s, n):
    """What feeds the late field: the past of each channel, with what it lost until then."""
    for k in range(c.inputs):
        past = part(s.rings, 2 * k * s.ring + s.place + s.ring - int(c.wait))
        for i in range(n):
            s.network.feeds[k * STRETCH + i] = lose(c.way, s.ways[k], past[i])


@kernel
def process(c, s, n, stride, sound, out):
    """Samples of one or two channels into samples of two."""
    second = (c.inputs - 1) * stride
    begin = 0
    while begin < n:
        count = min(n - begin, STRETCH - s.place % STRETCH)
        listen(c, s, count, stride, part(sound, begin))
        for i in range(ORDERS * EARS * STRETCH):
            s.sums[i] = 0.0
        for k in range(c.inputs):
            reflect(c.images[k], part(s.rings, 2 * k * s.ring), s.place + s.ring, count, s.sums)
        through_walls(c, s, count)
        feed(c, s, count)
        late_stretch(c.lines, s.network, s.lines, c.inputs, c.count, count)
        for i in range(count):
            s.present += c.pace * (c.amount - s.present)
            out[begin + i] = sound[begin + i] + s.present * (s.sums[i] + s.network.ears[i])
            right = s.sums[STRETCH + i] + s.network.ears[STRETCH + i]
            out[stride + begin + i] = sound[second + begin + i] + s.present * right
        begin += count
        place = s.place + count
        s.place = place if place < s.ring else 0
        if place % STRETCH == 0:
            calm_filters(s)


@kernel
def calm_filters(s):
    """What has died away in the shelves is zero; the lines see to that themselves."""
    for k in range(EARS * ORDERS):
        calm(numbers(s.walls[k]), size(s.walls[k]))
    for k in range(2):
        calm(numbers(s.ways[k]), size(s.ways[k]))
    calm_shelves(s.network)


Three = tuple[float, float, float]


class Room(Part):
    """Walls and air around a sound: first reflections by image sources, and a late field, in stereo."""

    dimensions: Three = parameter("", "m", "length, width and height", at_least=2, at_most=100, range=(2, 60))
    source: Three = parameter("", "m", "place of the sound, from one corner", at_least=0, at_most=100)
    listener: Three = parameter("", "m", "place of the listener", at_least=0, at_most=100)
    decay_times: Three = parameter(
        "T60", "s", "in which sound falls by 60 dB, around 125 Hz, 1 kHz and 4 kHz", at_least=0.1, at_most=20, range=(0.2, 8), curve="log"
    )

    kind: ClassVar[str] = "room"
    kernels: ClassVar[FilterKernels] = FilterKernels(MEMORY, prepare, start, process)

    def check(self) -> None:
        """Source and listener are in the room, apart from each other; T60 does not differ more between bands than shelves can."""
        for name in ("source", "listener"):
            if any(not CLEARANCE <= at <= length - CLEARANCE for at, length in zip(getattr(self, name), self.dimensions, strict=True)):
                raise self.refuse(
                    name, getattr(self, name), f"is not allowed; it must be in the room, {CLEARANCE:g} m from every wall at least."
                )
        if sum((a - b) ** 2 for a, b in zip(self.source[:2], self.listener[:2], strict=True)) < NEAREST**2:
            raise self.refuse("listener", self.listener, f"is too near; from above it must be {NEAREST:g} m from the source at least.")
        low, mid, high = self.decay_times
        for name, ratio, (least, most) in (("low", low / mid, LOW_RATIO), ("high", high / mid, HIGH_RATIO)):
            if not least <= ratio <= most:
                allowed = f"must be {least:g} to {most:g} times the middle one"
                raise self.refuse("decay_times", self.decay_times, f"is not allowed; the {name} one {allowed}.")
        longest = max(late.SPREAD * mean_free_path(self.dimensions) / SPEED, waits(self)[1])  # s
        most = 60 * longest * max(abs(1 / low - 1 / mid), abs(1 / high - 1 / mid))
        if most > losses.SLOPE:
            raise self.refuse(
                "decay_times",
                self.decay_times,
                f"is not allowed; in {longest:.2g} s, the longest way in this room, the bands would differ by {most:.2g} dB, "
                f"and {losses.SLOPE:g} dB are the most: let sound ring longer, or make the room smaller.",
            )

    def packed(self) -> dict[str, Any]:
        """All but the amount, which belongs to who listens."""
        return self.named()

    def check_rate(self, sample_rate: float) -> None:
        """Raise ParameterError where the room cannot be heard at this sample rate."""
        if not LOWEST_RATE <= sample_rate <= HIGHEST_RATE:
            allowed = f"a Room needs {LOWEST_RATE:g} to {HIGHEST_RATE:g} Hz"
            raise ParameterError(f"sample_rate = {sample_rate:g} Hz is not allowed; {allowed}.")

    @property
    def ringing(self) -> float:
        """Seconds in which every band has fallen by 60 dB."""
        return max(self.decay_times)

    def form(self, sample_rate: float) -> dict[str, int]:
        """Room for the farthest image and for all lines; how many channels come is known to who opens it."""
        farthest = sum(length**2 for length in self.dimensions) ** 0.5 + ORDERS * max(self.dimensions)  # m, of any image
        past = int(max(farthest / SPEED, waits(self)[0]) * sample_rate) + 2 * STRETCH
        return {"ring": STRETCH * -(-past // STRETCH), "count": late.LINES, "storage": late.storage(self.dimensions, sample_rate)}

    def open(self, sample_rate: float = 48_000, channels: int = 1, *, amount: float = 1.0, target: str | Opener = "native") -> "OpenRoom":
        """The room at a sample rate, in silence, for blocks of any size; `target` is one of those of `render`."""
        if channels not in (1, 2):
            raise ParameterError(f"channels = {channels!r} is not allowed; a Room takes 1 or 2.")
        self.check_rate(sample_rate)
        return OpenRoom(self, sample_rate, channels, amount, target)

    @classmethod
    def presets(cls) -> list[str]:
        """Names of the rooms that come with Rosin."""
        return presets.names("rosin.rooms")

    @classmethod
    def preset(cls, name: str) -> Self:
        """A room that comes with Rosin; where its numbers come from is said in its file."""
        data = parse_json(presets.text_of("rosin.rooms", name), f"room {name}")
        made: Self = cls.from_dict(up_to_date(data, FORMAT, "room")["room"])
        return made


def named_room(value: Any) -> Room | None:
    """A room, its data, or the name of one that comes with Rosin; "dry", or None, is none."""
    if value is None or value == DRY:
        return None
    if isinstance(value, str):
        return Room.preset(value)
    made: Room = value if isinstance(value, Room) else Room.from_dict(value)
    return made


class OpenRoom(OpenFilter):
    """A room at work, block after block."""

    def __init__(self, model: Room, sample_rate: float, channels: int, amount: float, target: str | Opener, block: int = BLOCK) -> None:
        self.amount = amount
        form = {"inputs": channels, **model.form(sample_rate)}
        super().__init__(model, filter_layout(model.kernels, form, channels, EARS, block), sample_rate, target)

    def fill(self, model: Room) -> None:
        """With the amount."""
        self.machine.fill("filter.p", {**model.packed(), "amount": self.amount})

    def process(self, block: Any) -> np.ndarray:
        """The next samples that both ears hear, (2, n), of the next n of one or two channels."""
        return self.filtered(np.atleast_2d(np.asarray(block, float)))

    @property
    def energy(self) -> float:
        """What the lines of the late field and their losses hold; it never grows while nothing enters them."""
        wholes = self.machine.wholes[self.machine.layout.form["filter_n"] :]
        c, s = Coefficients(self.machine.view("filter.c"), wholes), State(self.machine.view("filter.s"), wholes)
        return float(late.energy(c.lines, s.network, s.lines))
