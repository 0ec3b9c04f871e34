"""A rim in a scene: one point under one finger. While nothing touches it, it rings by itself; if it is still, only the finger travels."""

from rosin.bodies.ports import at_one_point
from rosin.bodies.rim import Rim, free, lead, pickup, push, wrapped
from rosin.kernels.dialect import kernel


@kernel
def still(c, s):
    """Whether no mode moves."""
    moving = 0.0
    for i in range(c.modes):
        moving += abs(s.x[i]) + abs(s.w[i]) + abs(s.v[i])
    return moving == 0.0


@kernel
def ring(c, s, w, velocity, force, finger, bend, pickups, output, out, block, samples):
    """Step by step, the finger lifted; all at once where there is nothing to hear."""
    if still(c, s):
        travel = c.turn * velocity
        s.angle = wrapped(s.angle + s.travel + (samples - 1.0) * travel)
        s.travel = travel
        s.damping = 0.0
        for k in range(pickups):
            for i in range(samples):
                out[k * block + i] = 0.0
    else:
        for i in range(samples):
            lead(c, s, velocity, 0.0, bend)
            free(c, s, velocity, force, 0.0, finger)
            push(c, s, 0.0)
            for k in range(pickups):
                out[k * block + i] = pickup(c, s, k, output)


PORTS = at_one_point(Rim.kernels)._replace(ring=ring)
