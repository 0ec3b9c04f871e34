"""How fast a hand rubs 3, 10 and 50 modes: `render` against a plain C translation of the papers, in one run.

Hand at 0.1 m/s, 1 N; s0 1e4, s1 1, s2 0.4, mu 0.8/0.3, v_s 0.1, c 0.7; modes at 300 + 170 l Hz, t_e 0.3 s, 0.05 kg; 44.1 kHz. The two are
timed in turn, many times, and the best of each is kept, because machines are noisy. Also how long a warm start takes: a new
process that imports Rosin, loads its compiled kernels and renders the first second of sound.
"""

import argparse
import functools
import json
import platform
import subprocess
import sys
import time

import numpy as np
from measuring import call_c, compiled_c, in_turn

from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, render

RATE, SECONDS = 44_100, 5.0
LAW = ElastoPlastic(1e4, 1.0, 0.4, 0.8, 0.3, 0.1, 0.7)
GESTURE = Gesture(velocity=0.1, normal_force=1.0)
WARM = (
    "from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, render;"
    "render(Contact(Hand(), ElastoPlastic(), Modal([300, 470, 640], 0.3, 0.05)), Gesture(velocity=0.1, normal_force=1.0), duration=1.0)"
)


def frequencies(modes):
    return [300.0 + 170.0 * mode for mode in range(modes)]


def with_rosin(modes, seconds=SECONDS, target="native"):
    contact = Contact(Hand(), LAW, Modal(frequencies(modes), 0.3, 0.05))
    return render(contact, GESTURE, duration=seconds, sample_rate=RATE, target=target).diagnostics.iterations_mean


def with_c(library, modes):
    tuned, out = np.array(frequencies(modes)), np.zeros(int(SECONDS * RATE))
    values = (0.3, 0.05, 0.1, 1.0, 1e4, 1.0, 0.4, 0.8, 0.3, 0.1, 0.7)
    return call_c(library.rub, len(out), float(RATE), modes, tuned.ctypes, *values, out.ctypes) / len(out)


def warm_start():
    """Seconds from starting Python to a second of sound, kernels already on disk."""
    subprocess.run([sys.executable, "-c", WARM], check=True)
    times = []
    for _ in range(5):
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", WARM], check=True)
        times.append(time.perf_counter() - start)
    return min(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=25, help="how often each is timed; the best is kept (default 25)")
    parser.add_argument("--wasm", action="store_true", help="also time the WebAssembly module in wasmtime")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    library = compiled_c()
    rows = []
    for modes in (3, 10, 50):
        tasks = [functools.partial(with_rosin, modes)]
        tasks += [functools.partial(with_c, library, modes)] if library else []
        (best, spread, evaluations), *theirs = in_turn(options.rounds, *tasks)
        row = {"modes": modes, "real_time_factor": SECONDS / best, "ns_per_sample": best / SECONDS / RATE * 1e9, "evaluations": evaluations}
        row["spread"] = spread
        if theirs:
            row |= {"c_real_time_factor": SECONDS / theirs[0][0], "c_iterations": theirs[0][2], "ratio": theirs[0][0] / best}
        if options.wasm:
            row["wasm_real_time_factor"] = SECONDS / in_turn(5, functools.partial(with_rosin, modes, target="wasm"))[0][0]
        rows.append(row)
    result = {
        "machine": platform.processor() or platform.machine(),
        "python": platform.python_version(),
        "rows": rows,
        "warm_start_s": warm_start(),
    }
    if options.json:
        print(json.dumps(result, indent=2))
        return
    for row in rows:
        line = f"{row['modes']:3} modes: {row['real_time_factor']:5.0f} x real time, {row['ns_per_sample']:5.0f} ns"
        line += f", {row['evaluations']:.2f} evaluations a sample"
        if "ratio" in row:
            line += f";  plain C {row['c_real_time_factor']:4.0f} x, {row['c_iterations']:.2f} iterations;  ratio {row['ratio']:.2f}"
        if "wasm_real_time_factor" in row:
            line += f";  WebAssembly {row['wasm_real_time_factor']:4.0f} x"
        print(f"{line}  (median/best {row['spread']:.2f})")
    print("(no C compiler found: gcc would give the comparison)" if not library else "", f"warm start {result['warm_start_s']:.2f} s")


if __name__ == "__main__":
    main()
