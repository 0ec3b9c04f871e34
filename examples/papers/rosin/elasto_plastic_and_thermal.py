"""Elasto-plastic and thermal friction on one string: loops, attacks and force limits.

"Further studies are needed in order to develop a more rigorous comparison between the elasto-plastic model and the plastic model": so
Avanzini, Serafin and Rocchesso close in 2002. Here both bow the same string, a cello D (147 Hz, 0.55 kg/s, a bridge of 33 kg/s, loss
that rises with frequency), with the same steady friction as far as that is possible: mu_s, mu_d and v_s of the bristles are those that
fit the steady curve of the thermal law (van Walstijn et al. 2026) at 1.1 N, by least squares from 0 to 1.5 m/s. A Gaussian has neither
the peak at rest nor the long tail, so it stays off by up to 0.12. The stiffness of bristles has no counterpart in the thermal law, which
yields without bending; so it is varied, soft being 3e4 and stiff 1e6 N/m.

Loops (0.1 m/s, 1.1 N, a tenth of the string). All slip once a period and at the same speed. At half of it, friction of the thermal law
is higher by 0.18 of the normal force on the way in than on the way back. That of soft bristles is so by a third of this, and as they
stiffen, by nothing: their loop is compliance, that of rosin is memory. It makes rosin play flat, by 4 cents; bristles do not.

Attacks (from rest at constant acceleration to 0.2 m/s, counted from the first slip). Rosin likes a light, slow start, and a tenth of the
map is in Helmholtz motion within ten periods. Bristles want force, and with force they get there at nearly any acceleration: half of the
map does. But they creep first: where the bow is slow, the string slides along under it for ten or twenty periods before it slips at all.

Force limits (slow ramps, against Schelleng's formulas with the steady curve of each law). Stiff bristles keep to both formulas within a
fifth up to a tenth of the string; at a seventh no attack that was tried led to Helmholtz motion. The highest force of the thermal law is
Schelleng's within a third. Its lowest is not: it is 1.2 times Schelleng's at a twentieth of the string and 2.4 times at a seventh.
Rosin cools with a time constant of 10 ms while it sticks, longer than a period, so that it lets go at 0.92 and not at 1.05. Soft
bristles hold on to Helmholtz motion at twice Schelleng's highest force and beyond what was tried (triangles), but leave it early at
a seventh.
"""

import math
from typing import Any

import numpy as np
from matplotlib.colors import BoundaryNorm
from matplotlib.figure import Figure
from scipy.optimize import curve_fit

from rosin import Contact, ElastoPlastic, Gesture, Hand, Thermal, WaveguideString, render
from rosin.analysis import ForceLimits, Motion, force_limits, motion, schelleng_limits, slip_friction
from rosin.evidence import Claim, Exhibit, present
from rosin.evidence.equations import steady_friction
from rosin.interactions.interaction import Interaction
from rosin.sound.picture import INK, MIST

FREQUENCY, IMPEDANCE, RESISTANCE = 147.0, 0.55, 33.0
SPEED, FORCE, POSITION = 0.1, 1.1, 0.1
RATE = 48_000
PARTIALS = np.array([1, 2, 3, 5, 8, 13, 20, 30, 45])
CORNER = 7000.0  # Hz, of the loss at the nut, a pole: Q = 2 pi n / ln(1 + (f / corner)^2)
LOSS = zip(FREQUENCY * PARTIALS, 2 * np.pi * PARTIALS / np.log1p((FREQUENCY * PARTIALS / CORNER) ** 2), strict=True)
STRING = WaveguideString(FREQUENCY, IMPEDANCE, quality=tuple(LOSS), inharmonicity=0.0, bridge_resistance=RESISTANCE)
THERMAL = Thermal()
SLIDING = np.linspace(1e-3, 1.5, 200)  # m/s, over which steady friction is matched
STIFFNESSES = np.geomspace(1e4, 1e6, 7)  # N/m
SOFT, STIFF = 3e4, 1e6
ACCELERATIONS, FORCES = np.geomspace(0.25, 8, 13), np.geomspace(0.4, 10, 12)  # m/s^2 and N, of the attacks
LAST_SPEED, SETTLING, SHORT = 0.2, 80, 10  # m/s, periods, periods
POSITIONS = np.array([1 / 20, 1 / 14, 1 / 10, 1 / 7])
EXPECTED = {  # of attacks: shares within ten and twenty periods, the weakest of these (N), force over acceleration of the short ones (kg)
    "thermal": ((0.06, 0.15), (0.2, 0.35), (0.3, 0.7), (1.2, 2.0)),
    "soft bristles": ((0.4, 0.6), (0.4, 0.6), (1.0, 2.5), (2.8, 4.3)),
}
COLOURS = {"thermal": "#c05a2b", "soft bristles": INK, "stiff bristles": "#5b9a68"}


