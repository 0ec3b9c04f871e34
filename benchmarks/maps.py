"""How many takes of one second a map has in a minute, measures included: on this machine's cores, and on a CUDA card if there is one.

    python benchmarks/maps.py [--points 1000] [--backend cores|cuda] [--precision double|single]
    python benchmarks/maps.py --bare    what meters cost: takes on one core, against bare voices in lanes, and one voice, in turn

A Schelleng diagram of a cello D, square, bow place by bow force.
"""

import argparse
import math
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from rosin import Contact, ElastoPlastic, Hand, Modal, StiffString, Voice, WaveguideString
from rosin.engine.batch import Batch, Precision, lanes_of
from rosin.engine.metered_lanes import Lead, MeteredBatch
from rosin.maps.backends import opened
from rosin.maps.store import Store
from rosin.maps.study import Study
from rosin.maps.sweep import study_of
from rosin.meters.bowed_motion import REGIMES, BowedMotion

CELLO_D = Contact(
    Hand(), ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0), WaveguideString(frequency=147.0, impedance=0.55)
)


def schelleng(points: int, precision: Precision) -> Study:
    """A map of about so many points."""
    side = math.isqrt(points)
    axes = {"position": np.geomspace(0.02, 0.25, side), "normal_force": np.geomspace(0.05, 20, side)}
    return study_of(CELLO_D, axes, fixed={"velocity": 0.1}, duration=1.0, precision=precision)


BARE = {
    "10 modes": Contact(
        Hand(), ElastoPlastic(), Modal(frequencies=tuple(300.0 + 100.0 * n for n in range(10)), decay_times=0.3, masses=0.05)
    ),
    "cello D, waveguide": CELLO_D,
    "stiff string, 95 cells": Contact(Hand(), ElastoPlastic(bristle_stiffness=1e4), StiffString(length=1.0, radius=5e-4, frequency=196.0)),
}
ROUNDS = 7


def timed(play: Callable[[], object]) -> float:
    """Seconds of a processor."""
    began = time.process_time()
    play()
    return time.process_time() - began


def in_blocks(batch: Batch, samples: int) -> None:
    """The program alone, under controls that stay."""
    for begin in range(0, samples, batch.block):
        batch.machine.call("process", min(batch.block, samples - begin))


def against_bare(precision: Precision) -> None:
    """A second of sound in lanes with meters, bare, and of one voice: medians of rounds that are played in turn."""
    rate, lanes = 44_100, lanes_of(precision, 100)
    print("| contact | takes in real time | bare lanes | takes over bare lanes | over one voice |\n|---|---|---|---|---|")
    for name, contact in BARE.items():
        batch = MeteredBatch([contact] * lanes, BowedMotion, rate, precision=precision)
        bare = Batch([contact] * lanes, rate, precision=precision, block=batch.block)
        force = np.geomspace(0.3, 1.5, lanes)
        leads = {"velocity": Lead.rising(np.full(lanes, 0.1), np.full(lanes, 2205.0)), "normal_force": Lead.steady(force)}
        controls = [{"velocity": 0.1, "normal_force": one} for one in force]
        if "position" in contact.needs:
            leads["position"] = Lead.steady(np.full(lanes, 0.1))
            controls = [own | {"position": 0.1} for own in controls]
        heard = {"frequency": 196.0, "position": 0.1, "samples": float(rate), "periods": 20.0}
        voice = Voice(contact, rate, target="whole")
        bare.process(rate, controls)
        rounds = [
            (
                timed(partial(batch.play, rate, leads, heard)),
                timed(partial(in_blocks, bare, rate)),
                timed(partial(voice.process_checked, rate, controls[lanes // 2])),
            )
            for _ in range(ROUNDS)
        ]
        taken, alone, one = np.median(rounds, axis=0)
        print(f"| {name} | {lanes / taken:.0f} | {lanes / alone:.0f} | {alone / taken:.2f} | {lanes * one / taken:.1f} |")


def main() -> None:
    """The map, and what it took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--points", type=int, default=1024)
    parser.add_argument("--backend", default="cores")
    parser.add_argument("--precision", default="double")
    parser.add_argument("--bare", action="store_true")
    given = parser.parse_args()
    if given.bare:
        against_bare(given.precision)
        return
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
