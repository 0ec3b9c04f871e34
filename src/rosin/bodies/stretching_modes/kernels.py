"""One sample of modes that stretching couples, under one contact: the equations are beside `StretchingModes`."""

from rosin.bodies.body_kernels import BodyKernels
from rosin.bodies.modal import kernels as of_modes
from rosin.bodies.modal.kernels import displacement, pickup, spent, touch, weighed
from rosin.bodies.modal.ringing import go
from rosin.bodies.modal.tuning import follow, ring_bent
from rosin.bodies.stretching_modes.kick import begin, kept, kick_if_far, weigh
from rosin.bodies.stretching_modes.memory import Coefficients, Form, Parameters, Stretched, prepare
from rosin.bodies.stretching_modes.reach import reach, ring_far
from rosin.kernels.dialect import kernel, part
from rosin.kernels.record import Memory


class State(of_modes.State, Stretched, form=Form):
    """Modes under a contact, and stretching."""


start_modes, settle_modes, stored_in_modes = of_modes.start, of_modes.settle, of_modes.stored
MEMORY = Memory(Parameters, Coefficients, State)


@kernel
def start(c, s):
    """At rest."""
    start_modes(c, s)
    weigh(c, s)
    begin(c, s)


@kernel
def settle(c, s):
    """Tune anew, and with it what each mode weighs."""
    settle_modes(c, s)
    weigh(c, s)


@kernel(separate=True)
def let_in(x, w, v, h1, h2, heavy, f, T, modes):
    """Let a force in, and step every mode."""
    for i in range(modes):
        x[i], w[i], v[i] = go(x[i], w[i], v[i] + heavy[i] * f, h1[i], h2[i], T)


@kernel
def free(c, s, velocity, force, position, finger):
    """The velocity of the touched point without contact, after the kick."""
    let_in(s.x, s.w, s.v, s.h1, s.h2, s.heavy, s.force, c.step, c.modes)
    kick_if_far(c, s)
    if position != s.place:
        v_free = touch(c, s, position)
    else:
        v_free = weighed(s.weight, s.v, c.modes)
    s.free = v_free
    for k in range(c.pickups * (1 - c.own)):
        s.heard[k] = weighed(part(c.heard, k * c.modes), s.v, c.modes)
    return v_free, s.admittance


@kernel
def push(c, s, f):
    """The force waits for the next sample."""
    s.force = f
    if f != 0.0:
        s.struck = 1.0


@kernel
def stored(c, s):
    """Energy of the (moved) modes after this step, and of stretching."""
    return stored_in_modes(c, s) + kept(s)


@kernel
def extent(c, s, samples):
    """Within what its modes swing, however long."""
    most = reach(s.weight, c, s)
    return -most, most


@kernel
def lead(c, s, velocity, normal_force, bend):
    """Follow bend and press."""
    follow(stored, settle, c, s, normal_force, bend)


@kernel
def ring(c, s, bends, pickups, output, out, block, samples):
    """On by themselves, after a sample without force."""
    ring_bent(stored, settle, ring_far, c, s, bends, pickups, output, out, block, samples)
    return True


KERNELS = BodyKernels(MEMORY, prepare, start, free, displacement, push, pickup, stored, spent, lead, settle, extent=extent, ring=ring)