def gaussian(speed: np.ndarray, static: float, dynamic: float, width: float) -> np.ndarray:
    """Steady friction of bristles."""
    return dynamic + (static - dynamic) * np.exp(-((speed / width) ** 2))


def bristles(matched: np.ndarray, stiffness: float) -> ElastoPlastic:
    """Bristles of this stiffness with matched friction; their damping grows with its root, so that they are damped alike."""
    damping = 0.1 * math.sqrt(stiffness / 1e4)
    return ElastoPlastic(stiffness, damping, static_friction=matched[0], dynamic_friction=matched[1], stribeck_velocity=matched[2])


def stroke(law: Interaction) -> tuple[Motion, np.ndarray, np.ndarray]:
    """The motion of a long note, and velocity and friction coefficient of its last 20 periods."""
    gesture = Gesture(velocity=[(0, 0), (0.05, SPEED)], normal_force=FORCE, position=POSITION)
    traces = render(Contact(Hand(), law, STRING), gesture, duration=2.0, sample_rate=RATE, record=("relative_velocity", "force")).traces
    seen = motion(traces["relative_velocity"], RATE, frequency=FREQUENCY, velocity=SPEED, position=POSITION)
    end = -int(20 * RATE / FREQUENCY)
    return seen, traces["relative_velocity"][end:], traces["force"][end:] / FORCE


def attack(law: Interaction, acceleration: float, force: float) -> float:
    """Periods from the first slip to Helmholtz motion, inf if it is not reached."""
    rise = LAST_SPEED / acceleration
    gesture = Gesture(velocity=[(0, 0), (rise, LAST_SPEED)], normal_force=force, position=POSITION)
    lasts = rise + SETTLING / FREQUENCY
    take = render(Contact(Hand(), law, STRING), gesture, duration=lasts, sample_rate=RATE, record="relative_velocity")
    sliding = take.traces["relative_velocity"]
    speed = LAST_SPEED * np.minimum(np.arange(len(sliding)) / (rise * RATE), 1)
    seen = motion(sliding, RATE, frequency=FREQUENCY, velocity=speed, position=POSITION)
    return seen.transient if seen.regime == "Helmholtz" and seen.transient is not None else math.inf


def limits(law: Interaction, position: float) -> tuple[tuple[float, float], ForceLimits]:
    """Schelleng's limits (N) and those measured, tried to a third of the lower and thrice the upper."""
    steady = (lambda speed: steady_friction(THERMAL, speed, FORCE)) if law is THERMAL else lambda speed: law.sliding(speed)[0]
    low, high = schelleng_limits(IMPEDANCE, RESISTANCE, SPEED, position, steady(0.0) - steady(SPEED / position))
    found = force_limits(
        Contact(Hand(), law, STRING),
        frequency=FREQUENCY,
        velocity=SPEED,
        position=position,
        between=(low / 3, 3 * high),
        duration=5.0,
        sample_rate=RATE,
    )
    return (low, high), found or ForceLimits(None, None, math.nan, math.nan)


def exhibit() -> Exhibit:
    """Steady curves, loops, loops over stiffness; attacks of two laws; force limits."""
    curve = np.array([steady_friction(THERMAL, speed, FORCE) for speed in SLIDING])
    matched, _ = curve_fit(gaussian, SLIDING, curve, (1.0, 0.6, 0.3))
    laws = {"thermal": THERMAL, "soft bristles": bristles(matched, SOFT), "stiff bristles": bristles(matched, STIFF)}
    strokes = {name: stroke(law) for name, law in laws.items()}
    widths = {name: float(np.subtract(*slip_friction(v, friction))) for name, (_, v, friction) in strokes.items()}
    sweep = [float(np.subtract(*slip_friction(*stroke(bristles(matched, stiffness))[1:]))) for stiffness in STIFFNESSES]
    attacks = {name: np.array([[attack(laws[name], a, f) for a in ACCELERATIONS] for f in FORCES]) for name in ("thermal", "soft bristles")}
    found = {name: [limits(law, place) for place in POSITIONS] for name, law in laws.items()}
    figure = Figure(figsize=(13, 8), layout="constrained")
    axes = figure.subplots(2, 3)
    draw_curves(axes[0, 0], curve, matched)
    draw_loops(axes[0, 1], strokes)
    draw_widths(axes[0, 2], sweep, widths["thermal"])
    for axis, (name, each) in zip(axes[1, :2], attacks.items(), strict=True):
        draw_attacks(figure, axis, name, each)
    draw_limits(axes[1, 2], found)
    return Exhibit((*loop_claims(curve, matched, strokes, widths), *attack_claims(attacks), *limit_claims(found)), figure)


