"""How many voices a CUDA card plays in real time, and how near they are to the processor's.

    python benchmarks/gpu.py --make DIR    here: programs in PTX, prepared voices and what the processor makes of them
    python DIR/run.py                      on a machine with a card: needs numpy and NVIDIA's driver, and nothing else

Voices differ in speed and pressure, so that no two of a warp do the same. As many are run as fill the card in whole waves.
"""

import argparse
import json
import shutil
from pathlib import Path

import numpy as np

import rosin
from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.bodies.stiff_string import StiffString
from rosin.bodies.waveguide_string import WaveguideString
from rosin.engine.contact_voice import voice_layout
from rosin.engine.grids import Way, grid_of
from rosin.engine.voice import Voice
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.playing.controls import CONTROLS
from rosin.scenes.contact import Contact

RATE, BLOCK, VOICES, SAMPLES = 44_100, 256, 32, 2048
BRISTLES = ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0)
CONTACTS = {
    "3 modes": Contact(Hand(), ElastoPlastic(), Modal(frequencies=(300.0, 400.0, 500.0), decay_times=0.3, masses=0.05)),
    "10 modes": Contact(
        Hand(), ElastoPlastic(), Modal(frequencies=tuple(300.0 + 100.0 * n for n in range(10)), decay_times=0.3, masses=0.05)
    ),
    "stiff string, 95 cells": Contact(Hand(), BRISTLES, StiffString(length=1.0, radius=5e-4, frequency=196.0)),
    "waveguide string": Contact(Hand(), BRISTLES, WaveguideString(frequency=196.0, impedance=0.37)),
}
PRESSED = {"stiff string, 95 cells": 5.0}  # N
POSITION = {"stiff string, 95 cells": 0.25, "waveguide string": 0.25}
NEEDED = ("__init__.py", "model/__init__.py", "model/errors.py", "engine/__init__.py", "engine/driver.py")


def controls(name: str, voice: int) -> dict[str, float]:
    """What one voice follows; as in gpu_run.py."""
    pressed = PRESSED.get(name, 1.0) * (0.3 + 1.4 * (voice * 0.6180339887498949 % 1))
    moved = {"velocity": 0.04 + 0.2 * (voice * 0.7548776662466927 % 1), "normal_force": pressed}
    return moved | ({"position": POSITION[name]} if name in POSITION else {})


def make(folder: Path) -> None:
    """All that a machine with a card needs."""
    for path in NEEDED:
        goal = folder / "rosin" / path
        goal.parent.mkdir(parents=True, exist_ok=True)
        goal.write_text("" if path.endswith("__init__.py") else (Path(rosin.__file__).parent / path).read_text())
    shutil.copy(Path(__file__).with_name("gpu_run.py"), folder / "run.py")
    runs, arrays = [], {}
    for name, contact in CONTACTS.items():
        layout = voice_layout(contact, RATE, output="velocity", observe=False, block=BLOCK)
        first = Voice(contact, RATE, block=BLOCK)
        arrays[f"{name} arena"], arrays[f"{name} wholes"] = first.machine.reals.copy(), first.machine.wholes.copy()
        sound = [Voice(contact, RATE, block=BLOCK).process(SAMPLES, controls(name, voice))[0] for voice in range(VOICES)]
        arrays[f"{name} sound"] = np.array(sound)
        places = {key: layout.reals[f"head.{key}"].offset for key in ("controls", "audio")}
        for real in ("double", "float"):
            for held in (True, False):
                grid = grid_of(layout, Way(real, frozenset(range(len(CONTROLS)) if held else ()), True))
                file = f"{name} {real} {'held' if held else 'moving'}.ptx".replace(",", "").replace(" ", "_")
                (folder / file).write_text(grid.text)
                shape = {"threads": grid.threads, "block": grid.block, "shared": grid.shared, "size": layout.size}
                given = {"pressed": PRESSED.get(name, 1.0), "position": POSITION.get(name, 0.0)}
                runs.append({"name": name, "real": real, "held": held, "file": file, **shape, **places, **given})
    np.savez(folder / "voices.npz", **arrays)
    (folder / "runs.json").write_text(json.dumps({"rate": RATE, "samples": BLOCK, "order": CONTROLS, "runs": runs}))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--make", type=Path, required=True, help="folder to write to")
    given = parser.parse_args()
    make(given.make)
    print(f"Now run: python {given.make}/run.py")
