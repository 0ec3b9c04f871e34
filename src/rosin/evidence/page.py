"""The page of evidence: every exhibit with what the paper says beside what was measured, and the same as JSON."""

import html
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rosin.evidence.claim import Claim
from rosin.evidence.exhibit import Shown, TableExhibit
from rosin.evidence.marked import MarkedPlace
from rosin.model.files import fresh_file

PLACE = MarkedPlace("evidence")


def write_page(exhibits: Sequence[Shown], folder: Path) -> Path:
    """Write index.html, evidence.json and the pictures."""
    for each in exhibits:
        if each.picture is not None:
            with fresh_file(folder / picture_name(each)) as file:
                file.write(each.picture)
    counts = tally(exhibits)
    words = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    cards = "\n".join(_card(each) for each in exhibits)
    with fresh_file(folder / "evidence.json") as file:
        file.write(as_json(exhibits).encode())
    path = folder / "index.html"
    with fresh_file(path) as file:
        file.write(PAGE.format(words=html.escape(words), cards=cards).encode())
    return path


def tally(exhibits: Sequence[Shown]) -> dict[str, int]:
    """How many claims were confirmed, corrected, and not confirmed."""
    verdicts = [claim.verdict for each in exhibits for claim in each.claims]
    return {verdict: verdicts.count(verdict) for verdict in ("confirmed", "erratum", "not confirmed")}


def in_short(exhibits: Sequence[Shown]) -> str:
    """For a page in Markdown: how the claims of each paper fare, and the tables of exhibits of our own."""
    lines = ["| paper | exhibits | claims confirmed | errata | not confirmed |", "|---|---:|---:|---:|---:|"]
    papers: dict[str, list[Shown]] = {}
    for each in exhibits:
        papers.setdefault(each.name.partition("/")[0], []).append(each)
    for paper, made in papers.items():
        lines.append(f"| `{paper}` | {len(made)} | {' | '.join(str(count) for count in tally(made).values())} |")
    refuted = [f"{each.name}, {claim.what}" for each in exhibits for claim in each.claims if not claim.holds]
    lines += ["", f"Not confirmed: {'; '.join(refuted)}."] if refuted else []
    for each in papers.get("rosin", []):
        if each.table is not None:
            head, *rows = [list(map(str, each.table.header)), *each.table.words()]
            lines += ["", each.title, "", _markdown(head), _markdown(["---"] * len(head)), *map(_markdown, rows)]
    return "\n".join(lines)


def _markdown(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def picture_name(each: Shown) -> str:
    """The file of an exhibit's picture."""
    return f"{each.name.replace('/', '-')}.png"


def as_json(exhibits: Sequence[Shown]) -> str:
    """Names, claims and tables as data."""
    rows = [
        {
            "name": each.name,
            "title": each.title,
            "seconds": round(each.seconds, 2),
            "claims": [_data(claim) for claim in each.claims],
            "table": None if each.table is None else {"header": list(each.table.header), "rows": each.table.words()},
        }
        for each in exhibits
    ]
    return json.dumps(rows, indent=1, allow_nan=False)


def _data(claim: Claim) -> dict[str, Any]:
    """A claim as JSON can say it, which knows no infinity."""
    ours = claim.ours if math.isfinite(claim.ours) else str(claim.ours)
    return claim.__dict__ | {"ours": ours, "low": str(claim.low), "high": str(claim.high), "verdict": claim.verdict}


def _card(each: Shown) -> str:
    picture = f'<img src="{picture_name(each)}" alt="{html.escape(each.title)}" loading="lazy">' if each.picture is not None else ""
    text = "".join(f"<p>{html.escape(part)}</p>" for part in each.text.split("\n\n") if part.strip())
    claims = TableExhibit(("quantity", "paper", "here", "holds for", ""), [_row(claim) for claim in each.claims])
    parts = [_table(claims, "claims"), "" if each.table is None else _table(each.table, "data")]
    errata = "".join(f"<li><b>{html.escape(claim.what)}:</b> {html.escape(claim.erratum)}</li>" for claim in each.claims if claim.erratum)
    notes = f"<h3>Where the paper is wrong</h3><ul>{errata}</ul>" if errata else ""
    return f"""<article id="{html.escape(each.name)}">
<h2>{html.escape(each.title)}</h2>
{text}
{picture}
{"".join(parts)}
{notes}
<code>rosin figures {html.escape(each.name)}</code> <small>{each.seconds:.1f} s</small>
</article>"""


def _row(claim: Claim) -> tuple[str, ...]:
    return claim.what, claim.paper or "–", f"{claim.ours:.4g} {claim.unit}".strip(), claim.allowed, claim.verdict


def _table(table: TableExhibit, kind: str) -> str:
    head = "".join(f"<th>{html.escape(str(word))}</th>" for word in table.header)
    body = "".join(
        f'<tr class="{html.escape(row[-1].replace(" ", "-")) if kind == "claims" else ""}">'
        + "".join(f"<td>{html.escape(word)}</td>" for word in row)
        + "</tr>"
        for row in table.words()
    )
    return (
        f'<div class="wide"><table class="{kind}"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>' if table.rows else ""
    )


PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rosin: evidence</title>
<style>
:root {{ color-scheme: light dark; --ground: #f6f5f1; --card: #fff; --ink: #22252a; --soft: #666b73; --line: #dcd9d0; --good: #2c7a4b;
  --warm: #9a6a00; --bad: #b3372e; }}
@media (prefers-color-scheme: dark) {{
  :root {{ --ground: #14161a; --card: #1d2026; --ink: #e8e6e1; --soft: #9aa0aa; --line: #30343c; --good: #6cc48e; --warm: #e0b050;
    --bad: #ef7b72; }}
}}
* {{ box-sizing: border-box; }}
body {{ margin: 0; padding: 2rem clamp(1rem, 4vw, 4rem); background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }}
main {{ display: grid; gap: 1.5rem; max-width: 62rem; }}
article {{ background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: 1.2rem; min-width: 0; }}
h1, h2 {{ margin: 0 0 .4rem; }}
h2 {{ font-size: 1.2rem; }}
h3 {{ font-size: 1rem; margin: .8rem 0 .2rem; }}
img {{ width: 100%; height: auto; background: #fff; border-radius: .3rem; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; font-size: .88rem; margin: .6rem 0; font-variant-numeric: tabular-nums; }}
th {{ text-align: left; color: var(--soft); font-weight: 500; }}
th, td {{ padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }}
tr.confirmed td:last-child {{ color: var(--good); }}
tr.erratum td:last-child {{ color: var(--warm); }}
tr.not-confirmed td:last-child {{ color: var(--bad); }}
code, small {{ color: var(--soft); font-size: .82rem; }}
</style>
</head>
<body>
<header>
<h1>Evidence</h1>
<p>Every figure and table that shows a simulation or a formula, made again.
What the paper prints stands beside what was measured here: {words}.</p>
</header>
<main>
{cards}
</main>
</body>
</html>
"""
