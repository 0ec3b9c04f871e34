"""What sixteen channels say, message by message, and the notes that they hold: the live counterpart of playing/midi/channels.py.

The rules are the same: a note follows its channel, in an MPE zone its manager too, and the pressure of its key; a pedal holds what is let
go; the first "off" of a key ends the oldest note of that key; on channel 10 keys are those of percussion. There is room for some notes;
where one more comes, the oldest gives way.

Plugins are told more of a note than MIDI has words for (note expressions): its tuning, volume, vibrato, expression and pressure. These are
messages of kinds that no byte has, with a key, or -1 for all keys of the channel, and a real number.
"""

from rosin.kernels.dialect import kernel
from rosin.kernels.record import Real, Record
from rosin.playing.midi.channels import BEND_RANGE, DRUMS, LOWER_MANAGER, MEMBER_BEND_RANGE, MOST_MEMBERS, UPPER_MANAGER
from rosin.playing.midi.score import TIMBRE_AT_REST, VOLUME_AT_REST

CHANNELS, NOTES = 16, 64
NOBODY, NOWHERE = 0.0, -1.0  # the channel of a note that is none; the place of a note that no body plays
NO_PARAMETER = 127.0
PEDAL_DOWN = 64
OFF, ON, KEY_PRESSURE, CONTROLLER, PRESSURE, WHEEL = 8, 9, 10, 11, 13, 14  # kinds of messages
BYTES = 256  # statuses of MIDI
NOTE_VOLUME, NOTE_TUNING, NOTE_VIBRATO, NOTE_EXPRESSION, NOTE_PRESSURE = 16, 18, 19, 20, 22  # 16 + the number that plugins give it
LOUDEST = 2.0  # factor that a note's own volume may be
FARTHEST = 60.0  # semitones to which a note may be tuned


class ChannelState(Record):
    """What a channel has said so far."""

    wheel = Real("", "-1 to 1")
    bend_range = Real("semitones")
    pressure = Real("", "0 to 1")
    timbre = Real("", "0 to 1")
    modulation = Real("", "0 to 1")
    expression = Real("", "0 to 1")
    breath = Real("", "0 to 1")
    volume = Real("", "0 to 1")
    expressed = Real("", "1 where expression was sent")
    blown = Real("", "1 where breath was")
    pedal = Real("", "1 where it is down")
    coarse = Real("", "of the parameter that data are for, or 127")
    fine = Real("", "of it")
    manager = Real("", "its number, or 0")
    members = Real("", "of a manager")


class Held(Record):
    """A note that is held by a key or a pedal."""

    channel = Real("", "its number, or 0 where there is no note")
    key = Real()
    off = Real("semitones", "by which it sounds higher than its key, in the tuning that there was when it began")
    velocity = Real("", "0 to 1")
    pressure = Real("", "of its key, 0 to 1")
    tuning = Real("semitones", "of its own")
    volume = Real("", "of its own, a factor")
    vibrato = Real("", "of its own, 0 to 1")
    expression = Real("", "of its own, 0 to 1")
    rings = Real("", "1 where the pedal holds it")
    order = Real("", "when it came, in messages")
    place = Real("", "the body that plays it; -1 if none does; -2 less the body that it waits for, if another note took that")
    ended = Real("", "1 where it has just been let go")


@kernel
def quiet(m):
    """Nobody has said anything."""
    for i in range(CHANNELS):
        c = m.channels[i]
        c.wheel = 0.0
        c.bend_range = BEND_RANGE
        c.pressure = 0.0
        c.timbre = TIMBRE_AT_REST
        c.modulation = 0.0
        c.expression = 1.0
        c.breath = 1.0
        c.volume = VOLUME_AT_REST
        c.expressed = 0.0
        c.blown = 0.0
        c.pedal = 0.0
        c.coarse = NO_PARAMETER
        c.fine = NO_PARAMETER
        c.manager = 0.0
        c.members = 0.0
    for i in range(NOTES):
        m.notes[i].channel = NOBODY
        m.notes[i].ended = 0.0
        m.notes[i].place = NOWHERE


@kernel
def of_zone(m, other, number):
    """Whether a channel is another, or a member of it."""
    return other == number or int(m.channels[other - 1].manager) == number


