"""The memory of a waveguide string: its parameters, what they come to, and the waves with all that follows from bow and finger."""

from rosin.bodies import body_kernels
from rosin.bodies.waveguide_string.chart import NODES
from rosin.bodies.waveguide_string.dispersion import SECTIONS
from rosin.bodies.waveguide_string.fit import MOST_POINTS, Working
from rosin.bodies.waveguide_string.line import Tap
from rosin.bodies.waveguide_string.loss import Shelf, ShelfState
from rosin.kernels.record import Capacity, Inner, Memory, Real, Record, Row, Whole

SHELVES = 3
CURVES = SHELVES + 5  # charted: what all filters have of the length, and what they leave of it


class Form(body_kernels.Form):
    """What shapes the memory of a string."""

    ring = Capacity("samples of a ring, a power of two")
    heard = Whole("pickups")


class Parameters(Record, form=Form):
    """The string as physics knows it; resistance of the bridge and twisting impedance are 0 where they are infinite."""

    frequency = Real("Hz")
    impedance = Real("kg/s")
    inharmonicity = Real()
    bridge_resistance = Real("kg/s")
    moving = Real("", "1 where the end at the bridge is free to move")
    torsion_impedance = Real("kg/s")
    torsion_speed = Real("", "against that of the other waves")
    torsion_quality = Real()
    curve = Row(2, MOST_POINTS, text="frequencies (Hz) and qualities, the last of them repeated")
    pickups = Row("heard", text="from bridge to nut")


class Coefficients(Record, form=Form):
    """Constants of the string."""

    step = Real("s", "T")
    period = Real("samples", "of the open string")
    shortest = Real("", "of its length, what a finger leaves at least")
    impedance = Real("kg/s", "Z")
    half = Real("m/(N s)", "1 / 2Z")
    reflected = Real("", "by the bridge: (R - Z) / (R + Z)")
    moving = Real("", "1 where its end is free to move")
    strength = Real("", "of the dispersion of the open string")
    twist_impedance = Real("kg/s", "Z_t, 0 where it does not twist")
    twist_half = Real("m/(N s)", "1 / 2Z_t, or 0")
    twist_period = Real("samples")
    shelves = Inner(Shelf, SHELVES)
    twist_shelf = Inner(Shelf)
    working = Inner(Working)
    pickups = Row("heard", text="from bridge to nut")


class Pickup(Record):
    """What is heard at a place: waves on either line, going and coming."""

    stale = Real("", "1 where bow or finger have moved since it was placed")
    share = Real("", "of the line to the nut")
    bridge_going = Inner(Tap)
    bridge_coming = Inner(Tap)
    nut_going = Inner(Tap)
    nut_coming = Inner(Tap)
    displaced = Real("m")


class State(Record, form=Form):
    """The waves, and all that follows from where the string is bowed and stopped."""

    head = Whole("where the next sample of every ring is written")
    place = Real("", "of the bow, -1 before the first touch")
    finger = Real("", "from 0 (nut) to 1")
    length = Real("", "that sounds, of the whole")
    left = Real("samples", "of a round trip, to both lines together")
    near = Real("samples", "of it, from the bow to the bridge and back")
    twist_left = Real("samples", "of a round trip of twisting waves, to both lines together")
    middle = Real("", "length around which the filters are charted")
    reach = Real("", "of the chart to either side, 0 where there is none")
    per_reach = Real("", "1 / reach")
    bent = Real("", "1 where there is a bend in it")
    curves = Row(CURVES, NODES, text="the chart")
    limited = Real("", "what limits the delay of an all-pass: 0 nothing, -1 the period, 1 the sample")
    allpass = Real("", "a")
    turn = Real("", "sqrt(1 - a^2)")
    from_bridge = Inner(Tap)
    from_nut = Inner(Tap)
    at_bridge = Inner(Tap)
    bridge_stale = Real("", "1 where bow or finger have moved since that was placed")
    twist_from_bridge = Inner(Tap)
    twist_from_nut = Inner(Tap)
    shelves = Inner(ShelfState, SHELVES)
    twist_shelf = Inner(ShelfState)
    passing = Row(SECTIONS, unit="m/s", text="in the all-passes")
    in_bridge = Real("m/s", "what has come back from the bridge")
    in_nut = Real("m/s", "and from the nut")
    in_twist_bridge = Real("m/s")
    in_twist_nut = Real("m/s")
    speed = Real("m/s", "of the touched point")
    force = Real("N", "at it")
    displaced = Real("m", "where it is")
    supplied = Real("J", "by moving bow and finger, in this step")
    pickups = Inner(Pickup, "heard")
    to_bridge = Row("ring", unit="m/s")
    to_nut = Row("ring", unit="m/s")
    twist_to_bridge = Row("ring", unit="m/s")
    twist_to_nut = Row("ring", unit="m/s")


MEMORY = Memory(Parameters, Coefficients, State)
