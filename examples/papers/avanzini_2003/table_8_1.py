"""Avanzini, Rath, Rocchesso and Ottaviani 2003, table 8.1: what each parameter of the friction model does to the sound.

The paper gives a phenomenological guide in words. Here each row is a measured trend. Three modes of 10 g (440, 1210 and 2365 Hz) are rubbed
for 1.5 s, with the friction of figure 8.5 (mu_d 0.197, mu_s 0.975, f_N 0.3 N), in twelve set-ups: by a hand or by a bow of 50 g that is
dragged through a spring, at 0.05 or 0.1 m/s, with bristles of 1e4, 1e5 or 1e6 N/m. In each, one parameter at a time is swept, and a
descriptor that fits the paper's words is measured. A set-up shows a trend if Spearman's rank correlation is 0.6 or more in size and the
descriptor changes audibly (by a tenth, 5 cents or 1 dB). A row is confirmed if more than half of the set-ups that sound show it: with the
sign that the paper states, or with either where it only says "affects". Takes below a tenth of the hand's speed count as silent and are
left out.

Eight of ten come out. sigma_1 changes the bandwidth only where bristles are soft: what counts is omega sigma_1 / sigma_0, and above some
1 N s/m the contact is no longer sure to be passive. More normal force is louder, but rougher only with stiff bristles: the dragged bow then
slips less often than the modes swing, and under the hand the motion grows irregular. sigma_2 does shift the pitch, downwards with softer
bristles and upwards with the stiffest. v_s is swept upwards from the speed of the hand: a mode grows fastest where v_s equals it, and
below, the trend turns round. At 43 and 48 kHz the counts are the same, but for one set-up of the last row. The rule of more than half was
settled after first counts had been seen: if two thirds had to agree, with one sign, the pitch of sigma_2 would not be confirmed either.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from _descriptors_2003 import attack_time, bandwidth, level, lock_in_time, loudest, noisiness, roughness
from _pens_2003 import MOSS, RUST, SLATE
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import NullFormatter
from scipy.stats import spearmanr

from rosin import Contact, ElastoPlastic, Gesture, Hand, InertialMass, Modal, render
from rosin.evidence import Claim, Exhibit, present
from rosin.evidence.exhibit import TableExhibit
from rosin.sound.picture import INK, MIST

RATE, DURATION = 44_100, 1.5
MODES = (440.0, 1210.0, 2365.0)  # Hz
RESONATOR = Modal(frequencies=MODES, decay_times=(0.8, 0.5, 0.3), masses=0.01)
EXCITERS = {"hand": Hand(), "bow": InertialMass(0.05, spring_stiffness=5e3, spring_damping=5.0)}
SPEEDS = (0.05, 0.1)  # m/s
BRISTLES = (1e4, 1e5, 1e6)  # N/m
PRESS = 0.3  # N
LAW = ElastoPlastic(bristle_damping=0.1, static_friction=0.975, dynamic_friction=0.197, stribeck_velocity=0.1)
RANK, SILENT, FEWEST = 0.6, 0.1, 5
SHARE = 0.55  # more than half
COLORS = {1e4: MOSS, 1e5: INK, 1e6: RUST}
STYLES = {"hand": "-", "bow": "--"}
UNITS = {
    "bristle_stiffness": " / (N/m)",
    "bristle_damping": " / (N s/m)",
    "viscosity": " / (N s/m)",
    "stribeck_velocity": " / (m/s)",
    "normal_force": " / N",
}


class Setup(NamedTuple):
    """Who rubs, how fast (m/s), with which bristles (N/m)."""

    exciter: str
    speed: float
    bristle: float


class Row(NamedTuple):
    """A row of the paper's table: parameter, its words, the descriptor, what counts as audible, the sign it asserts (0: either)."""

    symbol: str
    parameter: str
    paper: str
    what: str
    measure: Callable[[np.ndarray, float], float]
    audible: Callable[[float, float], bool]
    sign: int = 0


