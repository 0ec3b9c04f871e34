"""Who plays notes on equal bodies or on strings as they come: messages in, the controls of every body out, sample by sample.

The pool (playing/pool.py) says which body plays a note. Of strings it is the highest that has the note and that no hand holds (of equal
ones that which has rested longest); if all are held, the one whose note began longest ago; a note that no string has is not played. A note
whose body another one took waits, and is played again if the other ends before it: a slur comes back. It does not where hands throw or
pluck, or where bodies are tuned. A string is stopped where its marks, one for each semitone, have the note, and its hand keeps to its
place on the sounding length. A hand that rubs comes down at once if it rests, and then moves off within its attack; others throw, or pull
and let go. Strength follows velocity, expression, volume and pressure as in a score (instruments/setups/phrasing.py),

    strength = softest^(1 - velocity) expression (volume / rest) (1 + 0.6 pressure),

and so do bend and vibrato. What controllers say is reached in a straight line within 10 ms. When its note ends a hand slows down,
and then lifts. A score knows what comes, and so places its hands and slows them down a moment earlier; otherwise both play the same.

Keys may be tuned otherwise than equally: each has a number of semitones by which it sounds higher. A host whose own hands play the same
bodies borrows them: the player gives it one for a key, and does nothing there until a note comes that is given to that body.
"""

import math

from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel, part
from rosin.kernels.maths import exp
from rosin.kernels.record import Inner, Real, Record, Row, Whole
from rosin.playing import pool
from rosin.playing.live.channels import CHANNELS, NOBODY, NOTES, NOWHERE, ChannelState, Held, attend, quiet
from rosin.playing.live.following import bend_of, modulation_of, strength_of
from rosin.playing.live.hand import LiveHand, head_for, jump, move, rests, samples_of
from rosin.playing.midi.channels import KEYS
from rosin.playing.midi.score import A4, A4_KEY, GLIDE
from rosin.playing.touch import ATTACK, LETTING_GO, PERIODS, PLACING, PULLING, STARTING, THROW

SEMITONE = math.log(2.0) / 12.0
MOVED = 4  # rows of each body: velocity, normal force, bend or finger, position
FREE = 1000.0  # added to a key: more than any
NEARLY = 0.5  # semitones by which a note may lie beyond the ends of a string
NOBODY_ASKS = -1.0
WAITING = -2.0  # the place of a note that waits for body 0
BORROW, GIVE_BACK, ADOPT, STOP = 512, 513, 514, 515  # what a host says besides, with a key, a body or a note


class Form(Record):
    """What shapes the memory of a player."""

    places = Whole("bodies that notes are given to")
    tunings = Whole("that there are")
    block = Whole("samples that a row holds")
    thrown = Whole("1 where hands throw, 0 where they rub")
    spun = Whole("1 where the bodies turn by themselves, and hands only press")
    plucked = Whole("1 where hands pull, and let go")
    wheel = Whole("1 where hands come to speed and to rest as a wheel does, and press as it turns")
    retuned = Whole("1 where a body is tuned to a key; 0 where it is bent to it")
    marks = Whole("of each string; 0 where bodies are no strings. A string is its own tuning")


class LivePlayer(Record, form=Form):
    """What is played, and who plays it."""

    sample_rate = Real("Hz")
    velocity = Real("m/s", "of a hand at full strength; of a pluck where it is fastest")
    normal_force = Real("N", "of it")
    softest = Real("", "strength of velocity 0")
    jerk = Real("", "by how much faster it moves where a note of full velocity begins")
    first = Real("", "the key of the first tuning")
    order = Real("", "messages so far")
    message = Row(3, text="the bytes that are heard, or what is expressed: status, key, value")
    asked = Row(2, text="the body that is to be tuned, or -1, and the tuning")
    clock = Real("", "of the pool: events so far")
    channels = Inner(ChannelState, CHANNELS)
    notes = Inner(Held, NOTES)
    keys = Row("places", text="of the pool: the key that each body has, or -1")
    begun = Row("places", text="when its note began, or 0")
    left = Row("places", text="when it was let go, 0 if never; while a hand holds it, -1")
    hands = Inner(LiveHand, "places")
    percussion = Row(KEYS, text="for each key of channel 10, 1 + the key that is struck for it; 0 where none is")
    off = Row(KEYS, text="semitones by which each key sounds higher than it does in equal temperament")
    firm_velocities = Row("tunings", text="by which each key asks for more speed")
    firm_forces = Row("tunings", text="and for more force")
    spots = Row("tunings", text="and where it is played, of a string on its sounding length")
    open_keys = Row("places", text="of strings")
    fingers = Row("places", "marks", text="where a finger stops a string for each semitone, as a share of its length")
    rows = Row("places", MOVED, "block", text="velocity (m/s), normal force (N), bend (semitones) or finger, and position of each body")