@kernel
def sustained(m, number):
    """Whether a pedal holds the notes of a channel."""
    manager = int(m.channels[number - 1].manager)
    return m.channels[number - 1].pedal > 0.0 or (manager > 0 and m.channels[max(manager, 1) - 1].pedal > 0.0)


@kernel
def finish(note):
    """A note is over; whoever plays it is told by `ended`."""
    note.channel = NOBODY
    note.ended = 1.0


@kernel
def silence(m, number):
    """End every note of a channel."""
    for i in range(NOTES):
        if m.notes[i].channel == number:
            finish(m.notes[i])


@kernel
def begin_note(m, number, key, velocity, order):
    """A key is struck: where its note is."""
    found = 0
    for i in range(NOTES):
        note = m.notes[i]
        if note.channel == number and note.key == key:
            note.pressure = 0.0
            if note.rings > 0.0:
                finish(note)
        if m.notes[found].channel != NOBODY and (note.channel == NOBODY or note.order < m.notes[found].order):
            found = i
    if m.notes[found].channel != NOBODY:
        finish(m.notes[found])
    note = m.notes[found]
    note.channel = float(number)
    note.key = float(key)
    note.off = 0.0
    note.velocity = velocity
    note.pressure = 0.0
    note.tuning = 0.0
    note.volume = 1.0
    note.vibrato = 0.0
    note.expression = 1.0
    note.rings = 0.0
    note.order = order
    return found


@kernel
def let_go(m, number, key):
    """A key is let go: its oldest note ends, or rings under a pedal."""
    found = -1
    for i in range(NOTES):
        note = m.notes[i]
        if note.channel == number and note.key == key and note.rings == 0.0 and (found < 0 or note.order < m.notes[max(found, 0)].order):
            found = i
    if found >= 0:
        if sustained(m, number):
            m.notes[found].rings = 1.0
        else:
            finish(m.notes[found])


@kernel
def release_pedal(m, number):
    """End what rang under a pedal of a channel, but for what another pedal holds."""
    for i in range(NOTES):
        note = m.notes[i]
        if note.channel != NOBODY and note.rings > 0.0:
            its = int(note.channel)
            if of_zone(m, its, number) and not sustained(m, its):
                finish(note)


@kernel
def reset(m, number):
    """Controllers as at the start, but for volume, timbre and the range of the bend."""
    c = m.channels[number - 1]
    c.pressure = 0.0
    c.modulation = 0.0
    c.expression = 1.0
    c.breath = 1.0
    c.wheel = 0.0
    c.pedal = 0.0
    c.coarse = NO_PARAMETER
    c.fine = NO_PARAMETER
    for i in range(NOTES):
        if m.notes[i].channel == number:
            m.notes[i].pressure = 0.0


@kernel
def manager_of(m, number):
    """The manager whose zone reaches a channel, or 0."""
    lower, upper = int(m.channels[LOWER_MANAGER - 1].members), int(m.channels[UPPER_MANAGER - 1].members)
    manager = 0
    if number > LOWER_MANAGER and number <= LOWER_MANAGER + lower:
        manager = LOWER_MANAGER
    elif UPPER_MANAGER - upper <= number and number < UPPER_MANAGER:
        manager = UPPER_MANAGER
    return manager


@kernel
def make_zone(m, number, members):
    """Give a manager so many members; the other zone keeps what is left."""
    m.channels[number - 1].members = float(members)
    if members > 0:
        other = m.channels[LOWER_MANAGER + UPPER_MANAGER - number - 1]
        other.members = max(0.0, min(other.members, float(MOST_MEMBERS - 1 - members)))
    for i in range(CHANNELS):
        c = m.channels[i]
        now = manager_of(m, i + 1)
        changed = now != int(c.manager)
        if changed:
            silence(m, i + 1)
        if changed or number == i + 1 or number == now:
            c.bend_range = MEMBER_BEND_RANGE if now > 0 else BEND_RANGE
        c.manager = float(now)


@kernel
def take_data(m, number, value, fine):
    """Data for the parameter that was named: the range of the bend (0), or the members of a zone (6)."""
    c = m.channels[number - 1]
    if c.coarse == 0.0 and c.fine == 0.0:
        wide = float(int(c.bend_range)) + min(float(value), 99.0) / 100.0 if fine else float(value)
        manager = int(c.manager)
        for i in range(CHANNELS):
            if i + 1 == number or (manager > 0 and int(m.channels[i].manager) == manager):
                m.channels[i].bend_range = wide
    elif c.coarse == 0.0 and c.fine == 6.0 and not fine:
        lower = number == LOWER_MANAGER
        if lower or number == UPPER_MANAGER:
            make_zone(m, number, min(value, MOST_MEMBERS))


