"""Willemsen, Bilbao and Serafin 2019, table 1: the strings, their grids, and whether they sound.

By (10) the four strings of a violin have N = 95, 71, 49 and 33 at 44.1 kHz, as printed. With the friction of the table and 5 N none of
them is in tune: they are 47 to 63 cents flat, and the highest slides without a sound. Small motions about steady sliding tell why.
With a = 1 in (6), bristles answer within t = z_ss / v, and to the string friction is a resistance

    R = s2 + z_ss' (s0 + w^2 t s1) / (1 + w^2 t^2),     z_ss' < 0 the slope of (7) at the speed of the bow,

which excites where it is negative. Soft bristles are slow, t = 2.4 ms, so that the fall of friction is felt less and less at higher
pitch, and at 659 Hz s2 = 0.4 kg/s outweighs it: the motion fades at the rate that R and the losses of the string ask for. Without s2,
or with s0 = 1e5 N/m, all four are in Helmholtz motion within 10 cents of their pitch. The table says f_N = 10 N, the figures 5 N; with
10 N bristles take twice as long, and 440 Hz comes out 136 cents flat.

The wave speed must read c = 2 f_0 L; it is printed as 2 f_0 / L. The noise s3 w, with s3 = 0.02 f_N without unit and w in N, would be a
force squared: s3 is in N, and w a number from -1 to 1.
"""

import numpy as np
from _table_1_string import CHANGED_INK, LAWS, PLACE, PRINTED_INK, RATE, SOFT, SPEED, TUNING, bowed, string
from matplotlib.figure import Figure

from rosin import Contact, Gesture, InertialMass, PowerLaw, render
from rosin.analysis import cents, motion, pitch
from rosin.evidence import Claim, Exhibit, present
from rosin.evidence.exhibit import TableExhibit
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.sound.picture import MIST

CELLS = {"G3": 95, "D4": 71, "A4": 49, "E5": 33}
FORCE, TABLE_FORCE, DURATION = 5.0, 10.0, 3.0
WRONG_SPEED = "A string sounds at c / (2 L), so c = 2 f_0 L; 2 f_0 / L is in 1/(m s). With L = 1 m the number is the same."


def resistance(law: ElastoPlastic, frequency: np.ndarray, force: float) -> np.ndarray:
    """R of small motions about sliding at the speed of the bow, in kg/s."""
    friction, slope = law.sliding(SPEED)
    omega, time = 2 * np.pi * frequency, friction * force / law.bristle_stiffness / SPEED
    answer = (1 + omega**2 * time * law.bristle_damping / law.bristle_stiffness) / (1 + (omega * time) ** 2)
    felt: np.ndarray = law.viscosity + slope * force * answer
    return felt


