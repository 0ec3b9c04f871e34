"""Schelleng's diagram of a cello D: a thousand strokes, and his two lines.

Schelleng (1973) said between which bow forces a string keeps to Helmholtz motion,

    F_max = 2 Z v / (b dmu),     F_min = Z^2 v / (2 R b^2 dmu),     dmu = mu_s - mu(v / b)

Z impedance of the string, R resistance of the bridge, v speed of the bow, b its place. Each point is a stroke of 1 s at 0.1 m/s that
begins with a force at which the string speaks, goes on to the force of its point, and is judged by its last twenty periods. Below the
lower line the string slips twice or more often in a period, or the bow no longer feeds it and the sound decays; above the upper line it
is raucous, or slips at other periods than its own. `rosin map schelleng --points 200x200` makes it finer, with a page that plays every
point.
"""

import numpy as np
from matplotlib.figure import Figure

from rosin.evidence import Claim, Exhibit, present
from rosin.maps.known import KNOWN, schelleng_lines
from rosin.maps.picture import draw_on
from rosin.maps.sweep import sweep
from rosin.meters.bowed_motion import REGIMES

SIDE = 32
PLACES = (0.05, 0.15)  # between which the lines are compared


def exhibit() -> Exhibit:
    """The map with the lines, and how far the boundaries are from them."""
    known = KNOWN["schelleng"]
    [(title, contact)] = known.sources.items()
    axes = {name: np.geomspace(low, high, SIDE) for name, low, high in (known.x, known.y)}
    found = sweep(contact, axes, fixed=known.fixed, duration=known.duration, measure="regime", backend="cores")
    places, forces = axes["position"], axes["normal_force"]
    lines = schelleng_lines(places)
    high, low = (up for _, up in lines.values())
    keeps = found.regime.values == REGIMES.index("Helmholtz")
    compared = [k for k, place in enumerate(places) if PLACES[0] < place < PLACES[1]]
    upper = [forces[keeps[k]].max() / high[k] for k in compared]
    lower = [forces[keeps[k]].min() / low[k] for k in compared]
    inside = (forces > 1.15 * low[:, None]) & (forces < high[:, None] / 1.15)
    above, below = forces > 2 * high[:, None], forces < low[:, None] / 1.5
    chosen = np.zeros_like(inside)
    chosen[compared] = True
    figure = Figure(figsize=(9, 6), layout="constrained")
    draw_on(figure.add_subplot(), found, "regime", lines, title)
    claims = [
        Claim("highest force that keeps Helmholtz motion over Schelleng's, middle", float(np.median(upper)), 0.9, 1.3),
        Claim("lowest force that keeps Helmholtz motion over Schelleng's, middle", float(np.median(lower)), 0.75, 1.35),
        Claim("share of Helmholtz motion between the lines", keeps[inside & chosen].mean(), 0.9, 1.0),
        Claim("share of it above twice the upper line", keeps[above & chosen].mean(), 0.0, 0.02),
        Claim("share of it below two thirds of the lower line", keeps[below & chosen].mean(), 0.0, 0.05),
    ]
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
