"""Where everything of a scene lies: bodies and contacts one after the other, and the tables by which the loop finds them.

Names: "plate.s.x" of a body, "bowing.law.p.noise" and "bowing.texture.s.words" of a contact, "head.f" of the scene itself.
"""

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from rosin.bodies.body_kernels import OUTPUTS
from rosin.bodies.ports import ringing, unfollowed
from rosin.engine.observing import ALL, Observe, depth
from rosin.engine.program import HEAD, NONE, Forms, Layout, Program
from rosin.engine.scenes.groups import grouped
from rosin.engine.scenes.loop import SUMS, TRACES, compose_scene
from rosin.engine.scenes.memory import BodyEntry, ContactEntry, EarEntry, GroupEntry, JointEntry, PortEntry
from rosin.kernels.record import LINE, Record
from rosin.scenes.scene import Scene

DRIVES = ("velocity", "force", "normal_force", "finger", "bend")  # what of a contact's gesture leads a body


class Piece(NamedTuple):
    """Something with records of its own: its name, its part, its kernels, and which of its kind these are."""

    name: str
    part: Any
    kernels: Any
    kind: int


def _kinds(kernels: list[Any]) -> dict[Any, int]:
    """Each of some kernels once, in order, with its place."""
    return {each: place for place, each in enumerate(dict.fromkeys(kernels))}


