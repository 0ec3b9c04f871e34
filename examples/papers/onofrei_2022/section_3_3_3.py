"""Onofrei, Fontana and Serafin 2022, section 3.3.3: a haptic device feels plane, walls and friction.

The section maps a pen-shaped device: its tip in the x-z plane is the stick; an elastic plane at y = 0 resists, and its force is the normal
force; above it nothing is felt; two very stiff walls bound z; the tip's velocity along x is the rubbing velocity, and the friction of
the simulation is felt along x. No numbers are printed. Here a simulated device (0.15 kg, motors of 7 N, ticks of 1 ms) is led by a hand
that presses on the plane, leans against both walls, and then rubs the mass of 110 Hz to and fro. Slopes of force over displacement are
the stiffnesses of plane and walls; the friction that is felt is, sample for sample, the one that excites the mass; and a hand never gets
more energy than it has put in, though messages take up to 5 ms each way and one in twenty is lost. Without the passivity controller the
same walls would feed the hand.
"""

import numpy as np
from matplotlib.figure import Figure

from rosin.engine.voice import Voice
from rosin.evidence import Claim, Exhibit, present
from rosin.haptics import simulated
from rosin.haptics.desk import Desk
from rosin.instruments.setups.rubbed_masses import RubbedMasses
from rosin.sound.picture import INK, MIST

RATE = 48_000
ROW = RubbedMasses(decay_time=0.4)
MASS = 2  # the third, of 110 Hz
DESK = Desk(plane=400.0, wall=1500.0, scale=1000.0, masses=ROW.count)
PERFECT, POOR = simulated.Delays(), simulated.Delays(0.0, 0.005, 0.05)
COLOUR = "#c05a2b"


def over(place: float) -> float:
    """Where along z a mass is, m."""
    return float(DESK.left + place / (ROW.count - 1) * (DESK.right - DESK.left))


def pressing(time: float) -> np.ndarray:
    """Slowly down by 10 mm and up again."""
    return np.array([0.0, 0.002 - 0.012 * np.sin(np.pi * time / 2) ** 2, 0.0])


def leaning(time: float) -> np.ndarray:
    """Slowly against one wall and the other, above the plane."""
    return np.array([0.0, 0.01, 0.115 * np.sin(np.pi * time)])


def rubbing(time: float) -> np.ndarray:
    """Down on a mass, and to and fro along x."""
    return np.array([0.02 * np.sin(2 * np.pi * time), 0.002 - 0.012 * min(time / 0.2, 1.0), over(MASS)])


def run(path, line, seconds=2.0, passive=True):
    """What the device did, and the contact's own force, sample by sample."""
    layer = ROW.layers()["stick"]
    contact = simulated.LiveVoice(Voice(layer.contact, RATE, observe="sliding", block=64), positions=True)
    found = simulated.simulate(contact, DESK, path, seconds, line=line, passive=passive)
    return found, np.concatenate(contact.forces[1:])


def slope(displacement: np.ndarray, force: np.ndarray, where: np.ndarray) -> float:
    """N/m."""
    return float(np.polyfit(displacement[where], force[where], 1)[0])


def exhibit() -> Exhibit:
    """Force over displacement on the plane, at the walls and on a mass."""
    (pressed, _), (leant, _), (rubbed, heard) = (run(path, PERFECT) for path in (pressing, leaning, rubbing))
    poor = {path.__name__: run(path, POOR)[0] for path in (pressing, leaning, rubbing)}
    active = run(leaning, simulated.Delays(0.005, 0.005), passive=False)[0]
    depth, beyond = -pressed.places[:, 1], leant.places[:, 2]
    plane = slope(depth, pressed.forces[:, 1], depth > 0.002)
    right = -slope(beyond, leant.forces[:, 2], beyond > DESK.right + 0.001)
    left = -slope(beyond, leant.forces[:, 2], beyond < DESK.left - 0.001)
    felt = [(friction.force, heard[friction.frame]) for friction in rubbed.frictions if friction.frame >= 0]
    apart = max(abs(one - other) for one, other in felt)
    normal = DESK.scale * DESK.plane * np.maximum(-rubbed.places[:, 1], 0)
    air = max(float(np.abs(leant.forces[:, :2]).max()), float(np.abs(pressed.forces[depth < 0]).max()))
    least = min(float(each.energies.min()) for each in (pressed, leant, rubbed, *poor.values()))
    figure = _drawn(pressed, leant, rubbed, heard, poor)
    claims = (
        Claim.near("stiffness of the plane", plane, DESK.plane, 0.01 * DESK.plane, "N/m", paper="elastic"),
        Claim.near("stiffness of the wall at the right", right, DESK.wall, 0.01 * DESK.wall, "N/m", paper="very stiff"),
        Claim.near("stiffness of the wall at the left", left, DESK.wall, 0.01 * DESK.wall, "N/m", paper="very stiff"),
        Claim("force above the plane and between the walls", air, 0, 0, "N", "no feedback is felt"),
        Claim("largest distance of the friction felt from the friction heard", apart, 0, 1e-9, "N", "the same force"),
        Claim("largest friction over normal force", float(np.abs(heard).max() / normal.max()), 0.5, 1.0, "", "at most 1 (3)"),
        Claim("least energy of the port, with delays and losses too", least, -1e-6, np.inf, "J"),
        Claim("least energy without the controller, 5 ms late", float(active.energies.min()), -np.inf, -1e-3, "J"),
    )
    return Exhibit(claims, figure)


def _drawn(pressed, leant, rubbed, heard, poor) -> Figure:
    figure = Figure(figsize=(10, 6.4), layout="constrained")
    (plane, walls), (mass, energy) = figure.subplots(2, 2)
    for axis, runs, along, sign in (
        (plane, (pressed, poor["pressing"]), 1, -1),
        (walls, (leant, poor["leaning"]), 2, 1),
    ):
        for each, colour, width, words in zip(runs, (INK, COLOUR), (1.6, 0.7), ("at once", "up to 5 ms late, 5 % lost"), strict=True):
            axis.plot(1e3 * sign * each.places[:, along], each.forces[:, along], color=colour, linewidth=width, label=words)
    plane.set(xlabel="depth below y = 0 / mm", ylabel="force along y / N", title="the plane")
    walls.set(xlabel="z / mm", ylabel="force along z / N", title="the walls")
    mass.plot(1e3 * rubbed.places[:, 0], rubbed.forces[:, 0], color=INK, linewidth=0.7, label="felt")
    mass.set(xlabel="x / mm", ylabel="force along x / N", title="a mass of 110 Hz, rubbed to and fro")
    for name, each in poor.items():
        energy.plot(each.times, 1e3 * each.energies.sum(axis=1), label=name)
    energy.set(xlabel="time / s", ylabel="energy put in by the hand / mJ", title="with delays and losses")
    for axis in (plane, walls, mass, energy):
        axis.grid(color=MIST)
        axis.legend(frameon=False, fontsize=8)
    return figure


if __name__ == "__main__":
    present(exhibit(), __file__)
