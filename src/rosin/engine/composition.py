"""A voice as one loop: exciter, interaction, texture and resonator composed into four kernels.

    prepare   parameters into coefficients, for all parts        (may be called while sounding)
    start     the state before the first sample
    process   a block of samples: controls in, audio (and traces) out
    glide     a block of controls that move smoothly, sample by sample, towards where a live hand has put them

Per sample: both bodies say their free velocity and admittance, the law finds the force, both are pushed.
"""

import functools
import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from rosin.bodies.body import BodyKernels
from rosin.engine.signatures import SIGNATURES
from rosin.interactions.interaction import LawKernels
from rosin.kernels.dialect import kernel
from rosin.playing.controls import BEND, CONTROLS, EXCITER_POSITION, FINGER, FORCE, NORMAL_FORCE, POSITION, VELOCITY
from rosin.textures.texture import TextureKernels

MANY = len(CONTROLS)

CHANNELS, OUTPUT, OBSERVED, QUANTITIES, EXCITER_STATES, LAW_STATES, RESONATOR_STATES = range(7)  # options of a voice
OPTIONS = 7

# the memory of a voice: last velocity, evaluations of the law, the energy account with its roundings, samples since the last calming
LAST_V, EVALUATIONS, MOST, SUPPLIED, SUPPLIED_ROUNDING, DISSIPATED, DISSIPATED_ROUNDING, EXCHANGED, FIRST, CLOCK = range(10)
MEMORY = 10

TRACES = (
    "force",
    "relative_velocity",
    "compression",
    "iterations",
    "stored_energy",
    "supplied_energy",
    "dissipated_energy",
    "exchanged_energy",
)
FAINTEST = 1e-150  # its square is still a normal number
CALMING = 256  # samples between two calmings
ARRIVED = 1e-12  # distance at which a gliding control has arrived


class Composition(NamedTuple):
    """The kernels of a voice."""

    prepare: Callable[..., Any]
    start: Callable[..., Any]
    process: Callable[..., Any]
    glide: Callable[..., Any]

    @property
    def signatures(self) -> Mapping[str, tuple[str, ...]]:
        """The kinds of their arguments."""
        return SIGNATURES


@kernel
def add_exactly(memory, total, rounding, amount):
    """Compensated sum, so that an energy account stays true over any length."""
    amount = amount - memory[rounding]
    sum_ = memory[total] + amount
    memory[rounding] = (sum_ - memory[total]) - amount
    memory[total] = sum_


@kernel
def calm(s, n):
    """Let what has died away be zero: numbers near the end of the range of a double are a hundred times slower."""
    for i in range(n):
        if abs(s[i]) < FAINTEST:
            s[i] = 0.0


@kernel
def glide(n, stride, pace, goals, present, controls):
    """Each control closes the share `pace` of its distance to its goal with every sample."""
    for k in range(MANY):
        value = present[k]
        for i in range(n):
            value = value + pace * (goals[k] - value)
            if abs(goals[k] - value) < ARRIVED:
                value = goals[k]
            controls[k * stride + i] = value
        present[k] = value


