"""How a thing that moves is heard from afar: as a sphere of its size that breathes with it, or that swings to and fro.

    breathing   p ~ v k a / sqrt(1 + (k a)^2)
    swinging    p ~ v (k a)^2 / sqrt(4 + (k a)^4),     k = 2 pi f / c

Below k a = 1 the air gives way to what is small against a wave, and a mode is heard by 6 dB an octave less the lower it is; by 12 where
the air of one side goes round to the other, as about a bar, which moves to and fro as a whole. Far above, what is heard is its velocity.
Both are exact for a sphere of radius a, the second on the axis on which it swings (Fletcher and Rossing, The Physics of Musical
Instruments, 7.1; Morse and Ingard, Theoretical Acoustics, 7.1); other things of that size do likewise as far as they move to one side.
The turn of phase, half a period at most, is left out.
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
def efficiency(frequency, radius, swinging):
    """What is heard for one unit of velocity; without a radius, the velocity itself."""
    ka = 2.0 * math.pi * frequency * radius / SPEED
    if radius <= 0.0:
        return 1.0
    if swinging > 0.0:
        return ka * ka / math.sqrt(4.0 + ka * ka * ka * ka)
    return ka / math.sqrt(1.0 + ka * ka)
