"""The rubbed mass of figure 3 of Onofrei, Fontana and Serafin 2022. Signs as in the paper: v_rel of the mass against the stick."""

import numpy as np

from rosin import Contact, Exponential, Gesture, Hand, MassSpringDamper, Sound, render

RATE = 44_100
MASS, STIFFNESS, STICKINESS = 1.0, 4.2992e6, 100.0  # kg, N/m, s^2/m^2
FORCE, SPEED = 3000.0, 0.1  # of the stick: N, m/s
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def friction_share(velocity: np.ndarray, stickiness: float = STICKINESS) -> np.ndarray:
    """(3)."""
    share: np.ndarray = np.sqrt(2 * stickiness) * velocity * np.exp(0.5 - stickiness * velocity**2)
    return share


def rubbed(duration: float, damping: float = 0.0, sample_rate: int = RATE) -> Sound:
    """The mass from rest under the stick: its displacement, with v_rel, F_fr (as `-relative_velocity`, `-force`) and the energies."""
    contact = Contact(Hand(), Exponential(STICKINESS), MassSpringDamper(MASS, STIFFNESS, damping))
    gesture = Gesture(velocity=SPEED, normal_force=FORCE)
    record = ("relative_velocity", "force", *ENERGIES)
    return render(contact, gesture, duration=duration, sample_rate=sample_rate, output="displacement", record=record)
