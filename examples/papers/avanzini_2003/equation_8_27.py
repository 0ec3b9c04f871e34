"""Avanzini, Rath, Rocchesso and Ottaviani 2003, eq. 8.27: how long a hammer touches a wall.

The paper gives the time of contact of a Hunt-Crossley hammer on a rigid wall as an integral, finds excellent accordance with simulations,
and says that the time depends only on the speed of the impact, on the loss and on mass over stiffness, which matters most. The equation
is right (the text calls it 8.28), and the simulation meets it at every speed, with the parameters of figure 8.3: 10 g, 1.5e11 N/m^2.8, loss
0.6 s/m. It contains the exponent, too, so the time depends on that as well. At these numbers mass over stiffness does matter more than the
loss, and about as much as the speed; with ten times the loss it would not.
"""

import numpy as np
from _hammer_2003 import HAMMER, RATE, blow
from _pens_2003 import MOSS, RUST
from matplotlib.figure import Figure

from rosin.analysis.rebound import contact_time, rebound_speed
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST


def time_with(speed: float = 1.0, **factors: float) -> float:
    """The time of contact (s) of the hammer at 2 m/s, with some of its numbers and the speed multiplied by factors."""
    return contact_time(2.0 * speed, **{name: value * factors.get(name, 1.0) for name, value in HAMMER.items()})


def exponent_of(name: str) -> float:
    """The power of a number to which the time of contact goes, close to the numbers of figure 8.3."""
    return float(np.log(time_with(**{name: 1.01}) / time_with(**{name: 1 / 1.01})) / (2 * np.log(1.01)))


def exhibit() -> Exhibit:
    """Simulated against closed form, over the speed of the impact."""
    speeds = np.linspace(0.5, 4.0, 15)
    simulated = np.array([(each.contact_time, each.rebound) for each in (blow(speed, **HAMMER) for speed in speeds)])
    times = np.array([contact_time(speed, **HAMMER) for speed in speeds])
    after = np.array([rebound_speed(speed, HAMMER["loss"]) for speed in speeds])
    figure = Figure(figsize=(13, 3.8), layout="constrained")
    left, middle, right = figure.subplots(1, 3)
    for axis, theory, found, label in (
        (left, 1e3 * times, 1e3 * simulated[:, 0], "time of contact / ms"),
        (middle, -after, -simulated[:, 1], "speed of the rebound / (m/s)"),
    ):
        axis.plot(speeds, theory, color=INK, label="closed form")
        axis.plot(speeds, found, "o", color=RUST, markersize=4, label=f"simulated at {RATE // 1000} kHz")
        axis.set(xlabel="speed of the impact / (m/s)", ylabel=label)
        axis.grid(color=MIST)
        axis.legend(frameon=False)
    factors = np.geomspace(0.1, 10, 41)
    for name, label, color in (("mass", "mass over stiffness", INK), ("loss", "loss", MOSS), ("speed", "speed of the impact", RUST)):
        right.loglog(factors, [time_with(**{name: factor}) / time_with() for factor in factors], color=color, label=label)
    right.set_yticks([0.5, 0.7, 1, 1.4, 2], ["0.5", "0.7", "1", "1.4", "2"])
    right.minorticks_off()
    right.set(xlabel="factor", ylabel="time of contact, relative", title="from 2 m/s, one thing changed")
    right.grid(color=MIST)
    right.legend(frameon=False)
    slow = -np.log2(contact_time(1e-3, **HAMMER) / contact_time(2e-3, **HAMMER))
    lossless = (1 - HAMMER["exponent"]) / (1 + HAMMER["exponent"])
    claims = (
        Claim("largest error of the time of contact", abs(simulated[:, 0] / times - 1).max(), 0, 5e-4, paper="excellent accordance"),
        Claim("largest error of the speed of the rebound", abs(simulated[:, 1] / after - 1).max(), 0, 1e-3),
        Claim.near("exponent of the speed in slow impacts", slow, lossless, 1e-3, paper=""),
        Claim(
            "change of the time when mass and stiffness are both doubled",
            abs(time_with(mass=2, stiffness=2) / time_with() - 1),
            0,
            1e-12,
            paper="only their ratio matters",
        ),
        Claim.near("exponent of mass over stiffness", exponent_of("mass"), 1 / 3.8, 1e-9, paper=""),
        Claim(
            "exponent of the loss, over that of mass over stiffness",
            exponent_of("loss") / exponent_of("mass"),
            0,
            1,
            paper="mass over stiffness is most relevant",
        ),
        Claim(
            "time with exponent 2.5 over that with 2.8",
            time_with(exponent=2.5 / 2.8) / time_with(),
            0.0,
            0.9,
            paper="1",
            erratum="the time depends on the exponent, too: it stands in all three factors of eq. 8.27.",
        ),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
