"""What the loop of a scene does with its contacts: kernels (reals, wholes, k, i) for contact k, one set for each kind of law or texture."""

from rosin.engine.composition import dissipate, supply
from rosin.engine.scenes.memory import CONTACT, ContactEntry, Head
from rosin.interactions.interaction import LawKernels
from rosin.kernels.dialect import Kernel, constant, kernel, part, view
from rosin.kernels.record import LINE
from rosin.textures.texture import TextureKernels


@kernel(separate=True)
def copy_lines(to, these, count):
    """So many numbers, and the rest of their last cache line."""
    for begin in range(0, count, LINE):
        for j in range(LINE):
            to[begin + j] = these[begin + j]


@kernel
def go_back(m, e, reals, k):
    """To the state before this sample, which is kept while a law is tried; where it feels no other, it is tried but once."""
    state, before = part(reals, e.s), part(reals, e.before)
    if m.touches[k].tries > 0.0:
        copy_lines(state, before, e.length)
    elif m.touches[k].felt > 0.0:
        copy_lines(before, state, e.length)
    m.touches[k].tries += 1.0


def laws_of(kernels: LawKernels) -> dict[str, Kernel]:
    """What a scene does with laws of a kind: kernels (reals, wholes, k, i) of contact k."""
    P, C, S = kernels.memory
    k_prepare, k_start, k_solve, k_slope, k_lean = kernels.prepare, kernels.start, kernels.solve, kernels.slope, kernels.lean
    k_roughness, k_stored, k_spent = kernels.roughness, kernels.stored, kernels.spent
    k_observe, k_rests, k_moved = kernels.observe, kernels.rests, kernels.moved

    @kernel(separate=True, seldom=True)
    def prepare(reals, wholes, k, i):
        """Coefficients."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.n)
        k_prepare(view(P, constant(part(reals, e.p)), constant(n)), m.sample_rate, view(C, part(reals, e.c), constant(n)))
        m.touches[k].roughness = k_roughness(view(C, constant(part(reals, e.c)), constant(n)))
        return 0.0

    @kernel(separate=True, seldom=True)
    def start(reals, wholes, k, i):
        """Before first contact."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.n)
        k_start(view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n))
        return 0.0

    @kernel(separate=True, large=True)
    def attempt(reals, wholes, k, a):
        """Solve in slot a, each time from the state before this sample."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.n)
        go_back(m, e, reals, k)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        if m.touches[k].woken > 0.0:
            k_lean(c, s, m.touches[k].v_free)
        if m.branch[a] != 0.0:
            k_lean(c, s, m.branch[a])
        f, v, count = k_solve(c, s, m.goal[a], m.port[a], m.touches[k].compression, m.touches[k].normal_force)
        m.force[a] = f
        m.velocity[a] = v
        if m.touches[k].felt > 0.0:
            m.slope[a] = k_slope(c, s, f, v, m.touches[k].normal_force)
        m.touches[k].count += count
        return 0.0

    @kernel(separate=True, large=True)
    def move(reals, wholes, k, a):
        """The force of slot a for the velocity there, each time from the state before this sample."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.n)
        go_back(m, e, reals, k)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        v, normal_force = m.velocity[a], m.touches[k].normal_force
        f = k_moved(c, s, v, m.touches[k].compression, normal_force)
        m.force[a] = f
        m.slope[a] = k_slope(c, s, f, v, normal_force)
        m.touches[k].count += 1.0
        return 0.0

    @kernel(separate=True, seldom=True)
    def account(reals, wholes, k, i):
        """Energy dissipated and supplied in this step."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.n)
        c, s = view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n)
        lost, work = k_spent(c, s, m.touches[k].f, m.touches[k].v)
        supply(m, work)
        dissipate(m, lost)
        m.exchanged += abs(work)
        return 0.0

    @kernel(separate=True, seldom=True)
    def keep(reals, wholes, k, i):
        """Energy that is stored."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.n)
        return k_stored(view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n))

    @kernel(separate=True, seldom=True)
    def observe(reals, wholes, k, j):
        """The j-th of its quantities."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.n)
        return k_observe(view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n), j)

    @kernel(separate=True, seldom=True)
    def rests(reals, wholes, k, i):
        """1 where nothing of it goes on without contact."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.n)
        still = k_rests(view(C, constant(part(reals, e.c)), constant(n)), view(S, part(reals, e.s), n))
        return 1.0 if still else 0.0

    return {
        "prepare": prepare,
        "start": start,
        "attempt": attempt,
        "move": move,
        "account": account,
        "keep": keep,
        "observe": observe,
        "rests": rests,
    }


def textures_of(kernels: TextureKernels) -> dict[str, Kernel]:
    """What a scene does with textures of a kind: kernels (reals, wholes, k, i) of contact k."""
    P, C, S = kernels.memory
    k_prepare, k_start, k_advance = kernels.prepare, kernels.start, kernels.advance

    @kernel(separate=True, seldom=True)
    def prepare(reals, wholes, k, i):
        """Coefficients."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.texture_n)
        c = view(C, part(reals, e.texture_c), constant(n))
        k_prepare(view(P, constant(part(reals, e.texture_p)), constant(n)), m.sample_rate, c)
        return 0.0

    @kernel(separate=True, seldom=True)
    def start(reals, wholes, k, i):
        """From its seed."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.texture_n)
        k_start(view(C, constant(part(reals, e.texture_c)), constant(n)), view(S, part(reals, e.texture_s), n))
        return 0.0

    @kernel(separate=True, large=True)
    def advance(reals, wholes, k, i):
        """The next of its numbers."""
        m = view(Head, reals, wholes)
        e = view(ContactEntry, reals, part(wholes, m.contact_table + k * CONTACT))
        n = part(wholes, e.texture_n)
        return k_advance(view(C, constant(part(reals, e.texture_c)), constant(n)), view(S, part(reals, e.texture_s), n))

    return {"prepare": prepare, "start": start, "advance": advance}
