"""How well `rosin fit --rubbed` knows what it found: sounds of known parameters are fitted, and every parameter looked for in its range.

    python benchmarks/rubbed.py [--sounds 28] [--renders 2560] [--seed 0]

Squeals and creaks in turn, of parameters by chance within what is sought. One that cannot be heard as what it is (it does not slip, its
pitch is not near) is drawn anew. Of a range of 68 % in which as many lie, no more is to be asked.
"""

import argparse
import time
import warnings
from collections import defaultdict
from typing import Any, NamedTuple

import numpy as np

from rosin import Gesture, ParameterError, fit_rubbed, render
from rosin.fitting.recording import Recording, recording_of
from rosin.fitting.rubbed.fit import RubbedFit
from rosin.fitting.rubbed.listening import listen
from rosin.fitting.rubbed.searching import RENDERS
from rosin.fitting.rubbed.suspects import RESONANCES, Suspect, singing, slipping

RATE, DURATION = 44_100, 1.2
INSIDE = 0.1, 0.9  # of the ranges that are sought, from which parameters are drawn
PITCHES, SLIPS = (400.0, 3000.0), (12.0, 80.0)  # Hz, 1/s
OFF = 0.08  # of the pitch: heard so far off it is another sound
TRIES = 200


class Known(NamedTuple):
    """A sound, and the parameters that it was made of."""

    recording: Recording
    parameters: dict[str, float]
    suspect: Suspect


def resonating(random: np.random.Generator) -> np.ndarray:
    """Modes by chance: frequencies (Hz) and qualities."""
    frequencies = np.sort(np.exp(random.uniform(np.log(200), np.log(6000), RESONANCES)))
    return np.column_stack([frequencies, random.uniform(5.0, 15.0, RESONANCES)])


def sound(random: np.random.Generator, sings: bool) -> Known | None:
    """A squeal or a creak by chance, if it is one."""
    pitch = float(np.exp(random.uniform(*np.log(PITCHES if sings else SLIPS))))
    suspect = (singing if sings else slipping)(pitch, resonating(random))
    values = suspect.values(random.uniform(*INSIDE, len(suspect.sought)))
    contact, controls = suspect.make(values)
    body: Any = contact.resonator
    weights = tuple(float(weight) for weight in random.uniform(0.2, 1.0, len(body.frequencies)))
    contact = contact.replace(resonator=body.replace(pickups=(weights,)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        audio = render(contact, Gesture(**controls), duration=DURATION, sample_rate=RATE, silence_is_told=False).audio
    if not (loudest := np.abs(audio).max()) > 0:
        return None
    recording = recording_of(0.5 * audio / loudest, RATE, "squeal" if sings else "creak")
    try:
        heard = listen(recording)
    except ParameterError:
        return None
    near = np.isfinite(heard.pitch) and abs(heard.pitch / pitch - 1) < OFF
    return Known(recording, values, suspect) if heard.sings == sings and near else None


def sounds(count: int, seed: int) -> list[Known]:
    """Squeals and creaks in turn."""
    random, found = np.random.default_rng(seed), list[Known]()
    for place in range(count):
        tries = (sound(random, sings=place % 2 == 0) for _ in range(TRIES))
        found.append(next(known for known in tries if known is not None))
    return found


def main() -> None:
    """Fit them all, and say how many parameters lie in their ranges."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--sounds", type=int, default=28)
    arguments.add_argument("--renders", type=int, default=RENDERS)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    inside: dict[str, list[bool]] = defaultdict(list)
    told: list[bool] = []
    begun = time.monotonic()
    for number, known in enumerate(sounds(given.sounds, given.seed)):
        found: RubbedFit = fit_rubbed(known.recording, renders=given.renders, seed=given.seed + number)
        if found.what != known.suspect.what:
            continue
        for each in found.parameters:
            lies = each.low <= known.parameters[each.sought.name] <= each.high
            inside[f"{known.recording.name}: {each.sought.name}"].append(lies)
            if each.told:
                told.append(lies)
        took = (time.monotonic() - begun) / (number + 1)
        print(f"{number + 1} of {given.sounds}: {known.recording.name}, {found.apart:.2f} apart, {took:.0f} s each", flush=True)
    print("\n| parameter | in its range |\n|---|---:|")
    for name, rows in sorted(inside.items()):
        print(f"| {name} | {100 * np.mean(rows):.0f} % of {len(rows)} |")
    every = [lies for rows in inside.values() for lies in rows]
    print(f"\n{100 * np.mean(told):.0f} % of {len(told)} that are called told, {100 * np.mean(every):.0f} % of all {len(every)}")


if __name__ == "__main__":
    main()
