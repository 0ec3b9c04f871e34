"""`rosin figures`: what it writes, what it refuses, and what claims say of themselves."""

import json
import math

import pytest

from rosin.cli.figures import figures
from rosin.evidence import Claim
from rosin.evidence.page import PLACE, in_short
from rosin.evidence.scripts import chosen, script_names, shown
from rosin.model.errors import FileError, ParameterError

QUICK = "onofrei_2022/figure_2"


def test_a_claim_is_judged_by_its_limits():
    assert Claim("it", 1.0, 0.5, 1.5).verdict == "confirmed"
    assert Claim("it", 1.0, 0.5, 1.5, erratum="misprinted").verdict == "erratum"
    for wrong in (2.0, math.nan, math.inf):
        assert Claim("it", wrong, 0.5, 1.5, erratum="misprinted").verdict == "not confirmed"
    near = Claim.near("it", 3, 2, 1, "m")
    assert (near.low, near.high, near.paper, near.verdict) == (1, 3, "2 m", "confirmed")


def test_a_figure_comes_with_a_page_its_data_and_words_for_another(tmp_path, capsys):
    filled = tmp_path / "evidence.md"
    filled.write_text(f"above\n{PLACE.begin}\n{PLACE.end}\nbelow\n")
    figures(QUICK, output=tmp_path / "out", page=filled, workers=1)
    assert "3 of 3 claims hold" in capsys.readouterr().out
    page = (tmp_path / "out/index.html").read_text()
    assert "onofrei_2022-figure_2.png" in page
    assert (tmp_path / "out/onofrei_2022-figure_2.png").read_bytes().startswith(b"\x89PNG")
    assert json.loads((tmp_path / "out/evidence.json").read_text())[0]["name"] == QUICK
    assert "| `onofrei_2022` | 1 | 3 | 0 | 0 |" in filled.read_text()
    assert filled.read_text().startswith("above\n")
    with pytest.raises(FileError, match="exists already"):
        figures(QUICK, output=tmp_path / "out")


def test_what_is_not_confirmed_is_told_in_short():
    made = shown(QUICK)
    wrong = Claim("a wrong one", 1, 2, 3)
    assert f"Not confirmed: {QUICK}, a wrong one." in in_short([type(made)(**{**made.__dict__, "claims": (wrong,)})])


def test_names_of_papers_and_figures(tmp_path, capsys):
    figures(list_=True)
    assert capsys.readouterr().out.split() == script_names()
    assert chosen((QUICK, "onofrei_2022"))[0] == QUICK
    assert len(chosen((QUICK, "onofrei_2022"))) == len(chosen(("onofrei_2022",))) >= 4
    with pytest.raises(ParameterError, match=r"avanzini_2002/figure_3"):
        figures("avanzini_2002/figure_33", output=tmp_path / "out")
    with pytest.raises(ParameterError, match="at least 1"):
        figures(QUICK, output=tmp_path / "out", workers=0)
    (tmp_path / "plain.md").write_text("no place")
    with pytest.raises(ParameterError, match="no place"):
        figures(QUICK, output=tmp_path / "more", page=tmp_path / "plain.md")