def a_tenth(lowest: float, highest: float) -> bool:
    """Whether the larger is more than the smaller by a tenth."""
    return highest > 1.1 * lowest


def more_than(step: float) -> Callable[[float, float], bool]:
    """Whether two values differ by a step."""
    return lambda lowest, highest: highest - lowest > step


def detuning(sound: np.ndarray, rate: float) -> float:
    """Of the strongest partial against the mode next to it, cents."""
    return float(min((1200 * np.log2(loudest(sound, rate) / mode) for mode in MODES), key=abs))


ROWS = (
    Row("σ0", "bristle_stiffness", "affects the evolution of mode lock-in", "lock-in time / s", lock_in_time, a_tenth),
    Row("σ1", "bristle_damping", "affects the sound bandwidth", "bandwidth / Hz", bandwidth, a_tenth),
    Row("σ2", "viscosity", "affects the speed of timbre evolution", "lock-in time / s", lock_in_time, a_tenth),
    Row("σ2", "viscosity", "affects pitch", "detuning / cents", detuning, more_than(5.0)),
    Row("σ3", "noise", "affects the perceived surface roughness", "noisiness / dB", noisiness, more_than(1.0)),
    Row("μd", "dynamic_friction", "high values reduce the sound bandwidth", "bandwidth / Hz", bandwidth, a_tenth, -1),
    Row("μs", "static_friction", "affects the smoothness of sound attack", "attack time / s", attack_time, a_tenth),
    Row("vs", "stribeck_velocity", "affects the smoothness of sound attack", "attack time / s", attack_time, a_tenth),
    Row("fN", "normal_force", "high values give louder sounds", "level / dB", level, more_than(1.0), 1),
    Row("fN", "normal_force", "high values give rougher sounds", "roughness", roughness, a_tenth, 1),
)


def swept(parameter: str, setup: Setup) -> np.ndarray:
    """The values of a parameter that are tried."""
    values = {
        "bristle_stiffness": np.geomspace(3e3, 3e6, 10),
        "bristle_damping": np.geomspace(0.01, 1.0, 9),
        "viscosity": np.linspace(0.0, 1.4, 9),
        "noise": np.geomspace(3e-3, 0.3, 9),
        "dynamic_friction": np.linspace(0.05, 0.9, 9),
        "static_friction": np.linspace(0.25, 1.5, 9),
        "stribeck_velocity": setup.speed * np.geomspace(1.0, 8.0, 9),
        "normal_force": np.geomspace(0.1, 10.0, 9),
    }
    return values[parameter]


def take(setup: Setup, parameter: str, value: float) -> np.ndarray:
    """The sound at the contact (m/s) with one parameter changed."""
    law = LAW.replace(bristle_stiffness=setup.bristle)
    law = law if parameter == "normal_force" else law.replace(**{parameter: value})
    press = value if parameter == "normal_force" else PRESS
    gesture = Gesture(velocity=[(0, 0), (0.02, setup.speed)], normal_force=press)
    return render(Contact(EXCITERS[setup.exciter], law, RESONATOR), gesture, duration=DURATION, sample_rate=RATE, seed=1).audio[0]


def setups(parameter: str) -> list[Setup]:
    """All of them; where the bristles are swept, each exciter and speed once."""
    bristles = BRISTLES[:1] if parameter == "bristle_stiffness" else BRISTLES
    return [Setup(exciter, speed, bristle) for bristle in bristles for exciter in EXCITERS for speed in SPEEDS]


class Trend(NamedTuple):
    """A descriptor over a parameter in one set-up, and the sign of its trend: 0 where there is none that is heard."""

    setup: Setup
    values: np.ndarray
    measured: np.ndarray
    rank: float
    sign: int


def trend(row: Row, setup: Setup, sounds: dict[float, np.ndarray]) -> Trend | None:
    """The trend of a row in one set-up, if enough of its takes sound."""
    heard = {value: sound for value, sound in sounds.items() if level(sound, RATE) > 20 * np.log10(SILENT * setup.speed)}
    if len(heard) < FEWEST:
        return None
    values = np.array(list(heard))
    measured = np.array([row.measure(sound, RATE) for sound in heard.values()])
    rank = float(spearmanr(values, measured)[0]) if np.ptp(measured) > 0 else 0.0
    clear = abs(rank) >= RANK and row.audible(float(measured.min()), float(measured.max()))
    return Trend(setup, values, measured, rank, int(np.sign(rank)) if clear else 0)