@kernel
def tuning_of(m, key):
    """The tuning that is nearest to a key."""
    return min(max(math.floor(key - m.first + 0.5), 0), m.tunings - 1)


@kernel
def string_for(m, key):
    """The string that plays a key, or -1: the highest that is free, of equal ones the one that has rested longest; else the oldest."""
    found, best = -1, 0.0
    for i in range(m.places):
        if m.open_keys[i] - NEARLY <= key and key <= m.open_keys[i] + m.marks - 1 + NEARLY:
            suits = FREE + m.open_keys[i] if m.left[i] >= 0.0 else -m.begun[i]
            if found < 0 or suits > best or (suits == best and m.left[i] < m.left[max(found, 0)]):
                found = i
                best = suits
    return found


@kernel
def place_for(m, key):
    """The body that plays a key from now on, or -1."""
    if m.marks == 0:
        return pool.begin(m, key)
    string = string_for(m, key)
    if string >= 0:
        pool.take(m, string, key)
    return string


@kernel
def tuning_at(m, place, key):
    """The tuning of a body for a key."""
    return place if m.marks > 0 else tuning_of(m, key)


@kernel
def own_key(m, place, tuning):
    """The key of a body that is not bent."""
    return m.open_keys[place] if m.marks > 0 else m.first + tuning


@kernel
def finger_at(m, place, bend):
    """Where a finger stops a string so many semitones above its own pitch: on straight lines between the marks."""
    if m.marks == 1:
        return m.fingers[place]
    at = min(max(bend, 0.0), m.marks - 1.0)
    below = min(int(at), m.marks - 2)
    row = part(m.fingers, place * m.marks + below)
    return row[0] + (at - below) * (row[1] - row[0])


@kernel
def pitch_of(note):
    """The key that a note sounds, which may lie between two."""
    return note.key + note.off


@kernel
def begin(m, index):
    """The hand of a note comes down on the body that it is given to."""
    note = m.notes[index]
    note.off = m.off[int(note.key)]
    note.place = NOWHERE
    place = place_for(m, pitch_of(note))
    if place >= 0:
        come_down(m, index, place)


@kernel
def go_to(m, hand, tuning):
    """A hand plays from now on as a tuning asks for."""
    hand.firm_velocity = m.firm_velocities[tuning]
    hand.firm_force = m.firm_forces[tuning]
    hand.spot = m.spots[tuning]


@kernel
def rubs(m):
    """Whether hands stay on their bodies for as long as notes last."""
    return m.thrown == 0 and m.plucked == 0


@kernel
def take_from_others(m, index, place):
    """A body is a note's, or a host's; the note that had it waits."""
    waiting = WAITING - place if rubs(m) and m.retuned == 0 else NOWHERE
    for i in range(NOTES):
        if i != index and m.notes[i].place == place:
            m.notes[i].place = waiting


@kernel
def come_down(m, index, place):
    """The hand on a body begins a note."""
    note = m.notes[index]
    take_from_others(m, index, place)
    note.place = float(place)
    hand, near = m.hands[place], tuning_at(m, place, pitch_of(note))
    if m.retuned > 0 and hand.tuned != near:
        hand.tuned = float(near)
        hand.speed = 0.0
        hand.press = 0.0
        m.asked[0] = float(place)
        m.asked[1] = float(near)
    go_to(m, hand, near)
    hand.jerk = m.jerk * note.velocity
    jump(hand.strength, strength_of(m, note, m.softest))
    jump(hand.modulation, modulation_of(m, note))
    bend = pitch_of(note) - own_key(m, place, near) + bend_of(m, note)
    if m.retuned == 0 and hand.speed > 0.0:
        head_for(hand.bend, bend, samples_of(m, PLACING))
    else:
        jump(hand.bend, bend)
    if hand.speed == 0.0:
        hand.press = 1.0
    attack = max(ATTACK, PERIODS / (A4 * exp(SEMITONE * (pitch_of(note) - A4_KEY))))
    hand.rise = 1.0 / (m.sample_rate * (STARTING if m.wheel > 0 else attack))
    hand.age = 0.0
    hand.on = 1.0
    if not rubs(m):
        if m.marks > 0:
            hand.at = hand.spot * (1.0 - finger_at(m, place, bend))
        hand.speed = hand.strength.value
        hand.throw = samples_of(m, THROW) if m.thrown > 0 else samples_of(m, PULLING) + samples_of(m, LETTING_GO)
        hand.on = 0.0
        pool.end(m, place)


@kernel
def waiting_for(m, place):
    """The last note that waits for a body, or -1."""
    found = -1
    for i in range(NOTES):
        note = m.notes[i]
        if note.channel != NOBODY and note.place == WAITING - place and (found < 0 or note.order > m.notes[max(found, 0)].order):
            found = i
    return found


