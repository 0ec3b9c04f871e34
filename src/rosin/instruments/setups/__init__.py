"""The setups that Rosin knows: every module of this folder is read, so a new one is one new file."""

import importlib
import pkgutil

for module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{module.name}")
