"""pysdt, the Sound Design Toolkit in Python: a free mass rubs modes, with the numbers of the toolkit's own help file."""

from contextlib import ExitStack

import numpy as np

from rosin.bench.peers.peer import Match, Peer
from rosin.bench.peers.python_peers import INSTALL, asking, package_version, started
from rosin.bodies.inertial_mass import InertialMass
from rosin.bodies.modal import Modal
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact

RATE, DURATION = 44_100, 0.5
MASS, FORCE, SWING = 0.01, 3.0, 2.0  # kg, N, Hz
NORMAL_FORCE, DECAY_TIME, MODAL_MASS = 0.5, 0.03, 1.0
LAW = ElastoPlastic(
    bristle_stiffness=500.0,
    bristle_damping=20.0,
    viscosity=14.0,
    static_friction=0.95,
    dynamic_friction=0.15,
    stribeck_velocity=0.1,
    breakaway=0.2,
)
NOTES = (
    "the force follows from the last sample and is halved until no energy is gained; ours solves this sample's",
    "called from Python sample by sample",
)


class Pysdt(Peer):
    """pysdt, C behind Python."""

    name = "pysdt"
    install = INSTALL

    def version(self) -> str:
        """That of the package."""
        return package_version("pysdt")

    def matches(self, open_things: ExitStack) -> list[Match]:
        """A few modes, and many."""
        worker = started("pysdt_rounds.py", open_things)
        time = np.arange(round(DURATION * RATE)) / RATE
        gesture = Gesture(force=FORCE * np.sin(2 * np.pi * SWING * time), normal_force=NORMAL_FORCE)
        friction = {
            "normal_force": NORMAL_FORCE,
            "static_coefficient": LAW.static_friction,
            "dynamic_coefficient": LAW.dynamic_friction,
            "stribeck_velocity": LAW.stribeck_velocity,
            "break_away": LAW.breakaway,
            "stiffness": LAW.bristle_stiffness,
            "dissipation": LAW.bristle_damping,
            "viscosity": LAW.viscosity,
            "noisiness": 0.0,
        }
        case = {
            "rate": RATE,
            "duration": DURATION,
            "mass": MASS,
            "force": FORCE,
            "swing": SWING,
            "decay_time": DECAY_TIME,
            "friction": friction,
        }
        found = []
        for modes in (3, 50):
            tuned = [500.0 + 400.0 * mode for mode in range(modes)]
            plate = Modal(frequencies=tuple(tuned), decay_times=DECAY_TIME, masses=MODAL_MASS)
            contact = Contact(exciter=InertialMass(mass=MASS), interaction=LAW, resonator=plate)
            ours = {f"InertialMass, ElastoPlastic, Modal of {modes}": (contact, gesture)}
            run = asking(self.name, worker, case | {"frequencies": tuned})
            found.append(Match(f"friction of a mass on {modes} modes", run, ours, NOTES, DURATION))
        return found
