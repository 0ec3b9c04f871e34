"""Willemsen, Bilbao and Serafin 2019, figure 8: the bowed string at several points.

The figure shows the displacement of a string at 440 Hz under 5 N and 0.1 m/s, and the text calls it Helmholtz motion: triangles that
rise for (1 - x) of a period, x the distance from the end at which the bow is. With table 1 as printed they do not come out: the string
swings nearly as a sine, 63 cents flat, and is never as fast as the bow. The plain C of `rosin bench --peers` agrees; with the noise of (4)
added to it, it is 60 cents flat. The bristles bend by z_ss = 0.24 mm at the speed of the bow, more than the 0.23 mm that it travels in a
period, so that the string hardly feels how friction falls with speed, and the viscosity s2 takes away most of what is left; table_1 has
the formula. Without s2, or with bristles ten times as stiff, there is Helmholtz motion in tune. The paper does not say which points it
shows; these are ours.
"""

import numpy as np
from _table_1_string import CHANGED_INK, LAWS, PLACE, PRINTED_INK, RATE, SOFT, SPEED, TUNING, bowed
from matplotlib.figure import Figure

from rosin.analysis import motion
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import MIST

FREQUENCY, FORCE, DURATION = TUNING["A4"], 5.0, 1.5
POINTS = (1 / 8, 1 / 4, 1 / 2, 3 / 4)
PERIODS = 4  # shown


def triangle(times: np.ndarray, place: float) -> np.ndarray:
    """Helmholtz motion at a place: up for (1 - x) T at v x / b, down for x T, v the speed of the bow and b its place; in m."""
    phase = np.mod(times * FREQUENCY, 1)
    height = SPEED / PLACE * place * (1 - place) / FREQUENCY
    shape: np.ndarray = height * np.where(phase < 1 - place, phase / (1 - place), (1 - phase) / place)
    return shape - height / 2


def fitted(wave: np.ndarray, place: float) -> np.ndarray:
    """The triangle, moved in time to where it lies best on a wave."""
    times = np.arange(len(wave)) / RATE
    shifts = np.arange(0, 1 / FREQUENCY, 0.2 / RATE)
    return min((triangle(times - shift, place) for shift in shifts), key=lambda shape: float(((shape - wave) ** 2).sum()))


def exhibit() -> Exhibit:
    """Four points of the string under three laws, with the triangles of Helmholtz."""
    figure = Figure(figsize=(11, 7), layout="constrained")
    axes = figure.subplots(len(POINTS), len(LAWS), sharex=True, sharey=True)
    claims = []
    for column, (name, law) in zip(axes.T, LAWS.items(), strict=True):
        sound = bowed(law, FREQUENCY, FORCE, DURATION, POINTS, "displacement")
        seen = motion(sound.traces["relative_velocity"], RATE, frequency=FREQUENCY, velocity=SPEED, position=PLACE)
        column[0].set_title(f"{name}\n{seen.regime}, {round(seen.cents):+d} cents", fontsize=10)
        distances = []
        for axis, wave, place in zip(column, sound.audio[:, -int(PERIODS / FREQUENCY * RATE) :], POINTS, strict=True):
            wave = wave - (wave.max() + wave.min()) / 2
            ideal = fitted(wave, place)
            distances.append(np.sqrt(((wave - ideal) ** 2).mean() / (ideal**2).mean()))
            times = 1e3 * np.arange(len(wave)) / RATE
            axis.plot(times, 1e3 * ideal, color="#9aa5b1", lw=1)
            axis.plot(times, 1e3 * wave, color=PRINTED_INK if name == "as printed" else CHANGED_INK, lw=1.3)
            axis.grid(color=MIST)
        off, stuck, far = seen.cents, seen.stick_share, np.mean(distances)
        if name == "as printed":
            claims += [
                Claim("pitch above 440 Hz, as printed", off, -80, -30, "cents", "440 Hz", SOFT),
                Claim("share of the time that sticks, as printed", stuck, 0, 0.3, "", "Helmholtz motion: 0.75", SOFT),
                Claim("distance from the triangles, relative, as printed", far, 0.3, 1, "", "Helmholtz motion: 0", SOFT),
            ]
        else:
            claims += [
                Claim.near(f"pitch above 440 Hz, {name}", off, 0, 10, "cents", paper="440 Hz"),
                Claim(f"share of the time that sticks, {name}", stuck, 0.6, 0.8, "", "Helmholtz motion: 0.75"),
                Claim(f"distance from the triangles, relative, {name}", far, 0, 0.25, "", "Helmholtz motion: 0"),
            ]
    for axis, place in zip(axes[:, 0], POINTS, strict=True):
        axis.set_ylabel(f"at {place:g} L{' (bow)' if place == PLACE else ''}\nmm")
    for axis in axes[-1]:
        axis.set_xlabel("time / ms")
    figure.suptitle("Displacement at 440 Hz, 5 N, 0.1 m/s; grey: Helmholtz motion")
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
