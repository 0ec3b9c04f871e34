"""Guettler's diagram: attacks of bristles and of rosin side by side.

Guettler (2002) drew how long a string takes to speak over the acceleration of the bow and its force. Each point starts a cello D from rest
at constant acceleration up to 0.2 m/s at a tenth of its length; what is drawn is how many periods pass from the first slip until ten in a
row are alike, where the string comes to Helmholtz motion. Both laws have their short attacks in a wedge that rises with acceleration, as
Guettler found: force must grow with acceleration. `rosin map guettler --points 100x100` makes it finer, with a page that plays every point.
"""

import numpy as np
from matplotlib.figure import Figure

from rosin.evidence import Claim, Exhibit, present
from rosin.maps.known import KNOWN
from rosin.maps.picture import draw_on
from rosin.maps.sweep import sweep
from rosin.meters.bowed_motion import REGIMES

SIDE, SHORT = 20, 10.0  # points, periods


def exhibit() -> Exhibit:
    """Two maps, and where their short attacks lie."""
    known = KNOWN["guettler"]
    axes = {name: np.geomspace(low, high, SIDE) for name, low, high in (known.x, known.y)}
    figure = Figure(figsize=(13, 5), layout="constrained")
    claims = []
    for place, (title, contact) in zip(figure.subplots(1, 2), known.sources.items(), strict=True):
        measures = ("regime", "transient")
        found = sweep(contact, axes, fixed=known.fixed, duration=known.duration, measure=measures, backend="cores")
        draw_on(place, found, "transient", {}, title)
        short = (found.regime.values == REGIMES.index("Helmholtz")) & (found.transient.values < SHORT)
        gentle, brisk = (short[rows] for rows in (slice(0, SIDE // 2), slice(SIDE // 2, None)))
        forces = [
            float(np.exp(np.average(np.log(np.broadcast_to(axes["normal_force"], part.shape)), weights=part))) for part in (gentle, brisk)
        ]
        claims += [
            Claim(f"{title}: share of attacks within {SHORT:g} periods", short.mean(), 0.015, 0.2),
            Claim(f"{title}: typical force of short attacks, brisk over gentle", forces[1] / forces[0], 1.2, 6.0),
        ]
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
