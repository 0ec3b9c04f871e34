"""`rosin models`: what sounds are made of."""

import sys
from typing import TYPE_CHECKING

from rosin import KINDS, parts_of
from rosin.model.errors import unknown

if TYPE_CHECKING:
    from rosin.model.part import Part


def models(name: str | None = None, /) -> None:
    """List bodies, interactions, textures, shapes, soundboxes and setups; with a NAME, its parameters with units, limits and defaults.

    Parameters
    ----------
    name
        One of the listed names.
    """
    from rich.console import Console

    known = {folder.rpartition(".")[2]: dict(parts_of(folder)) for folder in KINDS}
    console = Console(soft_wrap=True)
    if name is None:
        for kind, registry in known.items():
            console.print(f"[bold]{kind}[/bold]")
            for entry, model in sorted(registry.items()):
                console.print(f"  {entry:20} {_summary(model)}", highlight=False, markup=False)
        return
    merged = {entry: model for registry in known.values() for entry, model in registry.items()}
    if name not in merged:
        raise unknown("model", name, merged)
    console.print(_page(name, merged[name]), highlight=False, markup=False)


def _summary(model: type["Part"]) -> str:
    return (model.__doc__ or "").strip().split("\n")[0]


def _page(name: str, model: type["Part"]) -> str:
    lines = [f"{name}: {_summary(model)}", "", (sys.modules[model.__module__].__doc__ or "").strip(), ""]
    lines += [f"  {line}" for line in model.sheet()]
    observed = getattr(model, "observes", ())
    return "\n".join([*lines, f"  traces of its own: {', '.join(observed)}"] if observed else lines)
