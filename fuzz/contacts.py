"""Random contacts of every law, side by side in lanes: every sample finite, solved, within its account of energy, passive where it must be.

Bunches share what shapes their memory (law, bodies, number of modes, rate); every number of every lane is its own. Each sample is held
against the law's equation as tests/test_torture.py writes it down a second time.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from fuzz.target import Target
from random_contacts import LAWS, RATES, log_uniform
from rosin import Contact, Hand, InertialMass, Modal
from rosin.engine.batch import VECTORS, Batch, one_vector, shape_key
from test_torture import CHECKS, ENERGIES, keeps_bound, mode_mobilities

SAMPLES = 300
CLOSES = 1e-10  # of the work exchanged and the most energy stored
NOTHING = 1e-300  # J: below it numbers have no digits left


class Bunch(NamedTuple):
    """A law and the seed of all else; `lane` where only one of them is looked at."""

    law: str
    seed: int
    lane: int | None = None


class Contacts(Target):
    """Contacts by lanes."""

    about = "random contacts of every law, every sample held against the law's equation"
    holds = VECTORS * one_vector("double")

    def case(self, random: np.random.Generator) -> Bunch:
        """A law and a seed."""
        return Bunch(str(random.choice(list(LAWS))), int(random.integers(2**62)))

    def simpler(self, case: Bunch) -> Iterator[Bunch]:
        """One of the lanes."""
        yield from (case._replace(lane=lane) for lane in range(self.holds) if case.lane is None)

    def check(self, case: Bunch) -> None:
        """Play them, and look at each."""
        random = np.random.default_rng(case.seed)
        rate = int(random.choice(RATES))
        laws = _laws(random, case.law, self.holds)
        modes = _modes(random, rate, self.holds)
        exciters = _exciters(random, laws[0].friction, self.holds)
        moves = _moves(random, laws[0].friction, modes, self.holds, rate)
        contact = Contact(exciters[0], laws[0], modes.model)
        batch = Batch([contact] * self.holds, rate, observe=True, block=SAMPLES)
        for lane, (law, exciter) in enumerate(zip(laws, exciters, strict=True)):
            batch.machine.voice(lane).fill("law.p", law.packed())
            batch.machine.voice(lane).fill("exciter.p", exciter.packed())
        for name in ("frequencies", "decay_times", "masses"):
            batch.machine.view(f"resonator.p.{name}")[:] = getattr(modes, name)
        batch.machine.view("resonator.p.shapes")[:] = modes.shapes.reshape(-1, self.holds)
        batch.machine.view("resonator.p.pickups_shapes")[:] = modes.shapes[0]
        batch.sow([case.seed % 2**32 + lane for lane in range(self.holds)])
        for kernel in ("prepare", "start"):
            batch.machine.call(kernel)
        audio = batch.process(SAMPLES, [{name: row[lane] for name, row in moves.items()} for lane in range(self.holds)])
        names = ("force", "relative_velocity", "compression", *laws[0].observes, *ENERGIES)
        traces = {name: batch.trace(name, SAMPLES) for name in names}
        for lane in range(self.holds) if case.lane is None else [case.lane]:
            own = {name: trace[lane].copy() for name, trace in traces.items()}
            force = moves.get("normal_force", np.zeros((self.holds, SAMPLES)))[lane]
            assert np.isfinite(audio[lane]).all(), f"lane {lane} is not finite: {laws[lane]!r}"
            CHECKS[type(laws[lane]).__name__](laws[lane], own, force, _admittance(modes, exciters[lane], moves, lane, rate), rate)
            _check_energy(laws[lane], own, force, lane)


def _check_energy(law: Any, traces: dict[str, np.ndarray], force: np.ndarray, lane: int) -> None:
    stored, supplied, dissipated, exchanged = (traces[name] for name in ENERGIES)
    scale = exchanged + np.maximum.accumulate(stored)
    gap = np.abs(stored + dissipated - supplied)
    off = (gap / np.maximum(scale, NOTHING)).max()
    assert (gap <= CLOSES * scale + NOTHING).all(), f"lane {lane}: the account is off by {off:.1e}: {law!r}"
    lost = np.diff(dissipated, prepend=0.0)
    assert (lost >= -1e-12 * scale)[keeps_bound(law, traces["relative_velocity"], force)].all(), f"lane {lane} makes energy: {law!r}"


def _laws(random: np.random.Generator, name: str, many: int) -> list[Any]:
    """Laws of one kind, whose kernels are the same."""
    laws = [LAWS[name](random)]
    while len(laws) < many:
        law = LAWS[name](random)
        if shape_key(Contact(Hand(), law, MODE), 1e5) == shape_key(Contact(Hand(), laws[0], MODE), 1e5):
            laws.append(law)
    return laws


MODE = Modal([100.0], 1.0, 1.0)


def _modes(random: np.random.Generator, rate: int, lanes: int) -> SimpleNamespace:
    """Numbers of modes, (modes, lanes) and (points, modes, lanes), and the body of the first lane."""
    many, points = int(random.integers(1, 61)), int(random.choice([1, 3]))
    found = SimpleNamespace(integrator=str(random.choice(["exact", "bilinear"])))
    found.frequencies = np.sort(10 ** random.uniform(np.log10(20), np.log10(0.49 * rate), (many, lanes)), axis=0)
    found.decay_times = 10 ** random.uniform(-4, 1, (many, lanes))
    found.masses = np.broadcast_to(10 ** random.uniform(-3, 0, lanes), (many, lanes))
    found.shapes = random.uniform(-1, 1, (points, many, lanes))
    found.shapes[:, 0] = 1.0
    first = (found.frequencies[:, 0], found.decay_times[:, 0], float(found.masses[0, 0]), found.shapes[:, :, 0])
    found.model = Modal(*first, integrator=found.integrator)
    return found


def _exciters(random: np.random.Generator, friction: bool, many: int) -> list[Any]:
    if random.uniform() < (0.5 if friction else 0.2):
        return [Hand()] * many
    if friction:
        return [
            InertialMass(log_uniform(random, 1e-3, 1), random.uniform(-1, 1), 0, log_uniform(random, 1e1, 1e6), random.uniform(0, 1))
            for _ in range(many)
        ]
    return [
        InertialMass(log_uniform(random, 1e-3, 1), log_uniform(random, 1e-2, 10), -log_uniform(random, 1e-6, 1e-3)) for _ in range(many)
    ]


def _moves(random: np.random.Generator, friction: bool, modes: SimpleNamespace, lanes: int, rate: int) -> dict[str, np.ndarray]:
    """Speeds that reverse, forces that lift off and come back, of each lane, sample by sample; blows are only pushed."""
    points, now = 8, np.arange(SAMPLES)
    ramp = now / SAMPLES
    ends = random.uniform(0, 1, (2, lanes, 1))
    moves = {"position": ends[0] + ramp * (ends[1] - ends[0])} if len(modes.shapes) > 1 else {}
    if not friction:
        speed, force = 10 ** random.uniform(-3, 0, (lanes, 1)), random.uniform(0, 50, (lanes, 1))
        return moves | {"velocity": np.tile(speed, SAMPLES), "force": np.tile(force, SAMPLES)}
    times = np.sort(random.uniform(0, SAMPLES, (lanes, points)), axis=1)
    top_speed, top_force = 10 ** random.uniform(-3, np.log10(3), (lanes, 1)), 10 ** random.uniform(-3, 2, (lanes, 1))
    rows = {
        "velocity": top_speed * random.uniform(-1, 1, (lanes, points)),
        "force": top_force * random.uniform(-1, 1, (lanes, points)),
        "normal_force": top_force * random.uniform(0, 1, (lanes, points)) * random.choice([0, 1, 1], (lanes, points)),
    }
    return moves | {
        name: np.array([np.interp(now, at, row) for at, row in zip(times, values, strict=True)]) for name, values in rows.items()
    }


def _admittance(modes: SimpleNamespace, exciter: Any, moves: dict[str, np.ndarray], lane: int, rate: int) -> np.ndarray:
    """y of both bodies together, sample by sample."""
    shapes = modes.shapes[:, :, lane]
    place = (moves["position"][lane] if "position" in moves else np.zeros(SAMPLES)) * (len(shapes) - 1)
    point = np.minimum(place.astype(int), max(len(shapes) - 2, 0))
    before, after = shapes[point], shapes[np.minimum(point + 1, len(shapes) - 1)]
    weights = (before + (place - point)[:, None] * (after - before)).T
    own = {name: getattr(modes, name)[:, lane] for name in ("frequencies", "decay_times", "masses")}
    y = mode_mobilities(SimpleNamespace(**own, integrator=modes.integrator), rate) @ weights**2
    if not isinstance(exciter, Hand):
        mobility = 0.5 / rate / exciter.mass
        y = y + mobility / (1 + mobility * (0.5 * exciter.spring_stiffness / rate + exciter.spring_damping))
    return np.asarray(y)
