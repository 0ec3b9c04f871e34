"""Willemsen, Bilbao and Serafin 2019, figure 2: how far bristles bend in steady sliding, at 5 N.

The figure plots (7), z_ss(v), with table 1. Here bristles are dragged over a wall at one speed after another until they settle: where
they do is z_ss, from f_S / s0 = 0.4 mm at rest to f_C / s0 = 0.15 mm, on both sides alike. At v = 0, (6) and (7) ask for 0 / 0,
as sgn(0) = 0; with sgn(0) = 1 they do not, and z' is 0 there either way.
"""

import numpy as np
from _table_1_string import AS_PRINTED, RATE, steady_bristle
from matplotlib.figure import Figure

from rosin import Contact, Gesture, Hand, Wall, render
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

FORCE = 5.0  # N
SETTLING = 30  # bends of the bristle after which it is at rest


def settled_bristle(velocity: float) -> float:
    """Where a dragged bristle settles, simulated, in m; v is that of the string against the bow, as in the paper."""
    contact = Contact(Hand(), AS_PRINTED, Wall())
    longest = SETTLING * abs(steady_bristle(velocity, FORCE) / velocity)
    sound = render(contact, Gesture(velocity=-velocity, normal_force=FORCE), duration=longest, sample_rate=RATE, record=("bristle",))
    return -float(sound.traces["bristle"][-1])


def exhibit() -> Exhibit:
    """Simulated against (7), over velocity."""
    speeds = np.linspace(0.005, 0.4, 20)
    velocities = np.concatenate([-speeds[::-1], speeds])
    settled = np.array([settled_bristle(velocity) for velocity in velocities])
    figure = Figure(figsize=(7, 4), layout="constrained")
    axis = figure.subplots()
    for side in (np.linspace(-0.4, -1e-9, 300), np.linspace(1e-9, 0.4, 300)):
        axis.plot(side, 1e3 * steady_bristle(side, FORCE), color=INK, label="equation 7" if side[0] > 0 else None)
    axis.plot([0, 0], 1e3 * steady_bristle(np.array([-1e-9, 1e-9]), FORCE), ":", color=INK)
    axis.plot(velocities, 1e3 * settled, "o", color="#c05a2b", markersize=4, label="dragged until settled")
    axis.set(
        xlabel="velocity v of the string against the bow / (m/s)",
        ylabel="bristle displacement / mm",
        title="$z_{ss}(v)$ at 5 N with table 1",
    )
    axis.grid(color=MIST)
    axis.legend(frameon=False)
    claims = (
        Claim("largest distance from (7), relative", np.abs(settled / steady_bristle(velocities, FORCE) - 1).max(), 0, 1e-9),
        Claim.near("bend at 5 mm/s", 1e3 * settled_bristle(0.005), 0.4, 0.002, "mm", paper="f_S / s0 = 0.4 mm at rest"),
        Claim.near("bend at 0.4 m/s", 1e3 * settled_bristle(0.4), 0.15, 0.001, "mm", paper="f_C / s0 = 0.15 mm"),
        Claim("largest difference of the two sides", np.abs(settled + settled[::-1]).max(), 0, 1e-15, "m"),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
