"""How many takes of one second a map has in a minute, measures included: on this machine's cores, and on a CUDA card if there is one.

    python benchmarks/maps.py [--points 1000] [--backend cores|cuda] [--precision double|single]

A Schelleng diagram of a cello D, square, bow place by bow force. Bare voices, without meters, are played in turn for comparison.
"""

import argparse
import math
import time

import numpy as np

from rosin import Contact, ElastoPlastic, Hand, WaveguideString
from rosin.maps.backends import opened
from rosin.maps.store import Store
from rosin.maps.study import Study
from rosin.maps.sweep import study_of
from rosin.meters.bowed_motion import REGIMES

CELLO_D = Contact(
    Hand(), ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0), WaveguideString(frequency=147.0, impedance=0.55)
)


def schelleng(points: int, precision: str) -> Study:
    """A map of about so many points."""
    side = math.isqrt(points)
    axes = {"position": np.geomspace(0.02, 0.25, side), "normal_force": np.geomspace(0.05, 20, side)}
    return study_of(CELLO_D, axes, fixed={"velocity": 0.1}, duration=1.0, precision=precision)


def main() -> None:
    """The map, and what it took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--points", type=int, default=1024)
    parser.add_argument("--backend", default="cores")
    parser.add_argument("--precision", default="double")
    given = parser.parse_args()
    study = schelleng(given.points, given.precision)
    backend, kept = opened(given.backend, study), Store(study, None)
    began, cpu = time.perf_counter(), time.process_time()
    for start, stop, found in backend.measured(kept.missing(backend.together)):
        kept.write(start, stop, found)
        print(f"{stop:>9,} points, {time.perf_counter() - began:7.1f} s", flush=True)
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    regimes = np.bincount(kept.read("regime").astype(int), minlength=len(REGIMES)) / len(study.points)
    print(f"{len(study.points):,} takes of {study.duration:g} s, {given.precision} precision, on {backend}")
    print(f"{took:.1f} s; {len(study.points) * study.duration / took:,.0f} times real time; {cpu:.1f} s of this machine's processors")
    print("; ".join(f"{name} {share:.1%}" for name, share in zip(REGIMES, regimes, strict=True) if share))


if __name__ == "__main__":
    main()
