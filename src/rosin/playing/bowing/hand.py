"""The hands that bow and stop one string: from strokes (stroke.py) to velocity, force and place of the bow, and the finger.

Every 16 samples, with dt between two such ticks, t since the stroke began:

    velocity    goes to  direction speed swell(t) (1 + jitter)  by no more than acceleration dt a tick; turning back is three times as quick
    force       goes to  force swell(t) attack(t) (1 + jitter), within a few milliseconds
    swell(t)    from + (1 - from) sin^2(pi t / 2 swell)
    attack(t)   start_force for `hold` seconds, then in a straight line to 1 within `ease`
    pitch       a straight line to the new one within `glide`, with vibrato  depth sin(phase)  and jitter on top
    finger      1 - r(pitch) 2^(-pitch / 12), r by the table of the fingerboard
    direction   turns by itself `turns` times a second, a little unevenly, and each time the stroke begins again

The Helmholtz corner needs about eight periods of acceleration to form; force that is held back at first leaves out the slips in
between (Guettler 2002). A note that ends slows down with its force, which keeps the motion to the end, and then leaves the string, or
stays on it and damps it. One that is thrown ends by itself, `contact` after its start, and leaves the string while it moves. In the air
the bow stays where it is. Between ticks velocity and force are straight lines; place and finger stay, for they move too little to hear it.
"""

import math

from rosin.kernels.clearing import clear
from rosin.kernels.dialect import kernel, numbers, size
from rosin.kernels.maths import exp, sin_cos_turns
from rosin.kernels.record import Inner, Real, Record, Row
from rosin.playing.bowing.stroke import BEGIN, END, SLUR, BowStroke
from rosin.playing.bowing.wander import Pace, Wandering, set_pace, settle, wander

TICK = 16  # samples
TURNING = 3.0  # times the acceleration, where the bow turns back
GRIP = 0.004  # s: time constant of force, and of controllers that move
SLOWEST_WANDER = 0.7  # Hz: corner of what wanders in a vibrato
NEAREST, FARTHEST = 0.02, 0.45  # of the sounding length: where the bow may be
OCTAVE = math.log(2.0) / 12.0  # nepers a semitone
LEAST = 1e-4  # of the force: less is none
LETTING_GO = 1e-3  # s, in which the force of a fingertip goes
SPEED, FORCE, PLACE, PITCH, RATE, DEPTH = range(6)  # what wanders
KINDS = 6
SEMITONES = 49  # entries of the table


class Habits(Record):
    """The player, and the fingerboard."""

    speed_jitter = Real("", "by which the speed wanders, of itself")
    force_jitter = Real("", "by which the force wanders, of itself")
    place_jitter = Real("", "by which the place wanders, of itself")
    pitch_jitter = Real("semitones", "by which the pitch wanders")
    jitter_corner = Real("Hz", "highest frequency of all that")
    vibrato_rate = Real("Hz", "of the vibrato")
    rate_wander = Real("", "by which that wanders, of itself")
    depth_wander = Real("", "by which its depth wanders, of itself")
    table = Row(SEMITONES, text="r, by semitones")


class Coefficients(Record):
    """Player and fingerboard, in ticks."""

    dt = Real("s", "between two ticks")
    grip = Real("", "share of its distance that the force closes in a tick")
    amounts = Row(KINDS, text="of what wanders")
    rate = Real("Hz", "of the vibrato")
    quick = Inner(Pace)
    slow = Inner(Pace)
    table = Row(SEMITONES, text="r, by semitones")


class State(Record):
    """What the hands do now."""

    left = Real("", "samples until the next tick")
    wandering = Inner(Wandering, KINDS)
    goal = Inner(BowStroke)
    since = Real("s", "since the stroke began")
    in_note = Real("s", "since the note began")
    ended = Real("s", "since it ended; negative while it goes on")
    sense = Real("", "-1 where the bow has turned by itself")
    strokes = Real("", "share of such a stroke that is over")
    speed = Real("m/s", "goal of the speed, as it is reached")
    pressing = Real("N", "goal of the force, likewise")
    place = Real("", "of the bow, likewise")
    pitch = Real("semitones")
    slide = Real("semitones/s", "of the finger on its way to another note")
    depth = Real("semitones", "of the vibrato")
    turns = Real("", "phase of the vibrato")
    velocity = Real("m/s")
    force = Real("N")
    bow = Real("", "place of the bow, of the string")
    finger = Real("")
    velocity_step = Real("m/s", "a sample")
    force_step = Real("N", "a sample")