@kernel
def leave(m, place):
    """The hand on a body ends its note; where another waits, it goes back to that."""
    hand, other = m.hands[place], waiting_for(m, place)
    if other >= 0:
        pool.take(m, place, pitch_of(m.notes[max(other, 0)]))
        come_down(m, max(other, 0), place)
    elif hand.on > 0.0:
        hand.on = 0.0
        hand.rest = 0.0
        pool.end(m, place)


@kernel
def follow(m):
    """Hands go where the controllers of their notes are."""
    for i in range(NOTES):
        note = m.notes[i]
        if note.channel != NOBODY and note.place >= 0.0:
            place, soon = int(note.place), samples_of(m, GLIDE)
            hand, near = m.hands[place], tuning_at(m, place, pitch_of(note))
            head_for(hand.strength, strength_of(m, note, m.softest), soon)
            head_for(hand.bend, pitch_of(note) - own_key(m, place, near) + bend_of(m, note), soon)
            head_for(hand.modulation, modulation_of(m, note), soon)
            if m.marks == 0 and m.retuned == 0:
                go_to(m, hand, tuning_of(m, pitch_of(note) + bend_of(m, note)))


@kernel
def borrow(m, key):
    """A host wants a body for a key: which one, and its tuning, is asked."""
    place = place_for(m, key)
    if place >= 0:
        near = tuning_at(m, place, key)
        take_from_others(m, NOTES, place)
        clear(m.hands[place])
        m.hands[place].tuned = float(near)
        go_to(m, m.hands[place], near)
        m.asked[0] = float(place)
        m.asked[1] = float(near)


@kernel
def give_back(m, place):
    """A host leaves a body, unless a note has taken it meanwhile."""
    if m.left[place] < 0.0 and m.hands[place].on == 0.0:
        pool.end(m, place)


@kernel
def adopt(m, index):
    """A note that was held before the player came is played, where hands rub."""
    if m.notes[index].channel != NOBODY and rubs(m):
        begin(m, index)


@kernel
def stop(m):
    """All hands rest, and no body has played; what channels say stays."""
    pool.empty(m)
    for i in range(NOTES):
        m.notes[i].place = NOWHERE
    for i in range(m.places):
        hand = m.hands[i]
        clear(hand)
        hand.tuned = NOBODY_ASKS
        hand.firm_velocity = m.firm_velocities[tuning_at(m, i, m.first)]
        hand.firm_force = 1.0
        hand.spot = m.spots[tuning_at(m, i, m.first)]
        hand.at = hand.spot


@kernel
def listen(m):
    """One message: some notes end, one may begin, all follow."""
    m.asked[0] = NOBODY_ASKS
    begun = attend(m)
    for i in range(NOTES):
        note = m.notes[i]
        if note.ended > 0.0:
            note.ended = 0.0
            place = note.place
            note.place = NOWHERE
            if place >= 0.0:
                leave(m, int(place))
    if begun >= 0:
        begin(m, begun)
    follow(m)


@kernel
def listen_and_lend(m):
    """The same where a host has hands of its own, who may say something, too."""
    if m.message[0] < BORROW:
        listen(m)
    else:
        m.asked[0] = NOBODY_ASKS
        if m.message[0] == BORROW:
            borrow(m, m.message[1])
        elif m.message[0] == GIVE_BACK:
            give_back(m, int(m.message[1]))
        elif m.message[0] == ADOPT:
            adopt(m, int(m.message[1]))
        elif m.message[0] == STOP:
            stop(m)


@kernel
def play(m, n):
    """The next samples of all hands."""
    for i in range(m.places):
        rows = part(m.rows, MOVED * i * m.block)
        if rests(m.hands[i]):
            spin = m.velocity * m.hands[i].firm_velocity if m.spun > 0 else 0.0
            for j in range(n):
                rows[j] = spin
                rows[m.block + j] = 0.0
                rows[2 * m.block + j] = m.hands[i].bend.value
        else:
            for j in range(n):
                move(m, m.hands[i], part(rows, j), part(rows, m.block + j), part(rows, 2 * m.block + j))
        bends, positions = part(rows, 2 * m.block), part(rows, 3 * m.block)
        hand = m.hands[i]
        for j in range(n):
            positions[j] = hand.spot
        if m.marks > 0:
            for j in range(n):
                bends[j] = finger_at(m, i, bends[j])
                positions[j] = hand.at if m.plucked > 0 else hand.spot * (1.0 - bends[j])


@kernel
def rest(m):
    """Nobody has played."""
    quiet(m)
    stop(m)
    m.order = 0.0
    m.asked[0] = NOBODY_ASKS