def fading_rate(take: np.ndarray, frequency: float) -> float:
    """How fast the motion against the bow fades, in 1/s, from ten periods to ten periods, between 0.1 and 0.6 s."""
    length = int(10 * RATE / frequency)
    pieces = take[RATE // 10 : 6 * RATE // 10]
    pieces = pieces[: len(pieces) // length * length].reshape(-1, length)
    slope = np.polyfit(np.arange(len(pieces)) * length / RATE, np.log(pieces.std(axis=1)), 1)[0]
    return -float(slope)


def expected_rate(law: ElastoPlastic, frequency: float, force: float) -> float:
    """The same by R: s0 + s1 (pi / L)^2 of the string, and R sin^2(pi x_B / L) / (rho A L)."""
    body = string(frequency)
    own = body.damping + body.frequency_damping * np.pi**2
    return float(own + resistance(law, np.array(frequency), force) * np.sin(np.pi * PLACE) ** 2 / body.line_mass())


def struck_pitch(frequency: float, length: float) -> float:
    """The lowest partial of a struck string with c = 2 f_0 L, in Hz."""
    strike = Contact(
        InertialMass(mass=0.002, velocity=1.0, position=-1e-6), PowerLaw(stiffness=1e7, exponent=1.5), string(frequency, length)
    )
    heard = render(strike, Gesture(position=0.4), duration=1.0, sample_rate=RATE).audio[0][RATE // 10 :]
    return pitch(heard, RATE, frequency, semitones=1)


def exhibit() -> Exhibit:
    """Grids, pitches and the resistance of friction."""
    claims = [Claim.near(f"N of {name}", string(hertz).cells(RATE), CELLS[name], 0) for name, hertz in TUNING.items()]
    rows = []
    figure = Figure(figsize=(10, 4), layout="constrained")
    left, right = figure.subplots(1, 2)
    axis_frequency = np.geomspace(100, 1000, 300)
    for (law_name, law), style in zip(LAWS.items(), ("-", "-", "--"), strict=True):
        ink = PRINTED_INK if law_name == "as printed" else CHANGED_INK
        left.semilogx(axis_frequency, resistance(law, axis_frequency, FORCE), style, color=ink, label=law_name)
        offsets = {}
        for name, hertz in TUNING.items():
            take = bowed(law, hertz, FORCE, DURATION).traces["relative_velocity"]
            seen = motion(take, RATE, frequency=hertz, velocity=SPEED, position=PLACE)
            offsets[name] = np.nan if seen.cents is None else seen.cents
            felt = float(resistance(law, np.array(hertz), FORCE))
            heard = "-" if seen.cents is None else f"{seen.cents:+.1f}"
            rows.append((law_name, name, hertz, felt, seen.regime, heard, f"{seen.stick_share:.2f}"))
        right.plot(list(offsets), list(offsets.values()), "o" + style, color=ink, label=law_name)
        if law_name == "as printed":
            for name in ("G3", "D4", "A4"):
                claims.append(Claim(f"{name} as printed, above its pitch", offsets[name], -80, -30, "cents", f"{TUNING[name]:g} Hz", SOFT))
            fades = "Friction as printed damps this string: R > 0 at 659 Hz."
            claims.append(Claim("E5 as printed, motion against the bow", np.ptp(take[-RATE:]), 0, 1e-3 * SPEED, "m/s", "659.26 Hz", fades))
            asked = expected_rate(law, hertz, FORCE)
            claims.append(Claim.near("E5 as printed, fading", fading_rate(take, hertz), asked, 0.1 * asked, "1/s", paper=""))
        else:
            claims.append(Claim(f"largest distance from pitch, {law_name}", max(map(abs, offsets.values())), 0, 10, "cents"))
    left.axhline(0, color="#9aa5b1", lw=0.8)
    for hertz in TUNING.values():
        left.axvline(hertz, color=MIST, zorder=0)
    left.set(xlabel="frequency / Hz", ylabel="resistance / (kg/s)", title="Friction as the string feels it (excites below 0)")
    left.set_yscale("asinh", linear_width=0.3)
    left.set_ylim(-30, 0.5)
    ticks = [-10, -3, -1, -0.3, 0, 0.3]
    left.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    left.set_xticks(list(TUNING.values()), [f"{name}\n{hertz:g}" for name, hertz in TUNING.items()])
    left.minorticks_off()
    figure.legend(*left.get_legend_handles_labels(), frameon=False, ncols=3, loc="outside lower center")
    right.set(ylabel="above its pitch / cents", title="Bowed with 5 N at 0.1 m/s (E5 as printed: silent)")
    right.grid(color=MIST)
    hard = bowed(LAWS["as printed"], TUNING["A4"], TABLE_FORCE, DURATION).traces["relative_velocity"]
    off = motion(hard, RATE, frequency=TUNING["A4"], velocity=SPEED, position=PLACE).cents
    slower = "Twice the force bends the bristles twice as far, and they answer twice as late."
    claims.append(Claim("A4 as printed with 10 N, above its pitch", off, -200, -90, "cents", "440 Hz", slower))
    short = cents(struck_pitch(TUNING["A4"], 0.5), TUNING["A4"])
    words = {"paper": "c = 2 f_0 / L", "erratum": WRONG_SPEED}
    claims.append(Claim.near("half the string with c = 2 f_0 L, above its pitch", short, 0, 5, "cents", **words))
    return Exhibit(
        claims, figure, TableExhibit(("friction", "string", "f_0 / Hz", "resistance / (kg/s)", "motion", "cents", "sticks"), rows)
    )


if __name__ == "__main__":
    present(exhibit(), __file__)
