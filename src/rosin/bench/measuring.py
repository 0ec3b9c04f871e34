"""`measure`: the whole run. What sounds is prepared, then everything is played in turn, and the result is plain data for JSON."""

import datetime
import functools
import time
from collections.abc import Callable, Collection
from contextlib import ExitStack
from importlib.metadata import version
from typing import Any

from rosin.bench.catalogue import QUICK, everything
from rosin.bench.contacts import RATE, Work
from rosin.bench.hands import HANDS
from rosin.bench.instruments import INSTRUMENTS, RenderTask
from rosin.bench.lanes import LANES, InLanes, play_side_by_side
from rosin.bench.machine import load, machine
from rosin.bench.peers import PEERS
from rosin.bench.peers.peer import Match, Peer
from rosin.bench.scenes import SCENES
from rosin.bench.starting import Starts
from rosin.bench.targets import BenchTarget, web_assembly, whole_and_in_parts
from rosin.bench.timing import Progress, Task, cpu_time, in_turn
from rosin.engine.batch import Precision
from rosin.model.errors import ParameterError, RosinError, unknown
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.rendering import render

FORMAT, VERSION = "rosin-bench", 1
ROUNDS = {False: 25, True: 5}  # by whether it is quick
PEER_ROUNDS = {False: 11, True: 3}
INSTRUMENT_ROUNDS = {False: 3, True: 2}
START_ROUNDS = {False: 7, True: 2}
TURNS = {"rows": ROUNDS, "instruments": INSTRUMENT_ROUNDS, "peers": PEER_ROUNDS, "starts": START_ROUNDS}
SLOW_STARTS = 2  # rounds of those that compile all there is
PREPARING, WHOLE = 0.3, 0.8  # of the progress: what is prepared, and where whole instruments begin
START = "start"
WITHOUT_NODE = "apt-get install nodejs"


class _Run:
    """A run under way: what is played, what was left out, what is open, and whom to tell how far it is."""

    def __init__(self, quick: bool, open_things: ExitStack, progress: Progress | None) -> None:
        self.quick, self.open_things, self.progress = quick, open_things, progress
        self.skipped: list[dict[str, str]] = []

    def tell(self, begin: float, end: float) -> Progress | None:
        """Progress of a part of the run, as progress of the whole."""
        told = self.progress
        return (lambda share, words: told(begin + (end - begin) * share, words)) if told else None

    def skip(self, name: str, why: str, install: str = "") -> None:
        """Note what is left out."""
        self.skipped.append({"name": name, "why": why, "install": install})

    def attempt(self, name: str, work: Callable[[], Any]) -> Any:
        """What the work gives, or None, noted as left out."""
        try:
            return work()
        except RosinError as error:
            self.skip(name, str(error))
            return None


def measure(
    names: Collection[str] = (), *, quick: bool = False, peers: bool = False, rounds: int | None = None, progress: Progress | None = None
) -> dict[str, Any]:
    """Measure all, or the sections, rows and peers of these names; `quick` takes a shorter list and fewer rounds."""
    _check(names, peers)
    begun, first_load = time.perf_counter(), load()
    with ExitStack() as open_things:
        run = _Run(quick, open_things, progress)
        counts = {what: rounds or table[quick] for what, table in TURNS.items()}
        result: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "rosin": version("rosin"),
            "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
            "machine": machine(),
            "sample_rate": RATE,
            "quick": quick,
            "rounds": counts,
            "rows": _rows(run, names, counts, 0.5 if peers else 0.9),
            "peers": _peers(run, names, counts["peers"]) if peers else [],
            "starts": _starts(run, names, counts["starts"]),
            "skipped": run.skipped,
        }
    result["machine"] |= {"load_begin": first_load, "load_end": load()}
    return result | {"took_s": time.perf_counter() - begun}


def known_names(peers: bool) -> set[str]:
    """What can be measured, by name."""
    rows = {word for section, name, _ in everything() for word in (section, name)}
    return rows | {START} | ({peer.name for peer in PEERS} if peers else set())


def _check(names: Collection[str], peers: bool) -> None:
    for name in names:
        if not peers and name in known_names(peers=True) - known_names(peers=False):
            raise ParameterError(f"{name} is a peer: ask for it with --peers.")
        if name not in known_names(peers):
            raise unknown("measurement", name, known_names(peers))


def _rows(run: _Run, names: Collection[str], rounds: dict[str, int], end: float) -> list[dict[str, Any]]:
    """Rosin's own contacts, on every target, then whole instruments."""
    chosen = [
        (section, name, make)
        for section, name, make in everything()
        if ({section, name} & set(names) if names else not run.quick or name in QUICK)
    ]
    targets = _targets(run, {section for section, _, _ in chosen})
    found: list[tuple[dict[str, Any], Task]] = []
    tell = run.tell(0.0, PREPARING * end)
    for place, (section, name, make) in enumerate(chosen):
        if tell:
            tell(place / len(chosen), f"preparing {name} (what was never played is compiled)")
        found += run.attempt(name, functools.partial(_on_each, targets[section], make)) or []
    measured = []
    for whole, begin, turns in ((False, PREPARING, rounds["rows"]), (True, WHOLE, rounds["instruments"])):
        some = [(row, task) for row, task in found if (row["section"] == INSTRUMENTS) == whole]
        timings = in_turn([task for _, task in some], turns, run.tell(begin * end, (1.0 if whole else WHOLE) * end), run.skip)
        measured += [row | timing.of(task) for (row, task), timing in zip(some, timings, strict=True) if timing]
    return measured


