"""Below each block of a page stands what it gave."""

import re

import pytest

from making.executed import executed

PAGE = """# A page

```python
from rosin import Sound
import numpy as np

tone = Sound(0.5 * np.sin(np.arange(4800) / 20)[None], 48_000, unit="full scale")
tone.save("tone.wav")
print("saved")
1 + 1
```

Words between.

```json title="numbers.json"
[1, 2, 3]
```

```{.sh .run}
cat numbers.json
```

```sh
rosin render kazoo
```

```python
tone
```
"""


def test_a_page_shows_what_its_blocks_gave(tmp_path):
    (tmp_path / "page.md").write_text(PAGE)
    made = executed(tmp_path / "page.md", tmp_path)
    assert "\n```{.text .output}\nsaved\n2\n```\n" in made
    assert "\n```{.text .output}\n[1, 2, 3]\n```\n" in made
    assert made.index("saved\n2") < made.index("page-0-tone.mp3") < made.index("Words between") < made.index("page-4.mp3")
    for name in ("page-0-tone.mp3", "page-4.mp3", "page-4.png"):
        assert (tmp_path / name).stat().st_size > 500
    assert re.sub(r"\n+```\{.text .output\}.*?```\n|\n+<figure>.*?</figure>\n", "", made, flags=re.DOTALL) == PAGE


def test_equations_become_mathml():
    pytest.importorskip("latex2mathml")
    from making.mathml import on_page_content

    page = on_page_content(r'<p><span class="arithmatex">\(a &lt; b\)</span></p><div class="arithmatex">\[\frac{1}{2}\]</div>')
    assert "arithmatex" not in page
    assert page.count("<math") == 2
    assert "<mfrac>" in page
    assert "<mo>&#x0003C;</mo>" in page
    assert 'display="block"' in page


def test_rows_of_a_docstring_become_a_list():
    pytest.importorskip("griffe")
    from making.docstrings import listed

    told = (
        "What it is.\n\nspeed   of the bow, m/s,\n        of either sign\nplace   along it\n\n    v = y f     (1)\n\nPlain  words\nfollow."
    )
    assert listed(told) == (
        "What it is.\n\n- `speed`: of the bow, m/s, of either sign\n- `place`: along it\n\n    v = y f     (1)\n\nPlain  words\nfollow."
    )
