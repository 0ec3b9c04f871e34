"""Avanzini, Rath, Rocchesso and Ottaviani 2003, figure 8.5: the static friction curve, and what it leaves out.

The paper plots eq. 8.15 with mu_d = 0.197, mu_s = 0.975, v_s = 0.1 m/s and f_N = 0.3 N: from 0.2925 N at rest it dips to 0.0591 N, falling
steepest at v_s / sqrt(2). A hand that slides over a wall, with the bristles of eq. 8.16, settles on this curve at every speed, as the paper
says of them. It says, too, that the steady force is sigma_0 z_ss; that is so only without viscosity, which adds sigma_2 v.

The right half shows why the paper goes on to bristles: when the speed swings, the force lags behind and draws a loop.
"""

import numpy as np
from _pens_2003 import MOSS, RUST, SLATE
from matplotlib.figure import Figure

from rosin import Contact, ElastoPlastic, Gesture, Hand, Wall, render
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

STATIC, DYNAMIC, STRIBECK, PRESS = 0.975, 0.197, 0.1, 0.3
LAW = ElastoPlastic(
    static_friction=STATIC, dynamic_friction=DYNAMIC, stribeck_velocity=STRIBECK, bristle_stiffness=1e4, bristle_damping=0.1, viscosity=0.0
)
RATE = 48_000
HOLD = 0.1  # s for which each speed is held


def curve(v: np.ndarray) -> np.ndarray:
    """The friction force (N) of eq. 8.15."""
    fall = (STATIC - DYNAMIC) * PRESS * np.exp(-((v / STRIBECK) ** 2))
    return np.sign(v) * (DYNAMIC * PRESS + fall)


def rub(velocity: np.ndarray, law: ElastoPlastic = LAW) -> np.ndarray:
    """The force (N) of a hand that slides over a wall at a velocity (m/s) for each sample."""
    gesture = Gesture(velocity=velocity, normal_force=PRESS)
    return render(Contact(Hand(), law, Wall()), gesture, duration=len(velocity) / RATE, sample_rate=RATE, record="force").traces["force"]


def settled(speeds: np.ndarray, law: ElastoPlastic = LAW) -> np.ndarray:
    """The force at the end of each of some speeds, held one after the other."""
    held = round(HOLD * RATE)
    return rub(np.repeat(speeds, held), law)[held - 1 :: held]


def swung(rate: float) -> tuple[np.ndarray, np.ndarray]:
    """Velocity and force over one swing between 0.01 and 0.3 m/s, at so many swings a second, when it has become periodic."""
    period = round(RATE / rate)
    velocity = 0.155 - 0.145 * np.cos(2 * np.pi * np.arange(4 * period) / period)
    return velocity[-period:], rub(velocity)[-period:]


def exhibit() -> Exhibit:
    """The curve with settled forces on it, and loops round it."""
    speeds = np.concatenate((-np.geomspace(0.5, 0.005, 20), np.geomspace(0.005, 0.5, 20)))
    forces = settled(speeds)
    viscous = settled(np.array([0.3]), LAW.replace(viscosity=0.4))[0] - curve(np.array([0.3]))[0]
    figure = Figure(figsize=(11, 4.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    v = np.linspace(0, 0.5, 2001)[1:]
    for side in (-1, 1):
        left.plot(side * v, curve(side * v), color=INK, label="eq. 8.15" if side > 0 else None)
    left.plot([0, 0], [-STATIC * PRESS, STATIC * PRESS], color=INK)
    left.plot(speeds, forces, "o", color=RUST, markersize=4, label="bristles of eq. 8.16, settled")
    left.set(xlabel="relative velocity / (m/s)", ylabel="friction force / N", title="steady sliding")
    right.plot(v, curve(v), color=INK, label="eq. 8.15")
    opened = {}
    for rate, color in ((10, SLATE), (50, MOSS), (200, RUST)):
        velocity, force = swung(rate)
        right.plot(velocity, force, color=color, label=f"{rate} swings a second")
        middle = len(velocity) // 2
        rising = np.interp(STRIBECK, velocity[:middle], force[:middle])
        opened[rate] = (rising - np.interp(STRIBECK, velocity[:middle:-1], force[:middle:-1])) / PRESS
    right.set(xlabel="relative velocity / (m/s)", ylabel="friction force / N", title="speed that swings", xlim=(0, 0.32))
    for axis in (left, right):
        axis.grid(color=MIST)
        axis.legend(frameon=False, loc="lower right" if axis is left else "upper right")
    steepest = v[np.argmin(np.gradient(curve(v), v))]
    claims = (
        Claim("largest error of the settled force, over mu_s f_N", np.abs(forces - curve(speeds)).max() / (STATIC * PRESS), 0, 1e-6),
        Claim.near("largest settled force", float(forces.max()), 0.2925, 1e-3, "N", paper="mu_s f_N = 0.2925 N"),
        Claim.near("force at 0.5 m/s", float(forces[-1]), 0.0591, 1e-4, "N", paper="mu_d f_N = 0.0591 N"),
        Claim.near("speed at which it falls steepest", steepest, STRIBECK / np.sqrt(2), 3e-4, "m/s", paper=""),
        Claim("lag at v_s, at 200 swings a second, over that at 10", opened[200] / opened[10], 5, np.inf, paper="dynamic models differ"),
        Claim.near(
            "steady force less sigma_0 z_ss, with viscosity 0.4 N s/m at 0.3 m/s",
            float(viscous),
            0.12,
            1e-6,
            "N",
            paper="0",
            erratum="with z' = 0 and z = z_ss eq. 8.16 leaves f = sigma_0 z_ss + sigma_2 v; the text drops the second term.",
        ),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
