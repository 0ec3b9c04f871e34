"""Random scenes of two to twenty contacts on one to three bodies, and how the joint solve fares with them.

python tests/scenes/random_scenes.py [SCENES] [SAMPLES] [all | bristles and impacts | impacts | dry]
"""

import sys
from typing import NamedTuple

import numpy as np

from rosin import ElastoPlastic, Hand, HuntCrossley, InertialMass, LuGre, Modal, PowerLaw, Scene, Stribeck, Thermal, Touch
from rosin.engine.scenes.voice import SceneVoice

RATE = 44_100
FAMILIES = {
    "all": ("elasto-plastic", "lugre", "stribeck", "power", "hunt-crossley", "thermal"),
    "bristles and impacts": ("elasto-plastic", "lugre", "power", "hunt-crossley"),
    "impacts": ("power", "hunt-crossley"),
    "dry": ("stribeck", "thermal"),
}
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def _between(rng, low, high):
    """Evenly on a logarithmic scale."""
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _law(rng, kind, structure):
    static = float(rng.uniform(0.3, 1.2))
    rubbed = {
        "static_friction": static,
        "dynamic_friction": static * float(rng.uniform(0.2, 0.9)),
        "stribeck_velocity": _between(rng, 0.01, 0.3),
    }
    match kind:
        case "elasto-plastic":
            damping = _between(rng, 1e-2, 10)
            return ElastoPlastic(bristle_stiffness=_between(rng, 1e3, 1e7), bristle_damping=damping, breakaway=0.5, **rubbed)
        case "lugre":
            return LuGre(bristle_stiffness=_between(rng, 1e3, 1e7), bristle_damping=_between(rng, 1e-2, 10), **rubbed)
        case "stribeck":
            return Stribeck(curve=("gaussian", "hyperbolic", "rosin")[structure.integers(3)], **rubbed)
        case "power":
            return PowerLaw(stiffness=_between(rng, 1e4, 1e9), exponent=float(rng.uniform(1, 3)))
        case "hunt-crossley":
            return HuntCrossley(stiffness=_between(rng, 1e4, 1e9), exponent=float(rng.uniform(1, 3)), dissipation=_between(rng, 1e-2, 1))
    return Thermal()


def random_scene(rng, family="all", structure=None):
    """A scene and its controls; what touches what by which law comes from random numbers of its own, if they are given."""
    structure = structure or rng
    contacts = int(structure.integers(2, 21))
    bodies, touches, controls = {}, {}, {}
    for number in range(int(structure.integers(1, 4))):
        modes, points = int(structure.integers(1, 61)), int(structure.integers(2, 9))
        bodies[f"body{number}"] = Modal(
            frequencies=[_between(rng, 50, 15_000) for _ in range(modes)],
            decay_times=[_between(rng, 1e-3, 3) for _ in range(modes)],
            masses=[_between(rng, 1e-3, 1) for _ in range(modes)],
            shapes=rng.uniform(-1, 1, (points, modes)).tolist(),
        )
    many, place = len(bodies), 0.0
    for number in range(contacts):
        kind = FAMILIES[family][structure.integers(len(FAMILIES[family]))]
        law, name, second = _law(rng, kind, structure), f"contact{number}", f"body{structure.integers(many)}"
        place = place if number and rng.uniform() < 0.25 else float(rng.uniform())
        between = law.friction and many > 1 and structure.uniform() < 0.2
        if between:
            first = f"body{(int(second[-1]) + 1) % many}"
        elif law.friction:
            first = f"hand{number}"
            bodies[first] = Hand()
            controls[f"{name}.velocity"] = float(rng.uniform(-1, 1))
        else:
            first = f"ball{number}"
            bodies[first] = InertialMass(
                mass=_between(rng, 1e-3, 0.1), velocity=float(rng.uniform(0, 2)), position=float(rng.uniform(-1e-3, 1e-5))
            )
        if law.friction:
            controls[f"{name}.normal_force"] = float(rng.uniform(0, 20))
        touches[name] = Touch(first, second, law, at=(float(rng.uniform()) if between else 0.0, place))
    scene = Scene(bodies=bodies, contacts=touches, heard={"body0": 1.0})
    return scene, controls


class Fared(NamedTuple):
    """How the joint solve of one scene went."""

    finite: bool
    passes: np.ndarray
    unsolved: int
    energy_error: float


def fare(scene, controls, samples):
    """Play a scene and look at its account."""
    voice = SceneVoice(scene, RATE, observe=True, block=samples)
    audio = voice.process(samples, controls)
    stored, supplied, dissipated, exchanged = (voice.trace(name, samples).copy() for name in ENERGIES)
    scale = exchanged + np.maximum.accumulate(np.abs(stored)) + np.abs(supplied)
    gap = np.abs(stored + dissipated - supplied)
    error = float((gap[scale > 0] / scale[scale > 0]).max(initial=0.0))
    return Fared(bool(np.isfinite(audio).all()), voice.trace("passes", samples).copy(), voice.passes[2], error)


def main(scenes=2000, samples=300, family="all"):
    """Play many, and tell."""
    passes, unsolved, worst = [], 0, 0.0
    for seed in range(scenes):
        fared = fare(*random_scene(np.random.default_rng(seed), family), samples)
        assert fared.finite, seed
        passes.append(fared.passes)
        unsolved += fared.unsolved
        worst = max(worst, fared.energy_error)
        if fared.unsolved or fared.energy_error > 1e-11:
            print(
                f"scene {seed}: {fared.unsolved} unsolved, energy {fared.energy_error:.1e}, at most {fared.passes.max():.0f} passes",
                flush=True,
            )
    taken = np.concatenate(passes)
    told = f"passes {taken.mean():.2f} mean, {np.quantile(taken, 0.99):.0f} at 99 %, {np.quantile(taken, 0.999):.0f} at 99.9 %"
    print(f"{scenes} scenes x {samples} samples, {family}: {told}; unsolved {unsolved} ({unsolved / taken.size:.1e}); energy {worst:.1e}")


if __name__ == "__main__":
    main(*(int(word) if word.isdigit() else word for word in sys.argv[1:]))
