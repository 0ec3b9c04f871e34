"""The string and the friction of table 1 of Willemsen et al. 2019, as printed, and with one value changed so that it sounds."""

import numpy as np

from rosin import Contact, ElastoPlastic, Gesture, Hand, Sound, StiffString, render
from rosin.evidence import equations

RATE = 44_100
DENSITY, RADIUS = 7850.0, 5e-4
TUNING = {"G3": 196.0, "D4": 293.66, "A4": 440.0, "E5": 659.26}  # Hz
PLACE, SPEED = 0.25, 0.1  # of the bow: share of the string, m/s

AS_PRINTED = ElastoPlastic(
    bristle_stiffness=1e4,
    bristle_damping=0.1,
    viscosity=0.4,
    static_friction=0.8,
    dynamic_friction=0.3,
    stribeck_velocity=0.1,
    breakaway=0.7,
)
LAWS = {
    "as printed": AS_PRINTED,
    "without viscosity, s2 = 0": AS_PRINTED.replace(viscosity=0.0),
    "stiffer bristles, s0 = 1e5 N/m": AS_PRINTED.replace(bristle_stiffness=1e5),
}
SOFT = (
    "With table 1 as printed there is no Helmholtz motion in tune: bristles answer within z_ss / v = 2.4 ms, a period of 440 Hz, so that "
    "the string hardly feels how friction falls with speed, and s2 takes away most of what is left (table_1 has the formula). A plain C "
    "translation of the paper's algorithm agrees. s2 = 0, or s0 = 1e5 N/m, restores what the paper shows."
)
PRINTED_INK, CHANGED_INK = "#c05a2b", "#1f3a5f"


def steady_bristle(velocity: np.ndarray, force: float) -> np.ndarray:
    """z_ss of (7), in m, at velocities (m/s) and a normal force (N)."""
    return np.sign(velocity) * np.vectorize(lambda v: equations.steady_bristle(AS_PRINTED, v, force))(velocity)


def string(frequency: float, length: float = 1.0, pickups: tuple[float, ...] = (PLACE,)) -> StiffString:
    """The string of table 1, with its wave speed as it must read, c = 2 f_0 L."""
    wave_speed = 2 * frequency * length
    return StiffString(
        length=length,
        radius=RADIUS,
        density=DENSITY,
        youngs_modulus=2e11,
        tension=wave_speed**2 * DENSITY * np.pi * RADIUS**2,
        damping=1.0,
        frequency_damping=5e-3,
        pickups=pickups,
    )


def bowed(
    law: ElastoPlastic, frequency: float, force: float, duration: float, pickups: tuple[float, ...] = (PLACE,), output: str = "velocity"
) -> Sound:
    """The string under a bow that is at full speed and force from the first sample; without the noise s3 w."""
    contact = Contact(exciter=Hand(), interaction=law, resonator=string(frequency, pickups=pickups))
    gesture = Gesture(velocity=SPEED, normal_force=force, position=PLACE)
    return render(
        contact,
        gesture,
        duration=duration,
        sample_rate=RATE,
        output=output,
        record=("relative_velocity", "force"),
        silence_is_told=False,
    )