@kernel
def take_controller(m, number, controller, value):
    """A controller has moved."""
    c, share = m.channels[number - 1], value / 127.0
    if controller == 1:
        c.modulation = share
    elif controller == 2:
        c.breath = share
        c.blown = 1.0
    elif controller == 7:
        c.volume = share
    elif controller == 11:
        c.expression = share
        c.expressed = 1.0
    elif controller == 74:
        c.timbre = share
    elif controller == 64:
        was_down = c.pedal > 0.0
        c.pedal = 1.0 if value >= PEDAL_DOWN else 0.0
        if was_down and c.pedal == 0.0:
            release_pedal(m, number)
    elif controller == 101:
        c.coarse = float(value)
    elif controller == 100:
        c.fine = float(value)
    elif controller == 98 or controller == 99:
        c.coarse = NO_PARAMETER
        c.fine = NO_PARAMETER
    elif controller == 6 or controller == 38:
        take_data(m, number, value, controller == 38)
    elif controller == 120:
        for i in range(CHANNELS):
            if of_zone(m, i + 1, number):
                silence(m, i + 1)
    elif controller >= 123:
        for i in range(NOTES):
            note = m.notes[i]
            if note.channel != NOBODY and note.rings == 0.0:
                its = int(note.channel)
                if of_zone(m, its, number):
                    if sustained(m, its):
                        note.rings = 1.0
                    else:
                        finish(note)
    elif controller == 121:
        for i in range(CHANNELS):
            if of_zone(m, i + 1, number):
                reset(m, i + 1)
        release_pedal(m, number)


@kernel
def key_of(m, number, key):
    """The key that is meant on a channel: of percussion that which is struck for it, or -1 where none is."""
    if number == DRUMS and m.channels[number - 1].manager == 0.0:
        return int(m.percussion[key]) - 1
    return key


@kernel
def limited(value, low, high):
    """A number between two others."""
    return min(max(value, low), high)


@kernel
def express(m, status, key, value):
    """Something that one note does, or all notes of a channel do."""
    kind, number = status // 16, status % 16 + 1
    for i in range(NOTES):
        note = m.notes[i]
        if note.channel == number and (key < 0 or note.key == key):
            if kind == NOTE_VOLUME:
                note.volume = limited(value, 0.0, LOUDEST)
            elif kind == NOTE_TUNING:
                note.tuning = limited(value, -FARTHEST, FARTHEST)
            elif kind == NOTE_VIBRATO:
                note.vibrato = limited(value, 0.0, 1.0)
            elif kind == NOTE_EXPRESSION:
                note.expression = limited(value, 0.0, 1.0)
            elif kind == NOTE_PRESSURE:
                note.pressure = limited(value, 0.0, 1.0)


@kernel
def hear(m, status, one, two, order):
    """One message of three bytes: the note that begins, or -1."""
    kind, number = status // 16, status % 16 + 1
    begun = -1
    if kind == ON and two > 0:
        key = key_of(m, number, one)
        if key >= 0:
            begun = begin_note(m, number, key, two / 127.0, order)
    elif kind == OFF or (kind == ON and two == 0):
        let_go(m, number, key_of(m, number, one))
    elif kind == KEY_PRESSURE:
        pressed = key_of(m, number, one)
        for i in range(NOTES):
            if m.notes[i].channel == number and m.notes[i].key == pressed:
                m.notes[i].pressure = two / 127.0
    elif kind == CONTROLLER:
        take_controller(m, number, one, two)
    elif kind == PRESSURE:
        m.channels[number - 1].pressure = one / 127.0
    elif kind == WHEEL:
        m.channels[number - 1].wheel = (128 * two + one - 8192) / 8192.0
    return begun


@kernel
def attend(m):
    """Bytes, or what is expressed, as the message has it: the note that begins, or -1. Notes that end say so."""
    m.order += 1.0
    begun, status, one = -1, int(m.message[0]), int(m.message[1])
    if status < BYTES:
        begun = hear(m, status, one, int(m.message[2]), m.order)
    else:
        express(m, status, one, m.message[2])
    return begun
