"""The check of a built site finds what is wrong with it."""

import pytest

from making.links import faults

WHOLE = {
    "index.html": '<h1 id="top">A</h1><a href="b/c.html#there">c</a><a href="#top">up</a><img src="a.png"><a href="https://example.org">out</a>',
    "b/c.html": '<p id="there"><a href="../index.html#top">up</a><link rel="stylesheet" href="../s.css"></p>',
    "a.png": "",
    "s.css": "body { background: url(a.png) url(data:image/png;base64,AA) }",
}


@pytest.fixture
def site(tmp_path):
    def written(**changed):
        for name, content in (WHOLE | {key.replace("_", "."): value for key, value in changed.items()}).items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(content)
        return tmp_path

    return written


def test_a_whole_site_has_no_faults(site):
    assert faults(site()) == []


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"index_html": '<p id="top"><a href="gone.html">'}, "leads to gone.html, which is not there"),
        ({"index_html": '<p id="top"><a href="b/c.html#nowhere">'}, "there is no #nowhere"),
        ({"index_html": '<p id="top"><script src="https://cdn.example.org/x.js"></script>'}, "fetches https://cdn.example.org/x.js"),
        ({"index_html": '<p id="top"><img src="none.png">'}, "leads to none.png"),
        ({"s_css": "@import 'https://fonts.example.org/f.css';"}, "s.css fetches https://fonts.example.org/f.css"),
    ],
)
def test_faults_are_named(site, changed, fault):
    (found,) = faults(site(**changed))
    assert fault in found
