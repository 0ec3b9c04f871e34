"""What bowed strings do, drawn and tabled.

helmholtz    a cello D under bristles, thermal rosin and the plastic table, by finite differences and by waves: relative velocity,
             bridge force and the loop of friction against velocity (Avanzini et al. 2002, figures 6 and 7)
table_1      table 1 of Willemsen et al. 2019 as printed, without viscosity, and with stiffer bristles (its figures 8 and 9)
forces       between which forces Helmholtz motion lasts, against Schelleng's formulas, for three laws
intonation   every string that comes with Rosin, over two octaves: off by so many cents by ruler, and from its table
"""

import argparse
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

from rosin import Contact, ElastoPlastic, Gesture, Hand, StiffString, Stribeck, Thermal, ThermalTable, WaveguideString, render
from rosin.analysis import force_limits, motion, schelleng_limits
from rosin.instruments.strings import Fingerboard, StringData

RATE = 48_000
CELLO_D = StringData.preset("cello D")


def helmholtz(folder: Path) -> None:
    """Six motions of the cello D at 0.1 m/s, 1.1 N, a tenth of the string."""
    bodies = {"finite differences": CELLO_D.stiff(frequency=147.0), "waves": CELLO_D.waveguide(frequency=147.0, impedance=0.55)}
    bristles = ElastoPlastic(bristle_stiffness=3e4, static_friction=1.05, dynamic_friction=0.4)
    laws = {"elasto-plastic": bristles, "thermal": Thermal(), "plastic table": ThermalTable()}
    figure, axes = plt.subplots(len(laws) * len(bodies), 3, figsize=(13, 15), width_ratios=(2, 2, 1), constrained_layout=True)
    rows = iter(axes)
    for law_name, law in laws.items():
        for body_name, body in bodies.items():
            gesture = Gesture(velocity=[(0, 0), (0.05, 0.1)], normal_force=1.1, position=0.1)
            contact = Contact(exciter=Hand(), interaction=law, resonator=body)
            sound = render(contact, gesture, duration=2.0, record=("relative_velocity", "force"), output="bridge_force")
            velocity, friction = (sound.traces[name][-4 * RATE // 147 :] for name in ("relative_velocity", "force"))
            seen = motion(sound.traces["relative_velocity"], RATE, frequency=147.0, velocity=0.1, position=0.1)
            print(
                f"{law_name:15} {body_name:19} {seen.regime:12} {seen.slips_per_period:.2f} slips a period, {seen.cents:+5.1f} cents, "
                f"slip {seen.slip_speed:.2f} m/s (ideal 0.90)"
            )
            time = 1000 * np.arange(len(velocity)) / RATE
            moving, bridge, loop = next(rows)
            moving.plot(time, velocity)
            moving.set(title=f"{law_name}, {body_name}: {seen.regime}", ylabel="bow - string, m/s")
            bridge.plot(time, sound.audio[0][-len(velocity) :])
            bridge.set(ylabel="bridge force, N")
            loop.plot(velocity, friction, ".-", lw=0.5, ms=2)
            loop.set(ylabel="friction, N")
    for axis, label in zip(axes[-1], ("ms", "ms", "bow - string, m/s"), strict=True):
        axis.set_xlabel(label)
    figure.savefig(folder / "helmholtz.png", dpi=100)


def table_1(folder: Path) -> None:
    """440 Hz, 5 N, 0.1 m/s at a quarter of the string."""
    string = StiffString(length=1.0, radius=5e-4, frequency=440.0)
    figure, axes = plt.subplots(3, 2, figsize=(11, 8), width_ratios=(2, 1), constrained_layout=True)
    for (wave, loop), (name, stiffness, viscosity) in zip(
        axes, (("as printed", 1e4, 0.4), ("without viscosity, s2 = 0", 1e4, 0.0), ("stiffer bristles, s0 = 1e5", 1e5, 0.4)), strict=True
    ):
        law = ElastoPlastic(bristle_stiffness=stiffness, viscosity=viscosity)
        gesture = Gesture(velocity=0.1, normal_force=5.0, position=0.25)
        contact = Contact(exciter=Hand(), interaction=law, resonator=string)
        sound = render(contact, gesture, duration=2.0, sample_rate=44_100, record=("relative_velocity", "force"))
        take, friction = sound.traces["relative_velocity"], sound.traces["force"]
        seen = motion(take, 44_100, frequency=440.0, velocity=0.1, position=0.25)
        print(f"{name:27} {seen.regime:17} {seen.cents:+6.1f} cents, stuck {seen.stick_share:.0%} of the time")
        wave.plot(1000 * np.arange(400) / 44_100, take[-400:])
        wave.set(title=f"{name}: {seen.regime}, {seen.cents:+.0f} cents, stuck {seen.stick_share:.0%}", ylabel="bow - string, m/s")
        loop.plot(take[-400:], friction[-400:], ".-", lw=0.5, ms=2)
        loop.set(ylabel="friction, N")
    axes[-1, 0].set_xlabel("ms")
    axes[-1, 1].set_xlabel("bow - string, m/s")
    figure.savefig(folder / "table_1.png", dpi=100)


def forces(folder: Path) -> None:
    """147 Hz, Z = 0.55 kg/s, a bridge of 60 Z and a one-pole loss at the nut; ramps of 8 s."""
    partials = np.array([1, 2, 3, 5, 8, 13, 20, 30, 45])
    quality = 2 * np.pi * partials / np.log1p((147.0 * partials / 7000.0) ** 2)
    curve = tuple((float(f), float(q)) for f, q in zip(147.0 * partials, quality, strict=True))
    string = WaveguideString(frequency=147.0, impedance=0.55, quality=curve, inharmonicity=0.0, bridge_resistance=33.0)
    hyperbolic = Stribeck(static_friction=0.8, dynamic_friction=0.3, stribeck_velocity=0.1, curve="hyperbolic")
    stiff = ElastoPlastic(bristle_stiffness=1e6, bristle_damping=1.0)
    figure, axes = plt.subplots(1, 3, figsize=(13, 4.5), sharey=True, constrained_layout=True)
    for axis, (name, law) in zip(
        axes, (("hyperbolic curve", hyperbolic), ("elasto-plastic, s0 1e6", stiff), ("thermal", Thermal())), strict=True
    ):
        print(f"{name}\n  v m/s   beta   F_min N  Schelleng   F_max N  Schelleng")
        for velocity, marker in ((0.1, "o"), (0.2, "s")):
            for position in (1 / 20, 1 / 14, 1 / 10, 1 / 7):
                drop = 0.5 - 0.05 / (0.1 + velocity / position) if law is hyperbolic else 0.5 if law is stiff else 0.6 * 1.05
                low, high = schelleng_limits(0.55, 33.0, velocity, position, drop)
                contact = Contact(exciter=Hand(), interaction=law, resonator=string)
                found = force_limits(contact, frequency=147.0, velocity=velocity, position=position, between=(0.3 * low, 3 * high))
                lowest, highest = (found.lowest, found.highest) if found else (None, None)
                shown = [f"{value:9.3f}" if value else "        -" for value in (lowest, highest)]
                print(f"{velocity:7.1f} {position:6.3f} {shown[0]} {low:10.3f} {shown[1]} {high:10.2f}", flush=True)
                axis.loglog([position] * 2, [low, high], marker, mfc="none", color="gray")
                axis.loglog([position] * 2, [lowest or np.nan, highest or np.nan], marker, color="C0" if velocity == 0.1 else "C1")
        axis.set(title=name, xlabel="bow position")
    axes[0].set_ylabel("bow force, N (grey: Schelleng; round 0.1, square 0.2 m/s)")
    figure.savefig(folder / "forces.png", dpi=100)


def intonation(folder: Path) -> None:
    """Bowed at a tenth of the sounding length, every semitone over two octaves."""
    figure, axes = plt.subplots(1, 2, figsize=(12, 5), sharey=True, constrained_layout=True)
    for axis, body in zip(axes, ("stiff", "waveguide"), strict=True):
        for name in StringData.presets():
            board = Fingerboard.measured(StringData.preset(name), body)
            print(
                f"{name:14} {body:9} by ruler {board.uncorrected.min():+6.1f} to {board.uncorrected.max():+6.1f} cents, "
                f"from its table at worst {np.abs(board.errors).max():.1f}",
                flush=True,
            )
            (line,) = axis.plot(board.semitones, board.uncorrected, lw=0.8, label=name)
            axis.plot(board.semitones, board.errors, ".", ms=3, color=line.get_color())
        axis.set(title=f"{body}: by ruler (lines), from the table (dots)", xlabel="semitones above the open string", ylabel="cents")
    axes[1].legend(fontsize=6, ncols=2)
    figure.savefig(folder / "intonation.png", dpi=100)


def main() -> None:
    """Draw what is asked for, or all."""
    parts = {part.__name__: part for part in (helmholtz, table_1, forces, intonation)}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"{', '.join(parts)}; all if none is given")
    parser.add_argument("-o", "--output", type=Path, default=Path("out"), help="folder for the pictures (default out)")
    options = parser.parse_args()
    unknown = set(options.parts) - set(parts)
    if unknown:
        parser.error(f"{', '.join(sorted(unknown))}: not one of {', '.join(parts)}")
    options.output.mkdir(parents=True, exist_ok=True)
    for name in options.parts or parts:
        print(f"--- {name}: {parts[name].__doc__}")
        parts[name](options.output)
        print(f"    {options.output / name}.png")


if __name__ == "__main__":
    main()
