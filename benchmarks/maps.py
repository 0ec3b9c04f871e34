"""How many takes of one second a map has in a minute, measures included: on this machine's cores, and on a CUDA card if there is one.

    python benchmarks/maps.py [--points 1000] [--duration 1] [--backend cores|cuda] [--precision double|single]
    python benchmarks/maps.py --bare      what meters cost: takes on one core, against bare voices in lanes, and one voice, in turn
    python benchmarks/maps.py --threads   what threads gain: the same takes on one thread and on all, in turn

A Schelleng diagram of a cello D, square, bow place by bow force.
"""

import argparse
import math
import resource
import time
from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from rosin import Contact, ElastoPlastic, Hand, Modal, StiffString, Voice, WaveguideString
from rosin.engine.batch import Batch, Precision, lanes_of
from rosin.engine.metered_lanes import Lead, MeteredBatch
from rosin.maps.asking import study_of
from rosin.maps.backends import opened
from rosin.maps.cores import Cores
from rosin.maps.store import Store
from rosin.maps.study import MapStudy
from rosin.meters.bowed_motion import REGIMES, BowedMotion

CELLO_D = Contact(
    Hand(), ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0), WaveguideString(frequency=147.0, impedance=0.55)
)


def schelleng(points: int, precision: Precision, duration: float = 1.0) -> MapStudy:
    """A map of about so many points."""
    side = math.isqrt(points)
    axes = {"position": np.geomspace(0.02, 0.25, side), "normal_force": np.geomspace(0.05, 20, side)}
    return study_of(CELLO_D, axes, fixed={"velocity": 0.1}, duration=duration, precision=precision)


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


def bare_take(batch: Batch, samples: int, leads: Mapping[str, Lead]) -> None:
    """The same take by the program alone."""
    rows = batch.machine.view("head.controls").reshape(-1, batch.block, batch.machine.lanes)
    moving = {batch.rows[name]: lead for name, lead in leads.items()}
    batch.machine.call("start")
    for begin in range(0, samples, batch.block):
        for row, lead in moving.items():
            rows[row] = lead.goal if lead.settled() <= begin else lead.rows(begin, batch.block)
        moving = {row: lead for row, lead in moving.items() if lead.settled() > begin}
        batch.machine.call("process", min(batch.block, samples - begin))


def against_bare(precision: Precision) -> None:
    """A second of sound in lanes with meters, bare, and of one voice: best of rounds that are played in turn."""
    rate = 44_100
    print("| contact | takes in real time | bare lanes | takes over bare lanes | over one voice |\n|---|---|---|---|---|")
    for name, contact in BARE.items():
        lanes = lanes_of(precision, contact, rate)
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
        rounds = [
            (
                timed(partial(batch.play, rate, leads, heard)),
                timed(partial(bare_take, bare, rate, leads)),
                timed(partial(voice.process_checked, rate, controls[lanes // 2])),
            )
            for _ in range(ROUNDS)
        ]
        taken, alone, one = np.min(rounds, axis=0)
        print(f"| {name} | {lanes / taken:.0f} | {lanes / alone:.0f} | {alone / taken:.2f} | {lanes * one / taken:.1f} |")


def against_one_thread(points: int, precision: Precision) -> None:
    """The same map on one thread and on all of them: seconds of each, best of rounds that are played in turn."""
    study = schelleng(points, precision)
    workers = Cores(study, threads=1), Cores(study)
    took: list[list[float]] = [[], []]
    for _ in range(ROUNDS):
        for rounds, worker in zip(took, workers, strict=True):
            began = time.perf_counter()
            for _ in worker.measured([(0, len(study.points))]):
                rounds.append(time.perf_counter() - began)
    alone, together = (min(rounds) for rounds in took)
    took_by = f"{alone:.2f} s on one thread, {together:.2f} s on {workers[1].threads}"
    print(f"{len(study.points):,} takes of {study.duration:g} s: {took_by}: {alone / together:.2f} times as fast")


def main() -> None:
    """The map, and what it took."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--points", type=int, default=1024)
    parser.add_argument("--backend", default="cores")
    parser.add_argument("--precision", default="double")
    parser.add_argument("--duration", type=float, default=1.0)
    parser.add_argument("--bare", action="store_true")
    parser.add_argument("--threads", action="store_true")
    given = parser.parse_args()
    if given.threads:
        against_one_thread(given.points, given.precision)
        return
    if given.bare:
        against_bare(given.precision)
        return
    study = schelleng(given.points, given.precision, given.duration)
    backend, kept = opened(given.backend, study), Store(study, None)
    began, cpu = time.perf_counter(), time.process_time()
    for start, stop, found in backend.measured(kept.missing(backend.together)):
        kept.write(start, stop, found)
        print(f"{stop:>9,} points, {time.perf_counter() - began:7.1f} s", flush=True)
    took, cpu = time.perf_counter() - began, time.process_time() - cpu
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB of memory at most")
    regimes = np.bincount(kept.read("regime").astype(int), minlength=len(REGIMES)) / len(study.points)
    print(f"{len(study.points):,} takes of {study.duration:g} s, {given.precision} precision, on {backend}")
    print(f"{took:.1f} s; {len(study.points) * study.duration / took:,.0f} times real time; {cpu:.1f} s of this machine's processors")
    print("; ".join(f"{name} {share:.1%}" for name, share in zip(REGIMES, regimes, strict=True) if share))


if __name__ == "__main__":
    main()
