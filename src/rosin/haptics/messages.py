"""What goes over the socket, in packets of fixed size, low byte first; whatever is of another size, or does not begin so, is no message.

device to desk   4s "RHD1"   uint32 number   double time (s), x, y, z (m), normal force (N; nan: as the plane has it)
desk to device   4s "RHF1"   uint32 number of the message that is answered   double time (s) as in it, F_x, F_y, F_z (N), friction (N)
                 int64 the sample of that friction
"""

import math
import struct

import numpy as np

from rosin.haptics.desk import Tip
from rosin.haptics.loop import Felt, Friction

TIP, FELT = struct.Struct("<4sI5d"), struct.Struct("<4sI5dq")
FROM_DEVICE, FROM_DESK = b"RHD1", b"RHF1"
FARTHEST = 10.0  # m: no desk is larger
NUMBERS = 1 << 32


def tip_packet(number: int, tip: Tip) -> bytes:
    """A tip on its way to the desk."""
    return TIP.pack(FROM_DEVICE, number % NUMBERS, *tip)


def read_tip(packet: bytes) -> tuple[int, Tip] | None:
    """What a device says; None where it is nothing, or nonsense."""
    if len(packet) != TIP.size or packet[:4] != FROM_DEVICE:
        return None
    _, number, *values = TIP.unpack(packet)
    tip = Tip(*values)
    sane = all(math.isfinite(value) for value in tip[:4]) and all(abs(value) <= FARTHEST for value in tip[1:4])
    return (number, tip) if sane and not math.isinf(tip.pressed) else None


def felt_packet(number: int, time: float, felt: Felt) -> bytes:
    """What is felt, on its way to the device."""
    return FELT.pack(FROM_DESK, number, time, *felt.force.tolist(), felt.friction.force, felt.friction.frame)


def read_felt(packet: bytes) -> tuple[int, float, Felt] | None:
    """What the desk says: the number and time that it answers, and what is felt."""
    if len(packet) != FELT.size or packet[:4] != FROM_DESK:
        return None
    _, number, time, x, y, z, friction, frame = FELT.unpack(packet)
    force = np.array([x, y, z])
    return (number, time, Felt(force, Friction(friction, frame))) if np.isfinite(force).all() and math.isfinite(time) else None
