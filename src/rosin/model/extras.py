"""Packages that only some of Rosin needs: what is asked of them, and how to get them."""

from importlib import import_module

from rosin.model.errors import RosinError

EXTRAS = {
    "matplotlib": ("Pictures need Matplotlib", "plot"),
    "mido": ("MIDI files need mido", "midi"),
    "xarray": ("Sweeps are datasets of xarray", "maps"),
    "zarr": ("Results of sweeps are kept by zarr", "maps"),
    "distributed": ("Clusters are reached by dask.distributed", "maps"),
    "SALib": ("Sensitivities are computed by SALib", "maps"),
    "pyarrow": ("Tables of datasets are written by pyarrow", "maps"),
}


def need(package: str) -> None:
    """Raise RosinError where a package is not installed; called before any work is done that would need it."""
    try:
        import_module(package)
    except ImportError:
        words, extra = EXTRAS[package]
        raise RosinError(f'{words}, which is not installed: pip install "rosin[{extra}]".') from None
