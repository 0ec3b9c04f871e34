"""A measurement in words: as text, and as tables for a page, both made from the data that `measure` gives and from nothing else."""

from typing import Any

from rosin.bench.tables import grouped, page_tables, text_tables
from rosin.evidence.marked import MarkedPlace

PLACE = MarkedPlace("bench")


def text(result: dict[str, Any]) -> str:
    """All of it, for a terminal."""
    lines = [_made_on(result)]
    for table in text_tables(result):
        lines += ["", *table.text()]
    if result["peers"]:
        lines += ["", "peers, ns a sample and voice, each in turn with what is nearest of Rosin, which is faster or slower by"]
    for peer, rows in grouped(result["peers"], "peer"):
        lines.append(f"{peer} ({rows[0]['peer_version']})")
        for row in rows:
            theirs, ours = f"{row['plays']:32}{_ns(row['theirs']):>5} ns", f"{row['ours']:40}{_ns(row['rosin']):>5} ns"
            lines.append(f"  {theirs}   {ours}   {verdict(row['ratio']):17} {_spread(row):.2f}")
        lines += [f"  {note}" for note in dict.fromkeys(note for row in rows for note in row["notes"])]
    lines += ["" for _ in result["starts"][:1]]
    lines += [f"{row['name']:34} {_seconds(row):>8}   {row['spread']:.2f}" for row in result["starts"]]
    lines += ["" for _ in result["skipped"][:1]]
    lines += [f"left out: {row['name']} {row['why']}{'; get it: ' * bool(row['install'])}{row['install']}" for row in result["skipped"]]
    return "\n".join([*lines, "", f"took {result['took_s']:.0f} s"])


def page_table(result: dict[str, Any]) -> str:
    """The measurement in Markdown."""
    lines = [f"{_made_on(result)}.", ""]
    if result["peers"]:
        lines += ["| peer | plays | ns a sample and voice | Rosin | ns | Rosin is | median/best |", "|---|---|---:|---|---:|---|---:|"]
        for row in result["peers"]:
            theirs = f"{row['peer']} ({row['peer_version']}) | {row['plays']} | {_ns(row['theirs'])}"
            lines.append(f"| {theirs} | {row['ours']} | {_ns(row['rosin'])} | {verdict(row['ratio'])} | {_spread(row):.2f} |")
        told = [{"note": note, "peer": row["peer"]} for row in result["peers"] for note in row["notes"]]
        lines.append("")
        lines += [f"- {', '.join(dict.fromkeys(row['peer'] for row in rows))}: {note}." for note, rows in grouped(told, "note")]
        lines.append("")
    for table in page_tables(result):
        lines += [*table.markdown(), ""]
    starts = ", ".join(f"{row['name']} {_seconds(row)}" for row in result["starts"])
    return "\n".join([*lines, *([f"Start, CPU time: {starts}."] if starts else [])]).strip()


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


def _spread(row: dict[str, Any]) -> float:
    """Of a peer and of what it is held against, the noisier."""
    return max(row["theirs"]["spread"], row["rosin"]["spread"])


def _ns(row: dict[str, Any]) -> str:
    return f"{row['ns_per_sample']:.0f}"


def _seconds(row: dict[str, Any]) -> str:
    return f"{row['seconds']:.2f} s" if row["seconds"] >= 0.1 else f"{1000 * row['seconds']:.1f} ms"
