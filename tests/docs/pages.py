"""Every page of the documentation, and the README."""

from pathlib import Path

from making.blocks import blocks

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs/pages").rglob("*.md"))
README = ROOT / "README.md"
EVERY = [README, *PAGES]


def name(page):
    return str(page.relative_to(ROOT))


def text(path):
    return (ROOT / path).read_text(encoding="utf-8")


def blocks_of(page, language):
    return [block for block in blocks(text(page)) if block.language == language]
