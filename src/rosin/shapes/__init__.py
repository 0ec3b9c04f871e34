"""Shapes whose modes follow from geometry and material: every module of this folder is read, so a new one is one new file."""

import importlib
import pkgutil

from rosin.shapes.bar import Bar as Bar
from rosin.shapes.bell import Bell as Bell
from rosin.shapes.glass import Glass as Glass
from rosin.shapes.loaded_membrane import LoadedMembrane as LoadedMembrane
from rosin.shapes.materials import Material as Material
from rosin.shapes.membrane import Membrane as Membrane
from rosin.shapes.plate import Plate as Plate
from rosin.shapes.rectangular_membrane import RectangularMembrane as RectangularMembrane
from rosin.shapes.ring import Ring as Ring
from rosin.shapes.round_plate import RoundPlate as RoundPlate
from rosin.shapes.shape import Modes as Modes
from rosin.shapes.shape import Shape as Shape

for module in pkgutil.iter_modules(__path__):
    importlib.import_module(f"{__name__}.{module.name}")
