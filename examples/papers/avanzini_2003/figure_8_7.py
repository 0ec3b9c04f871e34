"""Avanzini, Rath, Rocchesso and Ottaviani 2003, figure 8.7: spectra of fractal noise by a cascade of first-order filters.

The paper shows noise of the target spectrum 1/f^1.81, with h = 2 and h = 6 poles a decade, and says that h controls the error. Here the
noise is that of the friction force of a hand that slides over a fractal surface, which the paper announces but had not built. Both come
out. h does control the ripple of an endless cascade, but at h = 2 that is 0.002 dB already, and what is left of the error comes from
where the cascade begins and ends: beyond h = 2 nothing is gained.

Eq. 8.26 (and so 8.29) has the wrong sign: a_i and b_i must be -exp(-2 pi f T), as eq. 8.25 has them. Literally, the poles lie at half the
sample rate and the spectrum is nearly white. The substitution 8.24, which the paper calls the impulse invariant method, is the matched z
transform. The lowest pole is not printed; it is at 20 Hz here, and slopes are fitted from three times that to a sixth of the sample rate.
"""

import numpy as np
from _pens_2003 import MOSS, RUST, SLATE
from matplotlib.figure import Figure
from scipy.signal import welch

from rosin import Contact, ElastoPlastic, Fractal, Gesture, Hand, Wall, render
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

BETA, LOWEST, RATE = 1.81, 20.0, 44_100
FIT = np.geomspace(3 * LOWEST, RATE / 6, 1000)  # Hz


def response(poles_per_decade: float, frequencies: np.ndarray, sign: float = 1.0) -> np.ndarray:
    """Power response of the cascade, 1 at its first frequency; sign -1 for eq. 8.26 as it is printed."""
    texture = Fractal(BETA, poles_per_decade, LOWEST)
    c = texture.prepared(RATE)
    z = np.exp(-2j * np.pi * frequencies / RATE)
    found = np.full(len(z), c.gain, dtype=complex)
    for i in range(int(c.sections)):
        found *= (1 + sign * c.b[i] * z) / (1 + sign * c.a[i] * z)
    power = np.abs(found) ** 2
    return power / power[0]


def slope(frequencies: np.ndarray, power: np.ndarray) -> float:
    """The exponent b of 1/f^b, by least squares on the logarithms."""
    return float(-np.polyfit(np.log(frequencies), np.log(power), 1)[0])


def left_over(frequencies: np.ndarray, power: np.ndarray) -> float:
    """Levels (dB, highest less lowest) about the fitted line."""
    line = np.polyval(np.polyfit(np.log(frequencies), np.log(power), 1), np.log(frequencies))
    return float(10 / np.log(10) * np.ptp(np.log(power) - line))


def endless_ripple(beta: float, poles_per_decade: float) -> float:
    """Levels (dB, highest less lowest) about 1/f^beta of eq. 8.22 with poles over 24 decades, seen in the decade in the middle."""
    poles = 10.0 ** (np.arange(-12 * poles_per_decade, 12 * poles_per_decade + 1) / poles_per_decade)
    zeros = poles * 10 ** (0.5 * beta / poles_per_decade)
    f = np.geomspace(1, 10, 500)[:, None]
    level = (np.log10(1 + (f / zeros) ** 2) - np.log10(1 + (f / poles) ** 2)).sum(axis=1)
    return float(10 * np.ptp(level + beta * np.log10(f[:, 0])))


def noise_spectrum(poles_per_decade: float) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies (Hz) and power density (N^2/Hz) of the friction force of a hand on a fractal surface."""
    contact = Contact(Hand(), ElastoPlastic(noise=0.5), Wall(), Fractal(BETA, poles_per_decade, LOWEST))
    gesture = Gesture(velocity=0.2, normal_force=1.0)
    force = render(contact, gesture, duration=30.0, sample_rate=RATE, seed=1, record="force").traces["force"]
    return welch(force[RATE:], RATE, nperseg=16_384)


def exhibit() -> Exhibit:
    """Noise, filter and target for both densities, and what is left of each after the fit."""
    figure = Figure(figsize=(12.5, 4.2), layout="constrained")
    left, middle, right = figure.subplots(1, 3)
    wide = np.geomspace(5, RATE / 2, 2000)
    noisy = {}
    for axis, density in ((left, 2), (middle, 6)):
        frequencies, power = noise_spectrum(density)
        noisy[density] = slope(FIT, np.interp(FIT, frequencies, power))
        level = 10 * np.log10(power[1:])
        target = -10 * BETA * np.log10(FIT)
        offset = np.mean(np.interp(FIT, frequencies[1:], level) - target)
        cascade = 10 * np.log10(response(density, wide))
        cascade += np.mean(np.interp(FIT, frequencies[1:], level) - np.interp(FIT, wide, cascade))
        axis.semilogx(frequencies[1:], level, color=SLATE, linewidth=0.7, label="noise of the sliding hand")
        axis.semilogx(wide, cascade, color=INK, label="cascade, eq. 8.25")
        axis.semilogx(FIT, target + offset, color=RUST, linestyle="--", label=f"1/f^{BETA}")
        axis.set(xlabel="frequency / Hz", ylabel="level / dB", title=f"h = {density}: slope of the noise {noisy[density]:.3f}")
    printed = 10 * np.log10(response(2, wide, sign=-1.0))
    left.semilogx(wide, printed - 29, color=MOSS, linestyle=":", label="cascade, eq. 8.26 as printed")
    for axis in (left, middle):
        axis.set_ylim(-84, -10)
        axis.legend(frameon=False, fontsize=8, loc="lower left")
    densities = np.arange(0.5, 6.01, 0.5)
    for beta, color in ((1.0, MOSS), (BETA, INK)):
        ripples = [endless_ripple(beta, density) for density in densities]
        right.semilogy(densities, ripples, "o-", color=color, markersize=3, label=f"1/f^{beta:g}")
    right.axhline(left_over(FIT, response(2, FIT)), color=RUST, linestyle="--", label="left by the ends, 60 Hz to 7 kHz")
    right.set(xlabel="h, poles a decade", ylabel="ripple / dB", title="error of an endless cascade", ylim=(1e-11, 30))
    right.legend(frameon=False, fontsize=8)
    for axis in (left, middle, right):
        axis.grid(color=MIST)
    ends = {density: left_over(FIT, response(density, FIT)) for density in (2, 6)}
    claims = (
        Claim.near("slope of the cascade, h = 2", slope(FIT, response(2, FIT)), BETA, 0.03),
        Claim.near("slope of the cascade, h = 6", slope(FIT, response(6, FIT)), BETA, 0.03),
        Claim.near("slope of the noise, h = 2", noisy[2], BETA, 0.05),
        Claim.near("slope of the noise, h = 6", noisy[6], BETA, 0.05),
        Claim("ripple of an endless cascade, h = 2", endless_ripple(BETA, 2), 0, 0.01, "dB"),
        Claim(
            "ripple of an endless cascade, h = 6 over h = 2",
            endless_ripple(BETA, 6) / endless_ripple(BETA, 2),
            0,
            0.1,
            paper="h controls the error",
        ),
        Claim("what the ends of the cascade leave, h = 6 over h = 2", ends[6] / ends[2], 0.8, 1.3),
        Claim.near(
            "slope with a_i, b_i of eq. 8.26, h = 2",
            slope(FIT, response(2, FIT, sign=-1.0)),
            0.0,
            0.1,
            paper="1.81",
            erratum="eq. 8.25 has the factors 1 - exp(s T) / z, so that a_i = -exp(-2 pi f_pi T) and b_i = -exp(-2 pi f_0i T).",
        ),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
