"""Run in the environment of the peers: friction of a mass on modes by pysdt, one call a sample, as its documentation shows."""

import json
import math
import sys
import time

import pysdt


def resonator(frequencies, decays, weights):
    """A body with one pickup."""
    made = pysdt.resonators.Resonator(len(frequencies), 1)
    for mode, (frequency, decay, weight) in enumerate(zip(frequencies, decays, weights, strict=True)):
        made.set_frequency(mode, frequency)
        made.set_decay(mode, decay)
        made.set_weight(mode, weight)
        made.set_gain(0, mode, 1.0)
    made.active_modes, made.fragment_size = len(frequencies), 1.0
    made.update()
    return made


def play(case):
    """CPU seconds and the largest sample."""
    rate, modes = case["rate"], case["frequencies"]
    pysdt.common.set_samplerate(rate)
    mass = resonator([0.0], [0.0], [case["mass"]])
    body = resonator(modes, [case["decay_time"]] * len(modes), [1.0] * len(modes))
    friction = pysdt.interactors.Friction()
    for name, value in case["friction"].items():
        setattr(friction, name, value)
    friction.first_resonator, friction.second_resonator = mass, body
    friction.first_point = friction.second_point = 0
    samples = round(case["duration"] * rate)
    push = [case["force"] * math.sin(2 * math.pi * case["swing"] * n / rate) for n in range(samples)]
    out = [0.0] * samples
    begin = time.process_time()
    for n in range(samples):
        friction.dsp(push[n], 0.0, 0.0, 0.0, 0.0, 0.0)
        out[n] = body.get_position(0)
    return time.process_time() - begin, max(map(abs, out))


for line in sys.stdin:
    print(*play(json.loads(line)), flush=True)
