"""Tests that play in real time may be late on a busy machine; those that could not run at all are named, loudly, when all is done."""

import os
from collections import Counter
from pathlib import Path

import pytest

UNTESTED = "ROSIN_UNTESTED"  # the file, if any, in which runs note what they left out, to be told after the last of them


def pytest_configure(config):
    config.addinivalue_line("markers", "realtime: plays in real time, and is tried again where that was late")


def pytest_collection_modifyitems(items):
    """Such tests, and no others, are tried again, and named (-rR)."""
    for item in items:
        if item.get_closest_marker("realtime"):
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=20))


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
