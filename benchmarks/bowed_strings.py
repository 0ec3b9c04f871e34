"""How fast strings are bowed: `render` of 5 s at 44.1 kHz against a plain C translation of the paper, in one run.

The stiff string of Willemsen et al. 2019 at 196 Hz (N = 95) with s0 1e5, 5 N, 0.1 m/s at a quarter of the string; the waveguide string of a
cello D at 1.1 N and a tenth of the string, with the implicit and with the linear solver. With --wasm also the WebAssembly module in Node,
whose engine is Chrome's, against the native kernels, both block by block.
"""

import argparse
import json

import numpy as np
from measuring import call_c, compiled_c, in_blocks, in_turn, in_v8

from rosin import Contact, ElastoPlastic, Gesture, Hand, StiffString, WaveguideString, render

RATE, SECONDS = 44_100, 5.0
STIFF = Contact(Hand(), ElastoPlastic(1e5, 0.1, 0.0, 0.8, 0.3, 0.1, 0.7), StiffString(1.0, 5e-4, frequency=196.0, pickups=[0.25]))
WAVES = Contact(Hand(), ElastoPlastic(3e4, 0.1, 0.0, 1.05, 0.4, 0.1, 0.7), WaveguideString(147.0, 0.55))
LINEAR = WAVES.replace(interaction=WAVES.interaction.replace(solver="linear"))
CASES = {
    "StiffString, N = 95": (STIFF, Gesture(velocity=0.1, normal_force=5.0, position=0.25)),
    "WaveguideString": (WAVES, Gesture(velocity=0.1, normal_force=1.1, position=0.1)),
    "WaveguideString, linear solver": (LINEAR, Gesture(velocity=0.1, normal_force=1.1, position=0.1)),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25, help="how often each is timed; the best is kept (default 25)")
    parser.add_argument("--wasm", action="store_true", help="also time the WebAssembly modules in Node")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    library = compiled_c()
    out = np.zeros(int(SECONDS * RATE))
    paper = (1.0, 5e-4, 7850.0, 2e11, 196.0, 1.0, 5e-3, 0.25, 0.1, 5.0, 1e5, 0.1, 0.0, 0.8, 0.3, 0.1, 0.7)
    names = [(name, "native") for name in CASES]
    tasks = [lambda case=case: render(*case, duration=SECONDS, sample_rate=RATE).diagnostics.iterations_mean for case in CASES.values()]
    if library:
        names.append(("StiffString, N = 95", "plain C"))
        tasks.append(lambda: call_c(library.bow, len(out), float(RATE), *paper, out.ctypes) / len(out))
    rows = [
        {
            "string": name,
            "target": target,
            "real_time_factor": SECONDS / best,
            "ns_per_sample": best / SECONDS / RATE * 1e9,
            "evaluations": evaluations,
            "spread": spread,
        }
        for (name, target), (best, spread, evaluations) in zip(names, in_turn(options.rounds, *tasks), strict=True)
    ]
    modules = []
    for name, (contact, gesture) in CASES.items() if options.wasm else ():
        pairs = [[measure(contact, gesture.controls, RATE, 200) for measure in (in_blocks, in_v8)] for _ in range(3)]
        if pairs[0][1] is not None:
            native, v8 = (min(times) for times in zip(*pairs, strict=True))
            modules.append({"string": name, "native_ns": native, "v8_ns": v8, "ratio": v8 / native})
    if options.json:
        print(json.dumps({"rows": rows, "modules": modules}, indent=2))
        return
    for row in rows:
        print(
            f"{row['string']:32} {row['target']:8} {row['real_time_factor']:5.0f} x real time, {row['ns_per_sample']:5.0f} ns, "
            f"{row['evaluations']:.2f} evaluations a sample  (median/best {row['spread']:.2f})"
        )
    for row in modules:
        print(f"{row['string']:32} WebAssembly in Node {row['v8_ns']:4.0f} ns, native {row['native_ns']:4.0f} ns, ratio {row['ratio']:.2f}")
    if options.wasm and not modules:
        print("(no Node found: it would run the WebAssembly modules)")
    factors = {(row["string"], row["target"]): row["real_time_factor"] for row in rows}
    if library:
        print(f"StiffString against plain C: {factors[names[0]] / factors[names[-1]]:.2f}")
    else:
        print("(no C compiler found: gcc would give the comparison)")


if __name__ == "__main__":
    main()
