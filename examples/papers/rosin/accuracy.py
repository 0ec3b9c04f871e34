"""How accurate each law is: a thrown mass against SciPy's DOP853 at a tolerance of 1e-12.

One contact of every law that Rosin has: 10 g are thrown, over a table with friction (0.3 m/s, 1 N) until they lie still, or against a wall
(1.5 m/s) and back. The error is the largest distance of the velocity from that of the law's differential equation, relative to the
speed of the throw, at 48 kHz and three doublings. The equations stand in rosin/evidence/equations.py, written apart from the kernels;
Radau at 1e-10 solves them, too, as a check of the reference. The mass touches from the first moment on, so nothing but the law is tested;
a sample stands for the middle of its step.

Laws that stick (Stribeck, Thermal, ThermalTable) are not regularised: an event of the integrator finds where the mass stops. Every law
is of second order, through the stop, too; only the elasto-plastic law without iteration is of first. ThermalTable keeps its friction in
1024 entries, linear in between: at a hundred thousandth that is the error that is left, so its order is taken from the first doubling.
"""

import numpy as np
from matplotlib.figure import Figure

from rosin import (
    Contact,
    Dahl,
    ElastoPlastic,
    Exponential,
    Gesture,
    HuntCrossley,
    InertialMass,
    LoadedBristles,
    LuGre,
    PowerLaw,
    Stribeck,
    Stulov,
    Thermal,
    ThermalTable,
    Wall,
    render,
)
from rosin.evidence import Claim, Exhibit, present
from rosin.evidence.equations import Throw
from rosin.evidence.exhibit import TableExhibit
from rosin.interactions.interaction import Interaction
from rosin.sound.picture import MIST

RATES = 48_000 * 2 ** np.arange(4)
LAWS = {
    "ElastoPlastic": ElastoPlastic(),
    "ElastoPlastic, σ1 falling": ElastoPlastic(damping_law="velocity"),
    "ElastoPlastic, linear": ElastoPlastic(solver="linear"),
    "LoadedBristles": LoadedBristles(),
    "LuGre": LuGre(),
    "Dahl": Dahl(),
    "Stribeck": Stribeck(),
    "Stribeck, rosin": Stribeck.rosin(),
    "Exponential": Exponential(20.0),
    "Thermal": Thermal(),
    "ThermalTable": ThermalTable(),
    "PowerLaw": PowerLaw(1.5e11, 2.8),
    "HuntCrossley": HuntCrossley(1.5e11, 2.8, 0.6),
    "Stulov": Stulov(2e8, 2.5, 0.7, 4e-4),
}
SLIDE, STRIKE = Throw(0.01, 0.3, 1.0), Throw(0.01, 1.5)
FINE = {"ThermalTable": 2}  # of how many rates the error is that of the time step, where it is not of all
LASTS = {True: 0.02, False: 5e-3}  # s, of friction and of an impact


def middles(law: Interaction, rate: int) -> np.ndarray:
    """The times that the samples of a run stand for."""
    return (np.arange(round(LASTS[law.friction] * rate)) + 0.5) / rate


def velocity(law: Interaction, throw: Throw, rate: int) -> np.ndarray:
    """Of the thrown mass, rendered."""
    contact = Contact(InertialMass(throw.mass, velocity=throw.speed), law, Wall())
    gesture = Gesture(normal_force=throw.normal_force) if law.friction else Gesture()
    sound = render(contact, gesture, duration=LASTS[law.friction], sample_rate=int(rate), record="relative_velocity")
    return sound.traces["relative_velocity"]


def compared(law: Interaction) -> tuple[np.ndarray, float]:
    """The error at each rate, and how far two integrators are from each other."""
    throw = SLIDE if law.friction else STRIKE
    grids = [middles(law, rate) for rate in RATES]
    every = np.unique(np.concatenate(grids))
    exact, other = (throw.motion(law, every, method=method, tolerance=by)[1] for method, by in (("DOP853", 1e-12), ("Radau", 1e-10)))
    errors = [
        np.abs(velocity(law, throw, rate) - exact[np.searchsorted(every, grid)]).max() for rate, grid in zip(RATES, grids, strict=True)
    ]
    return np.array(errors) / throw.speed, float(np.abs(exact - other).max() / throw.speed)


def order(name: str, errors: np.ndarray) -> float:
    """The power of the time step with which the errors of a law fall."""
    seen = FINE.get(name, len(RATES))
    return -float(np.polyfit(np.log(RATES[:seen]), np.log(errors[:seen]), 1)[0])


def exhibit() -> Exhibit:
    """Errors over the sample rate, of friction and of impacts."""
    found = {name: compared(law) for name, law in LAWS.items()}
    errors = {name: each for name, (each, _) in found.items()}
    figure = Figure(figsize=(11, 4.8), layout="constrained")
    axes = figure.subplots(1, 2, sharey=True, width_ratios=(1.5, 1))
    for axis, friction in zip(axes, (True, False), strict=True):
        for i, name in enumerate(name for name, law in LAWS.items() if law.friction == friction):
            axis.loglog(RATES / 1e3, errors[name], "os^Dv<>PX*ph"[i] + "-", color=f"C{i}", markersize=5, linewidth=1, label=name)
        for power, start in ((1, 3e-2), (2, 4e-4)) if friction else ((2, 2e-2),):
            axis.loglog(RATES / 1e3, start * (RATES[0] / RATES) ** power, ":", color="black", linewidth=1)
            axis.annotate(f"order {power}", (RATES[1] / 1e3, 1.2 * start * 0.5**power), fontsize=8)
        axis.set(title="thrown over a table, to rest" if friction else "thrown against a wall, and back", xlabel="sample rate / kHz")
        axis.set_xticks(RATES / 1e3, [f"{rate / 1e3:g}" for rate in RATES])
        axis.minorticks_off()
        axis.grid(color=MIST)
        axis.legend(frameon=False, fontsize=8, loc="lower left", ncols=2 if friction else 1)
    axes[0].set(ylabel="largest error of the velocity / speed of the throw", ylim=(1e-9, 5e-2))
    missing = set(Interaction.registry) - {type(law).__name__ for law in LAWS.values()}
    claims = [
        Claim("laws without a reference", len(missing), 0, 0),
        Claim("largest distance between the two integrators", max(gap for _, gap in found.values()), 0, 1e-9),
    ]
    for name, each in errors.items():
        first = name.endswith("linear")
        claims += [
            Claim.near(f"{name}: order", order(name, each), 1 if first else 2, 0.1 if first else 0.3, paper=""),
            Claim(f"{name}: error at 48 kHz", each[0], 0, 2e-2 if first else 2e-4 if LAWS[name].friction else 5e-3),
        ]
    claims.append(Claim("ThermalTable: error that its table leaves, at 384 kHz", errors["ThermalTable"][-1], 0, 2e-5))
    first = dict.fromkeys(FINE, " (first doubling)")
    rows = [(name, *(f"{error:.1e}" for error in each), f"{order(name, each):.2f}{first.get(name, '')}") for name, each in errors.items()]
    return Exhibit(claims, figure, TableExhibit(("law", *(f"{rate // 1000} kHz" for rate in RATES), "order"), rows))


if __name__ == "__main__":
    present(exhibit(), __file__)
