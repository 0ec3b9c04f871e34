"""genny, physical models in Python and Numba: rubbed modes with the elasto-plastic law, and a bowed string of finite differences."""

import math
from contextlib import ExitStack

from rosin.bench.peers.papers import DECAY_TIME, FREQUENCY, LENGTH, MASS, POSITION, RADIUS, RUBBED, VELOCITY, frequencies
from rosin.bench.peers.peer import Match, Peer
from rosin.bench.peers.python_peers import INSTALL, asking, package_version, started
from rosin.bench.worker import Worker
from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.interactions.exponential import Exponential
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact

RATE, DURATION = 44_100, 2.0
OWN_RATE = 48_000  # at which it always rubs
NORMAL_FORCE, STICKINESS = 0.5, 100.0


class Genny(Peer):
    """genny, in Numba."""

    name = "genny"
    install = INSTALL

    def version(self) -> str:
        """That of the package."""
        return package_version("genny")

    def matches(self, open_things: ExitStack) -> list[Match]:
        """Rubbed modes and the bowed string."""
        worker = started("genny_rounds.py", open_things)
        return [*(self._modes(worker, modes) for modes in (3, 50)), self._string(worker)]

    def _modes(self, worker: Worker, modes: int) -> Match:
        law = {
            "mu_s": RUBBED.static_friction,
            "mu_d": RUBBED.dynamic_friction,
            "v_s": RUBBED.stribeck_velocity,
            "sigma0": RUBBED.bristle_stiffness,
            "sigma1": RUBBED.bristle_damping,
            "sigma2": RUBBED.viscosity,
        }
        tuned = frequencies(modes)
        case = {"frequencies": tuned, "decay_time": DECAY_TIME, "mass": MASS, "velocity": VELOCITY, "normal_force": 1.0, "law": law}
        run = asking(self.name, worker, case | {"what": "rub", "duration": DURATION})
        contact = Contact(exciter=Hand(), interaction=RUBBED, resonator=Modal(frequencies=tuned, decay_times=DECAY_TIME, masses=MASS))
        ours = {f"Modal, {modes} modes, ElastoPlastic": (contact, Gesture(velocity=VELOCITY, normal_force=1.0))}
        notes = ("the same law and modes; played to the end only, not block by block; gives force and velocity besides",)
        return Match(f"elasto-plastic, {modes} rubbed modes", run, ours, notes, DURATION, OWN_RATE)

    def _string(self, worker: Worker) -> Match:
        string = StiffString(length=LENGTH, radius=RADIUS, frequency=FREQUENCY, pickups=(POSITION,))
        inharmonicity = math.pi**2 * string.stiffness_squared() / (string.wave_speed_squared() * LENGTH**2)
        force = NORMAL_FORCE / (string.line_mass() * LENGTH)
        case = {"frequency": FREQUENCY, "inharmonicity": inharmonicity, "rate": RATE, "velocity": VELOCITY, "force": force}
        case |= {"position": POSITION, "stickiness": STICKINESS, "duration": DURATION}
        gesture = Gesture(velocity=VELOCITY, normal_force=NORMAL_FORCE, position=POSITION)
        cells = string.cells(RATE)
        contact = Contact(exciter=Hand(), interaction=Exponential(stickiness=STICKINESS), resonator=string)
        ours = {f"StiffString, {cells} cells, Exponential": (contact, gesture)}
        notes = ("the same smooth curve and as many cells; bowed between two points of the string, ours between four",)
        return Match(f"bowed string of {cells} cells", asking(self.name, worker, case | {"what": "bow"}), ours, notes, DURATION)
