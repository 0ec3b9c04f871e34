"""What exports for programs that are patched or written (Pure Data, Csound, SuperCollider) have in common."""

from pathlib import Path

from rosin.export.library import Library
from rosin.export.platforms import here
from rosin.model.errors import ParameterError, RosinError


def headers(library: Library, name: str, package: str, *folders: str) -> tuple[str, ...]:
    """The options by which a compiler finds the header of such a program, which a package of Debian has, in its folders."""
    if library.platform != here():
        raise ParameterError(f"Exports that need {name} are for this machine alone, not for {library.platform.name}.")
    if not Path(folders[0], name).exists():
        raise RosinError(f"This export needs {name} in {folders[0]}: apt-get install {package}.")
    return tuple(f"-I{folder}" for folder in folders)


def played(library: Library) -> list[tuple[str, float]]:
    """Controls that make it sound, for examples."""
    hands = [control for control in library.exported.controls if control.group == "hands"]
    return [(control.symbol, 0.4 * control.high) for control in hands if control.symbol.endswith(("velocity", "normal_force"))]
