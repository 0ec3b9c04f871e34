"""A hand on a body: how it rubs, throws, pulls and lets go, or turns as a wheel does, sample by sample, for a player (player.py)."""

import math

from rosin.kernels.dialect import kernel
from rosin.kernels.maths import sin_cos_turns
from rosin.kernels.record import Inner, Real, Record
from rosin.playing.touch import JERK, LASTING, LETTING_GO, LIFTING, PLACING, PULLING, RELEASE, STOPPING, VIBRATO_DEPTH, VIBRATO_RATE

HELD = 16  # samples for which a vibrato stays where it is: whoever bends all modes of a body at every sample does little else


class Ramp(Record):
    """A number on its way."""

    value = Real()
    goal = Real()
    left = Real("samples", "until it is there")


class LiveHand(Record):
    """What the hand on a body does."""

    on = Real("", "1 while its note is held")
    strength = Inner(Ramp)
    bend = Inner(Ramp)
    modulation = Inner(Ramp)
    speed = Real("", "0 to 1")
    press = Real("", "0 to 1")
    rise = Real("", "of the speed in a sample, at the attack")
    age = Real("samples", "since the note began")
    rest = Real("samples", "since it ended")
    throw = Real("samples", "for which a blow or a pluck goes on")
    jerk = Real("", "by how much faster it moves at first")
    spot = Real("", "where it plays the body, of a string on its sounding length")
    at = Real("", "where it plucks a string, of its whole length: a finger that shakes does not take it along")
    wave = Real("semitones", "of its vibrato")
    tuned = Real("", "the tuning that the body has, or -1")
    firm_velocity = Real("", "by which the key asks for more speed")
    firm_force = Real("", "and for more force")


@kernel
def jump(ramp, goal):
    """A number is there at once."""
    ramp.value = goal
    ramp.goal = goal
    ramp.left = 0.0


@kernel
def head_for(ramp, goal, samples):
    """A number sets out for another, which it reaches after so many samples."""
    if goal != ramp.goal:
        ramp.goal = goal
        ramp.left = samples


@kernel
def step(ramp):
    """The number at the next sample."""
    if ramp.left > 0.0:
        ramp.value += (ramp.goal - ramp.value) / ramp.left
        ramp.left -= 1.0
    return ramp.value


@kernel
def samples_of(m, seconds):
    """Samples in a time, at least one."""
    return max(1.0, float(math.floor(seconds * m.sample_rate + 0.5)))


@kernel
def pulling(m, hand):
    """Of the speed of a pluck where it is fastest: it rises and falls while the string is pulled aside, and rests as it is let go."""
    left = (hand.throw - samples_of(m, LETTING_GO)) / samples_of(m, PULLING)
    return max(0.0, 1.0 - abs(2.0 * left - 1.0))


@kernel
def jerked(m, hand):
    """How far a note that has begun some time ago jerks its hand."""
    since = hand.age / m.sample_rate
    return min(max(min(since / JERK, (LASTING + 2.0 * JERK - since) / JERK), 0.0), 1.0)


@kernel
def move(m, hand, velocity, force, bend):
    """The next sample of a hand, into the rows that begin here."""
    strength, modulation = step(hand.strength), step(hand.modulation)
    bend[0] = step(hand.bend)
    if modulation > 0.0:
        if m.marks > 0 or int(hand.age) % HELD == 0:
            sine, _ = sin_cos_turns(VIBRATO_RATE * hand.age / m.sample_rate)
            hand.wave = VIBRATO_DEPTH * modulation * sine
        bend[0] += hand.wave
    if m.thrown > 0 or m.plucked > 0:
        velocity[0] = 0.0
        force[0] = 0.0
        if hand.throw > 0.0:
            velocity[0] = m.velocity * hand.firm_velocity * hand.speed
            if m.plucked > 0:
                velocity[0] *= pulling(m, hand)
                force[0] = m.normal_force * hand.firm_force * min(1.0, hand.throw / samples_of(m, LETTING_GO))
        hand.throw = max(hand.throw - 1.0, 0.0)
        if hand.throw == 0.0:
            hand.speed = 0.0
    else:
        spin = 1.0 if m.spun > 0 else strength * hand.speed
        velocity[0] = m.velocity * hand.firm_velocity * spin * (1.0 + hand.jerk * jerked(m, hand))
        force[0] = m.normal_force * hand.firm_force * strength * (hand.speed if m.wheel > 0 else hand.press)
        if hand.on > 0.0:
            hand.speed = min(1.0, hand.speed + hand.rise)
            hand.press = min(1.0, hand.press + 1.0 / (PLACING * m.sample_rate))
        else:
            hand.speed = max(0.0, hand.speed - 1.0 / ((STOPPING if m.wheel > 0 else RELEASE) * m.sample_rate))
            hand.rest += 1.0
            if hand.rest > RELEASE * m.sample_rate:
                hand.press = max(0.0, hand.press - 1.0 / (LIFTING * m.sample_rate))
    hand.age += 1.0


@kernel
def rests(hand):
    """Whether a hand does nothing, and nothing is on its way."""
    moves = hand.on > 0.0 or hand.press > 0.0 or hand.throw > 0.0 or hand.speed > 0.0
    return not moves and hand.bend.left <= 0.0 and hand.modulation.value == 0.0 and hand.modulation.left <= 0.0
