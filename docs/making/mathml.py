"""Equations become MathML while the site is built, so that a page needs no script and no font for them (a hook of MkDocs).

`pymdownx.arithmatex` finds $inline$ and $$displayed$$ TeX; this replaces what it found.
"""

import html
import re
from typing import Any

from latex2mathml.converter import convert

INLINE = re.compile(r'<span class="arithmatex">\\\((.*?)\\\)</span>', re.DOTALL)
DISPLAYED = re.compile(r'<div class="arithmatex">\s*\\\[(.*?)\\\]\s*</div>', re.DOTALL)


def on_page_content(content: str, **_: Any) -> str:
    """The page with its equations as MathML."""
    content = DISPLAYED.sub(lambda found: f'<div class="equation">{_mathml(found[1], "block")}</div>', content)
    return INLINE.sub(lambda found: _mathml(found[1], "inline"), content)


def _mathml(tex: str, display: str) -> str:
    made = str(convert(html.unescape(tex).strip(), display=display))
    return re.sub(r"<mo([^>]*)>(\||&#x0007C;)</mo>", r'<mo\1 lspace="0" rspace="0">|</mo>', made)  # bars stand close to what they enclose
