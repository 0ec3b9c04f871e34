"""What a stretch of samples can leave out: contacts that cannot have a force in it, and bodies that no others can move.

A contact sleeps where it had no force in the last sample, nothing of its law goes on by itself, and either it is friction without normal
force in all of the stretch, or an impact whose bodies, left alone, stay apart for as long. A body that nothing awake touches, and no joint
holds, rings on its own, or is not touched at all while it stands still. Whether somebody sleeps changes no sample but
the first of a contact that wakes: which branch of its curve it begins on is then found from the velocity of that sample. Scenes that
keep an account of their energy, and those that go side by side in vector lanes, do not sleep.
"""

from collections.abc import Mapping

from rosin.engine.scenes.memory import BODY, CONTACT, BodyEntry, ContactEntry, Head
from rosin.kernels.dialect import Kernel, kernel, part, view


@kernel
def must_wake(m, b):
    """Whether a body may not sleep: where energy is accounted for, and until its admittances are known."""
    return m.observed > 0 or m.standing[b].fresh > 0.0


@kernel(reassociate=True)
def changes(m, row, last, begin, n):
    """Whether a row of controls does, or differs from what it was in the last sample."""
    different = 0.0
    values = part(m.controls, row * m.block + begin)
    if row > 0:
        for i in range(n):
            different += 1.0 if values[i] != last else 0.0
    return different > 0.0


@kernel(reassociate=True)
def presses(m, row, begin, n):
    """Whether a row of normal forces does."""
    values = part(m.controls, row * m.block + begin)
    pressed = 0.0
    for i in range(n):
        pressed += 1.0 if values[i] > 0.0 else 0.0
    return pressed > 0.0


@kernel
def is_led(m, e, b, begin, n):
    """Whether any control of a body, but for its bend, changes in this stretch."""
    moves = changes(m, e.velocity, m.standing[b].velocity, begin, n) or changes(m, e.force, m.standing[b].force, begin, n)
    return moves or changes(m, e.finger, m.standing[b].finger, begin, n)


@kernel
def keep_controls(m, e, b, last):
    """Those of a body in the last sample of a stretch."""
    m.standing[b].velocity = m.controls[e.velocity * m.block + last]
    m.standing[b].force = m.controls[e.force * m.block + last]
    m.standing[b].finger = m.controls[e.finger * m.block + last]
    m.standing[b].bend = m.controls[e.bend * m.block + last]


def lullaby(body: Mapping[str, Kernel], law: Mapping[str, Kernel], texture: Mapping[str, Kernel]) -> Kernel:
    """The kernel (reals, wholes, begin, n) that finds out what sleeps for n samples of a block, and plays what rings on its own."""
    b_rests, b_reach, b_ring = body["rests"], body["reach"], body["ring"]
    l_rests, t_advance = law["rests"], texture["advance"]

    @kernel(separate=True, seldom=True)
    def sleeps(reals, wholes, k, begin, n):
        """Whether contact k cannot have a force."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        if m.touches[k].f_1 != 0.0 or l_rests(e.kind, reals, wholes, k, 0) == 0.0:
            return False
        if e.friction > 0:
            return not presses(m, e.normal_force, begin, n)
        if m.standing[e.first_body].led > 0.0 or m.standing[e.second_body].led > 0.0:
            return False
        return m.spots[e.first_port].high < m.spots[e.second_port].low

    @kernel(separate=True, seldom=True)
    def rouse(reals, wholes, begin, n):
        """Every contact and body that may have a force is awake."""
        m = view(Head, reals, wholes)
        for b in range(m.bodies):
            e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
            m.standing[b].awake = 0.0
            m.standing[b].led = 1.0 if is_led(m, e, b, begin, n) else 0.0
            m.standing[b].bent = 1.0 if changes(m, e.bend, m.standing[b].bend, begin, n) else 0.0
            b_reach(e.kind, reals, wholes, b, n)
            keep_controls(m, e, b, begin + n - 1)
        for k in range(m.contacts):
            touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
            before = m.touches[k].awake
            wakes = must_wake(m, touch.first_body) or must_wake(m, touch.second_body)
            m.touches[k].awake = 1.0 if wakes or not sleeps(reals, wholes, k, begin, n) else 0.0
            m.touches[k].woken = 1.0 if m.touches[k].awake > before else 0.0
            if m.touches[k].awake > 0.0:
                m.standing[touch.first_body].awake = 1.0
                m.standing[touch.second_body].awake = 1.0

    @kernel(separate=True, seldom=True)
    def stirs(reals, wholes):
        """Whether anything that joints hold moves."""
        m = view(Head, reals, wholes)
        found = False
        for j in range(m.joints):
            found = found or m.holds[j].extension != 0.0
        for b in range(m.bodies):
            e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
            if e.jointed > 0 and not found:
                led = m.standing[b].led > 0.0 or m.standing[b].bent > 0.0
                found = m.standing[b].awake > 0.0 or led or b_rests(e.kind, reals, wholes, b, 0) == 0.0
        return found

    @kernel(separate=True, large=True)
    def lull(reals, wholes, begin, n):
        """Find out, and play what is on its own."""
        m = view(Head, reals, wholes)
        m.begin = begin
        rouse(reals, wholes, begin, n)
        joints = stirs(reals, wholes)
        m.busy = 0.0
        for b in range(m.bodies):
            e = view(BodyEntry, reals, part(wholes, m.body_table + b * BODY))
            if must_wake(m, b) or m.standing[b].led > 0.0 or (e.jointed > 0 and joints):
                m.standing[b].awake = 1.0
            if m.standing[b].awake > 0.0:
                m.busy = 1.0
            elif m.standing[b].bent > 0.0 or b_rests(e.kind, reals, wholes, b, 0) == 0.0:
                b_ring(e.kind, reals, wholes, b, n)
        for k in range(m.contacts):
            touch = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
            if m.touches[k].awake == 0.0 and m.touches[k].roughness > 0.0:
                for i in range(begin, begin + n):
                    t_advance(touch.texture_kind, reals, wholes, k, i)

    return lull