@functools.cache
def compose(exciter: BodyKernels, law: LawKernels, resonator: BodyKernels, texture: TextureKernels, pressed: bool) -> Composition:
    """The kernels of a voice made of these parts; `pressed` laws need the compression, friction does not."""
    e_prepare, e_start, e_free, e_displacement, e_push, _, e_stored, e_spent, _ = exciter
    r_prepare, r_start, r_free, r_displacement, r_push, r_pickup, r_stored, r_spent, r_lead = resonator
    l_prepare, l_start, l_solve, l_roughness, l_stored, l_spent, l_observe = law
    t_prepare, t_start, t_advance = texture

    @kernel
    def prepare(fs, ep, ec, lp, lc, rp, rc, tp, tc):
        e_prepare(ep, fs, ec)
        l_prepare(lp, fs, lc)
        r_prepare(rp, fs, rc)
        t_prepare(tp, fs, tc)

    @kernel
    def start(ec, es, lc, ls, rc, rs, tc, ts, memory):
        e_start(ec, es)
        l_start(lc, ls)
        r_start(rc, rs)
        t_start(tc, ts)
        for i in range(MEMORY):
            memory[i] = 0.0
        memory[FIRST] = 1.0

    @kernel
    def process(n, stride, step, ec, es, lc, ls, rc, rs, tc, ts, options, memory, controls, audio, traces):
        channels = int(options[CHANNELS])
        output = int(options[OUTPUT])
        observed = options[OBSERVED] > 0.0
        quantities = int(options[QUANTITIES])
        rough = l_roughness(lc)
        clock = int(memory[CLOCK])
        v = memory[LAST_V]
        evaluations = 0
        most = 0
        begin = 0
        while begin < n:
            end = min(n, begin + CALMING - clock)
            for i in range(begin, end):
                normal_force = controls[NORMAL_FORCE * stride + i]
                if observed and memory[FIRST] > 0.0:
                    memory[FIRST] = 0.0
                    add_exactly(memory, SUPPLIED, SUPPLIED_ROUNDING, e_stored(ec, es) + l_stored(lc, ls) + r_stored(rc, rs))
                velocity, force = controls[VELOCITY * stride + i], controls[FORCE * stride + i]
                v_e, y_e = e_free(ec, es, velocity, force, controls[EXCITER_POSITION * stride + i], 0.0)
                r_lead(rc, rs, velocity, normal_force, controls[BEND * stride + i])
                v_r, y_r = r_free(rc, rs, 0.0, 0.0, controls[POSITION * stride + i], controls[FINGER * stride + i])
                y = y_e + y_r
                noise = 0.0
                if rough > 0.0:
                    noise = rough * t_advance(tc, ts) * math.sqrt(abs(v) * max(normal_force, 0.0))
                compression = 0.0
                if pressed or observed:
                    compression = e_displacement(ec, es) - r_displacement(rc, rs)
                f, v, count = l_solve(lc, ls, v_e - v_r - y * noise, y, compression, normal_force)
                evaluations += count
                most = max(most, count)
                e_push(ec, es, -f - noise)
                r_push(rc, rs, f + noise)
                for k in range(channels):
                    audio[k * stride + i] = r_pickup(rc, rs, k, output)
                if observed:
                    e_lost, e_work = e_spent(ec, es)
                    r_lost, r_work = r_spent(rc, rs)
                    l_lost, l_work = l_spent(lc, ls, f, v)
                    add_exactly(memory, SUPPLIED, SUPPLIED_ROUNDING, e_work + r_work + l_work - step * noise * v)
                    add_exactly(memory, DISSIPATED, DISSIPATED_ROUNDING, e_lost + r_lost + l_lost)
                    memory[EXCHANGED] += step * abs((f + noise) * v) + abs(e_work) + abs(l_work)
                    traces[i] = f + noise
                    traces[stride + i] = v
                    traces[2 * stride + i] = compression + step * v
                    traces[3 * stride + i] = count
                    traces[4 * stride + i] = e_stored(ec, es) + l_stored(lc, ls) + r_stored(rc, rs)
                    traces[5 * stride + i] = memory[SUPPLIED]
                    traces[6 * stride + i] = memory[DISSIPATED]
                    traces[7 * stride + i] = memory[EXCHANGED]
                    for j in range(quantities):
                        traces[(8 + j) * stride + i] = l_observe(lc, ls, j)
            clock += end - begin
            begin = end
            if clock == CALMING:
                clock = 0
                calm(es, int(options[EXCITER_STATES]))
                calm(ls, int(options[LAW_STATES]))
                calm(rs, int(options[RESONATOR_STATES]))
        memory[LAST_V] = v
        memory[CLOCK] = clock
        memory[EVALUATIONS] += evaluations
        memory[MOST] = max(memory[MOST], float(most))

    return Composition(prepare, start, process, glide)
