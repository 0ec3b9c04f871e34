"""Random contacts over every law and far beyond any instrument, for tests that must hold everywhere."""

import numpy as np

from rosin import (
    Contact,
    Dahl,
    ElastoPlastic,
    Exponential,
    Gesture,
    Hand,
    HuntCrossley,
    InertialMass,
    LoadedBristles,
    LuGre,
    Modal,
    PowerLaw,
    Stribeck,
    Stulov,
    Thermal,
    ThermalTable,
)

RATES = (22_050, 44_100, 48_000, 96_000, 192_000)


def log_uniform(random, low, high):
    return float(10 ** random.uniform(np.log10(low), np.log10(high)))


def bristles(random, damped=True):
    dynamic = random.uniform(0.05, 1.0)
    common = {
        "bristle_stiffness": log_uniform(random, 1e2, 1e8),
        "static_friction": dynamic * random.uniform(1.0, 4.0),
        "dynamic_friction": dynamic,
        "stribeck_velocity": log_uniform(random, 1e-3, 0.3),
        "noise": random.choice([0.0, random.uniform(0, 0.5)]),
    }
    if damped:
        common |= {"bristle_damping": log_uniform(random, 1e-3, 10), "viscosity": random.choice([0.0, random.uniform(0, 10)])}
    return common


def elasto_plastic(random, **options):
    return ElastoPlastic(**bristles(random), breakaway=random.uniform(0.1, 0.999), **options)


def stribeck(random):
    given = bristles(random, damped=False)
    del given["bristle_stiffness"]
    return Stribeck(**given, curve=str(random.choice(["gaussian", "hyperbolic", "rosin"])))


def dahl(random):
    given = bristles(random, damped=False)
    return Dahl(given["bristle_stiffness"], given["dynamic_friction"], given["noise"])


LAWS = {
    "ElastoPlastic": elasto_plastic,
    "ElastoPlastic-linear": lambda random: elasto_plastic(random, solver="linear"),
    "ElastoPlastic-velocity": lambda random: elasto_plastic(random, damping_law="velocity"),
    "LuGre": lambda random: LuGre(**bristles(random)),
    "Dahl": dahl,
    "Stribeck": stribeck,
    "Exponential": lambda random: Exponential(log_uniform(random, 1, 1e5), float(random.choice([0.0, 0.3]))),
    "Thermal": lambda random: Thermal(
        heat_capacity=log_uniform(random, 1e-7, 1e-5),
        convection=log_uniform(random, 0.01, 2),
        conduction=log_uniform(random, 1e-5, 1e-2),
        static_friction=random.uniform(0.2, 2),
        hot_share=random.uniform(0.1, 1),
        glass_temperature=random.uniform(5, 80),
        sharpness=random.uniform(1, 6),
        hair_width=log_uniform(random, 1e-3, 0.05),
    ),
    "ThermalTable": lambda random: ThermalTable(heat_capacity=log_uniform(random, 1e-7, 1e-5), conduction=log_uniform(random, 1e-5, 1e-3)),
    "PowerLaw": lambda random: PowerLaw(log_uniform(random, 1e3, 1e12), random.uniform(1, 3.5)),
    "HuntCrossley": lambda random: HuntCrossley(log_uniform(random, 1e3, 1e12), random.uniform(1, 3.5), random.uniform(0, 3)),
    "Stulov": lambda random: Stulov(
        log_uniform(random, 1e3, 1e12), random.uniform(1, 3.5), random.uniform(0, 0.99), log_uniform(random, 1e-6, 1e-1)
    ),
    "LoadedBristles": lambda random: LoadedBristles(
        **bristles(random), breakaway=random.uniform(0.1, 0.999), reference_force=log_uniform(random, 0.1, 10)
    ),
}


def modes(random, rate):
    count = int(random.integers(1, 61))
    shapes = random.uniform(-1, 1, (int(random.choice([1, 3])), count))
    shapes[:, 0] = 1.0
    frequencies = np.sort(10 ** random.uniform(np.log10(20), np.log10(0.49 * rate), count))
    decay_times = 10 ** random.uniform(-4, 1, count)
    return Modal(frequencies, decay_times, log_uniform(random, 1e-3, 1), shapes, integrator=str(random.choice(["exact", "bilinear"])))


def friction_gesture(random, controls, duration, points=8):
    """Speeds that reverse, forces that lift off and come back."""
    times = np.sort(random.uniform(0, duration, points))
    top_speed, top_force = log_uniform(random, 1e-3, 3), log_uniform(random, 1e-3, 100)
    forces = top_force * random.uniform(0, 1, points) * random.choice([0, 1, 1], points)
    moves = {
        "velocity": list(zip(times, top_speed * random.uniform(-1, 1, points), strict=True)),
        "force": list(zip(times, top_force * random.uniform(-1, 1, points), strict=True)),
        "normal_force": list(zip(times, forces, strict=True)),
        "position": [(0, random.uniform()), (duration, random.uniform())],
    }
    return Gesture(**{name: move for name, move in moves.items() if name in controls})


def random_contact(random, law_name, samples):
    """A contact with its gesture and sample rate."""
    rate = int(random.choice(RATES))
    duration = samples / rate
    law = LAWS[law_name](random)
    resonator = modes(random, rate)
    mass = log_uniform(random, 1e-3, 1)
    if law.friction:
        pulled = InertialMass(mass, random.uniform(-1, 1), 0, log_uniform(random, 1e1, 1e6), random.uniform(0, 1))
        contact = Contact(pulled if random.uniform() < 0.5 else Hand(), law, resonator)
        return contact, friction_gesture(random, contact.controls, duration), rate
    moving = {"position": [(0, random.uniform()), (duration, random.uniform())]} if "position" in resonator.controls else {}
    if random.uniform() < 0.2:
        return Contact(Hand(), law, resonator), Gesture(velocity=log_uniform(random, 1e-3, 1), **moving), rate
    hammer = InertialMass(mass, log_uniform(random, 1e-2, 10), -log_uniform(random, 1e-6, 1e-3))
    return Contact(hammer, law, resonator), Gesture(force=random.uniform(0, 50), **moving), rate
