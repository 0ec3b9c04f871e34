"""A function read by itself is the one that stands in its file, line for line."""

import ast
from pathlib import Path

import pytest

import rosin.kernels.modes
from rosin.compiler import source

ODD = '''def first(a): return a


def second(
    a,
    b=(
1,
    ),
) -> float:
    """Words

that are less indented.
    """
    # and a comment

# here, too
    return a * len(b)
class Holder:
    @staticmethod
    @property
    def third(
        self,
    ):
        def fourth(): return """
x"""

        return fourth  # \\
    def fifth(self):
        if self:
            return 1

        else:
            return 2
    other = 1
if True:
    def sixth():
        return [
    1]
else:
    def sixth(): pass
def last():
    return 1'''


@pytest.mark.parametrize("text", [ODD, Path(rosin.kernels.modes.__file__).read_text()], ids=["odd", "kernels"])
def test_a_function_alone_is_that_of_its_file(text, tmp_path):
    (tmp_path / "some.py").write_text(text)
    read = source._Source(str(tmp_path / "some.py"))
    assert len(read.trees) >= 5
    for line, tree in read.trees.items():
        assert ast.dump(read.alone(line), include_attributes=True) == ast.dump(tree, include_attributes=True)


def test_where_no_function_is_none_is_found(tmp_path):
    (tmp_path / "some.py").write_text(ODD)
    read = source._Source(str(tmp_path / "some.py"))
    places = [read.lines.index(line) + 1 for line in ("class Holder:\n", "    other = 1\n")]
    assert [read.alone(line) for line in (*places, 1000)] == [None] * 3
    (tmp_path / "none.py").write_text("")
    assert source._Source(str(tmp_path / "none.py")).alone(1) is None
