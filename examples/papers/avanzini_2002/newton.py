"""Avanzini, Serafin and Rocchesso 2002, section 3.1: how many Newton steps a sample takes.

"Early results suggest that the number of iterations remains smaller than seven for typical parameter configurations." The paper solves
y = f_NL(v~ + K1 y, z~ + K2 y) from the last sample's y by plain Newton, until a step is smaller than Errmax, which it does not
print. Here this is done at every sample of the cello D of figure 7 at 44.1 kHz, with the v~ and z~ that the sample had (so that all
solvers are asked the same questions), for three values of Errmax and for bristles from soft to stiff.

With the soft bristles of the paper it is as printed, whatever Errmax. With stiffer ones it is not: plain Newton jumps to and
fro over the corner of f_NL at v = 0, or to another root, and some samples are never solved. Rosin's solver keeps a bracket, so that every
sample is solved, to 1e-11, in about one evaluation.

The loop is printed as "while (err < Errmax)". It must run while err > Errmax.
"""

import math
from dataclasses import dataclass

import numpy as np
from _cello_d_2002 import FORCE, IMPEDANCE, POSITION, SPEED, STRING
from matplotlib.figure import Figure

from rosin import Contact, ElastoPlastic, Gesture, Hand, render
from rosin.evidence import Claim, Exhibit, present
from rosin.evidence.equations import bristle_rate
from rosin.evidence.exhibit import TableExhibit
from rosin.sound.picture import INK, MIST
from rosin.sound.sound import Diagnostics

RATE, LASTS = 44_100, 0.5
SOFT = ElastoPlastic(bristle_stiffness=1e4, bristle_damping=0.1, static_friction=0.5, dynamic_friction=0.2, breakaway=0.7)
LAWS = {
    "s0 = 1e4 N/m": SOFT,
    "s0 = 1e5 N/m": SOFT.replace(bristle_stiffness=1e5),
    "s0 = 1e6 N/m": SOFT.replace(bristle_stiffness=1e6),
    "s0 = 1e4 N/m, s1 = 1 N s/m": SOFT.replace(bristle_damping=1.0),
}
ERRORS = (1e-6, 1e-9, 1e-12)  # m/s: Errmax
GIVEN_UP = 50
SAME = 1e-6  # of the bow's speed: how far apart roots are the same
NEAR = 1e-9  # m/s: half the width over which the slope of g is taken


@dataclass(frozen=True)
class Counts:
    """Newton steps of every sample at one Errmax; unsolved: given up, or at another root than the contact was."""

    steps: np.ndarray
    unsolved: np.ndarray

    @property
    def worst(self) -> int:
        """The most steps of a sample that was solved."""
        return int(self.steps[~self.unsolved].max())


def played(law: ElastoPlastic) -> tuple[dict[str, np.ndarray], Diagnostics]:
    """Traces of the bowed string, and what Rosin's own solver needed."""
    gesture = Gesture(velocity=[(0, 0), (0.2, SPEED)], normal_force=FORCE, position=POSITION)
    record = ("relative_velocity", "bristle", "bristle_rate")
    sound = render(Contact(Hand(), law, STRING), gesture, duration=LASTS, sample_rate=RATE, record=record)
    return sound.traces, sound.diagnostics


def plain_newton(law: ElastoPlastic, traces: dict[str, np.ndarray], error: float) -> Counts:
    """Eq. 10 to 12 for every sample, from the y of the sample before."""
    half, admittance = 0.5 / RATE, 0.5 / IMPEDANCE
    by_velocity = -admittance * (law.bristle_stiffness * half + law.bristle_damping) / (1 + law.viscosity * admittance)
    v, z, root = traces["relative_velocity"], traces["bristle"], traces["bristle_rate"]
    known_v, known_z = (v - by_velocity * root).tolist(), (z - half * root).tolist()
    starts = np.concatenate([[0.0], root[:-1]]).tolist()
    steps, unsolved = np.zeros(len(root), int), np.zeros(len(root), bool)
    for n, y in enumerate(starts):

        def g(y: float, v: float = known_v[n], z: float = known_z[n]) -> float:
            return bristle_rate(law, 0.0, v + by_velocity * y, z + half * y, FORCE) - y

        change = math.inf
        while abs(change) > error and steps[n] < GIVEN_UP and math.isfinite(y):
            change = g(y) * 2 * NEAR / (g(y + NEAR) - g(y - NEAR))
            y -= change
            steps[n] += 1
        unsolved[n] = not abs(y - root[n]) <= SAME * SPEED
    return Counts(steps, unsolved)


