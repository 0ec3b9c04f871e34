"""Avanzini, Serafin and Rocchesso 2002, figure 3: the adhesion map alpha(v, z).

The paper draws alpha for sgn(v) = sgn(z): 0 up to the breakaway displacement, a half wave of sine from there to the steady displacement,
1 beyond, and says that within breakaway the contact is elastic, so that nothing drifts. It prints no numbers. Here alpha is not
drawn from its formula but read from a simulated contact, alpha = (1 - z'/v) z_ss / z, while bristles are dragged at a
constant speed to either side: 1 N, friction 0.5 and 0.2 (the range of section 5.1), 1e4 N/m, v_s 0.1 m/s, breakaway at 0.7 of f_c / s0.

Equations 7 and 8 are right for v > 0 only. For v < 0 they compare |z| with a z_ss that is negative, and put a signed z into the sine;
as printed, alpha jumps from 0 to 1 at breakaway there, and friction to the left is another one than friction to the right.
"""

import numpy as np
from _printed_equations_2002 import adhesion as printed_adhesion
from _printed_equations_2002 import breakaway
from matplotlib.figure import Figure

from rosin import Contact, ElastoPlastic, Gesture, Hand, Wall, render
from rosin.evidence import Claim, Exhibit, present
from rosin.evidence.equations import adhesion, steady_bristle
from rosin.sound.picture import INK, MIST

LAW = ElastoPlastic(bristle_stiffness=1e4, bristle_damping=0.1, static_friction=0.5, dynamic_friction=0.2, breakaway=0.7)
FORCE, RATE = 1.0, 96_000
SPEEDS = np.array([0.02, 0.05, 0.1, 0.2])


def dragged(velocity: float) -> tuple[np.ndarray, np.ndarray]:
    """z (m) and alpha along a drag from relaxed bristles, simulated."""
    gesture = Gesture(velocity=velocity, normal_force=FORCE)
    traces = render(
        Contact(Hand(), LAW, Wall()), gesture, duration=2e-4 / abs(velocity), sample_rate=RATE, record=("bristle", "bristle_rate")
    ).traces
    z, rate = traces["bristle"], traces["bristle_rate"]
    return z, (1 - rate / velocity) * steady_bristle(LAW, velocity, FORCE) / np.abs(z)


def exhibit() -> Exhibit:
    """The map, and drags to either side against it."""
    z_ba = breakaway(LAW, FORCE)
    reach = 1.2 * LAW.static_friction * FORCE / LAW.bristle_stiffness
    v, z = np.linspace(-0.25, 0.25, 301), np.linspace(-reach, reach, 301)
    alpha, printed = (np.array([[law(LAW, each, place, FORCE) for each in v] for place in z]) for law in (adhesion, printed_adhesion))
    figure = Figure(figsize=(11, 7), layout="constrained")
    axes = figure.subplots(2, 2)
    for axis, shown, title in ((axes[0, 0], alpha, "with |z| and |z_ss|"), (axes[0, 1], printed, "as printed")):
        picture = axis.pcolormesh(v, 1e6 * z, shown, cmap="magma", vmin=0, vmax=1, rasterized=True)
        axis.set(title=f"alpha(v, z) {title}", xlabel="velocity / (m/s)", ylabel="bristle / µm")
        figure.colorbar(picture, ax=axis)
    gaps, wrong = [], []
    for axis, side in ((axes[1, 0], 1), (axes[1, 1], -1)):
        for i, speed in enumerate(SPEEDS):
            path, found = dragged(side * speed)
            expected, literal = (np.array([law(LAW, side * speed, place, FORCE) for place in path]) for law in (adhesion, printed_adhesion))
            gaps.append(np.abs(found - expected).max())
            wrong.append(np.abs(literal - expected).max() if side < 0 else 0.0)
            colour = f"C{i}"
            axis.plot(1e6 * np.abs(path), found, ".", color=colour, markersize=5, label=f"simulated, {side * speed:g} m/s")
            grid = np.linspace(0, reach, 600)
            axis.plot(1e6 * grid, [adhesion(LAW, side * speed, side * place, FORCE) for place in grid], color=colour, linewidth=0.8)
        if side < 0:
            literal = [printed_adhesion(LAW, -0.1, -place, FORCE) for place in grid]
            axis.plot(1e6 * grid, literal, "--", color="black", linewidth=1.6, label="as printed, any speed")
        axis.axvline(1e6 * z_ba, color=INK, linewidth=0.8, linestyle=":")
        axis.annotate(" breakaway", (1e6 * z_ba, 0.5), color=INK, fontsize=9, rotation=90, ha="right", va="center")
        axis.set(title=f"dragged to the {'right' if side > 0 else 'left'}", xlabel="|bristle| / µm", ylabel="alpha")
        axis.grid(color=MIST)
        axis.legend(frameon=False, fontsize=8, loc="lower right")
    path, found = dragged(0.05)
    within = path < z_ba
    travel = 0.05 * (np.arange(len(path)) + 0.5) / RATE
    middle = 0.5 * (z_ba + steady_bristle(LAW, 0.05, FORCE))
    lopsided = float(np.abs(printed - printed[::-1, ::-1]).max())
    claims = (
        Claim("largest distance of the simulated alpha from the corrected map", max(gaps), 0, 1e-9),
        Claim.near("bristle over travel within breakaway", (path / travel)[within].mean(), 1.0, 1e-12, paper="purely elastic"),
        Claim("alpha within breakaway, at most", np.abs(found[within]).max(), 0, 1e-12, paper="0"),
        Claim.near("alpha half way from breakaway to |z_ss|", np.interp(middle, path, found), 0.5, 1e-3, paper="1/2 (eq. 8)"),
        Claim.near("alpha at the end of the drag", found[-1], 1.0, 1e-3),
        Claim(
            "largest difference of alpha(-v, -z) from alpha(v, z)",
            np.abs(alpha - alpha[::-1, ::-1]).max(),
            0,
            1e-12,
            paper=f"{lopsided:.2g} (eq. 7 and 8)",
            erratum="z_ss(v) of eq. 6 has the sign of v. For v < 0 no |z| lies between z_ba and a negative z_ss, so the second row of eq. "
            "7 is never taken and the third always is: alpha jumps from 0 to 1 at z_ba. Eq. 7 and 8 need |z| and |z_ss|; then "
            "alpha(-v, -z) = alpha(v, z), as friction has no preferred side. On the drags to the left, which follow the corrected map, the "
            f"printed one is off by up to {max(wrong):.2f}.",
        ),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
