"""Avanzini, Rath, Rocchesso and Ottaviani 2003, table 8.1 again: three rows that twelve set-ups left open, in as many as one likes.

The rows on which table_8_1.py is not sure: sigma_1 and the bandwidth, sigma_2 and the pitch, f_N and the roughness. Set-ups are spread
evenly at random: hands and dragged bows, 0.02 to 0.3 m/s, bristles of 1e4 to 1e6 N/m, 0.1 to 3 N. In each, one parameter is swept and
judged as in table_8_1.py. With 2,048 set-ups (python table_8_1_many.py 2048), of those that sound, with 95 % intervals:

    sigma_1 changes the bandwidth     33 % (31 to 36) of 1865; with soft bristles 60 to 65 %, with the stiffest 4 %: not confirmed
    sigma_2 changes the pitch         71 % (69 to 74) of 1329, and then nearly always lowers it: confirmed
    f_N makes the sound rougher       28 % (26 to 30) of 1917, smoother in 10 %; half of those with the stiffest bristles: not confirmed

The picture shows on what it depends: the share of set-ups that show the trend, over the stiffness of the bristles.
"""

import sys
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from _pens_2003 import MOSS, RUST
from matplotlib.figure import Figure
from scipy.stats import binomtest
from scipy.stats.qmc import Sobol
from table_8_1 import DURATION, EXCITERS, LAW, PRESS, RATE, RESONATOR, ROWS, SHARE, Row, Setup, Trend, swept, trend

from rosin import Contact, Gesture, render_many
from rosin.evidence import Claim, Exhibit, present
from rosin.sound.picture import INK, MIST

OPEN = (("σ1", "bandwidth"), ("σ2", "detuning"), ("fN", "roughness"))
SPEEDS, BRISTLES, FORCES = (0.02, 0.3), (1e4, 1e6), (0.1, 3.0)  # m/s, N/m, N
FEW = 24  # set-ups of the exhibit
TOGETHER = 16  # set-ups that are rendered at once
BINS = 6


class Placed(NamedTuple):
    """A set-up, and its normal force (N)."""

    setup: Setup
    force: float


def spread(count: int) -> list[Placed]:
    """Set-ups, half of them hands and half bows."""
    points = Sobol(3, rng=8).random_base2(int(np.ceil(np.log2(count))))[:count]
    low, high = np.log(np.array([SPEEDS, BRISTLES, FORCES])).T
    numbers = np.exp(low + points * (high - low))
    exciters = list(EXCITERS)
    return [Placed(Setup(exciters[k % 2], speed, bristle), force) for k, (speed, bristle, force) in enumerate(numbers)]


def takes(row: Row, places: list[Placed]) -> list[dict[float, np.ndarray]]:
    """The sounds of a row's sweep in some set-ups."""
    contacts, gestures, values = [], [], []
    for setup, force in places:
        law = LAW.replace(bristle_stiffness=setup.bristle)
        for value in map(float, swept(row.parameter, setup)):
            pressed = row.parameter == "normal_force"
            contacts.append(Contact(EXCITERS[setup.exciter], law if pressed else law.replace(**{row.parameter: value}), RESONATOR))
            press = value * force / PRESS if pressed else force
            gestures.append(Gesture(velocity=[(0, 0), (0.02, setup.speed)], normal_force=press))
            values.append(value)
    sounds = [sound.audio[0] for sound in render_many(contacts, gestures, duration=DURATION, sample_rate=RATE)]
    many = len(values) // len(places)
    return [dict(zip(values[k : k + many], sounds[k : k + many], strict=True)) for k in range(0, len(values), many)]


def trends(row: Row, count: int) -> list[Trend]:
    """Of all set-ups that sound."""
    places = spread(count)
    found = []
    for begin in range(0, count, TOGETHER):
        some = places[begin : begin + TOGETHER]
        made = (trend(row, place.setup, sounds) for place, sounds in zip(some, takes(row, some), strict=True))
        found += [each for each in made if each is not None]
    return found


def exhibit(count: int = FEW) -> Exhibit:
    """Shares of set-ups over the stiffness of bristles, and over all."""
    figure = Figure(figsize=(13, 4), layout="constrained")
    claims = []
    for axes, (symbol, quantity) in zip(figure.subplots(1, len(OPEN)), OPEN, strict=True):
        [row] = [row for row in ROWS if row.symbol == symbol and row.what.startswith(quantity)]
        seen = trends(row, count)
        shows = np.array([each.sign == row.sign if row.sign else each.sign != 0 for each in seen])
        bristles = np.array([each.setup.bristle for each in seen])
        within = binomtest(int(shows.sum()), len(shows)).proportion_ci()
        edges = np.geomspace(*BRISTLES, BINS + 1)
        for sign, color, word in ((1, RUST, "rises"), (-1, MOSS, "falls")):
            signs = np.array([each.sign == sign for each in seen])
            shares = [signs[(bristles >= a) & (bristles <= b)].mean() for a, b in pairwise(edges)]
            axes.stairs(shares, edges, color=color, linewidth=2, label=word)
        axes.axhline(SHARE, color=INK, linestyle=":")
        axes.set(xscale="log", ylim=(0, 1), xlabel="σ0 / (N/m)", ylabel="share of set-ups")
        axes.set_title(f"{symbol}, {quantity}: {shows.mean():.0%} of {len(seen)} ({within.low:.0%} to {within.high:.0%})", fontsize=10)
        axes.grid(color=MIST)
        axes.legend(frameon=False)
        asserted = {1: "rises", -1: "falls", 0: "changes"}[row.sign]
        claims.append(Claim(f"{symbol}: share of set-ups in which the {quantity} {asserted}", shows.mean(), SHARE, 1.0, paper=row.paper))
    return Exhibit(claims, figure)


if __name__ == "__main__":
    present(exhibit(int(sys.argv[1]) if len(sys.argv) > 1 else FEW), __file__)
