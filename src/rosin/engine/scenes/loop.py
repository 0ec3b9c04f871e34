"""A scene as one loop, whatever it is made of: tables say which bodies there are and what touches what.

Per sample: every body steps without its contacts and says the free velocity of each port; joints are taken out, contacts that
feel each other are solved together, and every body is pushed. The code grows with the number of kinds, not of bodies or contacts.
"""

import functools
import math
from typing import Any

from rosin.bodies.ports import PortKernels
from rosin.engine.composition import dissipate, glide_row, supply
from rosin.engine.observing import ENERGIES, MOTION
from rosin.engine.program import Program
from rosin.engine.scenes.bodies import bodies_of
from rosin.engine.scenes.choosing import chosen
from rosin.engine.scenes.contacts import laws_of, textures_of
from rosin.engine.scenes.coupling import settle
from rosin.engine.scenes.joints import carry, hold, kept_in_joints, lead_joint, reduce
from rosin.engine.scenes.memory import (
    BODY,
    CONTACT,
    EAR,
    GROUP,
    JOINT,
    BodyEntry,
    ContactEntry,
    EarEntry,
    GroupEntry,
    Head,
    JointEntry,
)
from rosin.engine.scenes.sleeping import lullaby
from rosin.engine.scenes.slots import OUT
from rosin.engine.scenes.stale import has_stale, make_stale, refresh
from rosin.interactions.interaction import LawKernels
from rosin.kernels.clearing import CALMING, calm
from rosin.kernels.dialect import Kernel, abreast, kernel, part, view
from rosin.kernels.maths import expm1
from rosin.playing.controls import GLIDE
from rosin.textures.texture import TextureKernels

STRETCH = 128  # samples for which it is found out at once who sleeps
TRACES = ("force", "relative_velocity", "compression", "iterations")  # of every contact
SUMS = ("passes", *ENERGIES)  # of the scene


def _switches(kinds: list[dict[str, Kernel]]) -> dict[str, Kernel]:
    return {name: chosen([kernels[name] for kernels in kinds]) for name in kinds[0]}


