"""The wolf note: a string that is bowed at the pitch of a light body does not hold its note (Schelleng, JASA 35, 1963).

A cello string runs over a bridge that moves with one mode of the body, of mass m, 175 Hz and Q 90. Where the note meets the mode, the
body takes more than the bow can give; the note breaks down, the body dies away, the note starts again, some times a second. A
heavier body, or a note some percent away, is safe. The picture maps the depth of that stutter, the swing of the level, over note and mass;
`rosin map wolf` makes it finer, and src/rosin/maps/wolf.py has the scene.
"""

import numpy as np
from matplotlib.figure import Figure

from rosin.evidence import Claim, Exhibit, present
from rosin.maps.known import KNOWN
from rosin.maps.sweep import sweep
from rosin.maps.wolf import BODY, DURATION, JUDGED, MODE, NOTE, RATE


def exhibit() -> Exhibit:
    """The map, and two motions from it."""
    ratios = np.array([0.97, 0.985, 0.993, 0.998, 1.003, 1.008, 1.013, 1.02, 1.03])
    masses = np.array([0.2, 0.286, 0.38, 0.45, 0.51, 0.57, 0.8])
    (scene,), fixed = KNOWN["wolf"].sources.values(), KNOWN["wolf"].fixed
    options = {"fixed": fixed, "duration": DURATION, "sample_rate": RATE, "periods": JUDGED, "backend": "cores"}
    depth = sweep(scene, {NOTE: ratios * MODE, BODY: masses}, measure="swing", **options).swing.values.T
    figure = Figure(figsize=(13, 4.5), layout="constrained")
    chart, seen = figure.subplots(1, 2)
    picture = chart.pcolormesh(np.arange(len(ratios)), np.arange(len(masses)), depth, vmin=0, vmax=1, cmap="magma")
    chart.set_xticks(range(len(ratios)), [f"{ratio:g}" for ratio in ratios])
    chart.set_yticks(range(len(masses)), [f"{mass:g}" for mass in masses])
    chart.set(xlabel="note / mode", ylabel="mass of the mode, kg", title="Depth of the stutter")
    figure.colorbar(picture, ax=chart)
    shown = (0.286, 0.8)
    heard = sweep(scene, {NOTE: [1.003 * MODE], BODY: shown}, measure="swing", sound=True, **options).isel({NOTE: 0})
    for place, mass in enumerate(shown):
        take = heard.isel({BODY: place})
        seen.plot(take.time, take.sound, lw=0.3, alpha=0.8, label=f"{mass:g} kg: depth {float(take.swing):.2f}")
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
