"""A voice as one loop: exciter, law, resonator and texture composed into a program.

Per sample: both bodies say their free velocity and admittance, the law finds the force, both are pushed. The controls stand in rows,
one for each; live, they first move smoothly, sample by sample, towards where a hand has put them.

Bodies that strike each other are apart most of the time. Where the controls stay, and both are known to stay apart for a stretch of
samples, it passes at once: the exciter flies on, the resonator rings by itself, as it would sample by sample. Voices that observe, and
those that go side by side, do without that.
"""

import functools
import math

from rosin.bodies.body_kernels import BodyKernels
from rosin.engine.observing import ENERGIES, MOTION, SLID, SLIDING
from rosin.engine.program import Program, form_of
from rosin.interactions.interaction import LawKernels
from rosin.kernels.clearing import CALMING, calm
from rosin.kernels.dialect import Constant, abreast, constant, kernel, numbers, part, view
from rosin.kernels.maths import expm1
from rosin.kernels.modes import detour
from rosin.kernels.record import Real, Record, Row
from rosin.playing.controls import BEND, CONTROLS, FORCE, GLIDE, VELOCITY
from rosin.textures.texture import TextureKernels

MANY = len(CONTROLS)
ARRIVED = Constant(1e-12, single=1e-6)  # distance at which a gliding control has arrived
TRACES = (*SLID, "compression", "iterations", *ENERGIES)

Form = form_of(
    "exciter",
    "law",
    "resonator",
    "texture",
    block="samples that a row holds",
    channels="that are heard",
    output="what is heard, by its place in OUTPUTS",
    observed="what is kept beside the sound: nothing, how it slides (1), all of how it moves (2), or also energies (3)",
    kept="rows of traces",
    quantities="of the law, that are kept",
    pressed="whether the law needs the compression",
    live="whether controls glide to where the hand has put them",
    first="whether the account of energy has yet to begin",
    clock="samples since what has died away was last set to zero",
)


class Head(Record, form=Form):
    """What a voice has besides its parts: the last velocity, what the law took, the account of energy, controls, sound, traces."""

    sample_rate = Real("Hz")
    step = Real("s", "time step T")
    last_v = Real("m/s", "last relative velocity")
    last_f = Real("N", "last force; as if there had been one before the first sample and after changes")
    evaluations = Real("", "of the law, in all")
    most = Real("", "evaluations in one sample")
    supplied = Real("J")
    supplied_rounding = Real("J")
    dissipated = Real("J")
    dissipated_rounding = Real("J")
    exchanged = Real("J")
    goals = Row(MANY, text="where a live hand has put each control")
    present = Row(MANY, text="where each control is now")
    noted = Row(MANY, text="1 where a control comes as a row though a hand plays live, as notes have it")
    last_controls = Row(MANY, text="where each was in the last sample")
    controls = Row(MANY, "block", text="a row for each control")
    audio = Row("channels", "block", text="a row for each channel")
    traces = Row("kept", "block", text="a row for each trace")


@kernel
def glide_row(row, value, goal, pace, n):
    """A control closes the same share of its distance to its goal with every sample; where it is then."""
    for i in range(n):
        value = value + pace * (goal - value)
        if abs(goal - value) < ARRIVED:
            value = goal
        row[i] = value
    return value


@kernel
def glide(m, n):
    """All controls that a hand moves."""
    pace = -expm1(-m.step / GLIDE)
    for k in range(MANY):
        if m.noted[k] == 0.0:
            m.present[k] = glide_row(part(m.controls, k * m.block), m.present[k], m.goals[k], pace, n)


@kernel(reassociate=True)
def stays(row, value, n):
    """Whether n numbers of a row all are this one."""
    different = 0.0
    for i in range(n):
        different += 1.0 if row[i] != value else 0.0
    return different == 0.0


@kernel
def all_stay(m, begin, n):
    """Whether no control changes in a stretch, but for the bend."""
    moved = False
    for k in range(MANY):
        moved = moved or (k != BEND and not stays(part(m.controls, k * m.block + begin), m.last_controls[k], n))
    return not moved


@kernel
def keep_last(m, f, i):
    """The force and the controls of the last sample."""
    m.last_f = f
    for k in range(MANY):
        m.last_controls[k] = m.controls[k * m.block + i]


@kernel
def supply(m, amount):
    """Book energy supplied; compensated, so that the account stays true over any length."""
    amount = amount - m.supplied_rounding
    total = m.supplied + amount
    m.supplied_rounding = (total - m.supplied) - amount
    m.supplied = total


@kernel
def dissipate(m, amount):
    """Book energy dissipated, likewise."""
    amount = amount - m.dissipated_rounding
    total = m.dissipated + amount
    m.dissipated_rounding = (total - m.dissipated) - amount
    m.dissipated = total


