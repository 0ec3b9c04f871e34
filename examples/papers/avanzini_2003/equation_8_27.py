"""Avanzini, Rath, Rocchesso and Ottaviani 2003, eq. 8.27: how long a hammer touches a wall.

The paper gives the time of contact of a Hunt-Crossley hammer on a rigid wall as an integral and says that it depends on the speed of the
impact and on mass over stiffness. It depends on the exponent and on the loss, too; the equation itself is right, and the simulation
meets it at every speed, with the parameters of figure 8.3: 10 g, 1.5e11 N/m^2.8, loss 0.6 s/m.
"""

import numpy as np
from matplotlib.figure import Figure

from rosin import Contact, Gesture, HuntCrossley, InertialMass, Wall, render
from rosin.analysis.rebound import contact_time, rebound_speed
from rosin.evidence import Claim, Exhibit, present
from rosin.picture import INK, MIST

HAMMER = {"mass": 1e-2, "stiffness": 1.5e11, "exponent": 2.8, "loss": 0.6}
RATE = 192_000
GAP = 3.3e-5  # m: the hammer begins just before the wall


def strike(speed: float) -> tuple[float, float]:
    """Time of contact (s) and speed afterwards (m/s), simulated."""
    hammer = InertialMass(HAMMER["mass"], velocity=speed, position=-GAP)
    contact = Contact(hammer, HuntCrossley(HAMMER["stiffness"], HAMMER["exponent"], HAMMER["loss"]), Wall())
    traces = render(contact, Gesture(), duration=2.5e-3, sample_rate=RATE, record=("relative_velocity", "compression")).traces
    x = traces["compression"]
    places = np.flatnonzero(np.diff(np.sign(x)) != 0)
    times = (places + x[places] / (x[places] - x[places + 1])) / RATE
    return float(times[-1] - times[0]), float(traces["relative_velocity"][-1])


def exhibit() -> Exhibit:
    """Simulated against closed form, over the speed of the impact."""
    speeds = np.linspace(0.5, 4.0, 15)
    simulated = np.array([strike(speed) for speed in speeds])
    times = np.array([contact_time(speed, **HAMMER) for speed in speeds])
    after = np.array([rebound_speed(speed, HAMMER["loss"]) for speed in speeds])
    figure = Figure(figsize=(9, 3.6), layout="constrained")
    left, right = figure.subplots(1, 2)
    for axis, theory, found, label in (
        (left, 1e3 * times, 1e3 * simulated[:, 0], "time of contact / ms"),
        (right, -after, -simulated[:, 1], "speed of the rebound / (m/s)"),
    ):
        axis.plot(speeds, theory, color=INK, label="closed form")
        axis.plot(speeds, found, "o", color="#c05a2b", markersize=4, label=f"simulated at {RATE // 1000} kHz")
        axis.set(xlabel="speed of the impact / (m/s)", ylabel=label)
        axis.grid(color=MIST)
        axis.legend(frameon=False)
    slow = -np.log2(contact_time(1e-3, **HAMMER) / contact_time(2e-3, **HAMMER))
    lossless = (1 - HAMMER["exponent"]) / (1 + HAMMER["exponent"])
    claims = (
        Claim("largest error of the time of contact", abs(simulated[:, 0] / times - 1).max(), 0, 5e-3),
        Claim("largest error of the speed of the rebound", abs(simulated[:, 1] / after - 1).max(), 0, 1e-3),
        Claim.near("exponent of the speed in slow impacts", slow, lossless, 1e-3, paper=""),
    )
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(), __file__)
