"""How a thing that moves is heard from afar: as a sphere of its size that breathes with it.

    p ~ v k a / sqrt(1 + (k a)^2),     k = 2 pi f / c

Below k a = 1 the air gives way to what is small against a wave, and a mode is heard by 6 dB an octave less the lower it is; above, what
is heard is its velocity. That is exact for a sphere of radius a (Fletcher and Rossing, The Physics of Musical Instruments, 7.1); other
things of that size do likewise as far as they move to one side. The turn of phase, a quarter of a period at most, is left out.
"""

import math
from typing import Any

from rosin.kernels.dialect import kernel
from rosin.model.parameters import parameter

SPEED = 343.0  # m/s, of sound in air


def radiating_radius() -> Any:
    """The parameter `radiating_radius`."""
    text = "radius of a sphere that radiates as it does, which makes what is low and small faint; 0: the velocity itself is heard"
    return parameter("a", "m", text, default=0.0, at_least=0, at_most=10, range=(0, 0.3))


@kernel
def efficiency(frequency, radius):
    """What is heard for one unit of velocity; without a radius, the velocity itself."""
    ka = 2.0 * math.pi * frequency * radius / SPEED
    return ka / math.sqrt(1.0 + ka * ka) if radius > 0.0 else 1.0
