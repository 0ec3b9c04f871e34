"""What the answers of a study come to: tables in words and CSV, and the figure of each part."""

import csv
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from rosin.model.files import check_writable
from rosin.studies.answers import Answer, latest
from rosin.studies.picture import draw_abx, draw_likert, draw_mushra
from rosin.studies.plan import HIDDEN, Abx, Likert, Mushra, Study
from rosin.studies.statistics import Opinions, by_chance, compared

HEADER = ("part", "about", "what", "people", "lower quartile", "median", "upper quartile", "test", "p")
SURE, OFTEN = 90.0, 0.15  # ITU-R BS.1534: who rates the hidden reference below this more often than that is left out
Row = tuple[Any, ...]


def scores_of(answers: list[Answer], trials: list[str], items: list[str]) -> np.ndarray:
    """(people, trials, items), nan where somebody has not answered."""
    people = list(dict.fromkeys(answer.participant for answer in answers))
    found = np.full((len(people), len(trials), len(items)), np.nan)
    for answer in answers:
        if answer.trial in trials and answer.item in items:
            found[people.index(answer.participant), trials.index(answer.trial), items.index(answer.item)] = float(answer.value)
    return found


def likert_results(part: Likert, answers: list[Answer]) -> dict[str, Opinions]:
    """By attribute, what was said of the devices."""
    attributes = [statement.attribute for statement in part.statements]
    scores = scores_of(answers, attributes, part.names)
    return {attribute: compared(part.names, scores[:, place]) for place, attribute in enumerate(attributes)}


def mushra_results(part: Mushra, answers: list[Answer]) -> tuple[dict[str, Opinions], list[str]]:
    """By trial, how the sounds were rated; and who is left out, not having heard which one was the reference."""
    rated = [answer for answer in answers if answer.item == HIDDEN]
    total, missed = Counter(each.participant for each in rated), Counter(each.participant for each in rated if float(each.value) < SURE)
    unsure = [who for who in total if missed[who] > OFTEN * total[who]]
    heard = [answer for answer in answers if answer.participant not in unsure]
    found = {}
    for trial in part.trials:
        names = [HIDDEN, *trial.conditions]
        found[trial.name] = compared(names, scores_of(heard, [trial.name], names)[:, 0])
    return found, unsure


def abx_results(part: Abx, answers: list[Answer]) -> dict[str, tuple[int, int, float]]:
    """By trial: how often people were right, out of how many, and the probability of that by guessing."""
    found = {}
    for trial in part.trials:
        said = [answer.value for answer in answers if answer.trial == trial.name]
        found[trial.name] = said.count("right"), len(said), by_chance(said.count("right"), len(said))
    return found


def _rows(part: str, found: dict[str, Opinions]) -> list[Row]:
    rows: list[Row] = []
    for about, each in found.items():
        for place, name in enumerate(each.names):
            low, high = each.quartiles[:, place]
            rows.append((part, about, name, len(each.scores), low, each.medians[place], high, "", ""))
        rows.append((part, about, "all", len(each.scores), "", "", "", f"Friedman, chi2 = {each.statistic:.3f}", each.p))
        rows += [(part, about, f"{a} / {b}", len(each.scores), "", "", "", "Wilcoxon, Holm", p) for (a, b), p in each.pairs.items()]
    return rows


def results(study: Study, answers: list[Answer]) -> tuple[list[Row], dict[str, Any]]:
    """All rows, and a figure for each part that was answered."""
    rows: list[Row] = []
    figures: dict[str, Any] = {}
    for part in study.parts:
        own = latest([answer for answer in answers if answer.part == part.title])
        if not own:
            continue
        if isinstance(part, Likert):
            judged = likert_results(part, own)
            rows += _rows(part.title, judged)
            figures[part.title] = draw_likert(part, judged)
        elif isinstance(part, Mushra):
            rated, unsure = mushra_results(part, own)
            rows += _rows(part.title, rated)
            rows += [(part.title, "all", f"{who} is left out", "", "", "", "", "hidden reference rated below 90", "") for who in unsure]
            figures[part.title] = draw_mushra(part, rated)
        else:
            told = abx_results(part, own)
            for name, (right, total, p) in told.items():
                rows.append((part.title, name, f"{right} of {total} right", "", "", "", "", "binomial", p))
            figures[part.title] = draw_abx(part, told)
    return rows, figures


def write_results(study: Study, answers: list[Answer], folder: Path, *, overwrite: bool = False) -> list[Path]:
    """Write results.csv and a picture for each part."""
    rows, figures = results(study, answers)
    names = {folder / f"{''.join(letter if letter.isalnum() else '_' for letter in title)}.png": each for title, each in figures.items()}
    folder.mkdir(parents=True, exist_ok=True)
    for path in (folder / "results.csv", *names):
        check_writable(path, overwrite)
    with (folder / "results.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([HEADER, *rows])
    for path, figure in names.items():
        figure.savefig(path, dpi=130)
    return [folder / "results.csv", *names]
