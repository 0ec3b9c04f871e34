"""Who takes part in the joint solve of a group: contacts that touch, each in a slot, with their part of Y close together.

An impact that forgets (nothing of it goes on where bodies do not touch) takes part only if it touched in the last sample, or its
compression is positive, or would be at the end of the step: at first as the bodies move without forces, then as they move with
those that were found, so that who is left out is left out rightly.
"""

from rosin.engine.scenes.memory import CONTACT, ContactEntry
from rosin.interactions.interaction import RIGID
from rosin.kernels.dialect import abreast, kernel, part, view

OUT, ASLEEP = -1.0, -2.0


@kernel
def touching(m, forgets, k, v):
    """Whether contact k has a force, or a memory, if it moves at v."""
    x = m.touches[k].compression
    return forgets == 0 or x > 0.0 or x + m.step * v > 0.0 or m.touches[k].f_1 != 0.0


@kernel
def take_slot(m, friction, k, a):
    """Put a contact into a slot, its force carried on (extrapolated) from the last two samples; whether another one was there."""
    other = m.who[a] != float(k)
    m.who[a] = float(k)
    m.touches[k].slot = float(a)
    m.free[a] = m.touches[k].v_free
    m.depth[a] = 0.0 if friction > 0 else abs(m.touches[k].compression)
    m.branch[a] = 0.0
    m.terms[a] = 0.0
    f, g = m.touches[k].f_1, m.touches[k].g
    m.force[a] = 2.0 * f - m.touches[k].f_2 if f != 0.0 and g >= 0.0 else f
    m.slope[a] = g
    m.velocity[a] = m.touches[k].v
    return other


@kernel
def stand_by(m, k):
    """A contact that does not touch."""
    m.touches[k].slot = OUT
    m.touches[k].f = 0.0
    m.touches[k].v = m.touches[k].v_free
    m.touches[k].g = 0.0
    m.touches[k].r = 0.0


@kernel(separate=True, large=True)
def draw_near(m, first, many):
    """Y between those that have a slot; zero to the end of the row."""
    n, stride = m.contacts, m.slots
    for a in range(first, first + many):
        row = int(m.who[a]) * n
        for b in range(many):
            m.near[a * stride + b] = m.y[row + int(m.who[first + b])]
        for b in range(many, stride):
            m.near[a * stride + b] = 0.0


@kernel
def predict(m, first, many):
    """Velocities as the bodies have them with the forces that are expected; where a force falls, as it was."""
    for a in range(first, first + many):
        g = m.slope[a]
        if g >= RIGID:
            m.velocity[a] = 0.0
        elif g >= 0.0:
            v = m.free[a]
            for b in range(many):
                v -= m.near[a * m.slots + b] * m.force[first + b]
            m.velocity[a] = v


@kernel(separate=True, large=True)
def let_in(m, wholes, first, last):
    """Slots for those of a group that take part; how many."""
    many, changed = 0, m.redrawn > 0.0
    for k in range(first, last):
        touch = view(ContactEntry, m.y, part(wholes, m.contact_table + k * CONTACT))
        m.touches[k].tries = 0.0
        if not abreast() and m.touches[k].awake == 0.0:
            m.touches[k].slot = ASLEEP
        elif m.touches[k].felt > 0.0:
            if touching(m, touch.forgets, k, m.touches[k].v_free):
                if take_slot(m, touch.friction, k, first + many):
                    changed = True
                many += 1
            else:
                stand_by(m, k)
    if changed or m.slots_taken[first] != float(many):
        m.slots_taken[first] = float(many)
        draw_near(m, first, many)
    predict(m, first, many)
    return many


@kernel(separate=True, large=True)
def look_around(m, wholes, first, last, many):
    """The velocities of those that were left out; who touches after all gets a slot. How many have one now."""
    more = many
    for k in range(first, last):
        if m.touches[k].slot == OUT and m.touches[k].felt > 0.0:
            v = m.touches[k].v_free
            for a in range(first, first + many):
                v -= m.y[k * m.contacts + int(m.who[a])] * m.force[a]
            m.touches[k].v = v
            touch = view(ContactEntry, m.y, part(wholes, m.contact_table + k * CONTACT))
            if touching(m, touch.forgets, k, v):
                m.touches[k].g = 0.0
                take_slot(m, touch.friction, k, first + more)
                more += 1
    if more > many:
        m.slots_taken[first] = float(more)
        draw_near(m, first, more)
    return more


@kernel
def keep_found(m, first, last):
    """What was found, to the contacts."""
    for k in range(first, last):
        if m.touches[k].slot >= 0.0 and m.touches[k].felt > 0.0:
            a = int(m.touches[k].slot)
            m.touches[k].f = m.force[a]
            m.touches[k].v = m.velocity[a]
            m.touches[k].g = m.slope[a]
            m.touches[k].r = m.missed_by[a]


@kernel
def solve_alone(attempt, m, reals, wholes, k, a):
    """A contact that feels no other, in a slot that nobody has."""
    m.touches[k].slot = float(a)
    m.branch[a] = 0.0
    m.goal[a] = m.touches[k].v_free
    m.port[a] = m.y[k * m.contacts + k]
    attempt(reals, wholes, k, a)
    m.touches[k].f = m.force[a]
    m.touches[k].v = m.velocity[a]
    m.touches[k].r = m.velocity[a] - (m.goal[a] - m.port[a] * m.force[a])
