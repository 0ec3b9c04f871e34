"""The wolf note: a string that is bowed at the pitch of a light body does not hold its note (Schelleng, JASA 35, 1963).

A cello string runs over a bridge that moves with one mode of the body, of mass m, 175 Hz and Q 90. Where the note meets the mode, the
body takes more than the bow can give; the note breaks down, the body dies away, the note starts again, some times a second. A
heavier body, or a note some percent away, is safe. The picture maps the depth of that stutter over note and mass.
"""

import math

import numpy as np
from matplotlib.figure import Figure

from rosin import ElastoPlastic, Gesture, Hand, Modal, Rigid, Scene, StiffString, Touch, render
from rosin.evidence import Claim, Exhibit, present

RATE = 24_000
MODE, QUALITY = 175.0, 90.0  # of the body
LENGTH, IMPEDANCE, DENSITY = 0.7, 0.89, 7850.0  # of the string, m, kg/s, kg/m^3
BOW, SPEED, FORCE, DURATION = 0.107, 0.063, 0.49, 4.0
ROSIN = ElastoPlastic(bristle_stiffness=2.9e4, static_friction=1.05, dynamic_friction=0.4)


def wolf(note: float, mass: float) -> np.ndarray:
    """Velocity of the body, m/s, while a note is bowed."""
    radius = math.sqrt(IMPEDANCE / (2 * LENGTH * note) / (math.pi * DENSITY))
    string = StiffString(
        LENGTH, radius, DENSITY, youngs_modulus=2e9, frequency=note, damping=1.1, frequency_damping=6.9e-3, bridge="moving"
    )
    scene = Scene(
        bodies={"bow": Hand(), "string": string, "body": Modal([MODE], QUALITY / (math.pi * MODE), mass)},
        contacts={"bowing": Touch("bow", "string", ROSIN, at=(0, BOW))},
        joints=(Rigid("string", "body"),),
        heard={"body": 1.0},
    )
    return render(
        scene, {"bowing": Gesture(velocity=[(0, 0), (0.05, SPEED)], normal_force=FORCE)}, duration=DURATION, sample_rate=RATE
    ).audio[0]


def stutter(sound: np.ndarray) -> tuple[float, float]:
    """Depth of the slow swing of the level in the second half, from 0 to 1, and its rate in Hz."""
    step = round(RATE / MODE)
    half = sound[len(sound) // 2 :]
    level = np.sqrt(np.mean(half[: len(half) // step * step].reshape(-1, step) ** 2, axis=1))
    swing = np.fft.rfft((level - level.mean()) * np.hanning(len(level)))
    rates = np.fft.rfftfreq(len(level), step / RATE)
    slow = (rates > 1) & (rates < 25)
    low, high = np.quantile(level, (0.02, 0.98))
    return float((high - low) / (high + low)), float(rates[slow][np.abs(swing[slow]).argmax()])


def exhibit() -> Exhibit:
    """The map, and two motions from it."""
    ratios = np.array([0.97, 0.985, 0.993, 0.998, 1.003, 1.008, 1.013, 1.02, 1.03])
    masses = np.array([0.2, 0.286, 0.38, 0.45, 0.51, 0.57, 0.8])
    found = {(ratio, mass): wolf(ratio * MODE, mass) for mass in masses for ratio in ratios}
    depth = np.array([[stutter(found[ratio, mass])[0] for ratio in ratios] for mass in masses])
    figure = Figure(figsize=(13, 4.5), layout="constrained")
    chart, seen = figure.subplots(1, 2)
    picture = chart.pcolormesh(np.arange(len(ratios)), np.arange(len(masses)), depth, vmin=0, vmax=1, cmap="magma")
    chart.set_xticks(range(len(ratios)), [f"{ratio:g}" for ratio in ratios])
    chart.set_yticks(range(len(masses)), [f"{mass:g}" for mass in masses])
    chart.set(xlabel="note / mode", ylabel="mass of the mode, kg", title="Depth of the stutter")
    figure.colorbar(picture, ax=chart)
    for mass in (0.286, 0.8):
        sound = found[1.003, mass]
        seen.plot(np.arange(len(sound)) / RATE, sound, lw=0.3, alpha=0.8, label=f"{mass:g} kg: depth {stutter(sound)[0]:.2f}")
    seen.set(xlabel="s", ylabel="velocity of the body, m/s", title="On the mode")
    seen.legend()
    claims = [
        Claim("deepest stutter of a body of 0.29 kg", depth[1].max(), 0.5, 1),
        Claim("stutter of a body of 0.57 kg, on any note", depth[5].max(), 0, 0.03),
        Claim("stutter two percent above the mode, on any body", depth[:, 7].max(), 0, 0.03),
    ]
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
