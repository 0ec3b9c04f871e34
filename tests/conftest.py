"""Of sweeps as many cases as are asked for; tests that play in real time may be late; those that could not run at all are named, loudly."""

import os
import zlib
from collections import Counter
from pathlib import Path

import pytest

UNTESTED = "ROSIN_UNTESTED"  # the file, if any, in which runs note what they left out, to be told after the last of them


def pytest_addoption(parser):
    parser.addoption(
        "--cases",
        type=int,
        help="of each sweep at most so many cases, spread evenly over those that it has, and nothing thorough (default all)",
    )


def pytest_configure(config):
    config.addinivalue_line("markers", "realtime: plays in real time, and is tried again where that was late")
    config.addinivalue_line("markers", "sweep: goes through all of a kind, of which --cases takes some")
    config.addinivalue_line("markers", "thorough: takes long for what others touch as well, and is left out with --cases")


def pytest_collection_modifyitems(config, items):
    """Tests in real time, and no others, are tried again, and named (-rR); of sweeps some cases are left, and nothing thorough."""
    for item in items:
        if item.get_closest_marker("realtime"):
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=20))
    most = config.getoption("--cases")
    if most is not None:
        left_out = {item for item in items if item.get_closest_marker("sweep")} - set(some(items, most))
        left_out |= {item for item in items if item.get_closest_marker("thorough")}
        config.hook.pytest_deselected(items=list(left_out))
        items[:] = [item for item in items if item not in left_out]


def some(items, most):
    """At most so many cases of each test; which ones differs from test to test, so that together they meet nearly all of a kind."""
    cases = {}
    for item in items:
        cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, each in cases.items():
        first = zlib.crc32(name.encode()) % len(each)
        yield from {each[(first + place * len(each) // most) % len(each)] for place in range(most)}


def pytest_terminal_summary(terminalreporter):
    """What was left out, how often, and the reason, which says what would have to be installed."""
    skipped = Counter(report.longrepr[2].removeprefix("Skipped: ") for report in terminalreporter.stats.get("skipped", ()))
    if not skipped:
        return
    lines = [f"{many:5} {'test' if many == 1 else 'tests'}: {reason}" for reason, many in skipped.most_common()]
    terminalreporter.section("NOT TESTED HERE", sep="!", yellow=True)
    for line in lines:
        terminalreporter.write_line(line)
    if os.environ.get(UNTESTED):
        with Path(os.environ[UNTESTED]).open("a") as file:
            file.writelines(f"{line}\n" for line in lines)
