"""A measurement in words: as text, and as the table of the README, both made from the data that `measure` gives and from nothing else."""

from collections.abc import Iterable, Iterator
from typing import Any

from rosin.bench.contacts import BLOCK, BODIES, LAWS
from rosin.evidence.marked import MarkedPlace

PLACE = MarkedPlace("bench")
NATIVE = "native"


def text(result: dict[str, Any]) -> str:
    """All of it, for a terminal."""
    lines = [_made_on(result)]
    module = _module(result)
    if result["rows"]:
        lines += ["", f"  {'':24} {'native':>22}{f'{module:>28}' if module else ''}   median/best"]
    for section, names in _by_section(result).items():
        lines.append(_heading(section, names))
        for name, by_target in names.items():
            speeds = "".join(f"{_speed(row):>{22 if target == NATIVE else 28}}" for target, row in by_target.items())
            lines.append(f"  {name:24} {speeds}   {max(row['spread'] for row in by_target.values()):.2f}")
    if result["peers"]:
        lines += ["", "peers, each in turn with what is nearest of Rosin, which is faster or slower by"]
    for peer, rows in _grouped(result["peers"], "peer"):
        lines.append(f"{peer} ({rows[0]['peer_version']})")
        for row in rows:
            theirs, ours = f"{row['plays']:32}{_ns(row['theirs']):>5} ns", f"{row['ours']:40}{_ns(row['rosin']):>5} ns"
            lines.append(f"  {theirs}   {ours}   {verdict(row['ratio']):17} {_spread(row):.2f}")
        lines += [f"  {note}" for note in dict.fromkeys(note for row in rows for note in row["notes"])]
    lines += ["" for _ in result["starts"][:1]]
    lines += [f"{row['name']:26} {row['seconds']:.2f} s   {row['spread']:.2f}" for row in result["starts"]]
    lines += ["" for _ in result["skipped"][:1]]
    lines += [f"left out: {row['name']} {row['why']}{'; get it: ' * bool(row['install'])}{row['install']}" for row in result["skipped"]]
    return "\n".join([*lines, "", f"took {result['took_s']:.0f} s"])


def readme_table(result: dict[str, Any]) -> str:
    """The measurement in Markdown."""
    lines = [f"{_made_on(result)}.", ""]
    if result["peers"]:
        lines += ["| peer | plays | ns a sample | Rosin | ns a sample | Rosin is | median/best |", "|---|---|---:|---|---:|---|---:|"]
        for row in result["peers"]:
            theirs = f"{row['peer']} ({row['peer_version']}) | {row['plays']} | {_ns(row['theirs'])}"
            lines.append(f"| {theirs} | {row['ours']} | {_ns(row['rosin'])} | {verdict(row['ratio'])} | {_spread(row):.2f} |")
        told = [{"note": note, "peer": row["peer"]} for row in result["peers"] for note in row["notes"]]
        lines.append("")
        lines += [f"- {', '.join(dict.fromkeys(row['peer'] for row in rows))}: {note}." for note, rows in _grouped(told, "note")]
        lines.append("")
    if result["rows"]:
        module = _module(result)
        lines += [f"| | times real time | ns a sample{f' | ns, {module}' if module else ''} |", f"|---|---:|---:{'|---:' * bool(module)}|"]
        for names in _by_section(result).values():
            lines += [f"| {' | '.join(cells)} |" for cells in _cells(names, module)]
        lines.append("")
    starts = ", ".join(f"{row['name']} {row['seconds']:.2f} s" for row in result["starts"])
    return "\n".join([*lines, *([f"Start: {starts}."] if starts else [])]).strip()


def verdict(ratio: float) -> str:
    """How fast Rosin is, by the time of the peer over its own: what is slower is called slower."""
    times = max(ratio, 1 / ratio)
    if times < 1.05:
        return "as fast"
    return f"{times:.1f} times {'faster' if ratio > 1 else 'slower'}"


def _made_on(result: dict[str, Any]) -> str:
    machine, rounds = result["machine"], result["rounds"]
    loads = f", load {machine['load_begin'][0]:g} at the begin and {machine['load_end'][0]:g} at the end" if machine["load_begin"] else ""
    tools = ", ".join(word for word in (f"Python {machine['python']}", f"gcc {machine['gcc']}" * bool(machine["gcc"])) if word)
    compared = f", of {rounds['peers']} with peers" if result["peers"] else ""
    place = f"one core of {machine['processor']} ({machine['cores']} cores{loads})"
    rate = f"{result['sample_rate'] / 1000:g} kHz"
    return f"Rosin {result['rosin']}, {result['date'][:10]}, {place}, {tools}, {rate}; best of {rounds['rows']} rounds{compared}"


def _by_section(result: dict[str, Any]) -> dict[str, dict[str, dict[str, Any]]]:
    """Rows by section, name and target."""
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for row in result["rows"]:
        found.setdefault(row["section"], {}).setdefault(row["name"], {})[row["target"]] = row
    return found


def _cells(names: dict[str, dict[str, Any]], module: str) -> Iterator[list[str]]:
    """Cells of the table: a row for each body and law, one for all that differ in a number."""
    columns = [(NATIVE, "real_time_factor"), (NATIVE, "ns_per_sample"), (module, "ns_per_sample")][: 3 if module else 2]
    section = next(row["section"] for by_target in names.values() for row in by_target.values())
    if section in (BODIES, LAWS):
        for name, by_target in names.items():
            yield [f"`{name}`", *(f"{by_target[target][what]:.0f}" for target, what in columns)]
        return
    yield [
        f"{', '.join(name.split()[0] for name in names)} {_heading(section, names)}",
        *(", ".join(f"{by_target[target][what]:.0f}" for by_target in names.values()) for target, what in columns),
    ]


def _heading(section: str, names: dict[str, dict[str, Any]]) -> str:
    """What a section is called; what is played in small blocks costs more where Python calls it."""
    block = next(row["block"] for by_target in names.values() for row in by_target.values())
    return section if block == BLOCK else f"{section}, in turn by blocks of {block}, outside Node called from Python"


def _grouped(rows: Iterable[dict[str, Any]], key: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    yield from groups.items()


def _module(result: dict[str, Any]) -> str:
    """The target that is not native, if there is one."""
    return next((row["target"] for row in result["rows"] if row["target"] != NATIVE), "")


def _speed(row: dict[str, Any]) -> str:
    return f"{row['real_time_factor']:.0f} x, {_ns(row)} ns"


def _spread(row: dict[str, Any]) -> float:
    """Of a peer and of what it is held against, the noisier."""
    return max(row["theirs"]["spread"], row["rosin"]["spread"])


def _ns(row: dict[str, Any]) -> str:
    return f"{row['ns_per_sample']:.0f}"
