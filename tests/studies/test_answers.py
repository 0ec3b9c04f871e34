"""Answers are kept line by line, whatever happens, and only those that were asked for."""

import json

import pytest

from rosin.model.errors import FileError, ParameterError
from rosin.studies.answers import Answers, latest
from rosin.studies.asking import Asked
from rosin.studies.plan import HIDDEN, Likert, Study, open_study, preset_names

LISTENING = open_study("listening")[0]
PAPER = open_study("onofrei_2022")[0]


def test_the_papers_questionnaire_is_table_1():
    (part,) = PAPER.parts
    assert isinstance(part, Likert)
    assert part.names == ["Mouse", "Sensel", "Touch X"]
    assert [each.attribute for each in part.statements] == [
        *("intuitiveness", "playability", "enjoyment", "expressiveness", "difficulty", "realism", "precision")
    ]
    assert part.statements[1].statement == "I obtained sounds as by my intentions."
    assert part.points == 7
    assert preset_names() == ["listening", "onofrei_2022"]


def test_answers_are_there_at_once_and_a_line_that_was_cut_off_harms_no_other(tmp_path):
    path = tmp_path / "study.csv"
    Answers(path).add("anna", [("part", "trial", 'a "thing", with a comma', "5")])
    with path.open("a") as file:
        file.write("2026-01-01,bob,par")  # the power failed
    again = Answers(path)
    assert [answer.participant for answer in again.read()] == ["anna"]
    again.add("carl", [("part", "trial", "b", "6")])
    assert [(answer.participant, answer.item) for answer in again.read()] == [("anna", 'a "thing", with a comma'), ("carl", "b")]


def test_what_is_answered_again_counts_as_it_was_last_and_can_be_forgotten(tmp_path):
    answers = Answers(tmp_path / "study.csv")
    answers.add("anna", [("part", "t", "a", "1"), ("part", "t", "b", "2")])
    answers.add("bob", [("part", "t", "a", "3")])
    answers.add("anna", [("part", "t", "a", "7")])
    assert {(each.participant, each.item): each.value for each in latest(answers.read())} == {
        ("anna", "a"): "7",
        ("anna", "b"): "2",
        ("bob", "a"): "3",
    }
    assert answers.forget("anna") == 3
    assert [each.participant for each in answers.read()] == ["bob"]


def test_files_that_hold_something_else_are_left_alone(tmp_path):
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(ParameterError, match="does not hold answers"):
        Answers(tmp_path / "other.csv")
    assert (tmp_path / "other.csv").read_text() == "a,b\n1,2\n"
    with pytest.raises(ParameterError, match=r"must end in \.csv"):
        Answers(tmp_path / "answers.txt")
    with pytest.raises(ParameterError, match="letters and digits"):
        Answers(tmp_path / "study.csv").add("../anna", [("p", "t", "a", "1")])


def test_everybody_has_an_order_of_their_own_and_the_same_again():
    orders = [[trial["rated"] for trial in Asked(LISTENING, who).parts[0]["trials"]] for who in ("anna", "anna", "bob", "carl", "dora")]
    assert orders[0] == orders[1]
    places = set()
    for who in map(str, range(40)):
        asked = Asked(LISTENING, who)
        trial = next(each for each in asked.parts[0]["trials"] if each["name"] == "chalk")
        places.add([asked.hidden[token] for token in trial["rated"]].index(HIDDEN))
        assert trial["reference"] not in trial["rated"]
    assert places == {0, 1, 2, 3}  # the reference hides anywhere


def test_x_is_a_as_often_as_b_and_its_address_does_not_say_which():
    found = []
    for who in map(str, range(50)):
        asked = Asked(LISTENING, who)
        for turn in asked.parts[1]["trials"]:
            assert turn["x"] not in (turn["a"], turn["b"])
            found.append(asked.hidden[turn["x"]])
    assert len(found) == 400
    assert 150 < found.count("a") < 250  # six standard deviations


TWICE = {"type": "Likert", "title": "p", "statements": [{"attribute": "a", "statement": "s"}], "devices": ["x", "x"]}
WRONG = [
    ("How near is it?", [{"trial": "chalk", "item": "nothing", "value": 5}], "rated by a number"),
    ("How near is it?", [{"trial": "chalk", "item": 5, "value": 5}], "a trial, an item and a value"),
    ("How near is it?", [], "no such part"),
    ("How near is it?", "all", "no such part"),
    ("How near is it?", ["x"], "a trial, an item"),
    ("Elsewhere", [{}], "no such part"),
    ("Can you tell them apart?", [{"trial": "solver", "item": "x", "value": "a"}], "answered by"),
]


@pytest.mark.parametrize(("part", "given", "words"), WRONG)
def test_what_was_not_asked_is_not_kept(part, given, words):
    with pytest.raises(ValueError, match=words):
        Asked(LISTENING, "anna").checked(part, given)


@pytest.mark.parametrize("value", [0, 8, 3.5, "3", True, None])
def test_a_statement_takes_whole_numbers_of_its_scale(value):
    with pytest.raises(ValueError, match=r"from 1 to 7|a trial"):
        Asked(PAPER, "anna").checked("Three ways to rub", [{"trial": "realism", "item": "Mouse", "value": value}])


def test_studies_are_checked_when_they_are_read(tmp_path):
    good = {"format": "rosin-study", "version": 1, "title": "t", "parts": [{"type": "ABX", "title": "p", "trials": []}]}

    def opened(**changes):
        (tmp_path / "study.json").write_text(json.dumps(good | changes))
        return open_study(str(tmp_path / "study.json"))

    pair = {"name": "n", "a": "a.wav", "b": {"instrument": "chalk"}}
    for parts, error, words in (
        ([], ParameterError, "parts"),
        ([{"type": "ABX", "title": "p", "trials": [pair]}], FileError, "a.wav is not there"),
        ([{"type": "Quiz", "title": "p"}], ParameterError, "Quiz"),
        ([{"type": "ABX", "title": "p", "trials": [pair | {"b": {"instrument": "kazoo"}}]}], ParameterError, "kazoo"),
        (
            [{"type": "Likert", "title": "p", "statements": [{"attribute": "a", "statement": "s"}], "devices": ["x", "x"]}],
            ParameterError,
            "twice",
        ),
    ):
        with pytest.raises(error, match=words):
            opened(parts=parts)
    (tmp_path / "a.wav").write_bytes(b"RIFF")
    assert isinstance(opened(parts=[{"type": "ABX", "title": "p", "trials": [pair]}])[0], Study)
    with pytest.raises(ParameterError, match="did you mean 'listening'"):
        open_study("listenin")
