"""The picture at the top of the README: six instruments as spectrograms, drawn from their sound."""

import argparse
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from rosin import instrument
from rosin.sound.picture import FLOOR, levels

SHOWN = ("wineglass", "violin", "door", "chalk", "bouncing_ball", "wheel")


def main() -> None:
    """Render, draw, save."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/rosin.png"))
    figure = Figure(figsize=(12, 5), dpi=80, layout="constrained", facecolor="#14161a")
    for axis, name in zip(figure.subplots(2, 3).flat, SHOWN, strict=True):
        sound = instrument(name).render(seed=1)
        seen = levels(sound.audio, sound.sample_rate)
        extent = (0, sound.duration, np.log10(seen.bottom), np.log10(seen.top))
        axis.imshow(seen.decibels, origin="lower", aspect="auto", extent=extent, cmap="magma", vmin=FLOOR, vmax=0)
        ticks = (100, 1000, 10_000)
        axis.set_yticks(np.log10(ticks), ["100 Hz", "1 kHz", "10 kHz"])
        axis.set_xticks(range(int(sound.duration) + 1), [f"{second} s" for second in range(int(sound.duration) + 1)])
        axis.tick_params(colors="#9aa0aa", labelsize=8, length=0)
        axis.set_title(name.replace("_", " "), color="#e8e6e1", fontsize=13)
        for spine in axis.spines.values():
            spine.set_visible(False)
    path = parser.parse_args().output
    figure.savefig(path)
    print(path)


if __name__ == "__main__":
    main()
