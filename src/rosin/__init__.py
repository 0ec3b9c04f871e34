"""Rosin: the sound of things that rub, stick, slip, strike and roll. Physics in, sound out."""

import os
from collections.abc import MutableMapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rosin.bodies.bow import Bow as Bow
    from rosin.bodies.hammer import Hammer as Hammer
    from rosin.bodies.hand import Hand as Hand
    from rosin.bodies.inertial_mass import InertialMass as InertialMass
    from rosin.bodies.mass_spring_damper import MassSpringDamper as MassSpringDamper
    from rosin.bodies.modal import Modal as Modal
    from rosin.bodies.modal.dense_modes import DenseModes as DenseModes
    from rosin.bodies.modal.tube import Tube as Tube
    from rosin.bodies.rim import Rim as Rim
    from rosin.bodies.rolling_ball import RollingBall as RollingBall
    from rosin.bodies.rolling_wheel import RollingWheel as RollingWheel
    from rosin.bodies.sliding_wheel import SlidingWheel as SlidingWheel
    from rosin.bodies.stiff_string import StiffString as StiffString
    from rosin.bodies.stretching_modes import StretchingModes as StretchingModes
    from rosin.bodies.wall import Wall as Wall
    from rosin.bodies.waveguide_string import WaveguideString as WaveguideString
    from rosin.engine.voice import Voice as Voice
    from rosin.fitting.fit import Fit as Fit
    from rosin.fitting.fit import fit as fit
    from rosin.fitting.rubbed.fit import RubbedFit as RubbedFit
    from rosin.fitting.rubbed.fit import fit_rubbed as fit_rubbed
    from rosin.instruments.catalogue import instrument_names as instrument_names
    from rosin.instruments.instrument import Instrument as Instrument
    from rosin.instruments.opening import instrument as instrument
    from rosin.instruments.setups.assembly import Assembly as Assembly
    from rosin.instruments.setups.bowed_strings import BowedStrings as BowedStrings
    from rosin.instruments.setups.door import Door as Door
    from rosin.instruments.setups.fretted_string import FrettedString as FrettedString
    from rosin.instruments.setups.glass_armonica import GlassArmonica as GlassArmonica
    from rosin.instruments.setups.hurdy_gurdy import HurdyGurdy as HurdyGurdy
    from rosin.instruments.setups.one_contact import OneContact as OneContact
    from rosin.instruments.setups.piano_note import PianoNote as PianoNote
    from rosin.instruments.setups.rattle import Rattle as Rattle
    from rosin.instruments.setups.rubbed_masses import RubbedMasses as RubbedMasses
    from rosin.instruments.setups.sitar import Sitar as Sitar
    from rosin.instruments.setups.string_on_body import StringOnBody as StringOnBody
    from rosin.instruments.setups.tanpura import Tanpura as Tanpura
    from rosin.instruments.setups.wheel import Wheel as Wheel
    from rosin.instruments.setups.wineglass import Wineglass as Wineglass
    from rosin.interactions.dahl import Dahl as Dahl
    from rosin.interactions.elasto_plastic import ElastoPlastic as ElastoPlastic
    from rosin.interactions.exponential import Exponential as Exponential
    from rosin.interactions.hunt_crossley import HuntCrossley as HuntCrossley
    from rosin.interactions.loaded_bristles import LoadedBristles as LoadedBristles
    from rosin.interactions.lugre import LuGre as LuGre
    from rosin.interactions.power_law import PowerLaw as PowerLaw
    from rosin.interactions.stribeck import Stribeck as Stribeck
    from rosin.interactions.stulov import Stulov as Stulov
    from rosin.interactions.thermal import Thermal as Thermal
    from rosin.interactions.thermal_table import ThermalTable as ThermalTable
    from rosin.maps.sweep import sweep as sweep
    from rosin.model.errors import FileError as FileError
    from rosin.model.errors import ParameterError as ParameterError
    from rosin.model.errors import RosinError as RosinError
    from rosin.playing.gesture import Gesture as Gesture
    from rosin.rooms.room import Room as Room
    from rosin.scenes.contact import Contact as Contact
    from rosin.scenes.joint import Rigid as Rigid
    from rosin.scenes.joint import Spring as Spring
    from rosin.scenes.scene import Heard as Heard
    from rosin.scenes.scene import Scene as Scene
    from rosin.scenes.scene import Touch as Touch
    from rosin.shapes.bar import Bar as Bar
    from rosin.shapes.bell import Bell as Bell
    from rosin.shapes.glass import Glass as Glass
    from rosin.shapes.loaded_membrane import LoadedMembrane as LoadedMembrane
    from rosin.shapes.membrane import Membrane as Membrane
    from rosin.shapes.plate import Plate as Plate
    from rosin.shapes.rectangular_membrane import RectangularMembrane as RectangularMembrane
    from rosin.shapes.ring import Ring as Ring
    from rosin.shapes.round_plate import RoundPlate as RoundPlate
    from rosin.sound.many import render_many as render_many
    from rosin.sound.output.chain import OutputChain as OutputChain
    from rosin.sound.rendering import render as render
    from rosin.sound.sound import Sound as Sound
    from rosin.soundboxes.impulse_response import ImpulseResponse as ImpulseResponse
    from rosin.soundboxes.modal_box import ModalBox as ModalBox
    from rosin.textures.fractal import Fractal as Fractal
    from rosin.textures.white import White as White