@kernel
def prepare(p, fs, c):
    """Times in ticks."""
    c.dt = TICK / fs
    c.grip = 1.0 - exp(-c.dt / GRIP)
    c.amounts[SPEED] = p.speed_jitter
    c.amounts[FORCE] = p.force_jitter
    c.amounts[PLACE] = p.place_jitter
    c.amounts[PITCH] = p.pitch_jitter
    c.amounts[RATE] = p.rate_wander
    c.amounts[DEPTH] = p.depth_wander
    c.rate = p.vibrato_rate
    set_pace(c.quick, p.jitter_corner, c.dt)
    set_pace(c.slow, SLOWEST_WANDER, c.dt)
    for i in range(SEMITONES):
        c.table[i] = p.table[i]


@kernel
def start(c, s, words):
    """Off the string, with hands that have been unsteady for long."""
    clear(s)
    s.bow = NEAREST
    for k in range(KINDS):
        settle(s.wandering[k], words)


@kernel
def take(c, s, stroke):
    """A message has come: `s.goal` is to be what it says."""
    kind = stroke.kind
    on_string = s.force > LEAST * s.goal.force
    before = s.goal.pitch
    goal, given = numbers(s.goal), numbers(stroke)
    for i in range(size(stroke)):
        goal[i] = given[i]
    if stroke.pitch != before:
        s.slide = abs(stroke.pitch - s.pitch) / max(stroke.glide, c.dt)
    if not on_string:
        s.pitch = stroke.pitch
    if kind == BEGIN:
        s.since = 0.0
        s.sense = 1.0
        s.strokes = 0.0
        s.speed = stroke.speed
        s.pressing = stroke.force
        if not on_string:
            s.place = stroke.place
            s.velocity = 0.0
    if SLUR <= kind <= BEGIN:
        s.in_note = 0.0
        s.ended = -1.0
    if kind == END and s.ended < 0.0:
        s.ended = 0.0


@kernel
def attack(goal, t):
    """The share of the force at a time of the stroke."""
    share = (t - goal.hold) / goal.ease if goal.ease > 0.0 else 1.0
    return goal.start_force + (1.0 - goal.start_force) * min(max(share, 0.0), 1.0)


@kernel
def swelling(goal, t):
    """The share of speed and force."""
    found = 1.0
    if t < goal.swell:
        sine, _ = sin_cos_turns(0.25 * t / goal.swell)
        found = goal.swell_from + (1.0 - goal.swell_from) * sine * sine
    return found


@kernel
def corrected(c, pitch):
    """r of the fingerboard's table, by straight lines."""
    i = int(min(max(pitch, 0.0), SEMITONES - 1.000001))
    share = min(max(pitch - i, 0.0), 1.0)
    return c.table[i] + share * (c.table[i + 1] - c.table[i])


@kernel
def vibrate(c, s, wide, fast):
    """How far the vibrato is, in semitones; it grows into the note."""
    goal = s.goal
    grown = (s.in_note - goal.vibrato_delay) / max(goal.vibrato_growth, c.dt)
    s.depth += c.grip * (goal.vibrato - s.depth)
    s.turns += c.dt * c.rate * max(0.2, 1.0 + fast)
    s.turns = s.turns - math.floor(s.turns)
    sine, _ = sin_cos_turns(s.turns)
    return s.depth * min(max(grown, 0.0), 1.0) * max(0.0, 1.0 + wide) * sine


