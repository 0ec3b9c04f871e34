"""Avanzini, Serafin and Rocchesso 2002, figure 7: the same cello D string under the elasto-plastic law.

String and bow are those of figure 6. The paper takes mu_s = 0.4 to 0.5 and mu_d = 0.2 (here 0.5 and 0.2) and the remaining parameters
"from the literature"; here s0 = 1e4 N/m, s1 = 0.1 N s/m, v_s = 0.1 m/s and breakaway at 0.7 of f_c / s0, which Willemsen et al. (2019,
table 1) have from Serafin, without their viscosity. Helmholtz motion comes out, and a loop in the same direction as that of the
plastic law: friction is higher on the way into the slip.

But the loop is slight, a twentieth of that of figure 6. Friction would have to creep past z_ss(v) to come near mu_s; a string that slips
is faster than v_s long before its bristles have bent that far. So the coefficient stays below 0.25, half of mu_s. "Qualitatively similar"
holds for the motion and the direction of the loop, not for its size; nor are the coefficients alike (0.5 and 0.2 against 1.2 and 0.35).
"""

import numpy as np
from _cello_d_2002 import bowed, draw, helmholtz_claims
from matplotlib.figure import Figure

from rosin import ElastoPlastic
from rosin.evidence import Claim, Exhibit, present

LAW = ElastoPlastic(bristle_stiffness=1e4, bristle_damping=0.1, static_friction=0.5, dynamic_friction=0.2, breakaway=0.7)


def exhibit() -> Exhibit:
    """Waveform and loop, with the steady curve."""
    take = bowed(LAW)
    figure = Figure(figsize=(11, 3.8), layout="constrained")
    axes = figure.subplots(1, 2)
    draw(axes, take)
    axes[0].set_title(f"elasto-plastic: {take.motion.regime} motion, {take.motion.cents:+.0f} cents")
    speeds = np.linspace(0, 1.3, 400)
    axes[1].plot(speeds, [LAW.sliding(v)[0] for v in speeds], "--", color="#c05a2b", label="steady sliding")
    axes[1].legend(frameon=False)
    fast = take.velocity > 0.5 * take.velocity.max()
    claims = [
        *helmholtz_claims(take),
        Claim.near("coefficient of friction in the fast part of the slip", take.friction[fast].mean(), 0.2, 0.02),
        Claim("largest coefficient of friction", take.friction.max(), 0.2, 0.3),
    ]
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
