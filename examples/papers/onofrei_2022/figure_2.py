"""Onofrei, Fontana and Serafin 2022, figure 2: the friction characteristic.

The figure plots (3) for several a, from nearly viscous where a is small to nearly discontinuous where it is large. Here a stick passes a
mass too heavy to move, from -0.5 to 0.5 m/s, and its friction over the normal force is read. It never exceeds 1, as the proof of stability
asks, and peaks at 1 / sqrt(2 a) m/s. The values of a are ours. The text gives v_rel in m; it is in m/s.
"""

import numpy as np
from _rubbed_mass import RATE, friction_share
from matplotlib.figure import Figure

from rosin import Contact, Exponential, Gesture, Hand, MassSpringDamper, render
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import MIST

AMOUNTS = (1.0, 10.0, 100.0, 1000.0)  # s^2/m^2
COLOURS = ("#9aa5b1", "#5b7fa6", "#1f3a5f", "#c05a2b")
FASTEST = 0.5  # m/s


def passed(stickiness: float) -> tuple[np.ndarray, np.ndarray]:
    """v_rel and the share of the normal force that resists it, simulated."""
    contact = Contact(Hand(), Exponential(stickiness), MassSpringDamper(mass=1e6, stiffness=1.0))
    gesture = Gesture(velocity=[(0, FASTEST), (1, -FASTEST)], normal_force=1.0)
    traces = render(contact, gesture, duration=1.0, sample_rate=RATE, record=("relative_velocity", "force")).traces
    return -traces["relative_velocity"], -traces["force"]


def exhibit() -> Exhibit:
    """Read against (3), for four values of a."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axis = figure.subplots()
    velocities = np.linspace(-FASTEST, FASTEST, 2001)
    wrong, highest, places = [], [], []
    for stickiness, colour in zip(AMOUNTS, COLOURS, strict=True):
        v, share = passed(stickiness)
        wrong.append(np.abs(share - friction_share(v, stickiness)).max())
        highest.append(np.abs(share).max())
        places.append(abs(abs(v[np.argmax(np.abs(share))]) - min(1 / np.sqrt(2 * stickiness), FASTEST)))
        axis.plot(velocities, friction_share(velocities, stickiness), color=colour, label=f"a = {stickiness:g}")
        axis.plot(v[::1470], share[::1470], "o", color=colour, markersize=4)
    axis.set(xlabel="$v_{rel}$ / (m/s)", ylabel="$F_{fr}$ / N", title="Friction over normal force: equation 3, and dots as simulated")
    axis.grid(color=MIST)
    axis.legend(frameon=False)
    claims = (
        Claim("largest distance from (3)", max(wrong), 0, 1e-9),
        Claim("largest share of the normal force", max(highest), 0.999, 1, paper="at most 1"),
        Claim("largest distance of the peak from 1 / sqrt(2 a)", max(places), 0, 1e-3, "m/s"),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
