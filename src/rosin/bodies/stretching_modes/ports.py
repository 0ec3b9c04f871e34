"""Modes that stretching couples, touched at several points at once: the ports are those of `Modal`, with a kick between two steps."""

from rosin.bodies.modal import ports as of_modes
from rosin.bodies.modal.tuning import follow, ring_bent
from rosin.bodies.stretching_modes.kick import begin, kept, kick_if_far, weigh
from rosin.bodies.stretching_modes.memory import Coefficients, Form, Parameters, Stretched, prepare
from rosin.bodies.stretching_modes.reach import reach, ring_far
from rosin.kernels.dialect import kernel, part
from rosin.kernels.record import LINE, Memory


class State(of_modes.State, Stretched, form=Form):
    """Modes, what waits for the end of a sample, and stretching."""


start_modes, settle_modes, stored_in_modes = of_modes.start, of_modes.settle, of_modes.stored
advance_modes, push_modes = of_modes.advance, of_modes.push
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


@kernel
def advance(c, s, w, velocity, force, place, finger):
    """Step every mode, and kick."""
    changed = advance_modes(c, s, w, velocity, force, place, finger)
    kick_if_far(c, s)
    return changed


@kernel
def push(c, s, w, f):
    """A force on every mode."""
    push_modes(c, s, w, f)
    if f != 0.0:
        s.struck = 1.0


@kernel
def stored(c, s):
    """Energy of the (moved) modes after this step, and of stretching."""
    return stored_in_modes(c, s) + kept(s)


@kernel
def lead(c, s, velocity, normal_force, bend):
    """Follow bend and press."""
    follow(stored, settle, c, s, normal_force, bend)


@kernel
def extent(c, s, w, samples):
    """Within what its modes swing, however long."""
    most = reach(part(w, LINE), c, s)
    return -most, most


@kernel
def ring(c, s, w, velocity, force, finger, bends, pickups, output, out, block, samples):
    """Step by step, without forces."""
    ring_bent(stored, settle, ring_far, c, s, bends, pickups, output, out, block, samples)


PORTS = of_modes.PORTS._replace(
    memory=MEMORY,
    prepare=prepare,
    start=start,
    advance=advance,
    push=push,
    stored=stored,
    lead=lead,
    settle=settle,
    extent=extent,
    ring=ring,
)
