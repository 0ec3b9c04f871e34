"""Runs what `gpu.py --make` wrote, on a machine with a CUDA card: a table of voices in real time, errors and resources."""

import json
import sys
import time
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
from rosin.engine.driver import LOCAL, REGISTERS, CardMemory, Kernel, card  # noqa: E402  (it lies beside this file)

WARP, LAUNCHES, ROUNDS, CHECKED = 32, 20, 5, 64
WAVES = 2
SETTLED = 40  # launches before time is taken: the strings swing by then


class Grid:
    """Voices of one program in the card's memory."""

    def __init__(self, run, data, samples, order, voices):
        self.run, self.samples, self.voices = run, samples, voices
        self.kind = np.dtype(np.float32 if run["real"] == "float" else np.float64)
        self.groups, self.line = -(-voices // WARP), WARP * self.kind.itemsize
        arena, wholes = data[f"{run['name']} arena"].astype(self.kind), data[f"{run['name']} wholes"]
        self.reals = CardMemory(card(), self.groups * run["size"] * self.line)
        group = np.repeat(arena[:, None], WARP, 1)
        for number in range(self.groups):
            self.reals.put(group, number * group.nbytes)
        voice = np.arange(self.groups * WARP)
        values = {
            "velocity": 0.04 + 0.2 * (voice * 0.7548776662466927 % 1),
            "normal_force": run["pressed"] * (0.3 + 1.4 * (voice * 0.6180339887498949 % 1)),
            "position": np.full(len(voice), run["position"]),
        }
        for name, value in values.items():
            table = np.repeat(value.astype(self.kind).reshape(self.groups, 1, WARP), 1 if run["held"] else samples, 1)
            self.reals.put(table, (run["controls"] + order.index(name) * samples) * self.line, run["size"] * self.line)
        self.wholes = [CardMemory(card(), wholes.nbytes) for _ in range(2)]
        for table in self.wholes:
            table.put(wholes)

    def play(self, kernel, launches):
        """Blocks one after the other; seconds that they take."""
        together = self.run["block"] // self.run["threads"]
        card().wait()
        begin = time.perf_counter()
        for _ in range(launches):
            memory = [self.reals, *self.wholes, self.samples, self.run["size"], self.voices]
            kernel.launch(-(-self.voices // together), self.run["block"], memory)
            self.wholes.reverse()
        card().wait()
        return time.perf_counter() - begin

    def sound(self):
        """What the last block was, (voices, samples)."""
        table = np.empty((self.groups, self.samples, WARP), self.kind)
        self.reals.take(table, self.run["audio"] * self.line, self.run["size"] * self.line)
        return table.transpose(0, 2, 1).reshape(-1, self.samples).astype(float)


def main():
    """The table."""
    plan, data, limits = json.loads((HERE / "runs.json").read_text()), np.load(HERE / "voices.npz"), card().limits
    print(f"{limits.processors} multiprocessors; {plan['rate']} Hz, blocks of {plan['samples']} samples, best and worst of {ROUNDS}")
    print(
        "| contact | precision | controls | voices in real time | worst | error, middle | error, largest | registers | spilled | shared |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|")
    for run in plan["runs"]:
        kernel = Kernel(card(), (HERE / run["file"]).read_text(), "process", run["shared"])
        grid = Grid(run, data, plan["samples"], plan["order"], CHECKED)
        wanted = data[f"{run['name']} sound"]
        got = []
        for _ in range(wanted.shape[1] // plan["samples"]):
            grid.play(kernel, 1)
            got.append(grid.sound()[: len(wanted)])
        wrong = (np.abs(np.concatenate(got, 1) - wanted) / np.abs(wanted).max(1, keepdims=True)).max(1)
        del grid
        voices = WAVES * kernel.resident(run["block"]) * limits.processors * run["block"] // run["threads"]
        grid = Grid(run, data, plan["samples"], plan["order"], voices)
        grid.play(kernel, SETTLED)
        times = [grid.play(kernel, LAUNCHES) for _ in range(ROUNDS)]
        assert np.isfinite(grid.sound()).all()
        del grid
        most, least = (voices * LAUNCHES * plan["samples"] / plan["rate"] / taken for taken in (min(times), max(times)))
        how = f"{'double' if run['real'] == 'double' else 'single'} | {'held' if run['held'] else 'moving'}"
        errors = f"{np.median(wrong):.0e} | {wrong.max():.0e}"
        cost = f"{kernel.attribute(REGISTERS)} | {kernel.attribute(LOCAL)} B | {run['shared']} B"
        print(f"| {run['name']} | {how} | {most:,.0f} | {least:,.0f} | {errors} | {cost} |", flush=True)


if __name__ == "__main__":
    main()
