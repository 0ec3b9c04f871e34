"""What maps need beside Rosin itself, and how to get it."""

from importlib import import_module
from typing import Any

from rosin.model.errors import RosinError

WHY = {
    "xarray": "Sweeps are xarray datasets",
    "zarr": "Results are kept on disk by zarr",
    "distributed": "A cluster is reached by dask",
    "SALib": "Sensitivities are computed by SALib",
    "pyarrow": "Tables of a dataset are parquet files, which pyarrow writes",
}


def needed(name: str) -> Any:
    """A package of the extra, or how to get it."""
    try:
        return import_module(name)
    except ImportError:
        raise RosinError(f"{WHY[name]}, which is not installed; get it with: pip install 'rosin[maps]'") from None
