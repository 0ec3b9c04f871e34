"""What the loop of a scene does with its bodies: kernels (reals, wholes, b, i) for body b, one set for each kind of body."""

from rosin.bodies.ports import PortKernels
from rosin.engine.composition import dissipate, supply
from rosin.engine.scenes.memory import BODY, EAR, PORT, BodyEntry, EarEntry, Head, PortEntry
from rosin.kernels.clearing import calm
from rosin.kernels.dialect import Kernel, constant, kernel, part, view
from rosin.kernels.modes import detour


@kernel(separate=True)
def add_row(to, row, gain, n):
    """So many numbers of a row, times a gain."""
    for i in range(n):
        to[i] += gain * row[i]


def bodies_of(kernels: PortKernels) -> dict[str, Kernel]:
    """What a scene does with bodies of a kind: kernels (reals, wholes, b, i) of body b at sample i."""
    P, C, S = kernels.memory
    k_prepare, k_start, k_settle, k_lead, k_advance = kernels.prepare, kernels.start, kernels.settle, kernels.lead, kernels.advance
    k_place, k_free, k_displacement, k_mutual = kernels.place, kernels.free, kernels.displacement, kernels.mutual
    k_push, k_finish, k_pickup, k_stored, k_spent = kernels.push, kernels.finish, kernels.pickup, kernels.stored, kernels.spent
    k_follow = kernels.follow
    k_rests, k_drift, k_extent, k_ring = kernels.rests, kernels.drift, kernels.extent, kernels.ring

    @kernel(separate=True, seldom=True)
    def prepare(reals, wholes, b, i):
        """Coefficients, and what of the state follows from them."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        k_prepare(view(P, constant(part(reals, e.p)), constant(n)), m.sample_rate, view(C, part(reals, e.c), constant(n)))
        k_settle(view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n))
        return 0.0

    @kernel(separate=True, seldom=True)
    def start(reals, wholes, b, i):
        """At rest, or as its parameters say."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        k_start(view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n))
        return 0.0

    @kernel(separate=True, large=True)
    def before(reals, wholes, b, i):
        """Everything that does not wait for forces: 1 where an admittance has changed."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        velocity, normal_force = m.controls[e.velocity * m.block + i], m.controls[e.normal_force * m.block + i]
        k_lead(c, s, velocity, normal_force, m.controls[e.bend * m.block + i])
        for p in range(e.first_port, e.end_port if e.travels > 0 else e.first_port):
            hand = view(PortEntry, reals, part(wholes, m.port_table + p * PORT))
            travels, presses = m.controls[hand.velocity * m.block + i], m.controls[hand.normal_force * m.block + i]
            k_follow(c, s, part(m.room, hand.row), m.spots[p].place, travels, presses)
        first = part(m.room, e.row)
        force, position = m.controls[e.force * m.block + i], m.controls[e.position * m.block + i]
        changed = k_advance(c, s, first, velocity, force, position, m.controls[e.finger * m.block + i])
        for q in range(e.first_port, e.end_port):
            port = view(PortEntry, reals, part(wholes, m.port_table + q * PORT))
            w = part(m.room, port.row)
            spot = m.spots[q].place
            if port.control > 0:
                spot = m.controls[port.control * m.block + i]
            if k_place(c, s, w, spot):
                changed = True
            m.spots[q].v = k_free(c, s, w)
            m.spots[q].x = k_displacement(c, s, w)
            m.spots[q].f = 0.0
        return 1.0 if changed else 0.0

    @kernel(separate=True, seldom=True)
    def couple(reals, wholes, b, i):
        """Admittances between the links that meet at a body, where they are stale."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        for q in range(e.first_port, e.end_port):
            port = view(PortEntry, reals, part(wholes, m.port_table + q * PORT))
            for o in range(q, e.end_port):
                other = view(PortEntry, reals, part(wholes, m.port_table + o * PORT))
                if m.stale[port.link] + m.stale[other.link] > 0.0:
                    y = k_mutual(c, s, part(m.room, port.row), part(m.room, other.row))
                    if port.second != other.second:
                        y = -y
                    m.y_links[port.link * m.links + other.link] += y
                    if o != q:
                        m.y_links[other.link * m.links + port.link] += y
        return 0.0

    @kernel(separate=True, large=True)
    def after(reals, wholes, b, i):
        """Push, and finish the step."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        for q in range(e.first_port, e.end_port):
            port = view(PortEntry, reals, part(wholes, m.port_table + q * PORT))
            if m.spots[q].f != 0.0:
                k_push(c, s, part(m.room, port.row), m.spots[q].f)
        k_finish(c, s, part(m.room, e.row))
        return 0.0

    @kernel(separate=True, large=True)
    def hear(reals, wholes, b, ear):
        """A pickup."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        heard = view(EarEntry, reals, part(wholes, m.ear_table + ear * EAR))
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        return k_pickup(c, s, heard.pickup, heard.output)

    @kernel(separate=True, seldom=True)
    def rests(reals, wholes, b, i):
        """1 where it stands still."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        still = k_rests(c, s, m.controls[e.finger * m.block + m.begin], m.controls[e.bend * m.block + m.begin])
        return 1.0 if still else 0.0

    @kernel(separate=True, seldom=True)
    def reach(reals, wholes, b, samples):
        """Between which displacements its ports stay for so many samples."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        further = detour(part(m.controls, e.bend * m.block + m.begin), m.standing[b].bend, samples) if e.bend > 0 else 1.0
        for q in range(e.first_port, e.end_port):
            port = view(PortEntry, reals, part(wholes, m.port_table + q * PORT))
            low, high = k_extent(c, s, part(m.room, port.row), float(samples))
            m.spots[q].low = min(low, low * further)
            m.spots[q].high = max(high, high * further)
        return 0.0

    @kernel(separate=True, large=True)
    def ring(reals, wholes, b, samples):
        """So many samples on its own, with its controls as they are, added to what is heard."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        pickups = e.end_ear - e.first_ear
        velocity, force = m.controls[e.velocity * m.block + m.begin], m.controls[e.force * m.block + m.begin]
        if pickups == 0 and k_drift(c, s, velocity, force, float(samples)):
            return 0.0
        ear = view(EarEntry, reals, part(wholes, m.ear_table + e.first_ear * EAR))
        finger, bends = m.controls[e.finger * m.block + m.begin], part(m.controls, e.bend * m.block + m.begin)
        k_ring(c, s, part(m.room, e.row), velocity, force, finger, bends, pickups, ear.output, m.alone, m.block, samples)
        for h in range(pickups):
            for channel in range(m.channels):
                gain = m.gains[channel * m.ears + e.first_ear + h]
                add_row(part(m.audio, channel * m.block + m.begin), part(m.alone, h * m.block), gain, samples)
        calm(part(reals, e.s), e.length)
        return 0.0

    @kernel(separate=True, seldom=True)
    def account(reals, wholes, b, i):
        """Energy dissipated and supplied in this step; after it, what is stored is added up."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        lost, work = k_spent(c, s)
        supply(m, work)
        dissipate(m, lost)
        m.exchanged += abs(work)
        return 0.0

    @kernel(separate=True, seldom=True)
    def keep(reals, wholes, b, i):
        """Energy that is stored."""
        m = view(Head, reals, wholes)
        e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
        n = part(wholes, e.n)
        return k_stored(view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n))

    return {
        "prepare": prepare,
        "start": start,
        "before": before,
        "couple": couple,
        "after": after,
        "hear": hear,
        "rests": rests,
        "reach": reach,
        "ring": ring,
        "account": account,
        "keep": keep,
    }
