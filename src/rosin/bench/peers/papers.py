"""The papers' own algorithms, written out plainly in C (papers.c): the same equations as ours, so the same sound.

Modes under a hand by the K method and Newton's iteration (Avanzini et al. 2003), and the stiff string of Willemsen et al. 2019,
Algorithm 1, with its errata. What either plays differs from ours by rounding alone, over seconds.
"""

import math
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from rosin.bench.machine import version_of
from rosin.bench.peers.compiled import Playing, compiled
from rosin.bench.peers.peer import Match, Peer
from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact

RATE, DURATION = 44_100, 2.0
RUBBED = ElastoPlastic(bristle_stiffness=1e4, bristle_damping=1.0, viscosity=0.4, static_friction=0.8, dynamic_friction=0.3)
BOWED = RUBBED.replace(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0)
DECAY_TIME, MASS, VELOCITY = 0.3, 0.05, 0.1
FREQUENCY, LENGTH, RADIUS, DENSITY, YOUNG = 196.0, 1.0, 5e-4, 7850.0, 2e11  # Willemsen et al. 2019, table 1, with c = 2 f L
DAMPING, FREQUENCY_DAMPING, POSITION = 1.0, 5e-3, 0.25
TENSION = DENSITY * math.pi * RADIUS**2 * (2 * FREQUENCY * LENGTH) ** 2
SAME = ("the same sound to rounding; ours also looks after noise, moving hands and steps that do not converge",)


def frequencies(modes: int) -> tuple[float, ...]:
    """Mode frequencies in Hz."""
    return tuple(300.0 + 170.0 * mode for mode in range(modes))


def _law(law: ElastoPlastic, normal_force: float) -> tuple[float, ...]:
    constants = (law.bristle_stiffness, law.bristle_damping, law.viscosity, law.static_friction, law.dynamic_friction)
    return (VELOCITY, normal_force, *constants, law.stribeck_velocity, law.breakaway)


class Papers(Peer):
    """The papers in plain C."""

    name = "plain C"
    install = "apt-get install gcc libc6-dev"

    def version(self) -> str:
        """That of the compiler."""
        found = version_of("gcc")
        return found and f"gcc {found}"

    def matches(self, open_things: ExitStack) -> list[Match]:
        """Rubbed modes and the bowed string."""
        library = compiled(Path(open_things.enter_context(TemporaryDirectory())), "papers.c")
        return [*(self._modes(library, modes) for modes in (3, 10, 50)), self._string(library)]

    def _modes(self, library: Any, modes: int) -> Match:
        tuned, rate = frequencies(modes), float(RATE)
        values = (rate, modes, np.array(tuned), DECAY_TIME, MASS, *_law(RUBBED, 1.0))
        run = Playing(self.name, library.rub, round(DURATION * RATE), *values)
        plate = Modal(frequencies=tuned, decay_times=DECAY_TIME, masses=MASS, integrator="bilinear")
        contact = Contact(exciter=Hand(), interaction=RUBBED, resonator=plate)
        ours = {f"Modal, {modes} modes, ElastoPlastic": (contact, Gesture(velocity=VELOCITY, normal_force=1.0))}
        return Match(f"K method, {modes} rubbed modes", run, ours, SAME, DURATION)

    def _string(self, library: Any) -> Match:
        string = (LENGTH, RADIUS, DENSITY, YOUNG, FREQUENCY, DAMPING, FREQUENCY_DAMPING, POSITION)
        values = (float(RATE), *string, *_law(BOWED, 5.0))
        run = Playing(self.name, library.bow, round(DURATION * RATE), *values)
        stiff = StiffString(
            length=LENGTH,
            radius=RADIUS,
            density=DENSITY,
            youngs_modulus=YOUNG,
            tension=TENSION,
            damping=DAMPING,
            frequency_damping=FREQUENCY_DAMPING,
            pickups=(POSITION,),
        )
        gesture = Gesture(velocity=VELOCITY, normal_force=5.0, position=POSITION)
        ours = {
            f"StiffString, {stiff.cells(RATE)} cells, ElastoPlastic": (Contact(exciter=Hand(), interaction=BOWED, resonator=stiff), gesture)
        }
        return Match(f"Algorithm 1, string of {stiff.cells(RATE)} cells", run, ours, SAME, DURATION)
