"""The papers, measured again: a page for each, with every figure and table beside what the paper prints."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rosin.evidence.exhibit import Shown

TITLES = {
    "avanzini_2002": "Avanzini, Serafin, Rocchesso 2002",
    "avanzini_2003": "Avanzini, Rath, Rocchesso, Ottaviani 2003",
    "willemsen_2019": "Willemsen, Bilbao, Serafin 2019",
    "onofrei_2022": "Onofrei, Fontana, Serafin 2022",
    "rosin": "Measurements of our own",
}


def write_papers(exhibits: Sequence["Shown"], folder: Path) -> None:
    """A page for each paper, and the table in short in its place on the page of evidence."""
    from rosin.evidence.page import PLACE, in_short, picture_name

    for paper, title in TITLES.items():
        sections = [f"# {title}", "", f"`rosin figures {paper}` makes these again.", ""]
        for each in (each for each in exhibits if each.name.startswith(f"{paper}/")):
            heading = _heading(each.title)
            sections += [f"## {heading} {{#{each.name.partition('/')[2]}}}", "", each.text, ""]
            if each.picture is not None:
                (folder / picture_name(each)).write_bytes(each.picture)
                sections += [f"![{heading}]({picture_name(each)})", ""]
            sections += _claims(each)
        (folder / f"{paper}.md").write_text("\n".join(sections), encoding="utf-8")
    unknown = {each.name for each in exhibits if each.name.partition("/")[0] not in TITLES}
    if unknown:
        raise RuntimeError(f"no page for {', '.join(sorted(unknown))}: give their paper a title in papers.py")
    PLACE.write(folder / "index.md", in_short(exhibits))


def _heading(title: str) -> str:
    """The title of an exhibit on the page of its paper, which is named there already."""
    words = re.sub(r"^.*? \d{4}, ", "", title).rstrip(".")
    return _plain(words[:1].upper() + words[1:])


def _claims(each: "Shown") -> list[str]:
    lines = []
    if each.claims:
        lines += ["| quantity | paper | here | holds for | |", "|---|---|---|---|---|"]
        for claim in each.claims:
            ours = f"{claim.ours:.4g} {claim.unit}".strip()
            lines.append(_row((claim.what, claim.paper or "–", ours, claim.allowed, claim.verdict)))
        lines.append("")
    if each.table is not None and each.table.rows:
        lines += [_row(each.table.header), _row(["---"] * len(each.table.header)), *map(_row, each.table.words()), ""]
    wrong = [f"- **{_plain(claim.what)}**: {claim.erratum}" for claim in each.claims if claim.erratum]
    return [*lines, *(["Where the paper is wrong:", "", *wrong, ""] if wrong else [])]


def _row(cells: Sequence[object]) -> str:
    return f"| {' | '.join(_plain(str(cell)) for cell in cells)} |"


def _plain(text: str) -> str:
    """A text that Markdown leaves as it is."""
    for sign in "\\`*_{}[]<>|":
        text = text.replace(sign, f"\\{sign}")
    return text
