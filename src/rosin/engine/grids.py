"""A program for a graphics card: where each part of a voice's memory lies while it runs, and the PTX that follows.

What bounds speed is how many threads a multiprocessor holds, which registers and shared memory decide, so the rule is:

- a control that is one number for a whole launch is held in a register; one that moves is read from global memory;
- few numbers are private, which the compiler keeps in registers: the state of all parts, then their coefficients, up to PRIVATE
  registers; coefficients beyond that are only read, and stay in global memory, where the cache has them;
- rows of the state are shared memory, the shortest first, as long as FEWEST blocks fit on a multiprocessor; else global;
- in double precision a thread takes at most SPARING registers where shared memory has room for as many blocks as that makes possible:
  a little that is spilled costs less than waiting; else it takes what it likes;
- a body that shares out its rows with lane() and lanes() has THREADS threads a voice, if all else that changes is private to each.

Left out are what sets faint numbers to zero, which are not slow here, and the surface noise where no voice has any.
"""

from pathlib import Path
from typing import NamedTuple

from rosin.compiler.front import Front
from rosin.compiler.gpu import CUDA, WARP, Gpu, ptx
from rosin.compiler.gpu_entry import enter
from rosin.compiler.optimise import VERSION
from rosin.compiler.tree import Op, nodes
from rosin.engine.cache import remembered
from rosin.engine.compiling import ENTRIES
from rosin.engine.driver import CardLimits
from rosin.engine.fingerprint import fingerprint
from rosin.engine.program import Layout
from rosin.kernels.clearing import calm
from rosin.kernels.record import Row
from rosin.playing.controls import CONTROLS

SPARING = 168  # registers of a thread
FEWEST = 3  # blocks on a multiprocessor
PRIVATE = 200  # registers of 32 bits
ROW = 64  # numbers of a row that is worth several threads
THREADS = 2
BYTES = {"double": 8, "float": 4}
RESERVED = 1024  # bytes of shared memory that a block takes besides its own
COUNTERS = ("first", "clock")  # whole numbers of a head that change
HOPPER = CardLimits(132, 232_448, 233_472, 65_536)


class Way(NamedTuple):
    """How a program is to run.

    real     "double" or "float"
    held     controls, by number, that do not move during a launch
    smooth   whether no voice has surface noise
    """

    real: str
    held: frozenset[int]
    smooth: bool


def sections_of(layout: Layout) -> dict[str, tuple[int, int]]:
    """Stretches of memory that may lie apart: "part.kind.row", offset and length. Of each record the few numbers, then row by row."""
    head = layout.program.head
    rows_begin = min(layout.reals[f"head.{name}"].offset for name, field in head.fields.items() if isinstance(field, Row))
    found = {"head.s.few": (0, rows_begin)}
    if "head.controls" in layout.reals:
        controls, block = layout.reals["head.controls"].offset, layout.form["block"]
        found |= {f"head.controls.{k}": (controls + k * block, block) for k in range(len(CONTROLS))}
    for part, kernels in layout.program.parts:
        for kind, record in (("c", kernels.memory.coefficients), ("s", kernels.memory.state)):
            whole = layout.reals[f"{part}.{kind}"]
            names = [name for name in record.offsets if not record.fields[name].fixed]
            rows = {name: layout.reals[f"{part}.{kind}.{name}"] for name in names if f"{part}.{kind}.{name}" in layout.reals}
            if len(rows) < len(names):  # records in a row, which stay together
                rows = {}
            end = min((place.offset for place in rows.values()), default=whole.offset + whole.size)
            found[f"{part}.{kind}.few"] = (whole.offset, end - whole.offset)
            found |= {f"{part}.{kind}.{name}": (place.offset, place.size) for name, place in rows.items()}
    return {name: section for name, section in found.items() if section[1]}


def places_of(layout: Layout, way: Way, limits: CardLimits, threads: int) -> dict[str, str]:
    """Where each section lies, by the rule above."""
    sections, size = sections_of(layout), BYTES[way.real]
    places = {f"head.controls.{k}": "held" for k in way.held}
    private, used, room = 0, RESERVED, min(limits.shared_of_processor // FEWEST, limits.shared_of_block)
    for kind in "sc":
        for name, (_, length) in sections.items():
            taken = length * size // 4
            if name.endswith(f".{kind}.few") and private + taken <= PRIVATE:
                places[name] = "private"
                private += taken
    for name, (_, length) in sorted(sections.items(), key=lambda item: item[1][1]):
        taken = length * size * (WARP // threads)
        if ".s." in name and name not in places and used + taken <= room:
            places[name] = "shared"
            used += taken
    return places


def threads_of(layout: Layout, way: Way, limits: CardLimits, front: Front) -> int:
    """How many threads a voice has: several where long rows are shared out, and all else that changes is private to each."""
    places, sections = places_of(layout, way, limits, THREADS), sections_of(layout)
    apart = {f.python for f in front.functions.values() if any(isinstance(n, Op) and n.op == "lane" for n in nodes(f.body))}
    sharing = tuple(f"{part}.s." for part, kernels in layout.program.parts if apart & set(kernels))
    changing = [name for name in sections if ".s." in name and places.get(name) != "private"]
    long = all(name.startswith(sharing) and places.get(name) == "shared" and sections[name][1] >= ROW for name in changing)
    return THREADS if sharing and changing and long else 1


def writer_of(layout: Layout, way: Way, limits: CardLimits = HOPPER) -> Gpu:
    """The text of `process`, before LLVM has seen it."""
    front = Front(single=way.real == "float")
    function = front.instance(layout.program.process, ENTRIES["process"])
    threads = threads_of(layout, way, limits, front)
    forms = {**layout.form, **{f"{part}.{name}": value for part, form in layout.forms.items() for name, value in form.items()}}
    pinned = {layout.wholes[name]: value for name, value in forms.items() if name not in COUNTERS}
    smooth = {kernels.roughness for name, kernels in layout.program.parts if name == "law" and way.smooth}
    writer = Gpu(
        way.real,
        wholes=layout.whole_count,
        sections=sections_of(layout),
        places=places_of(layout, way, limits, threads),
        pinned=pinned,
        left_out=frozenset({calm} | smooth),
        threads=threads,
    )
    blocks = limits.registers // (WARP * SPARING)
    if way.real == "double" and limits.shared_of_processor // (writer.shared_bytes() + RESERVED) >= blocks:
        writer.registers = SPARING
    enter(writer, function, "process")
    return writer


class Grid(NamedTuple):
    """A program as a card takes it: PTX, threads a voice and a block, and bytes of shared memory that a block needs."""

    text: str
    threads: int
    block: int
    shared: int


def grid_of(layout: Layout, way: Way, limits: CardLimits = HOPPER) -> Grid:
    """A program for a card, compiled where the cache does not have it."""

    def make() -> bytes:
        writer = writer_of(layout, way, limits)
        return f"{writer.threads} {writer.block_size} {writer.shared_bytes()}\n{ptx(writer.module())}".encode()

    shape = (*layout.form.items(), *((part, *form.items()) for part, form in layout.forms.items()))
    rule = Path(__file__).read_text(encoding="utf-8")
    key = fingerprint(layout.program, VERSION, *CUDA, way.real, way.smooth, *sorted(way.held), *limits, shape, rule)
    head, _, text = remembered(f"cuda-{key}.ptx", make).decode().partition("\n")
    return Grid(text, *map(int, head.split()))
