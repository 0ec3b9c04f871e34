"""`rosin models`: what sounds are made of."""

import sys
from importlib import import_module
from typing import TYPE_CHECKING

from rosin.model.errors import unknown

if TYPE_CHECKING:
    from rosin.model.part import Part

KINDS = {
    "bodies": "body:Body",
    "interactions": "interaction:Interaction",
    "textures": "texture:Texture",
    "shapes": "shape:Shape",
    "soundboxes": "soundbox:Soundbox",
    "instruments.setups": "setup:Setup",
}


def models(name: str | None = None, /) -> None:
    """List bodies, interactions, textures, shapes, soundboxes and setups; with a NAME, its parameters with units, limits and defaults.

    Parameters
    ----------
    name
        One of the listed names.
    """
    from rich.console import Console

    known = _registries()
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


def _registries() -> dict[str, dict[str, type["Part"]]]:
    found = {}
    for folder, place in KINDS.items():
        module, _, kind = place.partition(":")
        import_module(f"rosin.{folder}")
        found[folder.rpartition(".")[2]] = dict(getattr(import_module(f"rosin.{folder}.{module}"), kind).registry)
    return found


def _summary(model: type["Part"]) -> str:
    return (model.__doc__ or "").strip().split("\n")[0]


def _page(name: str, model: type["Part"]) -> str:
    lines = [f"{name}: {_summary(model)}", "", (sys.modules[model.__module__].__doc__ or "").strip(), ""]
    lines += [f"  {line}" for line in model.sheet()]
    observed = getattr(model, "observes", ())
    return "\n".join([*lines, f"  traces of its own: {', '.join(observed)}"] if observed else lines)
