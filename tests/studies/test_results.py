"""Statistics against closed forms and against all possible outcomes; figures and tables from answers."""

import csv
import itertools

import numpy as np
import pytest

from rosin.studies.answers import Answer
from rosin.studies.picture import draw_likert
from rosin.studies.plan import HIDDEN, open_study
from rosin.studies.results import likert_results, mushra_results, write_results
from rosin.studies.statistics import by_chance, compared, holm

PAPER, LISTENING = open_study("onofrei_2022")[0], open_study("listening")[0]


def test_friedman_is_the_variance_of_mean_ranks():
    scores = np.array([[1.0, 2.0, 3.0], [2.0, 1.0, 3.0], [1.0, 2.0, 3.0], [1.0, 3.0, 2.0]])  # ranks already, without ties
    people, things = scores.shape
    ranks = scores.sum(axis=0)
    by_hand = 12 / (people * things * (things + 1)) * (ranks**2).sum() - 3 * people * (things + 1)
    found = compared(["a", "b", "c"], scores)
    assert found.statistic == pytest.approx(by_hand)
    assert found.p == pytest.approx(np.exp(-by_hand / 2))  # chi^2 of two degrees of freedom


def test_wilcoxon_counts_all_signs_that_are_as_extreme():
    differences = np.array([3.0, -1.0, 4.0, 5.0, 2.0, 7.0, 6.0])
    ranks = np.abs(differences)  # without ties they are their own ranks
    sums = np.array([(ranks * (np.array(signs) > 0)).sum() for signs in itertools.product((-1, 1), repeat=len(ranks))])
    seen = (ranks * (differences > 0)).sum()
    p = 2 * min((sums >= seen).mean(), (sums <= seen).mean())
    found = compared(["a", "b"], np.stack([differences, np.zeros(7)], axis=1))
    assert found.pairs["a", "b"] == pytest.approx(min(p, 1.0))
    assert np.isnan(found.p)  # two things are not Friedman's


def test_quartiles_are_of_those_who_answered_everything():
    found = compared(["a", "b", "c"], np.array([[1.0, 5, 7], [2, 6, 7], [3, 7, 7], [4, 4, 7], [9, np.nan, 9]]))
    assert found.medians.tolist() == [2.5, 5.5, 7.0]
    assert found.quartiles[:, 0].tolist() == [1.75, 3.25]
    assert len(found.scores) == 4


def test_nothing_and_no_difference_are_told_from_one_another():
    same = compared(["a", "b", "c"], np.full((5, 3), 4.0))
    assert same.pairs["a", "b"] == 1.0
    assert np.isnan(same.p)
    nobody = compared(["a", "b", "c"], np.zeros((0, 3)))
    assert np.isnan(nobody.medians).all()
    assert nobody.pairs == {}


def test_holm_multiplies_by_what_is_left():
    assert holm({("a", "b"): 0.01, ("a", "c"): 0.04, ("b", "c"): 0.03}) == pytest.approx(
        {("a", "b"): 0.03, ("a", "c"): 0.06, ("b", "c"): 0.06}
    )


def test_guessing_is_binomial():
    assert by_chance(8, 8) == 1 / 256
    assert by_chance(0, 8) == 1.0
    assert by_chance(6, 8) == pytest.approx((28 + 8 + 1) / 256)


def people(count=14, seed=3):
    """Answers of as many people as the paper had, to whom the haptic device is better."""
    chance, found = np.random.default_rng(seed), []
    for person in range(count):
        for statement in PAPER.parts[0].statements:
            for device, mean in {"Mouse": 4.6, "Sensel": 3.8, "Touch X": 6.2}.items():
                score = int(np.clip(round(chance.normal(mean, 1.0)), 1, 7))
                found.append(Answer("", f"p{person}", "Three ways to rub", statement.attribute, device, str(score)))
    return found


def test_figure_6_has_bars_that_fill_and_boxes_at_their_medians():
    part = PAPER.parts[0]
    found = likert_results(part, people())
    assert all(each.p < 0.01 for each in found.values())
    assert all(each.pairs["Sensel", "Touch X"] < 0.05 for each in found.values())
    figure = draw_likert(part, found)
    bars, boxes = figure.axes
    heights = {}
    for bar in bars.patches:
        middle = round(bar.get_x() + bar.get_width() / 2, 6)
        heights[middle] = heights.get(middle, 0) + bar.get_height()
    assert len(heights) == 21
    assert list(heights.values()) == pytest.approx([100.0] * 21)
    medians = [float(line.get_ydata()[0]) for line in boxes.lines if line.get_linewidth() == 2 and len(line.get_ydata()) == 2]
    wanted = [median for each in found.values() for median in each.medians]
    assert medians == pytest.approx(wanted)


def test_who_cannot_hear_the_reference_is_left_out():
    def rated(who, reference):
        rows = {"chalk": {HIDDEN: reference, "without noise": 60, "linear solver": 80, "low anchor": 10}}
        rows["wineglass"] = {HIDDEN: 100, "half full": 50, "low anchor": 5}
        return [Answer("", who, "How near is it?", trial, item, str(value)) for trial, own in rows.items() for item, value in own.items()]

    found, unsure = mushra_results(LISTENING.parts[0], [*rated("anna", 100), *rated("bob", 95), *rated("carl", 20)])
    assert unsure == ["carl"]
    assert len(found["chalk"].scores) == 2
    assert found["chalk"].medians.tolist() == [97.5, 60, 80, 10]


def test_results_are_written_and_not_over_others(tmp_path):
    answers = people()
    for person in range(5):
        for turn in range(8):
            told = "right" if turn < 6 else "wrong"
            answers.append(Answer("", f"p{person}", "Can you tell them apart?", "solver", f"turn {turn + 1}", told))
    study = PAPER.replace(parts=(*PAPER.parts, *LISTENING.parts))
    files = write_results(study, answers, tmp_path / "results")
    assert [file.name for file in files] == ["results.csv", "Three_ways_to_rub.png", "Can_you_tell_them_apart_.png"]
    rows = list(csv.DictReader(files[0].open()))
    assert len([row for row in rows if row["test"].startswith("Friedman")]) == 7
    assert len([row for row in rows if row["test"] == "Wilcoxon, Holm"]) == 21
    told = next(row for row in rows if row["test"] == "binomial")
    assert told["what"] == "30 of 40 right"
    assert float(told["p"]) == pytest.approx(by_chance(30, 40))
    with pytest.raises(OSError, match="exists already"):
        write_results(study, answers, tmp_path / "results")
