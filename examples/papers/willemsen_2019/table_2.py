"""Willemsen, Bilbao and Serafin 2019, table 2: what one to four strings cost.

The paper bows the strings of a violin at once, the lowest first, for 10 s, on a 2.2 GHz Core i7 of a MacBook Pro, and gives the share of
the processor with and without its graphics. Here the same strings play in blocks of 512 samples on one core, with the stiffer bristles
with which all of them sound; the least time of several rounds of 2 s counts. Processors differ, so the shares stand side by side for
what they are worth. The text adds that 3 to 4 iterations are enough and that 50 are never needed; here it is one evaluation or less.
"""

import time

import numpy as np
from _table_1_string import CHANGED_INK, LAWS, PLACE, PRINTED_INK, RATE, SPEED, TUNING, string
from matplotlib.figure import Figure

from rosin import Contact, Hand, Voice
from rosin.evidence import Claim, Exhibit, present
from rosin.evidence.exhibit import TableExhibit
from rosin.sound.picture import MIST

WITH_GRAPHICS, WITHOUT_GRAPHICS = (44.8, 47.7, 52.8, 60.9), (5.95, 9.54, 12.1, 17.9)  # %
FORCE, BLOCK, SECONDS, ROUNDS = 5.0, 512, 2, 8
LAW = LAWS["stiffer bristles, s0 = 1e5 N/m"]


def costs(voices: list[Voice]) -> np.ndarray:
    """Seconds of processor time for a second of the first, the first two, ... of these strings: the best of rounds taken in turn."""
    gesture = {"velocity": SPEED, "normal_force": FORCE, "position": PLACE}
    blocks = SECONDS * RATE // BLOCK
    times = np.empty((ROUNDS, len(voices)))
    for taken, number in np.ndindex(times.shape):
        begin = time.process_time()
        for _ in range(blocks):
            for voice in voices[: number + 1]:
                voice.process(BLOCK, gesture)
        times[taken, number] = time.process_time() - begin
    best: np.ndarray = times.min(axis=0) / (blocks * BLOCK / RATE)
    return best


def exhibit() -> Exhibit:
    """The share of one core, for one to four strings."""
    voices = [Voice(Contact(Hand(), LAW, string(hertz)), RATE, block=BLOCK) for hertz in TUNING.values()]
    numbers = range(1, len(voices) + 1)
    shares = 100 * costs(voices)
    counts = [voice.evaluations for voice in voices]
    samples = ROUNDS * (SECONDS * RATE // BLOCK) * BLOCK * np.arange(len(voices), 0, -1)
    rows = [
        (number, float(share), f"{100 / share:.0f} x", without, graphics)
        for number, share, without, graphics in zip(numbers, shares, WITHOUT_GRAPHICS, WITH_GRAPHICS, strict=True)
    ]
    figure = Figure(figsize=(7, 4), layout="constrained")
    axis = figure.subplots()
    axis.bar(np.array(numbers) - 0.2, WITHOUT_GRAPHICS, 0.38, color=PRINTED_INK, label="paper, without graphics, 2019")
    axis.bar(np.array(numbers) + 0.2, shares, 0.38, color=CHANGED_INK, label="here")
    for number, paper, share in zip(numbers, WITHOUT_GRAPHICS, shares, strict=True):
        axis.annotate(f"{paper:g}", (number - 0.2, paper), ha="center", va="bottom")
        axis.annotate(f"{share:.2g}", (number + 0.2, share), ha="center", va="bottom")
    axis.set(
        xlabel="strings, the lowest first", ylabel="share of one core / %", xticks=numbers, title="Bowed strings at 44.1 kHz", ylim=(0, 20)
    )
    axis.grid(color=MIST, axis="y")
    axis.set_axisbelow(True)
    axis.legend(frameon=False)
    evaluations = float(np.mean([many for many, _ in counts] / samples))
    claims = (
        Claim("four strings, of one core", shares[-1], 0, 100, "%", paper="17.9 % of another machine"),
        Claim("evaluations of the law for a sample", evaluations, 0, 4, paper="3 to 4 iterations"),
        Claim("most of them for one sample", max(most for _, most in counts), 0, 50, paper="less than 50"),
    )
    header = ("strings", "here, % of one core", "real time", "paper without graphics, %", "paper with graphics, %")
    return Exhibit(claims, figure, TableExhibit(header, rows))


if __name__ == "__main__":
    present(exhibit(), __file__)
