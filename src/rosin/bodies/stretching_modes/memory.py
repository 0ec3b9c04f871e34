"""The memory of modes that stretching couples: that of `Modal`, couplings, and what stretching has of its own."""

import math

from rosin.bodies.modal import memory
from rosin.bodies.modal.memory import prepare as prepare_modes
from rosin.bodies.stretching_modes.blocks import BLOCK, FAMILY
from rosin.kernels.dialect import kernel
from rosin.kernels.record import Real, Record, Row, Whole

FASTEST = 1.0 / 3.0  # of the sample rate: modes above it are not coupled
HEAVY = 1e6  # kg: of a mode that is there in name only
SLOW = 1.0 / 6.0  # of it: where all that are coupled lie below, a kick in every second sample is enough


class Form(memory.Form):
    """What shapes it."""

    families = Whole("of four modes that are coupled")
    coupled = Whole("modes in them, the first ones")
    stresses = Whole("families of four stresses")
    blocks = Whole("of couplings, of four stresses each")


class Parameters(memory.Parameters, form=Form):
    """Modes and couplings as they are described."""

    stretching = Real("N/m^3")
    couplings = Row("blocks", FAMILY * BLOCK)


class Coefficients(memory.Coefficients, form=Form):
    """The same with couplings that have the stiffness in them."""

    couplings = Row("blocks", FAMILY * BLOCK, unit="N^0.5/m^1.5", text="couplings times the root of the stiffness")
    every = Real("", "samples from one kick to the next")
    takes = Row("coupled", text="1 where a mode takes part, 0 where it is too high")


class Stretched(Record, form=Form):
    """What is kept of stretching."""

    root = Real("J^0.5", "p, whose square is twice the energy of stretching")
    samples = Real("", "since the last kick")
    struck = Real("", "1 where a force has come since the last kick")
    faint = Real("", "1 where it is too faint to matter")
    watched = Real("s", "since its largest energy was last looked at")
    most = Real("J", "twice its largest energy since then")
    inertia = Row("coupled", unit="kg", text="of the energy of each mode")
    ease = Row("coupled", unit="1/kg", text="one over it")
    bent = Row("coupled", unit="m", text="where each mode that takes part is")
    pull = Row("coupled", unit="N", text="what stretching does to each")
    products = Row("blocks", BLOCK, text="of two modes each, and then what pulls them together")


@kernel
def prepare(p, fs, c):
    """All rows."""
    prepare_modes(p, fs, c)
    root = math.sqrt(p.stretching)
    for i in range(FAMILY * BLOCK * c.blocks):
        c.couplings[i] = root * p.couplings[i]
    c.every = 2.0
    for i in range(c.coupled):
        c.takes[i] = 1.0 if p.frequencies[i] < FASTEST * fs else 0.0
        if p.frequencies[i] > SLOW * fs and p.masses[i] < HEAVY:
            c.every = 1.0