@functools.cache
def compose(exciter: BodyKernels, law: LawKernels, resonator: BodyKernels, texture: TextureKernels) -> Program:
    """The program of a voice made of these parts."""
    EP, EC, ES = exciter.memory
    LP, LC, LS = law.memory
    RP, RC, RS = resonator.memory
    TP, TC, TS = texture.memory
    e_prepare, e_start, e_free, e_displacement, e_push = exciter.prepare, exciter.start, exciter.free, exciter.displacement, exciter.push
    e_stored, e_spent, e_settle = exciter.stored, exciter.spent, exciter.settle
    r_prepare, r_start, r_free, r_displacement = resonator.prepare, resonator.start, resonator.free, resonator.displacement
    r_push, r_pickup, r_stored, r_spent = resonator.push, resonator.pickup, resonator.stored, resonator.spent
    r_lead, r_settle = resonator.lead, resonator.settle
    e_drift, e_extent, r_extent, r_ring = exciter.drift, exciter.extent, resonator.extent, resonator.ring
    l_prepare, l_start, l_solve, l_roughness = law.prepare, law.start, law.solve, law.roughness
    l_stored, l_spent, l_observe, l_rests = law.stored, law.spent, law.observe, law.rests
    t_prepare, t_start, t_advance = texture.prepare, texture.start, texture.advance

    @kernel
    def prepare(reals, wholes):
        """Coefficients of all parts, and what of their state follows from them."""
        m = view(Head, reals, wholes)
        m.step = 1.0 / m.sample_rate
        m.last_f = 1.0
        en, ln, rn, tn = part(wholes, m.exciter_n), part(wholes, m.law_n), part(wholes, m.resonator_n), part(wholes, m.texture_n)
        ec, rc = view(EC, part(reals, m.exciter_c), en), view(RC, part(reals, m.resonator_c), rn)
        e_prepare(
            view(EP, constant(part(reals, m.exciter_p)), constant(en)), m.sample_rate, view(EC, part(reals, m.exciter_c), constant(en))
        )
        l_prepare(view(LP, constant(part(reals, m.law_p)), constant(ln)), m.sample_rate, view(LC, part(reals, m.law_c), constant(ln)))
        r_prepare(
            view(RP, constant(part(reals, m.resonator_p)), constant(rn)), m.sample_rate, view(RC, part(reals, m.resonator_c), constant(rn))
        )
        t_prepare(
            view(TP, constant(part(reals, m.texture_p)), constant(tn)), m.sample_rate, view(TC, part(reals, m.texture_c), constant(tn))
        )
        e_settle(view(EC, constant(numbers(ec)), constant(en)), view(ES, part(reals, m.exciter_s), en))
        r_settle(view(RC, constant(numbers(rc)), constant(rn)), view(RS, part(reals, m.resonator_s), rn))

    @kernel
    def start(reals, wholes):
        """All parts at rest, or as their parameters say; an empty account."""
        m = view(Head, reals, wholes)
        en, ln, rn, tn = part(wholes, m.exciter_n), part(wholes, m.law_n), part(wholes, m.resonator_n), part(wholes, m.texture_n)
        e_start(view(EC, constant(part(reals, m.exciter_c)), constant(en)), view(ES, part(reals, m.exciter_s), en))
        l_start(view(LC, constant(part(reals, m.law_c)), constant(ln)), view(LS, part(reals, m.law_s), ln))
        r_start(view(RC, constant(part(reals, m.resonator_c)), constant(rn)), view(RS, part(reals, m.resonator_s), rn))
        t_start(view(TC, constant(part(reals, m.texture_c)), constant(tn)), view(TS, part(reals, m.texture_s), tn))
        m.last_v = 0.0
        m.last_f = 1.0
        m.evaluations = 0.0
        m.most = 0.0
        m.supplied = 0.0
        m.supplied_rounding = 0.0
        m.dissipated = 0.0
        m.dissipated_rounding = 0.0
        m.exchanged = 0.0
        m.first = 1
        m.clock = 0

    @kernel(separate=True, large=True)
    def stay_apart(m, ec, es, lc, ls, rc, rs, begin, n):
        """Whether the bodies do not meet in n samples, which have then gone by."""
        if m.observed > 0 or m.pressed == 0 or m.last_f != 0.0 or not all_stay(m, begin, n) or not l_rests(lc, ls):
            return False
        bends = part(m.controls, BEND * m.block + begin)
        _, near = e_extent(ec, es, float(n))
        far, _ = r_extent(rc, rs, float(n))
        if not near < min(far, far * detour(bends, m.last_controls[BEND], n)):
            return False
        if not r_ring(rc, rs, bends, m.channels, m.output, part(m.audio, begin), m.block, n):
            return False
        e_drift(ec, es, m.last_controls[VELOCITY], m.last_controls[FORCE], float(n))
        return True

    @kernel(separate=True)
    def run(m, ec, es, lc, ls, rc, rs, tc, ts, n):
        """Samples one after the other."""
        channels, output, block = m.channels, m.output, m.block
        observed, moving, accounted = m.observed > 0, m.observed > SLIDING, m.observed > MOTION
        compressed = m.pressed > 0 or moving
        step = m.step
        rough = l_roughness(lc)
        clock = m.clock
        f, v = m.last_f, m.last_v
        evaluations, most = 0.0, 0.0
        begin = 0
        velocities, forces, normal_forces = part(m.controls, 0), part(m.controls, block), part(m.controls, 2 * block)
        positions, exciter_positions = part(m.controls, 3 * block), part(m.controls, 4 * block)
        fingers, bends = part(m.controls, 5 * block), part(m.controls, 6 * block)
        if accounted and m.first > 0:
            m.first = 0
            supply(m, e_stored(ec, es) + l_stored(lc, ls) + r_stored(rc, rs))
        while begin < n:
            end = min(n, begin + CALMING - clock)
            first = begin
            if not abreast() and stay_apart(m, ec, es, lc, ls, rc, rs, begin, end - begin):
                first = end
            for i in range(first, end):
                velocity, normal_force = velocities[i], normal_forces[i]
                v_e, y_e = e_free(ec, es, velocity, forces[i], exciter_positions[i], 0.0)
                r_lead(rc, rs, velocity, normal_force, bends[i])
                v_r, y_r = r_free(rc, rs, 0.0, 0.0, positions[i], fingers[i])
                y = y_e + y_r
                noise = 0.0
                if rough > 0.0:
                    noise = rough * t_advance(tc, ts) * math.sqrt(abs(v) * max(normal_force, 0.0))
                compression = 0.0
                if compressed:
                    compression = e_displacement(ec, es) - r_displacement(rc, rs)
                f, v, count = l_solve(lc, ls, v_e - v_r - y * noise, y, compression, normal_force)
                evaluations += count
                most = max(most, float(count))
                e_push(ec, es, -f - noise)
                r_push(rc, rs, f + noise)
                for k in range(channels):
                    m.audio[k * block + i] = r_pickup(rc, rs, k, output)
                if observed:
                    m.traces[i] = f + noise
                    m.traces[block + i] = v
                if moving:
                    m.traces[2 * block + i] = compression + step * v
                    m.traces[3 * block + i] = float(count)
                    for j in range(m.quantities):
                        m.traces[(8 + j) * block + i] = l_observe(lc, ls, j)
                if accounted:
                    e_lost, e_work = e_spent(ec, es)
                    r_lost, r_work = r_spent(rc, rs)
                    l_lost, l_work = l_spent(lc, ls, f, v)
                    supply(m, e_work + r_work + l_work - step * noise * v)
                    dissipate(m, e_lost + r_lost + l_lost)
                    m.exchanged += step * abs((f + noise) * v) + abs(e_work) + abs(l_work)
                    m.traces[4 * block + i] = e_stored(ec, es) + l_stored(lc, ls) + r_stored(rc, rs)
                    m.traces[5 * block + i] = m.supplied
                    m.traces[6 * block + i] = m.dissipated
                    m.traces[7 * block + i] = m.exchanged
            if not abreast():
                keep_last(m, f, end - 1)
            clock += end - begin
            begin = end
            if clock == CALMING:
                clock = 0
                calm(numbers(es), m.exciter_size)
                calm(numbers(ls), m.law_size)
                calm(numbers(rs), m.resonator_size)
        m.last_v = v
        m.clock = clock
        m.evaluations += evaluations
        m.most = max(m.most, most)

    @kernel
    def process(reals, wholes, n):
        """Controls in, sound and traces out."""
        m = view(Head, reals, wholes)
        if m.live > 0:
            glide(m, n)
        en, ln, rn, tn = part(wholes, m.exciter_n), part(wholes, m.law_n), part(wholes, m.resonator_n), part(wholes, m.texture_n)
        run(
            m,
            view(EC, constant(part(reals, m.exciter_c)), constant(en)),
            view(ES, part(reals, m.exciter_s), en),
            view(LC, constant(part(reals, m.law_c)), constant(ln)),
            view(LS, part(reals, m.law_s), ln),
            view(RC, constant(part(reals, m.resonator_c)), constant(rn)),
            view(RS, part(reals, m.resonator_s), rn),
            view(TC, constant(part(reals, m.texture_c)), constant(tn)),
            view(TS, part(reals, m.texture_s), tn),
            n,
        )

    parts = (("exciter", exciter), ("law", law), ("resonator", resonator), ("texture", texture))
    return Program(Head, parts, prepare, start, process, compose)