@functools.cache
def compose_scene(*kernels: Any) -> Program:
    """The program of scenes that are made of these kinds of bodies, laws and textures, in this order."""
    body = _switches([bodies_of(each) for each in kernels if isinstance(each, PortKernels)])
    law = _switches([laws_of(each) for each in kernels if isinstance(each, LawKernels)])
    texture = _switches([textures_of(each) for each in kernels if isinstance(each, TextureKernels)])
    b_prepare, b_start, b_before, b_couple, b_after = (body[name] for name in ("prepare", "start", "before", "couple", "after"))
    b_hear, b_account, b_keep = (body[name] for name in ("hear", "account", "keep"))
    l_prepare, l_start, l_attempt, l_move = law["prepare"], law["start"], law["attempt"], law["move"]
    l_account, l_keep, l_observe = law["account"], law["keep"], law["observe"]
    t_prepare, t_start, t_advance = texture["prepare"], texture["start"], texture["advance"]

    lull = lullaby(body, law, texture)

    @kernel
    def prepare(reals, wholes):
        """Coefficients of all parts, or of the one body that has changed, and what of their state follows from them."""
        m = view(Head, reals, wholes)
        m.step = 1.0 / m.sample_rate
        for b in range(m.bodies):
            if m.changed == 0 or m.changed == b + 1:
                e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
                b_prepare(e.kind, reals, wholes, b, 0)
                refresh(m, reals, wholes, b)
        if m.changed == 0:
            for k in range(m.contacts):
                touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
                l_prepare(touch.kind, reals, wholes, k, 0)
                t_prepare(touch.texture_kind, reals, wholes, k, 0)
        m.changed = 0

    @kernel
    def start(reals, wholes):
        """All parts at rest, or as their parameters say; an empty account."""
        m = view(Head, reals, wholes)
        for b in range(m.bodies):
            e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
            b_start(e.kind, reals, wholes, b, 0)
        for k in range(m.contacts):
            touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
            l_start(touch.kind, reals, wholes, k, 0)
            t_start(touch.texture_kind, reals, wholes, k, 0)
            m.touches[k].f_1 = 0.0
            m.touches[k].f_2 = 0.0
            m.touches[k].g = 0.0
            m.touches[k].v = 0.0
            m.touches[k].f = 0.0
            m.who[k] = -1.0
            m.touches[k].awake = 1.0
        for j in range(m.joints):
            m.holds[j].extension = 0.0
        for place in range(m.spread):
            m.room[place] = 0.0
        for b in range(m.bodies):
            refresh(m, reals, wholes, b)
        m.evaluations, m.most, m.passes, m.most_passes, m.unsolved = 0.0, 0.0, 0.0, 0.0, 0.0
        m.supplied, m.supplied_rounding, m.dissipated, m.dissipated_rounding = 0.0, 0.0, 0.0, 0.0
        m.exchanged, m.missed = 0.0, 0.0
        m.first = 1
        m.clock = 0

    @kernel(separate=True, seldom=True)
    def all_stored(reals, wholes):
        """Energy of bodies, laws and joints."""
        m = view(Head, reals, wholes)
        total = kept_in_joints(m)
        for b in range(m.bodies):
            e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
            total += b_keep(e.kind, reals, wholes, b, 0)
        for k in range(m.contacts):
            touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
            total += l_keep(touch.kind, reals, wholes, k, 0)
        return total

    @kernel(separate=True, seldom=True)
    def couple_all(reals, wholes):
        """Admittances anew, of the links that meet at bodies whose own have changed."""
        m = view(Head, reals, wholes)
        for link in range(m.links):
            m.stale[link] = 0.0
        for b in range(m.bodies):
            if m.standing[b].fresh > 0.0:
                m.standing[b].fresh = 0.0
                make_stale(m, reals, wholes, b)
        for b in range(m.bodies):
            if has_stale(m, reals, wholes, b):
                e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
                b_couple(e.kind, reals, wholes, b, 0)
        reduce(m, wholes)
        m.fresh = 0.0
        m.redrawn = 1.0

    @kernel(separate=True, large=True)
    def tried(reals, wholes, k, a):
        """The law of contact k, in slot a."""
        m = view(Head, reals, wholes)
        touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        l_attempt(touch.kind, reals, wholes, k, a)

    @kernel(separate=True, large=True)
    def moved(reals, wholes, k, a):
        """The force of contact k, if it moves as is thought in slot a."""
        m = view(Head, reals, wholes)
        touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        l_move(touch.kind, reals, wholes, k, a)

    @kernel(separate=True, large=True)
    def meet_all(reals, wholes, i):
        """What each contact and joint is up to in this sample, before any force."""
        m = view(Head, reals, wholes)
        for k in range(m.contacts):
            if abreast() or m.touches[k].awake > 0.0:
                touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
                m.touches[k].normal_force = m.controls[touch.normal_force * m.block + i]
                m.touches[k].v_free = m.spots[touch.first_port].v - m.spots[touch.second_port].v
                m.touches[k].compression = m.spots[touch.first_port].x - m.spots[touch.second_port].x
                m.touches[k].count = 0.0
                m.touches[k].noise = 0.0
                if m.touches[k].roughness > 0.0:
                    rough = m.touches[k].roughness * t_advance(touch.texture_kind, reals, wholes, k, i)
                    m.touches[k].noise = rough * math.sqrt(abs(m.touches[k].v) * max(m.touches[k].normal_force, 0.0))
        for j in range(m.joints):
            joint = view(JointEntry, reals, part(wholes, m.joint_table + j * JOINT))
            lead_joint(m, j, m.spots[joint.first_port].v - m.spots[joint.second_port].v)

    @kernel(separate=True, large=True)
    def step(reals, wholes, i):
        """One sample."""
        m = view(Head, reals, wholes)
        for b in range(m.bodies):
            if abreast() or m.standing[b].awake > 0.0:
                e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
                if b_before(e.kind, reals, wholes, b, i) > 0.0:
                    m.standing[b].fresh = 1.0
                    m.fresh = 1.0
        if m.fresh > 0.0:
            couple_all(reals, wholes)
        meet_all(reals, wholes, i)
        hold(m)
        for o in range(m.contacts):
            if m.touches[o].noise != 0.0 and m.touches[o].awake > 0.0:
                for k in range(m.contacts):
                    m.touches[k].v_free -= m.y[k * m.contacts + o] * m.touches[o].noise
        passes = 0.0
        for o in range(m.groups):
            group = view(GroupEntry, reals, part(wholes, m.group_table + o * GROUP))
            took, solved = settle(tried, moved, reals, wholes, group.begin, group.end, group.explicit)
            passes = max(passes, float(took))
            if not solved:
                m.unsolved += 1.0
        m.redrawn = 0.0
        m.passes += passes
        m.most_passes = max(m.most_passes, passes)
        return passes

    @kernel(separate=True, large=True)
    def commit(reals, wholes):
        """Keep what was found, and push the bodies with it."""
        m = view(Head, reals, wholes)
        evaluations = 0.0
        for k in range(m.contacts):
            if abreast() or m.touches[k].awake > 0.0:
                touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
                m.touches[k].woken = 0.0
                evaluations += m.touches[k].count
                m.touches[k].f_2 = m.touches[k].f_1
                m.touches[k].f_1 = m.touches[k].f
                force = m.touches[k].f + m.touches[k].noise
                m.spots[touch.first_port].f = -force
                m.spots[touch.second_port].f = force
        m.evaluations += evaluations
        m.most = max(m.most, evaluations)
        lost = carry(m)
        for j in range(m.joints):
            joint = view(JointEntry, reals, part(wholes, m.joint_table + j * JOINT))
            m.spots[joint.first_port].f = -m.holds[j].pull
            m.spots[joint.second_port].f = m.holds[j].pull
        for b in range(m.bodies):
            if abreast() or m.standing[b].awake > 0.0:
                e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
                b_after(e.kind, reals, wholes, b, 0)
        return lost

    @kernel(separate=True, seldom=True)
    def book(reals, wholes, i, lost):
        """The account of energy."""
        m = view(Head, reals, wholes)
        dissipate(m, lost)
        for b in range(m.bodies):
            e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
            b_account(e.kind, reals, wholes, b, i)
        for k in range(m.contacts):
            touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
            if m.touches[k].slot != OUT:
                l_account(touch.kind, reals, wholes, k, i)
            missed = m.step * m.touches[k].f * m.touches[k].r
            m.missed += missed
            supply(m, missed - m.step * m.touches[k].noise * (m.touches[k].v - m.touches[k].r))
            m.exchanged += m.step * abs((m.touches[k].f + m.touches[k].noise) * m.touches[k].v)
        m.traces[m.block + i] = all_stored(reals, wholes)
        m.traces[2 * m.block + i] = m.supplied
        m.traces[3 * m.block + i] = m.dissipated
        m.traces[4 * m.block + i] = m.exchanged

    @kernel(separate=True, seldom=True)
    def keep(reals, wholes, i, passes):
        """How every contact moves."""
        m = view(Head, reals, wholes)
        for k in range(m.contacts):
            touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
            at = touch.traces * m.block + i
            m.traces[at] = m.touches[k].f + m.touches[k].noise
            m.traces[at + m.block] = m.touches[k].v
            m.traces[at + 2 * m.block] = m.touches[k].compression + m.step * m.touches[k].v
            m.traces[at + 3 * m.block] = m.touches[k].count
            for j in range(touch.quantities):
                m.traces[at + (4 + j) * m.block] = l_observe(touch.kind, reals, wholes, k, j)
        m.traces[i] = passes

    @kernel(separate=True, large=True)
    def listen(reals, wholes, i):
        """What is heard."""
        m = view(Head, reals, wholes)
        for h in range(m.ears):
            ear = view(EarEntry, reals, part(wholes, m.ear_table + h * EAR))
            if abreast() or m.standing[ear.body].awake > 0.0:
                e = view(BodyEntry, reals, part(wholes, m.body_table + ear.body * BODY))
                heard = b_hear(e.kind, reals, wholes, ear.body, h)
                for channel in range(m.channels):
                    m.audio[channel * m.block + i] += m.gains[channel * m.ears + h] * heard

    @kernel(separate=True, large=True)
    def play(reals, wholes, i):
        """A sample of all that is awake."""
        m = view(Head, reals, wholes)
        passes = step(reals, wholes, i)
        lost = commit(reals, wholes)
        listen(reals, wholes, i)
        if m.observed > 0:
            keep(reals, wholes, i, passes)
        if m.observed > MOTION:
            book(reals, wholes, i, lost)

    @kernel(separate=True, seldom=True)
    def calm_all(reals, wholes):
        """Let what has died away be zero."""
        m = view(Head, reals, wholes)
        for b in range(m.bodies):
            e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
            calm(part(reals, e.s), e.length)
        for k in range(m.contacts):
            touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
            calm(part(reals, touch.s), touch.length)

    @kernel
    def process(reals, wholes, n):
        """Controls in, sound and traces out."""
        m = view(Head, reals, wholes)
        if m.live > 0:
            pace = -expm1(-m.step / GLIDE)
            for row in range(1, m.rows):
                if m.noted[row] == 0.0:
                    m.present[row] = glide_row(part(m.controls, row * m.block), m.present[row], m.goals[row], pace, n)
        if m.observed > MOTION and m.first > 0:
            m.first = 0
            supply(m, all_stored(reals, wholes))
        for channel in range(m.channels):
            for place in range(n):
                m.audio[channel * m.block + place] = 0.0
        clock = m.clock
        for begin in range(0, n, STRETCH):
            count = min(STRETCH, n - begin)
            if not abreast():
                lull(reals, wholes, begin, count)
            for i in range(begin, begin + count):
                if abreast() or m.busy > 0.0:
                    play(reals, wholes, i)
                clock += 1
                if clock == CALMING:
                    clock = 0
                    calm_all(reals, wholes)
        m.clock = clock

    names = {PortKernels: "body", LawKernels: "law", TextureKernels: "texture"}
    counts = dict.fromkeys(names, 0)
    parts = []
    for each in kernels:
        kind = type(each)
        parts.append((f"{names[kind]}{counts[kind]}", each))
        counts[kind] += 1
    return Program(Head, tuple(parts), prepare, start, process, compose_scene)
