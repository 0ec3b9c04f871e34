"""What a player wants of a string from now on: the message from whoever reads notes, a score or a keyboard, to the hands (hand.py).

A message comes when something changes: a note begins, is slurred, moves with a controller, ends. It says all there is to say, so that the
hands need no other.
"""

from rosin.kernels.record import Real, Record

MOVE, SLUR, BEGIN, END = 0.0, 1.0, 2.0, 3.0  # what a message is


class BowStroke(Record):
    """Goals of both hands."""

    kind = Real("", "0: the note goes on, otherwise; 1: slurred to another; 2: a stroke begins; 3: the note ends")
    direction = Real("", "1 down-bow, -1 up-bow")
    speed = Real("m/s", "of the bow")
    acceleration = Real("m/s²", "with which it comes to that speed")
    force = Real("N", "of the bow")
    start_force = Real("", "share of it at the start of a stroke")
    hold = Real("s", "for which that is held")
    ease = Real("s", "in which it then grows to the whole")
    swell_from = Real("", "share of speed and force at which a stroke starts")
    swell = Real("s", "in which that grows to the whole")
    place = Real("", "of the bow, as a share of the sounding length")
    pitch = Real("semitones", "above the open string")
    glide = Real("s", "in which the finger comes there")
    vibrato = Real("semitones", "its depth")
    vibrato_delay = Real("s", "after which it begins")
    vibrato_growth = Real("s", "in which it then grows")
    release = Real("s", "in which speed, and force down to what stays, end with the note; 0: a fingertip lets go")
    stays = Real("", "share of the force that stays on the string as the bow stops, to damp it")
    rest = Real("s", "in which it is then lifted")
    leaving = Real("", "share of the speed that is left when the force has gone")
    contact = Real("s", "after which the note ends by itself; 0: when it is told to")
    turns = Real("1/s", "strokes, to and fro, into which a note is cut; 0: one")


def blank() -> dict[str, float]:
    """Goals of hands that do nothing."""
    return dict.fromkeys(BowStroke.fields, 0.0) | {"direction": 1.0}
