"""A few contacts as sounds: each is rendered to out/ as a WAV with a picture, and named on the way."""

import argparse
import math
import time
from pathlib import Path

import numpy as np

from rosin import (
    Contact,
    ElastoPlastic,
    Exponential,
    Fractal,
    Gesture,
    Hand,
    HuntCrossley,
    InertialMass,
    MassSpringDamper,
    Modal,
    ModalBox,
    render,
)
from rosin.strings import Fingerboard, StringData


def rubbed_glass():
    """A moist finger on the rim of a wineglass: it speaks at its lowest mode once the finger presses."""
    rim = Modal([574.5, 1598.9, 3059.8, 4946.0, 7254.5], [0.831, 0.299, 0.156, 0.097, 0.066], [n * n * 4.2e-3 for n in range(2, 7)])
    finger = ElastoPlastic(3e5, 0.3, static_friction=0.8, dynamic_friction=0.3, stribeck_velocity=0.1)
    gesture = Gesture(velocity=[(0, 0), (0.3, 0.12), (2.5, 0.15), (3.6, 0)], normal_force=[(0, 0), (0.2, 0.5), (3.3, 0.4), (3.5, 0)])
    return Contact(Hand(), finger, rim), gesture, 5.0


def struck_bar():
    """A steel bar struck by a wooden stick: every mode rings at its own rate."""
    frequencies = np.array([664.0, 1831.0, 3589.0, 5933.0])
    bar = Modal(frequencies, 1 / (math.pi * frequencies * 5e-4), 0.12, shapes=[1.0, -0.6, 0.9, -0.4], pickups=[[1.9, 1.8, 1.7, 1.6]])
    stick = InertialMass(0.01, velocity=1.0, position=-1e-3)
    return Contact(stick, HuntCrossley(1e8, 1.5, 0.2), bar), Gesture(), 4.0


def creaking_door():
    """A hinge pin dragged through a stiff spring: the faster the door swings, the higher it creaks."""
    panel = np.array([140.0, 310.0, 520.0, 830.0, 1240.0, 1870.0])
    door = Modal(panel, 1 / (math.pi * panel * 0.02), 10.0, pickups=[panel / panel[0]])
    pin = InertialMass(0.01, spring_stiffness=2e5, spring_damping=20.0)
    law = ElastoPlastic(5e6, 100.0, static_friction=0.6, dynamic_friction=0.3, stribeck_velocity=0.005, noise=0.02)
    swing = Gesture(velocity=[(0, 0), (0.1, 0.002), (1.5, 0.013), (2.6, 0.006), (3.0, 0)], normal_force=[(0, 18), (1.5, 22), (3.0, 18)])
    return Contact(pin, law, door), swing, 3.2


def rubbed_mass():
    """A heavy mass on a spring under a sticky stick (Onofrei et al. 2022): a slow sawtooth of sticking and slipping."""
    mass = MassSpringDamper.tuned(110, 0.4)
    return (
        Contact(Hand(), Exponential(500.0), mass),
        Gesture(velocity=[(0, 0), (0.2, 0.15), (2.5, 0.15)], normal_force=[(0, 400), (2.5, 400), (2.6, 0)]),
        3.5,
    )


def scraped_plate():
    """A rough nail drawn over a plate: fractal texture, no squeal."""
    random = np.random.default_rng(4)
    modes = np.sort(random.uniform(200, 9000, 40))
    plate = Modal(modes, 60 / modes, 0.4)
    law = ElastoPlastic(1e5, 2.0, viscosity=5.0, static_friction=0.4, dynamic_friction=0.38, noise=1.0)
    return (
        Contact(Hand(), law, plate, Fractal(0.8, 2, 50)),
        Gesture(velocity=[(0, 0), (0.1, 0.4), (0.8, 0.1), (1.5, 0.5), (2, 0)], normal_force=2.0),
        2.2,
    )


def bowed_cello():
    """A cello string bowed and heard through its body: D, A with vibrato, a slide to F sharp, and D again."""
    cello = StringData.preset("cello D")
    board = Fingerboard.measured(cello, semitones=8)
    a, f_sharp = board.finger(220.0), board.finger(185.0)

    def finger(time):
        slide = np.interp(time, [0.8, 0.83, 2.3, 2.5, 3.2, 3.23], [0, a, a, f_sharp, f_sharp, 0])
        depth = np.interp(time, [1.1, 1.5, 2.2, 2.3], [0, 0.006, 0.006, 0])
        return slide + depth * np.sin(2 * np.pi * 5.5 * time)

    stroke = Gesture(
        velocity=[(0, 0), (0.05, 0.1), (2.2, 0.14), (4.0, 0.1)],
        normal_force=[(0, 1.1), (2.2, 1.5), (4.0, 1.1), (4.05, 0)],
        position=0.08,
        finger=finger,
    )
    return board.contact, stroke, 5.0, ModalBox.preset("cello")


SOUNDS = (rubbed_glass, struck_bar, creaking_door, rubbed_mass, scraped_plate, bowed_cello)


def main() -> None:
    """Render everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("out"), help="folder to write to; its demo files are replaced")
    folder = parser.parse_args().output
    folder.mkdir(parents=True, exist_ok=True)
    for make in SOUNDS:
        start = time.perf_counter()
        contact, gesture, duration, *box = make()
        output = "bridge_force" if box else "velocity"
        sound = render(contact, gesture, duration=duration, seed=1, record=("force",), output=output)
        if box:
            sound = box[0].hear(sound)
        path = sound.save(folder / f"{make.__name__}.wav", overwrite=True)
        sound.plot(path.with_suffix(".png"), title=make.__doc__.split("\n")[0], overwrite=True)
        print(f"{path} and .png  {sound.duration:.1f} s in {time.perf_counter() - start:.1f} s  {make.__doc__}", flush=True)


if __name__ == "__main__":
    main()
