"""A module of the page and all that it imports are one file (that it does what they do is seen in chromium: studio/test_bundled.py)."""

import pytest

from rosin.studio import site
from rosin.studio.bundle import Bundle

FILES = {
    "main.js": """// The beginning.
import { double, half as halved } from "./parts/sums.js";
import named from "./parts/named.js";
import { START, END } from "./parts/sums.js";

export const said = [double(4), halved(4), named.one, START, END, new URL("x", import.meta.url).pathname];
globalThis.said = await Promise.resolve(said);
""",
    "parts/sums.js": """import { two, here } from "./deep/two.js";
export function double(number) { return two() * number; }
export const half = (number) => number / two();
export const [START, END] = [1, here];
""",
    "parts/named.js": """import { Named } from "./deep/two.js";
export default { one: new Named().name };
""",
    "parts/deep/two.js": """export async function never() {}
export const two = () => 2;
export class Named { name = "a name"; }
export const here = new URL("beside.js", import.meta.url).pathname;
""",
}


def test_each_part_is_there_once_and_before_those_that_need_it():
    made = Bundle("main.js", FILES.__getitem__)
    assert made.parts == FILES.keys() - {"main.js"}
    places = [made.text.index(f"// {name}\n") for name in ("parts/deep/two.js", "parts/sums.js", "parts/named.js", "main.js")]
    assert places == sorted(places)
    assert made.text.count("class Named") == 1


@pytest.mark.parametrize(
    ("files", "words"),
    [
        (
            {"main.js": 'import { a } from "./b.js";\n', "b.js": 'import { c } from "./main.js";\n'},
            r"main\.js imports b\.js imports main\.js",
        ),
        ({"main.js": 'export * from "./b.js";\n'}, r"main\.js: 'export \* from .* cannot be put into one file"),
        ({"main.js": "export let changing = 1;\n"}, "changing = 1;' cannot"),
        ({"main.js": 'import * as all from "./b.js";\n'}, "'import \\* as all"),
    ],
)
def test_what_is_no_such_module_is_refused(files, words):
    with pytest.raises(ValueError, match=words):
        Bundle("main.js", files.__getitem__)


def test_an_exported_page_has_no_file_that_nobody_asks_for():
    page = site.exported_page()
    assert {path for path in page if path.endswith(".js")} == {"main.js", "audio/worklet.js", "embed.js", "offline.js"}
    assert len(page) < 20
    assert {"index.html", "look/tokens.css", "icon.svg"} <= page.keys()
