"""Willemsen, Bilbao and Serafin 2019, equation 11d: how fast the partials of the string fade.

By (1) a partial with wave number q = n pi / L fades at s0 + s1 q^2; on the grid q is (2 / h) sin(n pi h / 2 L). The difference in time of
u_xx in (11d) must be over k h^2; it is printed over h k^2, which is h / k = 900 m/s times as much at 440 Hz, and not in the unit of u_txx.
A struck string, whose partials are listened to one by one, gives back the s0 = 1 1/s and s1 = 0.005 m^2/s of table 1.
"""

import numpy as np
from _table_1_string import RATE, TUNING, string
from matplotlib.figure import Figure

from rosin import Contact, Gesture, InertialMass, PowerLaw, render
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

FREQUENCY, PARTIALS = TUNING["A4"], np.arange(1, 13)
WRONG = "The backward difference in time of (11c) is over k h^2; over h k^2 it is h / k times as much, and in another unit."


def fading_rate(heard: np.ndarray, frequency: float) -> float:
    """How fast the partial near a frequency fades, in 1/s: the slope of the logarithm of its strength, four periods at a time."""
    spectrum = np.abs(np.fft.rfft(heard * np.hanning(len(heard)), 4 * len(heard)))
    near = np.arange(int((frequency - 100) * 4 * len(heard) / RATE), int((frequency + 100) * 4 * len(heard) / RATE))
    found = near[np.argmax(spectrum[near])] * RATE / (4 * len(heard))
    length = 4 * int(RATE / FREQUENCY)
    turned = heard * np.exp(-2j * np.pi * found / RATE * np.arange(len(heard)))
    window = np.hanning(2 * length)
    strength = np.array([abs((turned[at : at + 2 * length] * window).sum()) for at in range(0, len(heard) - 2 * length, length)])
    loud = strength > 1e-3 * strength[0]
    return -float(np.polyfit(np.flatnonzero(loud) * length / RATE, np.log(strength[loud]), 1)[0])


def exhibit() -> Exhibit:
    """Rates of twelve partials, against the equation and the grid."""
    body = string(FREQUENCY, pickups=(0.037,))
    strike = Contact(InertialMass(mass=0.002, velocity=1.0, position=-1e-6), PowerLaw(stiffness=1e9, exponent=1.5), body)
    heard = render(strike, Gesture(position=0.043), duration=0.5, sample_rate=RATE).audio[0][RATE // 50 :]
    stiff = np.pi**2 * body.stiffness_squared() / body.wave_speed_squared()
    rates = np.array([fading_rate(heard, n * FREQUENCY * np.sqrt(1 + stiff * n**2)) for n in PARTIALS])
    cells = body.cells(RATE)
    wave_numbers = 2 * cells * np.sin(PARTIALS * np.pi / (2 * cells))
    steep, even = np.polyfit(wave_numbers**2, rates, 1)
    figure = Figure(figsize=(7, 4), layout="constrained")
    axis = figure.subplots()
    axis.plot(PARTIALS, 1 + 5e-3 * (PARTIALS * np.pi) ** 2, color="#9aa5b1", label="equation 1")
    axis.plot(PARTIALS, 1 + 5e-3 * wave_numbers**2, color=INK, label=f"on its grid of N = {cells}")
    axis.plot(PARTIALS, rates, "o", color="#c05a2b", label="struck, simulated")
    axis.set(xlabel="partial of 440 Hz", ylabel="rate of fading / (1/s)", title="Damping of the partials")
    axis.grid(color=MIST)
    axis.legend(frameon=False)
    claims = (
        Claim.near("s1 from the partials", steep, 5e-3, 1e-4, "m^2/s", erratum=WRONG),
        Claim.near("s0 from the partials", even, 1.0, 0.05, "1/s"),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
