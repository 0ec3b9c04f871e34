"""A study in a real browser: the paper's questionnaire, a MUSHRA and an ABX, while its server is killed and comes back."""

import json
import re
import signal
import subprocess
import sys

import pytest

from commands import rosin
from rosin.model.part import plain
from rosin.studies.answers import Answers
from rosin.studies.plan import HIDDEN, open_study

PORT_OF = re.compile(r"The study is at http://127.0.0.1:(\d+)/, its answers in (\S+)")


def short_study(path):
    """The paper's questionnaire, and a MUSHRA and an ABX that do not take long."""
    paper = plain(open_study("onofrei_2022")[0])
    sounds = {
        name: {"instrument": "chalk", "changes": {"output.volume": level}, "seconds": 0.3}
        for name, level in (("quiet", -20.0), ("low", -30.0))
    }
    reference = {"instrument": "chalk", "seconds": 0.3}
    more = [
        {"type": "MUSHRA", "title": "How near", "trials": [{"name": "chalk", "reference": reference, "conditions": sounds}]},
        {"type": "ABX", "title": "Which", "repeats": 4, "trials": [{"name": "level", "a": reference, "b": sounds["low"]}]},
    ]
    data = {"format": "rosin-study", "version": 1, "title": "A short study", "text": "Please.", "parts": [*paper["parts"], *more]}
    path.write_text(json.dumps(data))
    return path


class Server:
    """`rosin study` as a process."""

    def __init__(self, study, answers, port=0):
        command = [sys.executable, "-m", "rosin", "study", str(study), "--answers", str(answers), "--port", str(port), "--no-browser"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.port = int(PORT_OF.search(self.process.stdout.readline())[1])

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def page(browser):
    opened = browser.new_page()
    opened.wrong = []
    opened.asked = set()
    opened.on("pageerror", lambda error: opened.wrong.append(str(error)))
    opened.on("request", lambda request: opened.asked.add(request.url))
    yield opened
    opened.close()


def test_a_study_is_answered_and_outlives_its_server(page, tmp_path):
    study, answers = short_study(tmp_path / "short.json"), tmp_path / "answers.csv"
    server = Server(study, answers)
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.click("text=Begin")
    page.wait_for_selector("fieldset")
    page.click("button.next")
    assert "21 are not answered yet" in page.text_content("#said")
    for row in range(7):
        for column, value in enumerate((4, 3, 7)):
            page.check(f"input[name=s{row}d{column}][value='{value - (row == 4)}']")
    page.click("button.next")
    page.wait_for_selector("text=Play the reference")
    kept = Answers(answers).read()
    assert len(kept) == 21
    assert {answer.value for answer in kept if answer.item == "Touch X"} == {"7", "6"}

    server.kill()  # in the middle of the second part
    sliders = page.locator("input[type=range]")
    assert sliders.count() == 3
    again = Server(study, answers, server.port)
    for place in range(3):
        page.click(f"text=Play {place + 1}")
        sliders.nth(place).evaluate(f"slider => {{ slider.value = {90 - 30 * place}; slider.dispatchEvent(new Event('input')); }}")
    again.kill()
    page.click("button.next")
    page.wait_for_selector("text=The server does not answer")
    third = Server(study, answers, server.port)  # what waited in the page arrives
    page.wait_for_selector("text=Play X")
    assert sorted(answer.item for answer in Answers(answers).read()[21:]) == sorted([HIDDEN, "quiet", "low"])

    page.click("text=X is A")
    assert "Hear X first" in page.text_content("#said")
    for turn in range(4):
        page.wait_for_selector(f"text={turn + 1} of 4")
        page.click("text=Play X")
        page.click("text=X is A")
    page.wait_for_selector("#thanks")
    found = Answers(answers).read()
    assert len(found) == 28
    assert {answer.value for answer in found[24:]} <= {"right", "wrong"}
    assert len({answer.participant for answer in found}) == 1
    assert not page.wrong
    assert all(url.startswith((f"http://127.0.0.1:{server.port}/", "data:")) for url in page.asked)  # nothing is asked of anybody else
    third.kill()

    done = rosin("study", study, "--answers", answers, "--results", tmp_path / "results")
    assert done.returncode == 0, done.stderr
    assert {path.name for path in (tmp_path / "results").iterdir()} == {"results.csv", "Three_ways_to_rub.png", "How_near.png", "Which.png"}


def test_a_page_says_what_is_kept_and_answers_can_be_deleted(page, tmp_path):
    study, answers = short_study(tmp_path / "short.json"), tmp_path / "answers.csv"
    server = Server(study, answers)
    page.goto(f"http://127.0.0.1:{server.port}/kept")
    assert "answers.csv" in page.text_content("main")
    assert "Nothing leaves this machine" in page.text_content("main")
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.click("text=Begin")
    page.wait_for_selector("fieldset")
    assert page.get_attribute("text=Play Mouse", "href") == "studio/#rubbed_masses"
    who = page.evaluate("sessionStorage.getItem('rosin-study-participant')")
    Answers(answers).add(who, [("Three ways to rub", "realism", "Mouse", "3")])
    page.reload()
    page.click("text=Delete what I have answered")
    page.wait_for_selector("text=1 answers are deleted")
    assert Answers(answers).read() == []
    hostile = page.evaluate(
        """async () => Promise.all([{}, {participant: "../x"}, {participant: "a", part: "Which", answers: [{}]}, [1]].map(
            async (body) => (await fetch("answers", {method: "POST", body: JSON.stringify(body)})).status))"""
    )
    assert hostile == [400, 400, 400, 400]
    assert page.evaluate("async () => (await fetch('studio/')).status") == 200
    assert Answers(answers).read() == []
    server.kill()
