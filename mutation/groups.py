"""What is mutated, and the tests that must notice."""

from pathlib import Path
from typing import NamedTuple

SOURCE = Path("src/rosin")


class Group(NamedTuple):
    """Files, and tests of them."""

    files: tuple[str, ...]
    tests: tuple[str, ...]

    @property
    def paths(self) -> list[Path]:
        """The files that there are."""
        return sorted(path for pattern in self.files for path in SOURCE.glob(pattern))


GROUPS = {
    "solver": Group(
        ("kernels/solver.py", "interactions/elasto_plastic/implicit.py", "interactions/elasto_plastic/falling.py"),
        ("tests/test_searches.py", "tests/test_bristle.py", "tests/test_curves.py", "tests/test_slopes.py", "tests/test_torture.py"),
    ),
    "laws": Group(
        ("interactions/*.py", "interactions/elasto_plastic/*.py"),
        (
            "tests/test_searches.py",
            "tests/test_bristle.py",
            "tests/test_curves.py",
            "tests/test_impact.py",
            "tests/test_hammer.py",
            "tests/test_slopes.py",
            "tests/test_energy.py",
            "tests/test_loaded_bristles.py",
            "tests/test_torture.py",
            "tests/test_registry.py",
            "tests/test_live_update.py",
            "tests/scenes/test_sleeping.py",
        ),
    ),
    "scenes": Group(
        (
            "engine/scenes/at_once.py",
            "engine/scenes/coupling.py",
            "engine/scenes/tangents.py",
            "engine/scenes/groups.py",
            "engine/scenes/joints.py",
        ),
        ("tests/scenes/test_ports_of_passes.py", "tests/scenes"),
    ),
}
