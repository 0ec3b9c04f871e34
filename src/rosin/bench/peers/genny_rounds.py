"""Run in the environment of the peers: genny's rubbed modes and its bowed string of finite differences."""

import json
import sys
import time

import numpy as np
from genny.fdstring import StiffString
from genny.friction import elastoplastic_friction


def rub(frequencies, decay_time, mass, velocity, normal_force, duration, law):
    """Modes under a hand, elasto-plastic."""
    ratios = 1 / (2 * np.pi * np.array(frequencies) * decay_time)
    return elastoplastic_friction(frequencies, ratios, 1 / mass, normal_force, velocity, duration, **law)["out"]


def bow(frequency, inharmonicity, rate, velocity, force, position, stickiness, duration):
    """A stiff string under a bow; `force` per kilogram of string."""
    string = StiffString(frequency, rate, B=inharmonicity, oversample=1)
    held = np.ones(round(duration * rate))
    return string.bow(force * held, velocity * held, position * held, (position, 0.73), stickiness)


for line in sys.stdin:
    case = json.loads(line)
    what = case.pop("what")
    begin = time.process_time()
    out = rub(**case) if what == "rub" else bow(**case)
    print(time.process_time() - begin, np.abs(out).max(), flush=True)
