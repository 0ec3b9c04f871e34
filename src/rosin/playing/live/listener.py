"""Who hears notes as they come and says, after every message, how each that is held is to be played now; hands that know it are others'."""

from rosin.kernels.dialect import kernel
from rosin.kernels.record import Inner, Real, Record, Row
from rosin.playing.live.channels import CHANNELS, NOBODY, NOTES, ChannelState, Held, attend, quiet
from rosin.playing.live.following import bend_of, modulation_of, pressure_of, strength_of, timbre_of
from rosin.playing.midi.channels import KEYS


class Listener(Record):
    """What is heard, and what is said of every note that is held."""

    softest = Real("", "strength of velocity 0")
    order = Real("", "messages so far")
    message = Row(3, text="the bytes that are heard, or what is expressed: status, key, value")
    percussion = Row(KEYS, text="for each key of channel 10, 1 + the key that is struck for it; 0 where none is")
    channels = Inner(ChannelState, CHANNELS)
    notes = Inner(Held, NOTES)
    came = Row(NOTES, text="when each note came, in messages; 0 where there is none")
    key = Row(NOTES)
    strength = Row(NOTES, text="1 for full velocity, expression and volume without pressure")
    bend = Row(NOTES, text="semitones")
    pressure = Row(NOTES, text="0 to 1")
    timbre = Row(NOTES, text="0 to 1")
    modulation = Row(NOTES, text="0 to 1")


@kernel
def say(m):
    """Write down what is to be known of all notes."""
    for i in range(NOTES):
        note = m.notes[i]
        m.came[i] = 0.0
        if note.channel != NOBODY:
            m.came[i] = note.order
            m.key[i] = note.key
            m.strength[i] = strength_of(m, note, m.softest)
            m.bend[i] = bend_of(m, note)
            m.pressure[i] = pressure_of(m, note)
            m.timbre[i] = timbre_of(m, note)
            m.modulation[i] = modulation_of(m, note)


@kernel
def hear_and_say(m):
    """One message."""
    attend(m)
    say(m)


@kernel
def hear_nothing(m):
    """Nobody has said anything."""
    quiet(m)
    m.order = 0.0
    say(m)