def exhibit() -> Exhibit:
    """Shares of samples by their Newton steps, and a table."""
    takes = {name: played(law) for name, law in LAWS.items()}
    counts = {name: {error: plain_newton(LAWS[name], traces, error) for error in ERRORS} for name, (traces, _) in takes.items()}
    figure = Figure(figsize=(9, 4), layout="constrained")
    axis = figure.subplots()
    for i, (name, by_error) in enumerate(counts.items()):
        each = by_error[ERRORS[1]]
        share = [(each.steps > most).mean() for most in range(GIVEN_UP)]
        label = f"{name}: {each.unsolved.sum()} of {len(each.steps)} unsolved"
        axis.step(range(GIVEN_UP), np.maximum(share, 1e-6), where="post", color=f"C{i}", label=label)
    axis.axvline(6, color=INK, linestyle=":", linewidth=1)
    axis.annotate("fewer than seven", (6.2, 0.4), color=INK, fontsize=9)
    axis.set(yscale="log", xlabel="plain Newton steps, Errmax = 1e-9 m/s", ylabel="share of samples that take more", ylim=(3e-5, 1.5))
    axis.set_xlim(0, GIVEN_UP - 1)
    axis.grid(color=MIST)
    axis.legend(frameon=False, fontsize=9, loc="upper right")
    rows = [
        (name, f"{error:g}", float(each.steps.mean()), each.worst, int(each.unsolved.sum()), ours.iterations_mean, ours.iterations_worst)
        for (name, by_error), (_, ours) in zip(counts.items(), takes.values(), strict=True)
        for error, each in by_error.items()
    ]
    soft, *_, damped = counts.values()
    stiff = counts["s0 = 1e6 N/m"][ERRORS[1]]
    worst = max(ours.iterations_worst for _, ours in takes.values())
    words = "fewer than 7"
    claims = (
        *(Claim(f"most steps, soft bristles, Errmax {error:g}", soft[error].worst, 1, 6, paper=words) for error in ERRORS),
        Claim(
            "samples that Newton leaves unsolved, soft bristles",
            max(each.unsolved.sum() for each in soft.values()),
            0,
            0,
            paper="while (err < Errmax)",
            erratum="As printed the loop ends as soon as a step is larger than Errmax, and goes on while it is smaller: from a start with "
            "err > Errmax no step is taken, and y(n) = y(n - 1) = 0 for ever. It must read err > Errmax, and so it is run here.",
        ),
        Claim("share of samples unsolved by plain Newton, s0 = 1e6 N/m", float(stiff.unsolved.mean()), 1e-4, 1),
        Claim("share of samples unsolved by plain Newton, s1 = 1 N s/m", float(damped[ERRORS[1]].unsolved.mean()), 1e-4, 1),
        Claim("most evaluations in a sample by Rosin's solver, all four", worst, 1, 20),
        Claim("most evaluations in the mean by Rosin's solver, all four", max(ours.iterations_mean for _, ours in takes.values()), 0, 2),
    )
    header = ("bristles", "Errmax m/s", "mean", "worst, solved", "unsolved", "Rosin: mean", "Rosin: worst")
    return Exhibit(claims, figure, TableExhibit(header, rows))


if __name__ == "__main__":
    present(exhibit(), __file__)
