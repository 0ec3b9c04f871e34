"""What a note's channel, its manager, its key and a host that expresses it say together of it, by the rules of playing/midi/channels.py."""

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import power
from rosin.playing.bowing.strokes import PRESSING
from rosin.playing.midi.score import TIMBRE_AT_REST, VOLUME_AT_REST


@kernel
def share(x):
    """A fraction."""
    return min(max(x, 0.0), 1.0)


@kernel
def blown(c):
    """Expression of a channel; breath stands in for it where only breath was sent."""
    return c.breath if c.blown > 0.0 and c.expressed == 0.0 else c.expression


@kernel
def bend_of(m, note):
    """Semitones."""
    c = m.channels[int(note.channel) - 1]
    bend, manager = note.tuning + c.wheel * c.bend_range, int(c.manager)
    if manager > 0:
        bend += m.channels[manager - 1].wheel * m.channels[manager - 1].bend_range
    return bend


@kernel
def pressure_of(m, note):
    """0 to 1."""
    c = m.channels[int(note.channel) - 1]
    pressure, manager = c.pressure + note.pressure, int(c.manager)
    if manager > 0:
        pressure += m.channels[manager - 1].pressure
    return share(pressure)


@kernel
def modulation_of(m, note):
    """0 to 1."""
    c = m.channels[int(note.channel) - 1]
    modulation, manager = c.modulation + note.vibrato, int(c.manager)
    if manager > 0:
        modulation += m.channels[manager - 1].modulation
    return share(modulation)


@kernel
def timbre_of(m, note):
    """0 to 1."""
    c = m.channels[int(note.channel) - 1]
    timbre, manager = c.timbre, int(c.manager)
    if manager > 0:
        timbre += m.channels[manager - 1].timbre - TIMBRE_AT_REST
    return share(timbre)


@kernel
def expression_of(m, note):
    """0 to 1."""
    c = m.channels[int(note.channel) - 1]
    expression, manager = note.expression * blown(c), int(c.manager)
    if manager > 0:
        expression *= blown(m.channels[manager - 1])
    return share(expression)


@kernel
def volume_of(m, note):
    """0 to 1."""
    c = m.channels[int(note.channel) - 1]
    volume, manager = c.volume, int(c.manager)
    if manager > 0:
        volume *= m.channels[manager - 1].volume / VOLUME_AT_REST
    return share(volume)


@kernel
def strength_of(m, note, softest):
    """How strongly it is played: 1 for full velocity, expression and volume without pressure."""
    struck = power(softest, 1.0 - note.velocity)
    moved = expression_of(m, note) * note.volume * volume_of(m, note) / VOLUME_AT_REST
    return struck * moved * (1.0 + PRESSING * pressure_of(m, note))
