"""Willemsen, Bilbao and Serafin 2019, figure 9: friction against velocity, 500 values around 0.5 s.

With the parameters of figure 8 the text sees a group of values around v = 0, where the string sticks, and a loop on the left, where it
slips. The loop comes out in every case: friction is stronger while the slip speeds up than while it slows down, as bristles follow
late. The group does not come out with table 1 as printed, whose string never reaches the speed of the bow (see figure 8); it does
without viscosity, and with stiffer bristles. Signs as in the paper: v of the string against the bow, f as in (4).
"""

import numpy as np
from _table_1_string import CHANGED_INK, LAWS, PLACE, PRINTED_INK, RATE, SOFT, SPEED, TUNING, bowed
from matplotlib.figure import Figure

from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import MIST

FORCE, MIDDLE, VALUES = 5.0, 0.5, 500  # N, s, and how many
STICKING = 0.02  # m/s


def loop_width(velocity: np.ndarray, friction: np.ndarray) -> float:
    """How much stronger friction is while the slip speeds up than while it slows down, at middle speeds, in N."""
    change = np.gradient(velocity)
    share = velocity / velocity.min()
    middle = (share > 0.3) & (share < 0.7)
    return float(friction[middle & (change > 0)].mean() - friction[middle & (change < 0)].mean())


def exhibit() -> Exhibit:
    """The plane of friction and velocity under three laws."""
    figure = Figure(figsize=(11, 4), layout="constrained")
    claims = []
    for axis, (name, law) in zip(figure.subplots(1, len(LAWS), sharex=True), LAWS.items(), strict=True):
        traces = bowed(law, TUNING["A4"], FORCE, 1.0).traces
        around = slice(int(MIDDLE * RATE) - VALUES // 2, int(MIDDLE * RATE) + VALUES // 2)
        velocity, friction = -traces["relative_velocity"][around], -traces["force"][around]
        axis.plot(velocity, friction, ".-", color=PRINTED_INK if name == "as printed" else CHANGED_INK, lw=0.4, markersize=3)
        axis.axvline(0, color="#9aa5b1", lw=0.8)
        axis.set(title=name, xlabel="v / (m/s)")
        axis.grid(color=MIST)
        fastest, group = velocity.max(), (np.abs(velocity) < STICKING).mean()
        claims.append(Claim(f"width of the loop, {name}", loop_width(velocity, friction), 0.01, np.inf, "N", "a loop"))
        if name == "as printed":
            claims += [
                Claim("fastest that the string goes against the bow, as printed", fastest, -0.1, -0.005, "m/s", "values around 0", SOFT),
                Claim("share of values around v = 0, as printed", group, 0, 0.4, "", "a group", SOFT),
            ]
        else:
            claims += [
                Claim(f"fastest that the string goes against the bow, {name}", fastest, 0, 0.05, "m/s", "values around 0"),
                Claim(f"share of values around v = 0, {name}", group, 0.55, 0.8, "", "a group"),
                Claim.near(f"fastest slip, {name}", velocity.min(), -SPEED / PLACE, 0.04, "m/s", paper=""),
            ]
    figure.axes[0].set_ylabel("friction f / N")
    figure.suptitle("500 values around 0.5 s at 440 Hz, 5 N, 0.1 m/s")
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
