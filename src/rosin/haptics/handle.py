"""A device's end of the line: it says where its tip is, hears what is felt there, and never does more than is safe.

The force that is asked for passes the motor's limit and the passive port. Where nothing was heard for `LATE` s, because a message is late,
lost, or the desk is gone, the force that was held fades to nothing within `FADING` s; until the line speaks again nothing is felt.
"""

import contextlib
import socket
from typing import NamedTuple

import numpy as np

from rosin.haptics.desk import Tip
from rosin.haptics.loop import Felt
from rosin.haptics.messages import FELT, read_felt, tip_packet
from rosin.haptics.passivity import LENT, PassivePort

LATE, FADING = 0.010, 0.008  # s


class HandleLimits(NamedTuple):
    """What a device can do: time between ticks (s), strongest force of its motors (N), mass that they move (kg), strongest hand (N)."""

    period: float = 1e-3
    motor: float = 7.0
    mass: float = 0.15
    hand: float = 10.0

    @property
    def acceleration(self) -> float:
        """The fastest that it can change its speed, m/s^2."""
        return (self.motor + self.hand) / self.mass


class Handle:
    """What a device asks in every tick: `force(time, place)`; `heard` is told of every answer. Unless passive, energy is only observed."""

    def __init__(self, limits: HandleLimits, *, passive: bool = True) -> None:
        self.limits = limits
        self.port = PassivePort(limits.period, limits.acceleration, LENT if passive else float("inf"))
        self.number, self.newest, self.spoken = 0, -1, -np.inf
        self.felt: Felt | None = None

    def heard(self, packet: bytes, time: float) -> None:
        """An answer has come; one that was overtaken by a newer one is dropped."""
        answer = read_felt(packet)
        if answer is not None and answer[0] > self.newest:
            self.newest, _, self.felt = answer
            self.spoken = time

    def said(self, tip: Tip) -> bytes:
        """The message of this tick."""
        self.number += 1
        return tip_packet(self.number, tip)

    def force(self, time: float, place: np.ndarray) -> np.ndarray:
        """What the motors do until the next tick, N along x, y and z."""
        self.port.observe(place)
        silent = time - self.spoken - LATE
        share = 1.0 if silent <= 0 else max(1 - silent / FADING, 0.0)
        wanted = np.zeros(3) if self.felt is None or share == 0 else share * self.felt.force
        return self.port.kept(np.clip(wanted, -self.limits.motor, self.limits.motor))


class Line:
    """A handle over a real socket to a desk on this machine."""

    def __init__(self, port: int, limits: HandleLimits | None = None, host: str = "127.0.0.1") -> None:
        self.handle = Handle(limits or HandleLimits())
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.connect((host, port))
        self.socket.setblocking(False)

    def tick(self, time: float, place: np.ndarray, pressed: float = float("nan")) -> np.ndarray:
        """One tick of a device: its clock (s), its tip (m) and, where it measures it, its normal force (N); the force for its motors."""
        self._hear(time)
        x, y, z = map(float, place)
        with contextlib.suppress(OSError):  # nobody listens: nothing will be heard, and that is safe
            self.socket.send(self.handle.said(Tip(time, x, y, z, pressed)))
        return self.handle.force(time, np.asarray(place, dtype=float))

    def _hear(self, time: float) -> None:
        while True:
            try:
                self.handle.heard(self.socket.recv(FELT.size + 1), time)
            except BlockingIOError:
                return
            except OSError:  # the desk is gone; whoever takes its place will be heard
                return

    def close(self) -> None:
        """Leave."""
        self.socket.close()
