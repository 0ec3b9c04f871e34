"""Rosin: the sound of things that rub, stick, slip, strike and roll. Physics in, sound out."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rosin.bodies.hand import Hand
    from rosin.bodies.inertial_mass import InertialMass
    from rosin.bodies.mass_spring_damper import MassSpringDamper
    from rosin.bodies.modal import Modal
    from rosin.bodies.wall import Wall
    from rosin.contact import Contact
    from rosin.engine.voice import Voice
    from rosin.engine.wasm import build as build_wasm
    from rosin.errors import FileError, ParameterError, RosinError
    from rosin.gesture import Gesture
    from rosin.interactions.dahl import Dahl
    from rosin.interactions.elasto_plastic import ElastoPlastic
    from rosin.interactions.exponential import Exponential
    from rosin.interactions.hunt_crossley import HuntCrossley
    from rosin.interactions.lugre import LuGre
    from rosin.interactions.power_law import PowerLaw
    from rosin.interactions.stribeck import Stribeck
    from rosin.interactions.stulov import Stulov
    from rosin.interactions.thermal import Thermal
    from rosin.interactions.thermal_table import ThermalTable
    from rosin.rendering import render
    from rosin.sound import Sound
    from rosin.textures.fractal import Fractal
    from rosin.textures.white import White

_HOMES = {
    "Contact": "contact",
    "Gesture": "gesture",
    "Sound": "sound",
    "Voice": "engine.voice",
    "render": "rendering",
    "RosinError": "errors",
    "ParameterError": "errors",
    "FileError": "errors",
}
_KINDS = {"bodies": ("body", "Body"), "interactions": ("interaction", "Interaction"), "textures": ("texture", "Texture")}


def __getattr__(name: str) -> Any:
    """Public names, and every registered body, interaction and texture, loaded when first asked for."""
    if name in _HOMES:
        return getattr(import_module(f"rosin.{_HOMES[name]}"), name)
    if not name.startswith("_") and name[0].isupper():
        for folder, (module, base) in _KINDS.items():
            import_module(f"rosin.{folder}")
            registry = getattr(import_module(f"rosin.{folder}.{module}"), base).registry
            if name in registry:
                return registry[name]
    raise AttributeError(f"module 'rosin' has no attribute {name!r}")