def loop_claims(
    curve: np.ndarray, matched: np.ndarray, strokes: dict[str, tuple[Motion, np.ndarray, np.ndarray]], widths: dict[str, float]
) -> list[Claim]:
    """How well friction is matched, that all motions are alike, and how their loops differ."""
    found = [Claim("largest distance of the fitted steady curve", np.abs(gaussian(SLIDING, *matched) - curve).max(), 0.1, 0.14)]
    for name, (seen, _, _) in strokes.items():
        found += [
            Claim.near(f"{name}: slips in a period", seen.slips_per_period, 1, 0.02, paper=""),
            Claim.near(f"{name}: slip speed", seen.slip_speed, SPEED * (1 - POSITION) / POSITION, 0.09, "m/s", paper=""),
        ]
    return [
        *found,
        Claim("thermal: flattening", -float(strokes["thermal"][0].cents or math.nan), 2, 8, "cents"),
        Claim("soft bristles: flattening", -float(strokes["soft bristles"][0].cents or math.nan), -2, 1, "cents"),
        Claim.near("thermal: width of the loop", widths["thermal"], 0.175, 0.02, paper=""),
        Claim.near("soft bristles: width of the loop", widths["soft bristles"], 0.055, 0.015, paper=""),
        Claim.near("stiff bristles: width of the loop", widths["stiff bristles"], 0, 0.015, paper=""),
        Claim("thermal: friction at which the string is let go", strokes["thermal"][2].max(), 0.88, 0.96),
    ]


def attack_claims(attacks: dict[str, np.ndarray]) -> list[Claim]:
    """Which share of the attacks is short, and the force that a short one needs for its acceleration."""
    found = []
    for name, periods in attacks.items():
        short = periods < SHORT
        needed = np.exp(np.log(FORCES[:, None] / ACCELERATIONS)[short].mean())
        few, most, weakest, ratio = EXPECTED[name]
        found += [
            Claim(f"{name}: share of attacks within {SHORT} periods", short.mean(), *few),
            Claim(f"{name}: share of attacks within {2 * SHORT} periods", (periods < 2 * SHORT).mean(), *most),
            Claim(f"{name}: weakest attack within {2 * SHORT} periods", FORCES[(periods < 2 * SHORT).any(axis=1)][0], *weakest, "N"),
            Claim(f"{name}: force over acceleration of a short attack", needed, *ratio, "kg"),
        ]
    return found


def limit_claims(found: dict[str, list[tuple[tuple[float, float], ForceLimits]]]) -> list[Claim]:
    """Measured limits over Schelleng's."""
    lowest, highest = (
        {
            name: np.array([getattr(seen, which) or math.nan for _, seen in each]) / [pair[i] for pair, _ in each]
            for name, each in found.items()
        }
        for i, which in enumerate(("lowest", "highest"))
    )
    near = slice(0, 3)
    return [
        Claim("stiff bristles: lowest force over Schelleng's, least", lowest["stiff bristles"][near].min(), 0.75, 1.25),
        Claim("stiff bristles: lowest force over Schelleng's, most", lowest["stiff bristles"][near].max(), 0.75, 1.25),
        Claim("stiff bristles: highest force over Schelleng's, least", highest["stiff bristles"][near].min(), 0.8, 1.2),
        Claim("stiff bristles: highest force over Schelleng's, most", highest["stiff bristles"][near].max(), 0.8, 1.2),
        Claim("thermal: highest force over Schelleng's, least", highest["thermal"].min(), 0.7, 1.45),
        Claim("thermal: highest force over Schelleng's, most", highest["thermal"].max(), 0.7, 1.45),
        Claim("thermal: lowest force over Schelleng's at 1/20", lowest["thermal"][0], 1.0, 1.5),
        Claim("thermal: lowest force over Schelleng's at 1/7", lowest["thermal"][-1], 1.9, 3.0),
        Claim("soft bristles: highest force over Schelleng's at 1/20", highest["soft bristles"][0], 1.8, 3.0),
    ]


