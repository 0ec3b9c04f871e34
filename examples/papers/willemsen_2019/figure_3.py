"""Willemsen, Bilbao and Serafin 2019, figure 3: the adhesion map.

The figure plots (8) and (9) against z where v and z have one sign. Here the map is read from bristles that move: by (6) the share of the
motion that they do not follow is a z / z_ss. Dragged at 0.1 m/s from rest they pass the elastic and the elasto-plastic regime; dragged
slowly they bend further, so that at 0.1 m/s again they are beyond z_ss, plastic; drawn back they are elastic wherever they are. All four
lines of (8) come out, for both signs. The footnote is right that the older definitions, with z_ss signed, cannot give this figure:
for v < 0 no |z| is below z_ss, and the map jumps from 0 to 1 at breakaway.
"""

import numpy as np
from _table_1_string import AS_PRINTED, RATE, SPEED, steady_bristle
from matplotlib.figure import Figure

from rosin import Contact, Gesture, Hand, Wall, render
from rosin.evidence import Claim, Exhibit, equations, present
from rosin.sound.picture import INK, MIST

FORCE = 5.0  # N
SLOW = 0.01  # m/s
BREAKAWAY = AS_PRINTED.breakaway * AS_PRINTED.dynamic_friction * FORCE / AS_PRINTED.bristle_stiffness  # m
STEADY = float(steady_bristle(SPEED, FORCE))  # m
REGIMES = (("elastic", 0, BREAKAWAY, "#f7dd6b"), ("elasto-plastic", BREAKAWAY, STEADY, "#f0a04b"), ("plastic", STEADY, 4e-4, "#d9604c"))


def adhesion(z: np.ndarray) -> np.ndarray:
    """(8) and (9) at the speed of the bow, v and z of one sign."""
    return np.vectorize(lambda each: equations.adhesion(AS_PRINTED, np.copysign(SPEED, each), each, FORCE))(z)


def older_adhesion(z: np.ndarray) -> np.ndarray:
    """The map as earlier papers print it, for v < 0: z_ss is signed, and |z| is never below it."""
    return np.where(np.abs(z) <= BREAKAWAY, 0, np.where(np.abs(z) < -STEADY, np.nan, 1))


def moved(sign: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """v, z and the map, read from bristles that are bent, bent further, let slide, and drawn back."""
    parts = ((SPEED, 0.03), (SLOW, 0.6), (SPEED, 0.03), (-SPEED, 0.004))
    velocity = sign * np.concatenate([np.full(int(seconds * RATE), speed) for speed, seconds in parts])
    contact = Contact(Hand(), AS_PRINTED, Wall())
    gesture = Gesture(velocity=-velocity, normal_force=FORCE)
    traces = render(contact, gesture, duration=len(velocity) / RATE, sample_rate=RATE, record=("bristle", "bristle_rate")).traces
    z, rate = -traces["bristle"], -traces["bristle_rate"]
    fast = np.abs(velocity) > SLOW
    z, rate, velocity = z[fast], rate[fast], velocity[fast]
    return velocity, z, (1 - rate / velocity) * np.sign(velocity) * STEADY / z


def exhibit() -> Exhibit:
    """The map as it was read, against (8) and (9)."""
    figure = Figure(figsize=(9, 4.2), layout="constrained")
    axis = figure.subplots()
    for name, low, high, colour in REGIMES:
        for sign in (-1, 1):
            axis.axvspan(*sorted((1e3 * sign * low, 1e3 * sign * high)), color=colour, alpha=0.35, lw=0, label=name if sign > 0 else None)
    places = np.linspace(-4e-4, 4e-4, 2001)
    axis.plot(1e3 * places, adhesion(places), color=INK, label="equations 8 and 9")
    axis.plot(1e3 * places[:1001], older_adhesion(places[:1001]), "--", color=INK, lw=0.9, label="with $z_{ss}$ signed, v < 0")
    wrong, plastic, drawn = [], [], []
    for sign in (-1.0, 1.0):
        v, z, read = moved(sign)
        along = v * z > 0
        wrong.append(np.abs(read[along] - adhesion(z[along])).max())
        plastic.append(np.abs(read[along & (np.abs(z) > STEADY)] - 1).max())
        drawn.append(np.abs(read[~along]).max())
        axis.plot(1e3 * z[along][::3], read[along][::3], "o", color="#c05a2b", markersize=3, label="read from motion" if sign > 0 else None)
    for edge, word in ((BREAKAWAY, "z_{ba}"), (STEADY, "z_{ss}")):
        for sign, shown in ((-1, f"$-{word}$"), (1, f"${word}$")):
            axis.annotate(shown, (1e3 * sign * edge, 0.5), ha="center", bbox={"fc": "white", "ec": "none", "pad": 1, "alpha": 0.7})
    axis.set(xlabel="bristle displacement z / mm", ylabel="α", xlim=(-0.4, 0.4))
    axis.set_title("Adhesion map at 5 N and |v| = 0.1 m/s, v and z of one sign")
    axis.grid(color=MIST)
    figure.legend(frameon=False, ncols=6, fontsize=8, loc="outside lower center")
    beyond = np.array(-1.001 * BREAKAWAY)
    claims = (
        Claim("largest distance from (8) and (9)", max(wrong), 0, 1e-8),
        Claim("largest distance from 1 beyond z_ss", max(plastic), 0, 1e-9, paper="1"),
        Claim("largest value where v and z have opposite signs", max(drawn), 0, 1e-9, paper="0"),
        Claim.near(
            "map with z_ss signed, just beyond -z_ba",
            float(older_adhesion(beyond)),
            1,
            1e-12,
            paper="not figure 3 (footnote 1)",
        ),
        Claim("map with absolute values, just beyond -z_ba", float(adhesion(beyond)), 0, 1e-4, paper="0"),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
