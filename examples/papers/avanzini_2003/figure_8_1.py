"""Avanzini, Rath, Rocchesso and Ottaviani 2003, figure 8.1: two modes of a circular membrane, and what each point of it excites.

The paper shows modes (1, 1) and (1, 2), at 1.593 and 2.917 times the frequency of mode (0, 1), and says that a force on a nodal line does
not excite the mode, that modes antisymmetric about an axis disappear "bottom-up" towards the centre, and that a blow near the rim sounds
sharper. All of it comes out. The ratios are read from the spectrum of a simulated drum, struck at half of its radius. Towards the centre
the weight of a mode with m nodal diameters falls as (x r)^m, x being its root of J_m: of equal m the lower modes go first, as it says.
"""

import numpy as np
from _pens_2003 import MOSS, RUST, SLATE
from matplotlib.figure import Figure

from rosin import Contact, Gesture, HuntCrossley, InertialMass, Membrane, render
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

DRUM = Membrane(radius=0.2, tension=2000, area_density=0.26, frequency=100, loss_factor=1e-3)
RATE = 48_000
MOST = 200  # modes; 131 lie below 1 kHz
SHOWN = ("(1, 1)", "(1, 2)")
PRINTED = {"(1, 1)": 1.593, "(1, 2)": 2.917}


def struck_spectrum() -> tuple[np.ndarray, np.ndarray]:
    """Frequencies (Hz) and levels (dB) of the drum, struck at half its radius with a small hard hammer."""
    hammer = InertialMass(1e-3, velocity=1.0, position=-1e-5)
    contact = Contact(hammer, HuntCrossley(stiffness=1e6), DRUM.modal(at=(0.5, 0.0), heard=(0.5, 0.0), highest=1000, most=MOST))
    sound = render(contact, Gesture(), duration=4.0, sample_rate=RATE).audio[0]
    power = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 4 * len(sound))) ** 2
    return np.fft.rfftfreq(4 * len(sound), 1 / RATE), 10 * np.log10(power / power.max() + 1e-12)


def heard(frequencies: np.ndarray, levels: np.ndarray, near: float) -> float:
    """The frequency (Hz) of the peak within 1 % of a mode, by a parabola through its three highest points."""
    band = np.abs(frequencies / near - 1) < 0.01
    peak = np.flatnonzero(band)[np.argmax(levels[band])]
    before, at, after = levels[peak - 1 : peak + 2]
    return float(frequencies[peak] + 0.5 * (before - after) / (before - 2 * at + after) * (frequencies[1] - frequencies[0]))


def exhibit() -> Exhibit:
    """The two shapes, the spectrum of the drum, and the weights along a radius."""
    modes = DRUM.modes(highest=1000, most=MOST)
    places = {name.removesuffix(" cos"): place for place, name in enumerate(modes.names)}
    frequencies, levels = struck_spectrum()
    ratios = {name: heard(frequencies, levels, modes.frequencies[places[name]]) / heard(frequencies, levels, 100) for name in SHOWN}
    radii = np.linspace(0, 1, 401)
    weights = modes.weights(np.column_stack((radii, np.zeros_like(radii))))
    excited = weights**2 / modes.masses  # twice the energy that an impulse of 1 N s gives to each mode
    with np.errstate(invalid="ignore"):
        centroid = (excited @ modes.frequencies) / excited.sum(axis=1)

    figure = Figure(figsize=(11, 6.6), layout="constrained")
    grid = figure.add_gridspec(2, 6, height_ratios=(1.1, 1))
    for place, name in zip((grid[0, :3], grid[0, 3:]), SHOWN, strict=True):
        r, turns = np.meshgrid(np.linspace(0, 1, 41), np.linspace(0, 1, 73))
        height = modes.weights(np.column_stack((r.ravel(), turns.ravel())))[:, places[name]].reshape(r.shape)
        x, y = r * np.cos(2 * np.pi * turns), r * np.sin(2 * np.pi * turns)
        axis = figure.add_subplot(place, projection="3d")
        axis.plot_surface(x, y, height, cmap="cividis", rstride=1, cstride=1, linewidth=0, antialiased=False)
        axis.plot(x[:, -1], y[:, -1], 0, color=INK, linewidth=1.2)
        axis.set_title(f"mode {name}: {ratios[name]:.3f} times mode (0, 1)", y=0.95)
        axis.set_box_aspect((1, 1, 0.45), zoom=1.5)
        axis.view_init(28, -70)
        axis.set_axis_off()
    left, middle, right = (figure.add_subplot(grid[1, 2 * i : 2 * i + 2]) for i in range(3))
    inside = frequencies < 480
    left.plot(frequencies[inside] / 100, levels[inside], color=INK, linewidth=0.8)
    for name in SHOWN:
        left.axvline(PRINTED[name], color=RUST, linewidth=1, linestyle=":")
        left.annotate(name, (PRINTED[name] + 0.06, 1), va="bottom", color=RUST, fontsize=9)
    left.set(xlabel="frequency over that of (0, 1)", ylabel="level / dB", ylim=(-75, 8), title="a blow at half the radius")
    for name, color in (("(0, 1)", SLATE), ("(1, 1)", INK), ("(1, 2)", RUST), ("(2, 1)", MOSS)):
        middle.plot(radii, weights[:, places[name]], color=color, label=name)
    middle.set(xlabel="distance from the centre / radius", ylabel="weight of the mode", title="weights along the radius")
    middle.legend(frameon=False, fontsize=8)
    inner = radii < 0.995
    right.plot(radii[inner], centroid[inner] / 100, color=INK)
    right.set(xlabel="distance from the centre / radius", ylabel="centroid over that of (0, 1)", title="what an impulse excites")
    for axis in (left, middle, right):
        axis.grid(color=MIST)

    node = 3.8317059702 / 7.0155866698  # the first zero of J_1 over the second: the nodal circle of (1, 2)
    on_node = modes.weights(np.array([(node, 0.0)]))[0, places["(1, 2)"]]
    off_node = np.abs(weights[:, places["(1, 2)"]]).max()
    at_centre = np.abs(weights[0, [not name.startswith("(0") for name in modes.names]]).max()
    claims = (
        Claim.near("frequency of (1, 1) over that of (0, 1)", ratios["(1, 1)"], 1.593, 5e-4),
        Claim.near("frequency of (1, 2) over that of (0, 1)", ratios["(1, 2)"], 2.917, 5e-4),
        Claim("weight of (1, 2) on its nodal circle, over its largest", abs(on_node) / off_node, 0, 1e-9, paper="0"),
        Claim("largest weight at the centre of a mode with nodal diameters", at_centre, 0, 1e-12, paper="0"),
        Claim(
            "weight of (1, 2) over that of (1, 1) at 0.02 of the radius",
            float(abs(weights[8, places["(1, 2)"]] / weights[8, places["(1, 1)"]])),
            1.0,
            np.inf,
            paper="antisymmetric modes disappear bottom-up",
        ),
        Claim(
            "centroid of what is excited at 0.95 of the radius, over that at half",
            float(centroid[380] / centroid[200]),
            1.1,
            np.inf,
            paper="sharper near the rim",
        ),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
