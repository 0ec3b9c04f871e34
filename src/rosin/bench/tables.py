"""The tables of a measurement as cells, for the terminal and for Markdown alike."""

import statistics
from collections.abc import Iterable, Iterator
from typing import Any

from rosin.bench.contacts import BLOCK, BODIES, LAWS
from rosin.bench.hands import HANDS, MOVES, STEADY
from rosin.bench.instruments import INSTRUMENTS, RenderTask
from rosin.bench.lanes import LANES, InLanes
from rosin.bench.scenes import ONE, SCENES, SMALLEST
from rosin.bench.targets import IN_PARTS, NATIVE
from rosin.evidence.table import Table

NOTHING = "-"
ByTarget = dict[str, dict[str, Any]]  # rows of one contact, by their target


def by_section(result: dict[str, Any]) -> dict[str, dict[str, ByTarget]]:
    """Rows by section, name and target."""
    found: dict[str, dict[str, ByTarget]] = {}
    for row in result["rows"]:
        found.setdefault(row["section"], {}).setdefault(row["name"], {})[row["target"]] = row
    return found


def text_tables(result: dict[str, Any]) -> Iterator[Table]:
    """A table for each section."""
    module = module_of(result)
    for section, names in by_section(result).items():
        if section in SPECIAL:
            yield SPECIAL[section](names)
            continue
        columns = [f"{section:16}", "native", "ns in parts", "parts/whole", *([f"ns, {module}"] * bool(module)), "median/best"]
        rows = []
        for name, by_target in names.items():
            first = f"{_number(by_target, NATIVE, 'real_time_factor')} x, {_number(by_target, NATIVE)} ns"
            rest = [_number(by_target, target) for target in (IN_PARTS, module) if target]
            rows.append([name, first, rest[0], _ratio(by_target, IN_PARTS, NATIVE), *rest[1:], noise(by_target)])
        yield Table(columns, rows, small_blocks(names))


def page_tables(result: dict[str, Any]) -> Iterator[Table]:
    """All of one voice in one table, then those of moving hands and of lanes."""
    module = module_of(result)
    sections = by_section(result)
    plain = [(section, names) for section, names in sections.items() if section not in SPECIAL]
    if plain:
        columns = ["", "times real time", "ns a sample", "ns, in parts", "parts/whole", *([f"ns, {module}"] * bool(module))]
        yield Table(columns, [cells for section, names in plain for cells in _summed_up(section, names, module)])
    for section, table in SPECIAL.items():
        if section in sections:
            yield table(sections[section])


def _summed_up(section: str, names: dict[str, ByTarget], module: str) -> Iterator[list[str]]:
    """A row for each body and law, one for all that differ in a number."""
    lines = [
        [
            _number(by_target, NATIVE, "real_time_factor"),
            _number(by_target, NATIVE),
            _number(by_target, IN_PARTS),
            _ratio(by_target, IN_PARTS, NATIVE),
            *([_number(by_target, module)] * bool(module)),
        ]
        for by_target in names.values()
    ]
    if section in (BODIES, LAWS):
        yield from ([f"`{name}`", *cells] for name, cells in zip(names, lines, strict=True))
    else:
        counts = ", ".join(name.split()[0] for name in names)
        note = small_blocks(names)
        yield [f"{counts} {section}{', ' * bool(note)}{note}", *(", ".join(cells) for cells in zip(*lines, strict=True))]


def _hands(names: dict[str, ByTarget]) -> Table:
    """A row for each body, a column for each way of moving; the rows of one body stand beside its steady one."""
    bodies: dict[str, dict[str, ByTarget]] = {}
    for name, by_target in names.items():
        body, _, move = name.partition(", ")
        bodies.setdefault(body, {})[move] = by_target
    moves = (STEADY, *MOVES)
    rows = [[body, *(_number(moved.get(move, {}), NATIVE) for move in moves)] for body, moved in bodies.items()]
    return Table([f"{HANDS}, ns a sample", *moves], rows)


def _lanes(names: dict[str, ByTarget]) -> Table:
    """What a voice costs alone, and what it costs among others."""
    side = InLanes.name
    rows = []
    for name, by_target in names.items():
        voices = str(by_target.get(side, {}).get("voices", ""))
        cells = _number(by_target, NATIVE), voices, _number(by_target, side), _ratio(by_target, NATIVE, side)
        rows.append([name.removesuffix(f" {side}"), *cells])
    return Table([f"{LANES}, ns a sample and voice", "one voice", "voices at once", "each of them", "one/each"], rows)


def _scenes(names: dict[str, ByTarget]) -> Table:
    """What a scene costs, and what that is for each of its contacts, bars or strings."""
    rows = []
    for name, by_target in names.items():
        row = by_target[IN_PARTS]
        each = f"{row['ns_per_sample'] / row.get('shared', 1):.0f}"
        rows.append([name, _number(by_target, IN_PARTS, "real_time_factor"), _number(by_target, IN_PARTS), each])
    note = f"{SMALLEST} / {ONE}: {_over(names, SMALLEST, ONE)}" if {ONE, SMALLEST} <= set(names) else ""
    return Table([SCENES, "times real time", "ns a sample", "ns for each"], rows, note)


def _instruments(names: dict[str, ByTarget]) -> Table:
    """How fast each is rendered."""
    rows = [
        [name, *(_number(by_target, RenderTask.name, what) for what in ("real_time_factor", "ns_per_sample"))]
        for name, by_target in names.items()
    ]
    return Table([f"{INSTRUMENTS}, rendered as a whole", "times real time", "ns a sample"], rows)


def _over(names: dict[str, ByTarget], above: str, below: str) -> str:
    """How much longer one takes than another, round by round."""
    pairs = zip(names[above][IN_PARTS]["rounds"], names[below][IN_PARTS]["rounds"], strict=True)
    return f"{statistics.median(one / other for one, other in pairs):.2f}"


SPECIAL = {HANDS: _hands, LANES: _lanes, SCENES: _scenes, INSTRUMENTS: _instruments}


def small_blocks(names: dict[str, ByTarget]) -> str:
    """What to know of a section that is played in small blocks: these cost more where Python calls them."""
    block = next(row["block"] for by_target in names.values() for row in by_target.values())
    return "" if block == BLOCK else f"in turn by blocks of {block}, outside Node called from Python"


def module_of(result: dict[str, Any]) -> str:
    """The target that is WebAssembly, if there is one."""
    others = (NATIVE, IN_PARTS, InLanes.name, RenderTask.name)
    return next((row["target"] for row in result["rows"] if row["target"] not in others), "")


def noise(by_target: ByTarget) -> str:
    """Of several, the noisiest."""
    return f"{max(row['spread'] for row in by_target.values()):.2f}"


def grouped(rows: Iterable[dict[str, Any]], key: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Rows that have something in common."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    yield from groups.items()


def _number(by_target: ByTarget, target: str, what: str = "ns_per_sample") -> str:
    return f"{by_target[target][what]:.0f}" if target in by_target else NOTHING


def _ratio(by_target: ByTarget, above: str, below: str) -> str:
    if above not in by_target or below not in by_target:
        return NOTHING
    pairs = zip(by_target[above]["rounds"], by_target[below]["rounds"], strict=True)
    return f"{statistics.median(one / other for one, other in pairs):.2f}"