# NumPy's threads go to sleep when they have nothing to do, where they would spin for some 30 ms after each of its calls and at its import
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "10")  # 2^10 cycles

_HOMES = {
    "Contact": "scenes.contact",
    "Scene": "scenes.scene",
    "Touch": "scenes.scene",
    "Heard": "scenes.scene",
    "Rigid": "scenes.joint",
    "Spring": "scenes.joint",
    "Gesture": "playing.gesture",
    "Sound": "sound.sound",
    "Voice": "engine.voice",
    "render": "sound.rendering",
    "render_many": "sound.many",
    "Instrument": "instruments.instrument",
    "instrument": "instruments.opening",
    "instrument_names": "instruments.catalogue",
    "fit": "fitting.fit",
    "Fit": "fitting.fit",
    "fit_rubbed": "fitting.rubbed.fit",
    "RubbedFit": "fitting.rubbed.fit",
    "sweep": "maps.sweep",
    "DenseModes": "bodies.modal.dense_modes",
    "Tube": "bodies.modal.tube",
    "OutputChain": "sound.output.chain",
    "Room": "rooms.room",
    "RosinError": "model.errors",
    "ParameterError": "model.errors",
    "FileError": "model.errors",
}
KINDS = {  # of parts: the folder of each, and the module and the class that it starts from
    "bodies": ("body", "Body"),
    "interactions": ("interaction", "Interaction"),
    "textures": ("texture", "Texture"),
    "shapes": ("shape", "Shape"),
    "soundboxes": ("soundbox", "Soundbox"),
    "instruments.setups": ("setup", "Setup"),
}


__all__ = [
    *_HOMES,
    *("Bow", "Hammer", "Hand", "InertialMass", "MassSpringDamper", "Modal", "Rim", "RollingBall", "RollingWheel", "SlidingWheel"),
    *("StiffString", "StretchingModes", "Wall", "WaveguideString"),
    *("Dahl", "ElastoPlastic", "Exponential", "HuntCrossley", "LoadedBristles", "LuGre", "PowerLaw", "Stribeck", "Stulov"),
    *("Thermal", "ThermalTable"),
    *("Fractal", "White"),
    *("ImpulseResponse", "ModalBox"),
    *("Bar", "Bell", "Glass", "LoadedMembrane", "Membrane", "Plate", "RectangularMembrane", "Ring", "RoundPlate"),
    *(
        "Assembly",
        "BowedStrings",
        "Door",
        "FrettedString",
        "GlassArmonica",
        "HurdyGurdy",
        "OneContact",
        "PianoNote",
        "Rattle",
        "RubbedMasses",
    ),
    *("Sitar", "StringOnBody", "Tanpura", "Wheel", "Wineglass"),
]


def parts_of(folder: str) -> MutableMapping[str, Any]:
    """Every registered part of a kind, by name, those from outside the package too."""
    module, base = KINDS[folder]
    registry: MutableMapping[str, Any] = getattr(import_module(f"rosin.{folder}.{module}"), base).registry
    return registry


def _part(name: str) -> Any:
    """A registered part: one that lies in the file of its name, else one from outside."""
    modules = import_module("rosin.model.registry").modules
    for folder in KINDS:
        if name.lower() in modules(f"rosin.{folder}") and name in parts_of(folder):
            return parts_of(folder)[name]
    known = {other: part for folder in KINDS for other, part in parts_of(folder).items()}
    if name in known:
        return known[name]
    raise AttributeError(str(import_module("rosin.model.errors").unknown("rosin name", name, {*_HOMES, *known})))


def __getattr__(name: str) -> Any:
    """Public names, and every registered part, loaded when first asked for."""
    if name == "__version__":
        return import_module("importlib.metadata").version("rosin")
    if name in _HOMES:
        return getattr(import_module(f"rosin.{_HOMES[name]}"), name)
    if not name.startswith("_") and name[0].isupper():
        return _part(name)
    raise AttributeError(f"module 'rosin' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})
