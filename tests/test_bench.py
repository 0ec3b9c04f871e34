"""What `rosin bench` measures and how it tells; never how fast anything is."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack

import numpy as np
import pytest

from rosin import StiffString, Voice, render
from rosin.bench import contacts, hands, in_new_process
from rosin.bench.catalogue import QUICK, SECTIONS, everything
from rosin.bench.lanes import InLanes
from rosin.bench.measuring import known_names, measure
from rosin.bench.peers import PEERS
from rosin.bench.peers.papers import Papers
from rosin.bench.report import PLACE, page_table, text, verdict
from rosin.bench.starting import STARTS, Starts
from rosin.bench.targets import InNode, InProcess
from rosin.bench.timing import Task, in_turn
from rosin.bench.worker import Worker
from rosin.bodies.body import Body
from rosin.cli.bench import bench
from rosin.interactions.interaction import Interaction
from rosin.model.errors import FileError, ParameterError, RosinError

needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="no gcc (apt-get install gcc)")
needs_node = pytest.mark.skipif(not shutil.which("node"), reason="no node (apt-get install nodejs)")
FIELDS = {"rosin", "date", "machine", "rounds", "rows", "peers", "starts", "skipped", "quick", "took_s", "sample_rate"}
ABOUT_THE_MACHINE = {"processor", "cores", "load_begin", "load_end", "python", "gcc"}


def run(*words, **environment):
    command = [sys.executable, "-m", "rosin", "bench", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | environment)


def made(name):
    return next(make() for _, known, make in everything() if known == name)


@pytest.fixture(scope="module")
def small():
    return measure(["Modal", "50 modes"], quick=True, rounds=2)


@pytest.fixture(scope="module")
def with_peer():
    if not shutil.which("gcc"):
        pytest.skip("no gcc (apt-get install gcc)")
    return measure(["plain C"], peers=True, rounds=1)


def test_tasks_are_played_in_turn_and_the_best_counts():
    order = []
    times = {"a": iter([9.0, 4.0, 2.0, 3.0]), "b": iter([0.1, 1.0, 1.0, 5.0])}

    def task(name):
        return Task(name, lambda: order.append(name) or next(times[name]), duration=6.0, samples=1000)

    tasks = [task("a"), task("b")]
    first, second = in_turn(tasks, 3)
    assert "".join(order) == "abababab"
    assert (first.best, first.spread) == (2.0, 1.5)
    assert (second.best, second.spread) == (1.0, 1.0)
    assert first.over(second) == 2.0  # the median of 4, 2 and 3/5
    assert first.of(tasks[0]) == {"real_time_factor": 3.0, "ns_per_sample": 2e6, "spread": 1.5, "rounds": [4e6, 2e6, 3e6]}


def test_every_body_and_law_is_measured():
    names = {section: {name for where, name, _ in everything() if where == section} for section in SECTIONS}
    assert names["bodies"] == set(Body.registry)
    assert names["laws"] >= set(Interaction.registry)
    for points, frequency in contacts.STRINGS_BY_POINTS.items():
        assert StiffString(1.0, 1e-4, frequency=frequency).cells(contacts.RATE) == points
    assert set(QUICK) <= known_names(peers=False)


@pytest.mark.sweep
@pytest.mark.parametrize(
    "name", [name for section, name, _ in everything() if section not in ("voices", "lanes", "instruments") and name != "Wall"]
)
def test_what_is_measured_sounds_on(name):
    played = made(name)
    voice = Voice(played.contact, contacts.RATE, block=played.block)
    voice.process(played.turn, played.before or played.controls)
    for _ in range(20 * played.block // played.turn + 1):
        sound = voice.process(played.turn, played.controls)
    assert np.abs(sound[:, -played.block :]).max() > 1e-3


def test_every_body_that_follows_a_hand_is_moved_along():
    names = {name for section, name, _ in everything() if section == hands.HANDS}
    for body in ("Modal", "StiffString", "WaveguideString"):
        assert {f"{body}, steady", f"{body}, position"} <= names
    assert {"StiffString, finger, glide", "WaveguideString, finger, vibrato", "Modal, bend"} <= names
    assert not {name for name in names if name.startswith(("Hand", "Wall"))}
    for name in names:
        played = made(name)
        moved = [control for control, value in played.controls.items() if isinstance(value, np.ndarray)]
        assert len(moved) == (0 if name.endswith("steady") else 1)
        for control in moved:  # comes back to where it began, without a step
            values = played.controls[control]
            assert len(values) == played.turn
            assert abs(values[0] - values[-1]) <= 1.01 * np.abs(np.diff(values)).max()


def test_voices_side_by_side_are_as_many_as_the_lanes():
    target, played = InLanes(), made("3 modes in lanes")
    task = target.task(played)
    assert task.run() > 0
    assert task.samples == InProcess("native", "whole").task(played).samples * target.voices(played)


def test_every_start_has_something_that_starts():
    assert all(callable(getattr(in_new_process, what)) for what in STARTS.values())
    with ExitStack() as open_things:
        starts = Starts(open_things)
        assert [task.name for task in starts.tasks()] == list(STARTS)
        assert starts.took("import_rosin") > 0
        with pytest.raises(RosinError, match="no_such_start"):
            starts.took("no_such_start")


@needs_node
def test_node_plays_the_same_voices():
    played = made("Modal")
    with ExitStack() as open_things:
        tasks = [target.task(played) for target in (InProcess("native", "native"), InNode(open_things))]
        assert all(task.run() > 0 for task in tasks)
    assert tasks[0].samples == tasks[1].samples


def test_the_result_says_what_was_measured_on_what(small):
    assert set(small) >= FIELDS
    assert set(small["machine"]) >= ABOUT_THE_MACHINE
    assert {row["name"] for row in small["rows"]} == {"Modal", "50 modes"}
    assert {row["target"] for row in small["rows"]} >= {"native", "native, in parts"}
    assert small["rounds"]["rows"] == 2
    for row in small["rows"]:
        assert row["spread"] >= 1
        assert row["ns_per_sample"] * row["real_time_factor"] == pytest.approx(1e9 / small["sample_rate"])
    assert json.loads(json.dumps(small)) == small


@needs_gcc
def test_the_papers_in_c_play_the_same_sound():
    with ExitStack() as open_things:
        for match in Papers().matches(open_things):
            match.run()
            ((contact, gesture),) = match.ours.values()
            ours = render(contact, gesture, duration=match.duration, sample_rate=match.rate).audio[0]
            np.testing.assert_allclose(match.run.out, ours, atol=1e-7 * np.abs(ours).max())


def test_peers_are_measured_beside_ours(with_peer):
    assert {row["peer"] for row in with_peer["peers"]} == {"plain C"}
    for row in with_peer["peers"]:
        rounds = [theirs / ours for theirs, ours in zip(row["theirs"]["rounds"], row["rosin"]["rounds"], strict=True)]
        assert row["ratio"] == pytest.approx(np.median(rounds))
        assert row["notes"]
        assert min(row["theirs"]["spread"], row["rosin"]["spread"]) >= 1


def test_missing_peers_are_left_out_with_the_command_that_installs_them(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("ROSIN_CACHE", str(tmp_path))
    result = measure([peer.name for peer in PEERS], peers=True, rounds=1)
    assert result["peers"] == []
    assert {row["name"]: row["install"] for row in result["skipped"]} == {peer.name: peer.install for peer in PEERS}
    told = text(result)
    for word in ("apt-get install g++ libstk-dev", "apt-get install csound", "rosin bench --install"):
        assert word in told


def test_the_table_is_made_from_the_result(small, with_peer):
    for row in small["rows"]:
        row["ns_per_sample"], row["real_time_factor"], row["rounds"] = 1234.4, 55.0, [1234.4]
    row = with_peer["peers"][0]
    row["ratio"], row["theirs"]["ns_per_sample"], row["rosin"]["ns_per_sample"] = 0.25, 777.0, 3108.0
    table = page_table(small | {"peers": with_peer["peers"]})
    assert "| `Modal` | 55 | 1234 | 1234 | 1.00 |" in table
    assert "| 50 modes | 55 | 1234 | 1234 | 1.00 |" in table
    assert "| 777 | Modal, 3 modes, ElastoPlastic | 3108 | 4.0 times slower |" in table
    assert f"- plain C: {row['notes'][0]}." in table
    assert small["machine"]["processor"] in table


def test_moving_hands_and_lanes_have_tables_of_their_own(small):
    def row(section, name, target, ns, voices=1):
        about = {"section": section, "name": name, "target": target, "block": contacts.BLOCK, "voices": voices}
        return about | {"ns_per_sample": ns, "real_time_factor": 1.0, "spread": 1.0, "rounds": [ns]}

    rows = [row(hands.HANDS, "Modal, steady", "native", 10.0), row(hands.HANDS, "Modal, bend", "native", 13.0)]
    rows += [row("lanes", "Rim in lanes", "native", 60.0), row("lanes", "Rim in lanes", "in lanes", 20.0, 8)]
    result = small | {"rows": rows}
    for words in (page_table(result), text(result)):
        cells = [[cell for cell in line.replace("|", " ").split("  ") if cell.strip()] for line in words.splitlines()]
        told = [[cell.strip() for cell in line] for line in cells]
        assert ["moving hands, ns a sample", "steady", "position", "finger, vibrato", "finger, glide", "bend"] in told
        assert ["Modal", "10", "-", "-", "-", "13"] in told
        assert ["lanes, ns a sample and voice", "one voice", "voices at once", "each of them", "one/each"] in told
        assert ["Rim", "60", "8", "20", "3.00"] in told


def test_slower_is_called_slower():
    assert verdict(2.0) == "2.0 times faster"
    assert verdict(0.5) == "2.0 times slower"
    assert verdict(1.02) == verdict(0.98) == "as fast"


def test_the_table_goes_between_its_markers(tmp_path, small):
    page = tmp_path / "page.md"
    page.write_text(f"above\n{PLACE.begin}\nold\n{PLACE.end}\nbelow\n")
    PLACE.write(page, page_table(small))
    assert page.read_text() == f"above\n{PLACE.begin}\n{page_table(small)}\n{PLACE.end}\nbelow\n"
    for wrong in ("", PLACE.begin, f"{PLACE.end}\n{PLACE.begin}", f"{PLACE.begin}{PLACE.begin}{PLACE.end}"):
        with pytest.raises(ParameterError, match="no place for this"):
            PLACE.filled(wrong, "table")
    with pytest.raises(FileError, match="Cannot read"):
        PLACE.write(tmp_path / "absent.md", "table")


def test_the_command_prints_json_and_fills_the_table(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"{PLACE.begin}\n{PLACE.end}\n")
    done = run("Modal", "--quick", "--rounds", 1, "--json", "--page", page)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert page.read_text() == f"{PLACE.begin}\n{page_table(result)}\n{PLACE.end}\n"


def test_wrong_calls_are_explained(tmp_path):
    (tmp_path / "page.md").write_text("nothing")
    for words, options, told in (
        (["Modall"], {}, "did you mean 'Modal'"),
        (["STK"], {}, "with --peers"),
        ([], {"rounds": 0}, "at least 1"),
        ([], {"page": tmp_path / "page.md"}, "no place for this"),
    ):
        with pytest.raises(ParameterError, match=told):
            bench(*words, **options)
    done = run("--fast")
    assert done.returncode == 2
    assert "--fast" in done.stderr + done.stdout


@needs_node
def test_a_stopped_run_leaves_no_process_behind(monkeypatch):
    started = []

    class Seen(Worker):
        def __init__(self, command):
            super().__init__(command)
            started.append(self.process)

    def stop(share, words):
        if words.startswith("round"):
            raise KeyboardInterrupt

    monkeypatch.setattr("rosin.bench.targets.Worker", Seen)
    with pytest.raises(KeyboardInterrupt):
        measure(["Modal"], rounds=1, progress=stop)
    assert [process.poll() is not None for process in started] == [True]


def test_a_program_that_stops_says_why():
    with Worker([sys.executable, "-c", "raise ValueError('no strings')"]) as worker, pytest.raises(RosinError, match="no strings"):
        worker.ask("anything")