def _targets(run: _Run, sections: Collection[str]) -> dict[str, list[BenchTarget]]:
    """Where each section is played.

    Moving hands on the fastest code of one voice, lanes beside it, scenes in parts, instruments as a whole, others everywhere.
    """
    whole, in_parts = whole_and_in_parts()
    every: list[BenchTarget] = [whole, in_parts]
    if set(sections) - {HANDS, LANES, SCENES, INSTRUMENTS}:
        module = web_assembly(run.open_things)
        if module is None:
            run.skip("WebAssembly", "neither Node nor wasmtime is there", WITHOUT_NODE)
        else:
            every.append(module)
    special: dict[str, list[BenchTarget]] = {HANDS: [whole], LANES: [whole, InLanes()], SCENES: [in_parts], INSTRUMENTS: [RenderTask()]}
    return {section: special.get(section, every) for section in sections}


def _on_each(targets: Collection[BenchTarget], make: Callable[[], Work]) -> list[tuple[dict[str, Any], Task]]:
    """A contact on every target: what the result says of it, and its task."""
    played = make()
    about = {"section": played.section, "name": played.name, "parts": played.parts, "block": played.block, "shared": played.shared}
    return [(about | {"target": target.name, "voices": target.voices(played)}, target.task(played)) for target in targets]


def _peers(run: _Run, names: Collection[str], rounds: int) -> list[dict[str, Any]]:
    """What peers play and what we play, in turn."""
    pairs: list[tuple[dict[str, Any], int, int]] = []
    tasks: list[Task] = []
    for peer in PEERS:
        for match in _opened(run, peer) if not names or peer.name in names else ():
            theirs = len(tasks)
            about: dict[str, Any] = {"peer": peer.name, "peer_version": peer.version(), "plays": match.plays, "voices": match.voices}
            about["notes"] = list(match.notes)
            tasks.append(_task(match.plays, match.run, match))
            for name, played in match.ours.items():
                pairs.append((about | {"ours": name, "seconds": match.duration, "rate": match.rate}, theirs, len(tasks)))
                tasks.append(_task(name, functools.partial(_rendered, match, *played), match))
    timings = in_turn(tasks, rounds, run.tell(0.5, 0.9), run.skip)
    found = []
    for about, place, own in pairs:
        theirs_took, ours_took = timings[place], timings[own]
        if theirs_took and ours_took:
            speeds = {"theirs": theirs_took.of(tasks[place]), "rosin": ours_took.of(tasks[own])}
            found.append(about | speeds | {"ratio": theirs_took.over(ours_took)})
    return found


def _opened(run: _Run, peer: Peer) -> list[Match]:
    """What a peer plays, once it has played it; nothing where it is missing or fails."""
    if not peer.version():
        run.skip(peer.name, "is not installed", peer.install)
        return []

    def tried() -> list[Match]:
        matches = peer.matches(run.open_things)
        for match in matches:
            match.run()
        return matches

    if run.progress:
        run.progress(0.5, f"preparing {peer.name}")
    return run.attempt(peer.name, tried) or []


def _task(name: str, play: Callable[[], float], match: Match) -> Task:
    return Task(name, play, match.duration, round(match.duration * match.rate) * match.voices)


def _rendered(match: Match, contact: Contact | tuple[Contact, ...], gesture: Gesture, precision: Precision = "double") -> float:
    """Rendered by one voice, compiled as a whole like its peers; several contacts at once, by one thread, block by block as theirs."""
    if isinstance(contact, Contact):
        return cpu_time(lambda: render(contact, gesture, duration=match.duration, sample_rate=match.rate, target="whole"))
    return cpu_time(lambda: play_side_by_side(contact, gesture, match.duration, match.rate, precision))


def _starts(run: _Run, names: Collection[str], rounds: int) -> list[dict[str, Any]]:
    if names and START not in names:
        return []
    starts = Starts(run.open_things)
    tasks, slow = starts.tasks(), [] if run.quick else starts.slow_tasks()
    timings = in_turn(tasks, rounds, run.tell(0.9, 0.95), run.skip) + in_turn(slow, min(rounds, SLOW_STARTS), run.tell(0.95, 1.0), run.skip)
    both = zip(tasks + slow, timings, strict=True)
    return [{"name": task.name, "seconds": timing.best, "spread": timing.spread} for task, timing in both if timing]