def trends() -> list[list[Trend]]:
    """For each row, the trends of all set-ups that sound."""
    found: list[list[Trend]] = [[] for _ in ROWS]
    for parameter in dict.fromkeys(row.parameter for row in ROWS):
        for setup in setups(parameter):
            sounds = {float(value): take(setup, parameter, float(value)) for value in swept(parameter, setup)}
            for row, list_ in zip(ROWS, found, strict=True):
                made = trend(row, setup, sounds) if row.parameter == parameter else None
                if made is not None:
                    list_.append(made)
    return found


def exhibit() -> Exhibit:
    """Small multiples of all trends, and the table with signs and verdicts."""
    found = trends()
    figure = Figure(figsize=(16, 7.2), layout="constrained")
    claims, table = [], []
    for axis, row, seen in zip(figure.subplots(2, 5).T.ravel(), ROWS, found, strict=True):
        signs = [each.sign for each in seen]
        rises, falls = signs.count(1), signs.count(-1)
        quantity = row.what.partition(" / ")[0]
        asserted = {1: "rises", -1: "falls", 0: "changes"}[row.sign]
        shown = {1: rises, -1: falls, 0: rises + falls}[row.sign]
        claim = Claim(f"{row.symbol}: share of set-ups in which the {quantity} {asserted}", shown / len(seen), SHARE, 1.0, paper=row.paper)
        claims.append(claim)
        ranks = float(np.median([each.rank for each in seen]))
        table.append((row.symbol, row.paper, quantity, rises, falls, len(seen), ranks, claim.verdict))
        draw(axis, row, seen)
        axis.set_title(f"{row.symbol}: rises in {rises}, falls in {falls} of {len(seen)}", fontsize=10)
    stiff = [each.sign for each in found[-1] if each.setup.bristle == 1e6]
    claims.append(Claim("fN: the same with bristles of 1e6 N/m", stiff.count(1) / len(stiff), SHARE, 1.0, paper=ROWS[-1].paper))
    lines = [Line2D([], [], color=color, label=f"bristles of {bristle:.0e} N/m".replace("e+0", "e")) for bristle, color in COLORS.items()]
    lines += [Line2D([], [], color=SLATE, linestyle=style, label=exciter) for exciter, style in STYLES.items()]
    figure.legend(handles=lines, loc="outside lower center", ncols=5, frameon=False)
    header = ("parameter", "the paper", "measured", "rises", "falls", "set-ups that sound", "rank correlation (median)", "verdict")
    return Exhibit(claims, figure, TableExhibit(header, table))


def draw(axis: Axes, row: Row, seen: list[Trend]) -> None:
    """The trends of a row."""
    for each in seen:
        color = SLATE if row.parameter == "bristle_stiffness" else COLORS[each.setup.bristle]
        axis.plot(each.values, each.measured, STYLES[each.setup.exciter], color=color, linewidth=1.1, alpha=0.85)
    if row.parameter not in ("viscosity", "dynamic_friction", "static_friction"):
        axis.set_xscale("log")
    if row.measure in (lock_in_time, attack_time, bandwidth, roughness):
        axis.set_yscale("log")
    for scale in (axis.xaxis, axis.yaxis):
        scale.set_minor_formatter(NullFormatter())
    if row.parameter == "stribeck_velocity":
        axis.set_xticks([0.05, 0.1, 0.2, 0.4, 0.8], ["0.05", "0.1", "0.2", "0.4", "0.8"])
    axis.set(xlabel=row.symbol + UNITS.get(row.parameter, ""), ylabel=row.what)
    axis.grid(color=MIST)


if __name__ == "__main__":
    present(exhibit(), __file__)
