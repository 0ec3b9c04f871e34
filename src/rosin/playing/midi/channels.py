"""What sixteen channels say, one message after the other, as notes with their curves.

    bend (semitones) = range (pitch wheel) / 8192,    range by RPN 0, at first 2, of an MPE member 48
    sum:     a + b - rest       bend, pressure, timbre, modulation
    product: a b / rest         expression, volume

A note follows its channel. In an MPE zone (RPN 6 on channel 1 or 16 says how many members) it follows its manager too, by
these rules, with `rest` the value a controller has before it is touched; fractions stay in 0..1. The pressure of a key is
summed in the same way and starts at 0 with each note. Where a zone grows over the other, the other shrinks, and the notes
of channels that change hands end.

A key that is let go while a pedal is down rings until the pedal rises or the key is struck again; its note says when that was. The
first "off" of a key ends the oldest note of that key. Notes of channel 10, unless it is a member, are percussion. Controller 32 says how
the notes that follow on its channel, or in the zone of a manager, are bowed.
"""

import math
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from rosin.model.errors import FileError
from rosin.playing.bowing.articulations import of_controller
from rosin.playing.midi.score import TIMBRE_AT_REST, VOLUME_AT_REST, ControllerCurve, Note
from rosin.playing.midi.steps import Steps

MOST_NOTES = 200_000
MOST_POINTS = 2_000_000  # of all curves, beyond the first of each
DRUMS, KEYS = 10, 128
BEND_RANGE, MEMBER_BEND_RANGE = 2.0, 48.0
LOWER_MANAGER, UPPER_MANAGER = 1, 16
MOST_MEMBERS = 15

CONTROLLERS = {1: "modulation", 2: "breath", 7: "volume", 11: "expression", 74: "timbre"}
AT_REST = {
    **{"bend": 0.0, "pressure": 0.0, "timbre": TIMBRE_AT_REST, "modulation": 0.0},
    **{"expression": 1.0, "breath": 1.0, "volume": VOLUME_AT_REST},
}
MULTIPLIED = ("expression", "volume")
RESET = ("pressure", "modulation", "expression", "breath")  # by "reset all controllers", as RP-015 of the MIDI Association has it
SUSTAIN, ARTICULATION, DATA, DATA_FINE, RPN_FINE, RPN = 64, 32, 6, 38, 100, 101
OTHER_PARAMETERS = (98, 99)
SOUND_OFF, RESET_CONTROLLERS, NOTES_OFF = 120, 121, (123, 124, 125, 126, 127)
BEND_RANGE_PARAMETER, ZONE_PARAMETER = (0, 0), (0, 6)


@dataclass(eq=False)
class HeardNote:
    """A note as it was heard, before its curves are drawn."""

    start: float
    key: int
    velocity: float
    channel: "Channel"
    manager: "Channel | None"
    articulation: str = ""
    key_up: float | None = None
    end: float = 0.0

    @property
    def percussion(self) -> bool:
        """Whether its key names a drum."""
        return self.channel.number == DRUMS and self.manager is None


@dataclass(eq=False)
class Channel:
    """What one channel has said so far."""

    number: int
    bend_range: float = BEND_RANGE
    wheel: float = 0.0
    parameter: tuple[int, int] | None = None
    pedal: bool = False
    articulation: str = ""
    manager: "Channel | None" = None
    controls: dict[str, Steps] = field(default_factory=lambda: {name: Steps(rest) for name, rest in AT_REST.items()})
    touched: set[str] = field(default_factory=set)
    key_pressure: dict[int, Steps] = field(default_factory=dict)
    leaning: set[int] = field(default_factory=set)
    pressed: dict[int, deque[HeardNote]] = field(default_factory=dict)
    ringing: dict[int, list[HeardNote]] = field(default_factory=dict)

    @property
    def sustained(self) -> bool:
        """Whether a pedal holds the notes of the channel."""
        return self.pedal or (self.manager is not None and self.manager.pedal)

    def control(self, name: str) -> Steps:
        """A controller of the channel; breath stands in for expression where only breath was sent."""
        breath = name == "expression" and "expression" not in self.touched and "breath" in self.touched
        return self.controls["breath" if breath else name]

    def bend(self, time: float) -> None:
        """Write down the bend after the wheel or its range has moved."""
        self.controls["bend"].add(time, self.wheel * self.bend_range)

    def press(self, time: float, key: int, value: float) -> None:
        """Write down the pressure of one key."""
        self.key_pressure.setdefault(key, Steps(0.0)).add(time, value)
        (self.leaning.add if value else self.leaning.discard)(key)

    def reset(self, time: float) -> None:
        """Controllers as at the start, but for volume, timbre and the range of the bend."""
        for name in RESET:
            self.controls[name].add(time, AT_REST[name])
        for key in list(self.leaning):
            self.press(time, key, 0.0)
        self.wheel, self.parameter, self.pedal = 0.0, None, False
        self.bend(time)