@kernel
def stop(c, s, wide, fast, trembling):
    """The finger of the other hand."""
    goal = s.goal
    way = s.slide * c.dt
    s.pitch = min(max(goal.pitch, s.pitch - way), s.pitch + way)
    if s.pitch == goal.pitch:
        s.slide = 1.0 / GRIP  # a bend is followed within a few milliseconds
    pitch = s.pitch
    if pitch > 0.0:
        pitch = max(0.0, pitch + vibrate(c, s, wide, fast) + trembling)
    s.finger = max(0.0, 1.0 - corrected(c, pitch) * exp(-OCTAVE * pitch))


@kernel
def turn(c, s, fast):
    """A bow that goes to and fro; its rate wanders as that of the vibrato."""
    s.strokes += c.dt * s.goal.turns * max(0.2, 1.0 + fast)
    if s.strokes >= 1.0:
        s.strokes -= 1.0
        s.sense = -s.sense
        s.since = 0.0


@kernel
def bow(c, s, words, playing, staying):
    """Speed and force of a bow that is on its string, or on its way to or from it."""
    goal = s.goal
    s.speed += c.grip * (goal.speed - s.speed)
    s.pressing += c.grip * (goal.force - s.pressing)
    s.place += c.grip * (goal.place - s.place)
    loud = swelling(goal, s.since)
    moving = goal.leaving + (1.0 - goal.leaving) * playing
    v = s.sense * goal.direction * s.speed * loud * moving * (1.0 + c.amounts[SPEED] * wander(c.quick, s.wandering[SPEED], words))
    way = goal.acceleration * c.dt
    if v * s.velocity < 0.0 or playing < 1.0:
        way = TURNING * way
    s.velocity_step = (min(max(v, s.velocity - way), s.velocity + way) - s.velocity) * (1.0 / TICK)
    f = s.pressing * loud * attack(goal, s.since) * staying * (1.0 + c.amounts[FORCE] * wander(c.quick, s.wandering[FORCE], words))
    if staying <= 0.0:
        f = -LEAST * goal.force  # so that it is reached
    s.force_step = c.grip * (f - s.force) * (1.0 / TICK)
    if goal.release == 0.0 and s.ended >= 0.0:
        s.force_step = -goal.force * c.dt * (1.0 / (LETTING_GO * TICK))


@kernel
def tick(c, s, words):
    """New goals, for the samples until the next tick."""
    goal = s.goal
    s.since += c.dt
    s.in_note += c.dt
    playing = 1.0
    staying = 1.0
    if s.ended < 0.0 and 0.0 < goal.contact <= s.in_note:
        s.ended = 0.0
    if s.ended >= 0.0:
        s.ended += c.dt
        playing = max(0.0, 1.0 - s.ended / max(goal.release, c.dt))
        lifted = (s.ended - goal.release) / max(goal.rest, c.dt)  # slowly, for a string that is let go at once is plucked
        staying = max(playing, goal.stays * min(max(1.0 - lifted, 0.0), 1.0))
    flying = staying <= 0.0 and s.force <= 0.0
    s.velocity_step, s.force_step = 0.0, 0.0
    if not flying:
        bow(c, s, words, playing, staying)
    trembling = c.amounts[PITCH] * wander(c.quick, s.wandering[PITCH], words)
    wide = c.amounts[DEPTH] * wander(c.slow, s.wandering[DEPTH], words)
    fast = c.amounts[RATE] * wander(c.slow, s.wandering[RATE], words)
    stop(c, s, wide, fast, trembling)
    turn(c, s, fast)
    if not flying:
        where = s.place * (1.0 + c.amounts[PLACE] * wander(c.quick, s.wandering[PLACE], words))
        s.bow = min(max(where, NEAREST), FARTHEST) * (1.0 - s.finger)


@kernel(separate=True)
def play(c, s, words, n, velocity, normal_force, position, finger):
    """The next n samples of all four controls."""
    left = int(s.left)
    for i in range(n):
        if left == 0:
            tick(c, s, words)
            left = TICK
        left -= 1
        s.velocity += s.velocity_step
        s.force = max(0.0, s.force + s.force_step)
        velocity[i] = s.velocity
        normal_force[i] = s.force
        position[i] = s.bow
        finger[i] = s.finger
    s.left = float(left)