class SceneLayout(Layout):
    """The memory of a scene at a sample rate."""

    def __init__(self, scene: Scene, sample_rate: float, *, observe: Observe, block: int, kept: Forms = NONE) -> None:
        self.order = [name for group in grouped(scene) for name in group]  # of the contacts
        ports = {name: ringing(body.ports) for name, body in scene.bodies.items()}
        bodies = _kinds(list(ports.values()))
        laws = _kinds([scene.contacts[name].interaction.kernels for name in self.order])
        textures = _kinds([scene.contacts[name].texture.kernels for name in self.order])
        self.program: Program = compose_scene(*bodies, *laws, *textures)
        self.bodies = [Piece(name, body, ports[name], bodies[ports[name]]) for name, body in scene.bodies.items()]
        touches = [(name, scene.contacts[name]) for name in self.order]
        self.laws = [
            Piece(f"{name}.law", touch.interaction, touch.interaction.kernels, laws[touch.interaction.kernels]) for name, touch in touches
        ]
        self.textures = [
            Piece(f"{name}.texture", touch.texture, touch.texture.kernels, textures[touch.texture.kernels]) for name, touch in touches
        ]
        self.pieces = [*self.bodies, *self.laws, *self.textures]
        self.forms = {piece.name: piece.part.form_in(kept.get(piece.name, {}), sample_rate) for piece in self.pieces}
        for piece in self.bodies:
            self.forms[piece.name]["observed"] = int(depth(observe) == ALL)
        self.rows = {f"{name}.{control}": 0 for name in self.order for control in sorted(scene.controls_of(name))}
        for row, name in enumerate(self.rows, start=1):
            self.rows[name] = row
        self._tables(scene, sample_rate, observe, block)

    def _tables(self, scene: Scene, sample_rate: float, observe: Observe, block: int) -> None:
        links = [scene.contacts[name] for name in self.order] + list(scene.joints)
        ends = [(link, role) for link in range(len(links)) for role in ("first", "second")]
        names = [getattr(links[link], role) for link, role in ends]
        by_body = {piece.name: [place for place, name in enumerate(names) if name == piece.name] for piece in self.bodies}
        self.port_order = [place for piece in self.bodies for place in by_body[piece.name]]  # ports of a body lie together
        where = {place: number for number, place in enumerate(self.port_order)}
        self.places = [links[ends[place][0]].at[ends[place][1] == "second"] for place in self.port_order]
        ears = [
            (piece.name, pickup)
            for piece in self.bodies
            if piece.name in scene.heard
            for pickup in range(piece.part.channels(scene.heard[piece.name].output))
        ]
        self.ears = ears
        self.trace_names = [*SUMS]
        first_traces = []
        for name in self.order:
            first_traces.append(len(self.trace_names))
            self.trace_names += [f"{name}.{trace}" for trace in (*TRACES, *scene.contacts[name].interaction.observes)]
        rows_of, room = {}, 0
        for piece in self.bodies:
            width, own = piece.part.port_width(self.forms[piece.name]), by_body[piece.name]
            shared = piece.part.one_point
            rows_of[piece.name] = [room + (0 if shared else width * place) for place in range(max(len(own), 1))]
            room += width * (1 if shared else max(len(own), 1))
        groups = grouped(scene)
        self.form = {
            "block": block,
            "rows": 1 + len(self.rows),
            "channels": scene.channels,
            "bodies": len(self.bodies),
            "contacts": len(self.order),
            "joints": len(scene.joints),
            "links": len(links),
            "ports": len(ends),
            "groups": len(groups),
            "slots": -(-len(self.order) // LINE) * LINE + LINE,
            "ears": len(ears),
            "most_pickups": max(len([name for name, _ in ears if name == each]) for each in scene.heard),
            "spread": room,
            "kept": len(self.trace_names) * bool(observe),
            "observed": depth(observe),
            "live": 0,
            "first": 1,
            "clock": 0,
            "begin": 0,
            "changed": 0,
        }
        self.reals, self.wholes = {}, dict(self.program.head.whole_places)
        self._whole_count, self._real_count = len(self.program.head.whole_places), self.program.head.size(self.form)
        entries = {piece.name: self._lay(piece) for piece in self.pieces}
        numbers = {piece.name: place for place, piece in enumerate(self.bodies)}
        jointed = {name for joint in scene.joints for name in (joint.first, joint.second)}
        of_ears = [name for name, _ in ears]
        befores = [self._take(entries[piece.name]["length"] + LINE) for piece in self.laws]
        self._values: dict[int, int] = {}
        self.form["body_table"] = self._table(
            BodyEntry,
            [
                {
                    **entries[piece.name],
                    "kind": piece.kind,
                    "row": rows_of[piece.name][0],
                    "first_port": where[by_body[piece.name][0]] if by_body[piece.name] else 0,
                    "end_port": where[by_body[piece.name][-1]] + 1 if by_body[piece.name] else 0,
                    "travels": int(piece.kernels.follow is not unfollowed),
                    "jointed": int(piece.name in jointed),
                    "first_ear": of_ears.index(piece.name) if piece.name in of_ears else 0,
                    "end_ear": of_ears.index(piece.name) + of_ears.count(piece.name) if piece.name in of_ears else 0,
                    **{drive: self.rows.get(f"{scene.led_by(piece.name)}.{drive}", 0) for drive in DRIVES},
                    "position": self._position(scene, piece.name),
                }
                for piece in self.bodies
            ],
        )
        self.form["port_table"] = self._table(
            PortEntry,
            [
                {
                    "row": rows_of[names[place]][by_body[names[place]].index(place)],
                    "link": ends[place][0],
                    "second": int(ends[place][1] == "second"),
                    "control": self._moved_by(ends[place]),
                    "velocity": self._led_by(ends[place], "velocity"),
                    "normal_force": self._led_by(ends[place], "normal_force"),
                }
                for place in self.port_order
            ],
        )
        self.form["contact_table"] = self._table(
            ContactEntry,
            [
                {
                    **entries[law.name],
                    "kind": law.kind,
                    "before": befores[k],
                    "forgets": int(law.part.forgets),
                    "texture_kind": texture.kind,
                    **{f"texture_{what}": entries[texture.name][what] for what in "pcsn"},
                    "normal_force": self.rows.get(f"{self.order[k]}.normal_force", 0),
                    "first_port": where[2 * k],
                    "second_port": where[2 * k + 1],
                    "first_body": numbers[links[k].first],
                    "second_body": numbers[links[k].second],
                    "friction": int(law.part.friction),
                    "quantities": len(law.part.observes),
                    "traces": first_traces[k],
                }
                for k, (law, texture) in enumerate(zip(self.laws, self.textures, strict=True))
            ],
        )
        self.form["joint_table"] = self._table(
            JointEntry,
            [{"first_port": where[2 * link], "second_port": where[2 * link + 1]} for link in range(len(self.order), len(links))],
        )
        ends_of = np.cumsum([0, *map(len, groups)])
        self.form["group_table"] = self._table(
            GroupEntry,
            [
                {"begin": int(a), "end": int(b), "explicit": int(all(law.kernels.explicit for law in self.laws[a:b]))}
                for a, b in itertools.pairwise(ends_of)
            ],
        )
        self.form["ear_table"] = self._table(
            EarEntry,
            [{"body": numbers[name], "pickup": pickup, "output": list(OUTPUTS).index(scene.heard[name].output)} for name, pickup in ears],
        )
        self._enter(HEAD, self.program.head, 0, self.form)
        self.size, self.whole_count = self._real_count, self._whole_count

    def _position(self, scene: Scene, body: str) -> int:
        """The row of controls that says where a body that is one point is touched."""
        contact = scene.led_by(body)
        if not contact:
            return 0
        role = "exciter_position" if scene.contacts[contact].first == body else "position"
        return self.rows.get(f"{contact}.{role}", 0)

    def _moved_by(self, end: tuple[int, str]) -> int:
        """The row of controls that moves a port."""
        link, role = end
        if link >= len(self.order):
            return 0
        return self.rows.get(f"{self.order[link]}.{'exciter_position' if role == 'first' else 'position'}", 0)

    def _led_by(self, end: tuple[int, str], control: str) -> int:
        """The row of a control of the contact that a port belongs to."""
        link, _ = end
        return self.rows.get(f"{self.order[link]}.{control}", 0) if link < len(self.order) else 0

    def _take(self, size: int) -> int:
        """Room for so many real numbers, from a cache line on."""
        at = -(-self._real_count // LINE) * LINE
        self._real_count = at + size
        return at

    def _lay(self, piece: Piece) -> dict[str, int]:
        """The records of a piece; where they begin."""
        form, memory = self.forms[piece.name], piece.kernels.memory
        entry = {"n": self._whole_count, "length": memory.state.size(form)}
        self.wholes |= {f"{piece.name}.{whole}": self._whole_count + place for whole, place in memory.state.whole_places.items()}
        self._whole_count += memory.wholes
        for what, record in zip("pcs", memory, strict=True):
            entry[what] = self._take(record.size(form))
            self._enter(f"{piece.name}.{what}", record, entry[what], form)
        return entry

    def _table(self, entry: type[Record], rows: list[Mapping[str, int]]) -> int:
        """A table of whole numbers; where it begins."""
        begin = self._whole_count
        for row in rows:
            for name, place in entry.whole_places.items():
                self._values[self._whole_count + place] = row[name]
            self._whole_count += len(entry.whole_places)
        return begin

    @property
    def given(self) -> list[str]:
        """The names of what parameters fill: of every part, where ports are, how loud each is heard, and joints."""
        ports = [f"{HEAD}.spots.{port}.place" for port in range(len(self.places))]
        joints = [f"{HEAD}.holds.{joint}.{name}" for joint in range(self.form["joints"]) for name in ("stiffness", "damping")]
        return [*(f"{piece.name}.p" for piece in self.pieces), *ports, f"{HEAD}.gains", *joints]

    def is_seen(self, name: str) -> bool:
        """Of a scene, what it keeps besides its parts."""
        return name.startswith(HEAD) and super().is_seen(name)

    def start_wholes(self) -> np.ndarray:
        """The whole numbers before the first sample: all forms and tables, and counters at zero."""
        wholes = super().start_wholes()
        for place, value in self._values.items():
            wholes[place] = value
        return wholes

    @property
    def key(self) -> Any:
        """What layouts have in common that one memory serves."""
        forms = tuple((name, tuple(form.items())) for name, form in self.forms.items())
        return self.program, tuple(self.form.items()), forms, tuple(self._values.items())

    def same_shape(self, other: Layout) -> bool:
        """Whether one memory serves both."""
        return super().same_shape(other) and isinstance(other, SceneLayout) and self._values == other._values
