"""Avanzini, Serafin and Rocchesso 2002, figure 6: a cello D string under the plastic law of rosin.

The paper bows a cello D (147 Hz, Q = 500, B = 3e-4 N m^2) at 0.1 m/s and 1.1 N with the thermal law of Smith and Woodhouse; above, the
velocity of the string at the bow is Helmholtz motion, below, the coefficient of friction runs through a loop. (The text calls that "the
bottom of Fig. 7"; it means figure 6.) Impedance, length and place of the bow are not printed: 0.55 kg/s, 0.69 m and 0.08 are taken.

Left is the law of the paper: friction over temperature such that steady sliding gives the exponentials of Smith and Woodhouse, with one
temperature for the contact. Helmholtz motion, pitch and loop come out; the string plays 11 cents flat, as a loop in this direction has it.
Right is the one-temperature law of van Walstijn et al. (2026), with a glass transition in place of the exponentials.

"No part of the hysteretical curve follows the steady state curve" does not come out: friction stays away from that curve while the slip
begins, but with one temperature the rosin is as hot as in steady sliding after some a / (b sqrt(v)) = 0.3 ms, and the slip takes
0.5 ms. Smith and Woodhouse let heat spread into string and bow, which never ends. The bending stiffness is read from the twentieth partial
of the free string. Of its stretch, ln(20) / (pi Q) is not stiffness: no string can have the same Q at all frequencies and the same speed
of waves, too (Kramers and Kronig).
"""

import numpy as np
from _cello_d_2002 import BENDING_STIFFNESS, FORCE, FREQUENCY, QUALITY, RATE, STRENGTH, bowed, draw, helmholtz_claims
from matplotlib.figure import Figure
from scipy.signal import fftconvolve

from rosin import Thermal, ThermalTable
from rosin.evidence import Claim, Exhibit, present
from rosin.evidence.equations import rosin_curve, steady_friction

CLOSE = 0.02  # of the steady coefficient of friction: what counts as following it
SLIPPING = 0.2  # m/s
HIGH = 20  # the partial that shows the stiffness


def partial(ring: np.ndarray, frequency: float) -> tuple[float, float]:
    """Frequency (Hz) and decay rate (1/s) of the partial near a frequency."""
    turned = ring * np.exp(-2j * np.pi * frequency * np.arange(len(ring)) / RATE)
    whole = round(16 * RATE / FREQUENCY)
    hop = whole // 8
    level = fftconvolve(turned, np.hanning(whole + 2)[1:-1], "valid")[::hop]
    slope = np.polyfit(np.arange(len(level)) * hop / RATE, np.log(np.abs(level)) + 1j * np.unwrap(np.angle(level)), 1)[0]
    return frequency + slope.imag / (2 * np.pi), -slope.real


def free_string() -> tuple[float, float, float]:
    """Pitch (Hz) and Q of the first partial after the bow has left, and E I (N m^2) by the twentieth."""
    sound = bowed(Thermal(), lift=1.0, duration=1.5).sound
    ring = sound.audio[0][round(1.05 * RATE) :]
    first, decay = partial(ring, FREQUENCY)
    quality = np.pi * first / decay
    inharmonicity = BENDING_STIFFNESS / STRENGTH
    expected = HIGH * FREQUENCY * np.sqrt((1 + inharmonicity * HIGH**2) / (1 + inharmonicity))
    stretch = partial(ring, expected)[0] / (HIGH * first) - np.log(HIGH) / (np.pi * quality)
    return first, quality, STRENGTH * (stretch**2 - 1) / (HIGH**2 - stretch**2)


def exhibit() -> Exhibit:
    """Two plastic laws, each with its steady curve."""
    table, glass = bowed(ThermalTable()), bowed(Thermal())
    speeds = np.linspace(1e-4, 1.5, 400)
    curves = {"measured rosin": rosin_curve(speeds), "glass transition": np.array([steady_friction(Thermal(), v, FORCE) for v in speeds])}
    figure = Figure(figsize=(11, 7), layout="constrained")
    axes = figure.subplots(2, 2)
    near = []
    for column, (take, (name, curve)) in enumerate(zip((table, glass), curves.items(), strict=True)):
        draw(axes[:, column], take)
        axes[0, column].set_title(f"{name}: {take.motion.regime} motion, {take.motion.cents:+.0f} cents", fontsize=10)
        axes[1, column].plot(speeds, curve, "--", color="#c05a2b", label="steady sliding")
        axes[1, column].set(ylim=(0, 1.25), xlim=(-0.05, 1.55))
        axes[1, column].legend(frameon=False)
        slips = take.velocity > SLIPPING
        near.append(float((np.abs(take.friction - np.interp(take.velocity, speeds, curve))[slips] < CLOSE).mean()))
    first, quality, stiffness = free_string()
    claims = [
        Claim.near("first partial of the free string", first, FREQUENCY, 0.05, "Hz"),
        Claim.near("Q of the free string", quality, QUALITY, 10),
        Claim.near("E I, from the twentieth partial of the free string", stiffness, BENDING_STIFFNESS, 3e-5, "N m^2"),
        *helmholtz_claims(table),
        Claim("share of the slip on the steady curve", near[0], 0, 0.05, paper="no part"),
        Claim("share of the slip on the steady curve, glass law", near[1], 0, 0.05, paper="no part"),
    ]
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
