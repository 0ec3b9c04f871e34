"""How fast a hand rubs 3, 10 and 50 modes: `render` against a plain C translation of the papers, in one run.

Hand at 0.1 m/s, 1 N; s0 1e4, s1 1, s2 0.4, mu 0.8/0.3, v_s 0.1, c 0.7; modes at 300 + 170 l Hz, t_e 0.3 s, 0.05 kg; 44.1 kHz. The two are
timed in turn, many times, and the best of each is kept, because machines are noisy. Also how long a warm start takes: a new
process that imports Rosin, loads its compiled kernels and renders the first second of sound.
"""

import argparse
import ctypes
import json
import platform
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

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
    start = time.perf_counter()
    sound = render(contact, GESTURE, duration=seconds, sample_rate=RATE, target=target)
    return (time.perf_counter() - start) / seconds, sound.diagnostics.iterations_mean


def compiled_c():
    """The C translation as a function of the number of modes, or None without a compiler."""
    folder = tempfile.mkdtemp()
    library = Path(folder) / "papers.so"
    command = ["gcc", "-O3", "-march=native", "-shared", "-fPIC", str(Path(__file__).with_name("papers.c")), "-o", str(library), "-lm"]
    try:
        subprocess.run(command, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    rub = ctypes.CDLL(str(library)).rub
    rub.restype = ctypes.c_long

    def with_c(modes):
        tuned = np.array(frequencies(modes))
        out = np.zeros(int(SECONDS * RATE))
        values = (0.3, 0.05, 0.1, 1.0, 1e4, 1.0, 0.4, 0.8, 0.3, 0.1, 0.7)
        start = time.perf_counter()
        count = rub(len(out), ctypes.c_double(RATE), modes, tuned.ctypes, *(ctypes.c_double(value) for value in values), out.ctypes)
        return (time.perf_counter() - start) / SECONDS, count / len(out)

    return with_c


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
    with_c = compiled_c()
    rows = []
    for modes in (3, 10, 50):
        with_rosin(modes, seconds=0.1)
        ours, theirs = [], []
        for _ in range(options.rounds):
            ours.append(with_rosin(modes))
            if with_c:
                theirs.append(with_c(modes))
        best = min(ours)[0]
        row = {"modes": modes, "real_time_factor": 1 / best, "ns_per_sample": best / RATE * 1e9, "evaluations": ours[0][1]}
        row["spread"] = float(np.median([t for t, _ in ours])) / best
        if theirs:
            row |= {"c_real_time_factor": 1 / min(theirs)[0], "c_iterations": theirs[0][1], "ratio": min(theirs)[0] / best}
        if options.wasm:
            with_rosin(modes, seconds=0.1, target="wasm")
            row["wasm_real_time_factor"] = 1 / min(with_rosin(modes, target="wasm")[0] for _ in range(5))
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
    print("(no C compiler found: gcc would give the comparison)" if not with_c else "", f"warm start {result['warm_start_s']:.2f} s")


if __name__ == "__main__":
    main()