def draw_curves(axis: Any, curve: np.ndarray, matched: np.ndarray) -> None:
    """Steady friction of both laws."""
    axis.plot(SLIDING, curve, color=COLOURS["thermal"], label="thermal")
    axis.plot(SLIDING, gaussian(SLIDING, *matched), color=COLOURS["soft bristles"], label="bristles, fitted")
    axis.set(title="steady friction", xlabel="bow less string / (m/s)", ylabel="coefficient of friction", ylim=(0.5, 1.1))
    axis.grid(color=MIST)
    axis.legend(frameon=False)


def draw_loops(axis: Any, strokes: dict[str, tuple[Motion, np.ndarray, np.ndarray]]) -> None:
    """Friction over velocity, two periods of each law."""
    for name, (_, v, friction) in strokes.items():
        shown = int(2 * RATE / FREQUENCY)
        axis.plot(v[-shown:], friction[-shown:], ".-", color=COLOURS[name], markersize=2.5, linewidth=0.7, label=name)
    axis.set(
        title=f"one note: {SPEED:g} m/s, {FORCE:g} N", xlabel="bow less string / (m/s)", ylabel="coefficient of friction", ylim=(0.5, 1.1)
    )
    axis.grid(color=MIST)
    axis.legend(frameon=False)


def draw_widths(axis: Any, sweep: list[float], thermal: float) -> None:
    """How wide the loop is over the stiffness of bristles."""
    axis.semilogx(STIFFNESSES, sweep, "o-", color=COLOURS["soft bristles"], label="bristles")
    axis.axhline(thermal, color=COLOURS["thermal"], label="thermal")
    axis.set(
        title="width of the loop, at half the slip", xlabel="bristle stiffness / (N/m)", ylabel="coefficient of friction", ylim=(-0.05, 0.2)
    )
    axis.grid(color=MIST)
    axis.legend(frameon=False)


def draw_attacks(figure: Figure, axis: Any, name: str, periods: np.ndarray) -> None:
    """Periods until Helmholtz motion."""
    shown, steps = np.where(np.isfinite(periods), periods, np.nan), BoundaryNorm([0, 5, 10, 20, 40, 80], 256)
    picture = axis.pcolormesh(ACCELERATIONS, FORCES, shown, cmap="viridis_r", norm=steps)
    axis.set_facecolor("#e8e6e1")
    axis.annotate("no Helmholtz motion", (0.97, 0.04), xycoords="axes fraction", ha="right", fontsize=9)
    axis.set(
        title=f"{name}: periods to Helmholtz motion", xscale="log", yscale="log", xlabel="acceleration / (m/s²)", ylabel="bow force / N"
    )
    axis.set_xticks([0.25, 0.5, 1, 2, 4, 8], ["0.25", "0.5", "1", "2", "4", "8"])
    axis.set_yticks([0.5, 1, 2, 5, 10], ["0.5", "1", "2", "5", "10"])
    axis.minorticks_off()
    figure.colorbar(picture, ax=axis)


def draw_limits(axis: Any, found: dict[str, list[tuple[tuple[float, float], ForceLimits]]]) -> None:
    """Measured limits beside Schelleng's."""
    for name, each in found.items():
        colour = COLOURS[name]
        for i in range(2):
            axis.loglog(POSITIONS, [pair[i] for pair, _ in each], "--", color=colour, linewidth=0.8)
        axis.loglog(POSITIONS, [limit.lowest or math.nan for _, limit in each], "o", color=colour, label=name)
        axis.loglog(POSITIONS, [limit.highest or math.nan for _, limit in each], "s", color=colour)
        beyond = [3 * pair[1] if limit.highest is None and limit.lowest else math.nan for pair, limit in each]
        axis.loglog(POSITIONS, beyond, "^", color=colour, markerfacecolor="none")
    axis.set(title="force limits; dashed: Schelleng", xlabel="place of the bow", ylabel="bow force / N")
    axis.set_xticks(POSITIONS, [f"1/{1 / place:.0f}" for place in POSITIONS])
    axis.set_yticks([0.1, 0.2, 0.5, 1, 2, 5, 10, 20], ["0.1", "0.2", "0.5", "1", "2", "5", "10", "20"])
    axis.minorticks_off()
    axis.grid(color=MIST)
    axis.legend(frameon=False, loc="center", fontsize=9)


if __name__ == "__main__":
    present(exhibit(), __file__)
