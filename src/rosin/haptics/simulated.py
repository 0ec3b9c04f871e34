"""A haptic device and the line to it as they might be, in a time of their own: for tests, and for pictures of what a hand feels.

    m x'' = F_motor + F_hand - b x'          F_hand = k_h (g - x) - b_h x',   held within what a hand can do

The hand follows a path g(t). Between two ticks the motors hold their force. The line delays each message by a time of its own, and loses
some.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rosin.engine.voice import Voice
from rosin.haptics.desk import Desk, Tip, Wanted
from rosin.haptics.handle import Handle, HandleLimits
from rosin.haptics.loop import Friction, Loop
from rosin.haptics.messages import felt_packet, read_tip

STEPS = 20  # of the device's motion in a tick


class Grasp(NamedTuple):
    """How a hand holds the stick: N/m and N s/m."""

    stiffness: float = 300.0
    damping: float = 6.0


class LiveVoice:
    """A contact as a live voice, with what it feels sample by sample: `forces` is all of it so far."""

    def __init__(self, voice: Voice, positions: bool = False) -> None:
        self.voice, self.goals, self.forces = voice, dict[str, float](), [np.zeros(1)]
        self.controls = ("velocity", "normal_force", *(("position",) if positions else ()))
        self.frame = 0

    def lead(self, asked: Wanted) -> None:
        """From its next samples on."""
        self.goals = {name: getattr(asked, name) for name in self.controls}

    def friction(self) -> Friction:
        """That of its last sample."""
        return Friction(float(self.forces[-1][-1]), self.frame - 1)

    def play(self, samples: int) -> np.ndarray:
        """Sound on."""
        sound = self.voice.play(samples, **self.goals)
        self.forces.append(self.voice.trace("force", samples).copy())
        self.frame += samples
        return sound[0]


class Delays(NamedTuple):
    """Delays (s) from the least to the most, and the share of messages that are lost; nothing comes from `cut` on."""

    least: float = 0.0
    most: float = 0.0
    lost: float = 0.0
    cut: float = np.inf


class Run(NamedTuple):
    """What happened, tick by tick: time, tip, force of the motors, force that was asked for, energy of the port; and what was felt when."""

    times: np.ndarray
    places: np.ndarray
    forces: np.ndarray
    answers: np.ndarray
    energies: np.ndarray
    frictions: list[Friction]
    sound: np.ndarray


def simulate(
    contact: LiveVoice,
    desk: Desk,
    path: Callable[[float], np.ndarray],
    duration: float,
    *,
    limits: HandleLimits | None = None,
    hand: Grasp | None = None,
    line: Delays | None = None,
    passive: bool = True,
    seed: int = 0,
) -> Run:
    """A hand that follows a path (m, from s) with the stick of a device, over a line, for so many seconds; passive or as it comes."""
    limits, hand, line = limits or HandleLimits(), hand or Grasp(), line or Delays()
    chance = np.random.default_rng(seed)
    handle, loop = Handle(limits, passive=passive), Loop(desk, contact)
    place, speed = path(0.0).astype(float), np.zeros(3)
    to_desk: list[tuple[float, bytes]] = []
    to_device: list[tuple[float, bytes]] = []
    rows, frictions, sounds = [], [], []

    def send(queue: list[tuple[float, bytes]], now: float, packet: bytes) -> None:
        if chance.random() >= line.lost and now < line.cut:
            queue.append((now + chance.uniform(line.least, line.most), packet))

    def arrived(queue: list[tuple[float, bytes]], now: float) -> list[bytes]:
        there = sorted(item for item in queue if item[0] <= now)
        queue[:] = [item for item in queue if item[0] > now]
        return [packet for _, packet in there]

    samples = round(limits.period * contact.voice.sample_rate)
    for tick in range(round(duration / limits.period)):
        now = tick * limits.period
        send(to_desk, now, handle.said(Tip(now, *place.tolist())))
        for packet in arrived(to_desk, now):
            message = read_tip(packet)
            assert message is not None
            felt = loop.answer(message[1])
            frictions.append(felt.friction)
            send(to_device, now, felt_packet(message[0], message[1].time, felt))
        for packet in arrived(to_device, now):
            handle.heard(packet, now)
        force = handle.force(now, place)
        answer = handle.felt.force if handle.felt is not None else np.zeros(3)
        rows.append((now, place.copy(), force.copy(), answer.copy(), handle.port.energy.copy()))
        sounds.append(contact.play(samples))
        place, speed = _moved(place, speed, force, path, now, limits, hand)
    times, places, forces, answers, energies = (np.array(column) for column in zip(*rows, strict=True))
    return Run(times, places, forces, answers, energies, frictions, np.concatenate(sounds))


def _moved(
    place: np.ndarray,
    speed: np.ndarray,
    force: np.ndarray,
    path: Callable[[float], np.ndarray],
    now: float,
    limits: HandleLimits,
    hand: Grasp,
) -> tuple[np.ndarray, np.ndarray]:
    """Tip and speed one tick later, under a force that is held."""
    step = limits.period / STEPS
    for count in range(STEPS):
        pull = np.clip(hand.stiffness * (path(now + count * step) - place) - hand.damping * speed, -limits.hand, limits.hand)
        speed = speed + step * (pull + force) / limits.mass
        place = place + step * speed
    return place, speed
