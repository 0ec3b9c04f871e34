"""A bow has width: hairs side by side cannot all stick (Pitteroff and Woodhouse, Acustica 84, 1998).

In Helmholtz motion the string moves, while it sticks, at a speed that grows with the distance x from the bridge, v_b x / x_0, where
x_0 is where the bow holds it. A ribbon of hair moves at one speed v_b. So hairs on the bridge's side must slide ahead of the string
and those on the other side fall behind it, by

    d(x) = v_b (1 - x / x_0) T_stick

in each period: differential slipping. The ribbon bends the string's motion a little its own way, so that they slide less than that,
and its width smooths the ripple that runs between bow and bridge. Here it is five hairs, each with a fifth of the force, of the
stiffness of hair and of bristles.
"""

import numpy as np
from matplotlib.figure import Figure

from rosin import Bow, Gesture, Heard, Scene, Touch, render
from rosin.analysis import motion
from rosin.evidence import Claim, Exhibit, present
from rosin.instruments.strings import StringData

RATE = 96_000
CELLO_D = StringData.preset("cello D")
SPEED, FORCE, PLACE = 0.1, 1.3, 0.12
CUT = 0.06  # m/s: great slips are cut there in the picture
WIDTH = 0.012  # m, of the ribbon


def bowed(hairs: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Bridge force, and the velocity of each hair against the string, of a second under a ribbon of so many hairs."""
    spread = np.linspace(-0.5, 0.5, hairs) if hairs > 1 else np.zeros(1)
    places = PLACE + spread * WIDTH / CELLO_D.length
    law = CELLO_D.rosin.replace(
        bristle_stiffness=CELLO_D.rosin.bristle_stiffness / hairs, bristle_damping=CELLO_D.rosin.bristle_damping / hairs
    )
    hair = Bow(stiffness=Bow().stiffness / hairs, damping=Bow().damping / hairs)
    names = [f"hair {number + 1}" for number in range(hairs)]
    scene = Scene(
        bodies=dict.fromkeys(names, hair) | {"string": CELLO_D.stiff()},
        contacts={name: Touch(name, "string", law, at=(0, place)) for name, place in zip(names, places, strict=True)},
        heard={"string": Heard(output="bridge_force")},
    )
    hand = Gesture(velocity=[(0, 0), (0.05, SPEED)], normal_force=FORCE / hairs)
    record = [f"{name}.relative_velocity" for name in names]
    gestures = {name: hand.replace(position=place) for name, place in zip(names, places, strict=True)}
    sound = render(scene, gestures, duration=1.0, sample_rate=RATE, record=record)
    return sound.audio[0], {name: sound.traces[f"{name}.relative_velocity"] for name in names}


def slid(velocity: np.ndarray, slip: np.ndarray) -> float:
    """How far a hair slides in a period outside the great slips, m."""
    periods = CELLO_D.frequency * len(velocity) / RATE
    return float(velocity[~slip].sum() / RATE / periods)


def exhibit() -> Exhibit:
    """The small slips of five hairs, the force at the bridge, and how far each hair slides between great slips."""
    period = RATE / CELLO_D.frequency
    shown, judged = slice(-round(2.5 * period), None), slice(-round(40 * period), None)
    point, single = bowed(1)
    (alone,) = single.values()
    bridge, hairs = bowed(5)
    middle = hairs["hair 3"]
    seen = motion(middle, RATE, frequency=CELLO_D.frequency, velocity=SPEED, position=PLACE)
    figure = Figure(figsize=(15, 4.5), layout="constrained")
    moving, forces, way = figure.subplots(1, 3)
    time = 1000 * np.arange(-len(middle[shown]), 0) / RATE
    for number, (name, velocity) in enumerate(hairs.items()):
        moving.plot(time, np.clip(velocity[shown], -CUT, CUT) + 2 * CUT * number, label=name)
    moving.plot(time, np.clip(alone[shown], -CUT, CUT) - 2 * CUT, color="grey", label="a single hair")
    moving.set(xlabel="ms", ylabel="hair - string, m/s, one above the other", title="Small slips, bridge's side at the bottom")
    moving.legend(loc="upper right", fontsize=8)
    forces.plot(time, point[shown], color="grey", label="a single hair")
    forces.plot(time, bridge[shown], label="five hairs on 12 mm")
    forces.set(xlabel="ms", ylabel="bridge force, N", title="The ripple between bow and bridge is smoothed")
    forces.legend(fontsize=8)
    slip = np.convolve(middle[judged] > 3 * SPEED, np.ones(round(0.06 * period)), "same") > 0
    places = 1000 * np.linspace(-0.5, 0.5, 5) * WIDTH
    measured = 1e6 * np.array([slid(velocity[judged], slip) for velocity in hairs.values()])
    stick = (1 - slip.mean()) / CELLO_D.frequency
    ideal = -1e6 * SPEED * stick * places / 1000 / (PLACE * CELLO_D.length)
    way.plot(places, measured, "o", label="simulated")
    way.plot(places, ideal, label="ideal: v_b (1 - x / x_0) T_stick")
    way.set(xlabel="from the middle of the ribbon, mm (bridge to the left)", ylabel="slid between great slips, µm a period")
    way.set_title("Differential slipping")
    way.legend()
    claims = [
        Claim.near("slip speed of the middle hair", seen.slip_speed, SPEED * (1 - PLACE) / PLACE, 0.05, "m/s"),
        Claim("slid by the hair next to the bridge, over the ideal", measured[0] / ideal[0], 0.5, 1.0),
        Claim("slid by the hair next to the nut, over the ideal", measured[-1] / ideal[-1], 0.5, 1.0),
    ]
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