class Channels:
    """Sixteen channels that listen."""

    def __init__(self, members: int = 0) -> None:
        self.channels = {number: Channel(number) for number in range(1, 17)}
        self.heard: list[HeardNote] = []
        self.members = {LOWER_MANAGER: 0, UPPER_MANAGER: 0}
        self.started = 0
        self.points = 0
        self.answers: dict[str, Callable[[float, Channel, Any], None]] = {
            "note_on": self._note_on,
            "note_off": lambda time, channel, message: self._let_go(time, channel, message.note),
            "pitchwheel": self._wheel,
            "aftertouch": lambda time, channel, message: channel.controls["pressure"].add(time, message.value / 127),
            "polytouch": lambda time, channel, message: channel.press(time, message.note, message.value / 127),
            "control_change": self._controller,
        }
        if members:
            self._zone(0.0, self.channels[LOWER_MANAGER], members)

    def hear(self, time: float, message: Any) -> None:
        """Take one message of mido at a time (s) that is not before the last."""
        answer = self.answers.get(message.type)
        if answer:
            answer(time, self.channels[message.channel + 1], message)

    def notes(self, time: float, *, percussion: bool = False) -> tuple[Note, ...]:
        """All notes that are no percussion, or those that are, with their curves; those that still sound end at this time.

        Notes without length are left out.
        """
        for channel in self.channels.values():
            self._silence(time, channel)
        return tuple(self._note(heard) for heard in self.heard if heard.end > heard.start and heard.percussion == percussion)

    def _note_on(self, time: float, channel: Channel, message: Any) -> None:
        key = message.note
        if message.velocity == 0:
            return self._let_go(time, channel, key)
        self.started += 1
        if self.started > MOST_NOTES:
            raise FileError(f"it has more than {MOST_NOTES} notes, the most that can be read; split it")
        self._end(time, channel.ringing.pop(key, ()))
        if key in channel.leaning:
            channel.press(time, key, 0.0)
        asked = channel.articulation or (channel.manager.articulation if channel.manager else "")
        heard = HeardNote(time, key, message.velocity / 127, channel, channel.manager, asked)
        channel.pressed.setdefault(key, deque()).append(heard)
        return None

    def _let_go(self, time: float, channel: Channel, key: int) -> None:
        if key not in channel.pressed:
            return
        note = channel.pressed[key].popleft()
        if not channel.pressed[key]:
            del channel.pressed[key]
        if channel.sustained:
            note.key_up = time
            channel.ringing.setdefault(key, []).append(note)
        else:
            self._end(time, [note])

    def _end(self, time: float, notes: Iterable[HeardNote]) -> None:
        for note in notes:
            note.end = time
            self.heard.append(note)

    def _wheel(self, time: float, channel: Channel, message: Any) -> None:
        channel.wheel = message.pitch / 8192
        channel.bend(time)

    def _controller(self, time: float, channel: Channel, message: Any) -> None:
        number, value = message.control, message.value
        if number in CONTROLLERS:
            channel.touched.add(CONTROLLERS[number])
            channel.controls[CONTROLLERS[number]].add(time, value / 127)
        elif number == SUSTAIN:
            was_down, channel.pedal = channel.pedal, value >= 64
            if was_down and not channel.pedal:
                self._release_pedal(time, channel)
        elif number == ARTICULATION:
            channel.articulation = of_controller(value)
        elif number == RPN:
            channel.parameter = (value, channel.parameter[1] if channel.parameter else 127)
        elif number == RPN_FINE:
            channel.parameter = (channel.parameter[0] if channel.parameter else 127, value)
        elif number in OTHER_PARAMETERS:
            channel.parameter = None
        elif number in (DATA, DATA_FINE):
            self._data(time, channel, value, fine=number == DATA_FINE)
        elif number == SOUND_OFF:
            for each in self._zone_of(channel):
                self._silence(time, each)
        elif number in NOTES_OFF:
            for each in self._zone_of(channel):
                for key in list(each.pressed):
                    while key in each.pressed:
                        self._let_go(time, each, key)
        elif number == RESET_CONTROLLERS:
            for each in self._zone_of(channel):
                each.reset(time)
            self._release_pedal(time, channel)

    def _data(self, time: float, channel: Channel, value: int, *, fine: bool) -> None:
        if channel.parameter == BEND_RANGE_PARAMETER:
            bend_range = int(channel.bend_range) + min(value, 99) / 100 if fine else float(value)
            for each in self._zone_of(channel.manager)[1:] if channel.manager else [channel]:
                each.bend_range = bend_range
                each.bend(time)
        elif channel.parameter == ZONE_PARAMETER and not fine and channel.number in (LOWER_MANAGER, UPPER_MANAGER):
            self._zone(time, channel, min(value, MOST_MEMBERS))

    def _zone(self, time: float, manager: Channel, members: int) -> None:
        """Give a manager so many members; the other zone keeps what is left."""
        self.members[manager.number] = members
        if members:
            other = LOWER_MANAGER + UPPER_MANAGER - manager.number
            self.members[other] = max(0, min(self.members[other], MOST_MEMBERS - 1 - members))
        for channel in self.channels.values():
            now = self._manager_of(channel)
            changed = now is not channel.manager
            if changed:
                self._silence(time, channel)
            if changed or manager in (channel, now):
                channel.bend_range = MEMBER_BEND_RANGE if now else BEND_RANGE
                channel.bend(time)
            channel.manager = now

    def _manager_of(self, channel: Channel) -> Channel | None:
        """The manager whose zone reaches a channel."""
        lower, upper = self.members[LOWER_MANAGER], self.members[UPPER_MANAGER]
        if LOWER_MANAGER < channel.number <= LOWER_MANAGER + lower:
            return self.channels[LOWER_MANAGER]
        return self.channels[UPPER_MANAGER] if UPPER_MANAGER - upper <= channel.number < UPPER_MANAGER else None

    def _zone_of(self, channel: Channel) -> list[Channel]:
        """A channel and, if it is a manager, its members."""
        if not self.members.get(channel.number):
            return [channel]
        return [channel, *(each for each in self.channels.values() if each.manager is channel)]

    def _release_pedal(self, time: float, channel: Channel) -> None:
        """End what rang under a pedal of this channel, but for what another pedal holds."""
        for each in self._zone_of(channel):
            if not each.sustained:
                for notes in each.ringing.values():
                    self._end(time, notes)
                each.ringing.clear()

    def _silence(self, time: float, channel: Channel) -> None:
        """End every note of a channel, pedal or not."""
        for notes in (*channel.pressed.values(), *channel.ringing.values()):
            self._end(time, notes)
        channel.pressed.clear()
        channel.ringing.clear()

    def _note(self, heard: HeardNote) -> Note:
        curves: dict[str, Any] = {name: self._curve(heard, name) for name in AT_REST if name != "breath"}
        note = Note(heard.start, heard.end, heard.key, heard.velocity, heard.channel.number, **curves)
        return replace(note, articulation=heard.articulation, key_up=heard.key_up)

    def _curve(self, heard: HeardNote, name: str) -> ControllerCurve:
        """What channel, manager and key say together about a note."""
        sources = [channel.control(name) for channel in (heard.channel, heard.manager) if channel]
        if name == "pressure" and heard.key in heard.channel.key_pressure:
            sources.append(heard.channel.key_pressure[heard.key])
        steps = sorted({time for source in sources for time in source.inside(heard.start, heard.end)})
        self.points += len(steps)
        if self.points > MOST_POINTS:
            raise FileError(f"its notes move through more than {MOST_POINTS} controller values, the most that can be read; split it")
        points = tuple((time, _together(name, [source.at(time) for source in sources])) for time in (heard.start, *steps))
        return ControllerCurve(points) if steps else ControllerCurve.constant(points[0][1])


def _together(name: str, values: list[float]) -> float:
    """The values of several sources as one."""
    rest, others = AT_REST[name], len(values) - 1
    value = math.prod(values) / rest**others if name in MULTIPLIED else sum(values) - rest * others
    return value if name == "bend" else min(max(value, 0.0), 1.0)
