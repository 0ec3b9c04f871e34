"""The wolf: a bowed string on a body whose mode lies at its note beats; on a heavier body, or beside the note, it does not.

The string is a cello's (Z = 0.89 kg/s) with Q = 500 at its lowest partial, standing on one mode of 175 Hz and Q = 90.
"""

import functools

import numpy as np
import pytest

from rosin import ElastoPlastic, Gesture, Hand, Heard, Modal, Rigid, Scene, StiffString, Touch, render

RATE = 44_100
MODE, QUALITY = 175.0, 90.0  # of the body, Hz
LENGTH, IMPEDANCE = 0.7, 0.89  # m, kg/s
BOWED, SPEED, FORCE = 0.107, 0.0632, 0.49  # of the length, m/s, N
STROKE = Gesture(velocity=[(0, 0), (0.05, SPEED)], normal_force=FORCE)
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def on_a_body(mass, ratio):
    """A string tuned to the mode times a ratio, whose end is the bridge of a body of one mode."""
    frequency = MODE * ratio
    line_mass = IMPEDANCE / (2 * LENGTH * frequency)
    string = StiffString(
        length=LENGTH,
        radius=float(np.sqrt(line_mass / (np.pi * 7850))),
        frequency=frequency,
        youngs_modulus=2e9,
        damping=1.1,
        frequency_damping=6.9e-3,
        bridge="moving",
    )
    rosin = ElastoPlastic(
        bristle_stiffness=2.9e4, bristle_damping=0.1, static_friction=1.05, dynamic_friction=0.4, stribeck_velocity=0.1, breakaway=0.7
    )
    return Scene(
        bodies={"bow": Hand(), "string": string, "body": Modal([MODE], QUALITY / (np.pi * MODE), mass)},
        contacts={"bowing": Touch("bow", "string", rosin, at=(0, BOWED))},
        joints=(Rigid("string", "body", at=(0, 0)),),
        heard={"body": Heard(pan=-1), "string": Heard(output="bridge_force", pan=1)},
    )


@functools.cache
def beating(mass, ratio):
    """Of body velocity and bridge force: depth of the envelope, (98 % - 2 %) / (98 % + 2 %), and its strongest line above 1 Hz."""
    found = []
    for heard in render(on_a_body(mass, ratio), {"bowing": STROKE}, duration=5.0, sample_rate=RATE).audio:
        periods = np.ones(round(2 * RATE / (MODE * ratio)))
        power = np.convolve((heard - heard.mean()) ** 2, periods / len(periods), "same")
        envelope = np.sqrt(np.maximum(power, 0))[::44][1500:-60]
        low, high = np.percentile(envelope, [2, 98])
        lines = np.abs(np.fft.rfft((envelope - envelope.mean()) * np.hanning(len(envelope)), 1 << 16))
        frequencies = np.fft.rfftfreq(1 << 16, 44 / RATE)
        found.append(((high - low) / (high + low), frequencies[np.argmax(lines * (frequencies > 1))]))
    return found


@pytest.mark.parametrize(("mass", "rate"), [(0.286, 8.3), (0.38, 6.0), (0.45, 4.4)])
def test_a_light_body_makes_the_note_beat(mass, rate):
    """At the rates that a travelling-wave model of the same string and body found."""
    body, force = beating(mass, 1.003)
    assert body[0] > 0.5
    assert force[0] > 0.2
    assert force[1] == pytest.approx(rate, rel=0.06)


def test_a_heavier_body_beats_more_slowly_until_it_does_not():
    assert beating(0.286, 1.003)[1][1] > 1.2 * beating(0.38, 1.003)[1][1] > 1.4 * beating(0.45, 1.003)[1][1]
    assert max(depth for depth, _ in beating(0.57, 1.003)) < 0.02


@pytest.mark.parametrize("ratio", [0.97, 0.985, 1.02, 1.03])
def test_beside_the_note_there_is_no_wolf(ratio):
    assert max(depth for depth, _ in beating(0.286, ratio)) < 0.02


def test_the_wolf_accounts_for_its_energy():
    sound = render(on_a_body(0.286, 1.003), {"bowing": STROKE}, duration=0.5, sample_rate=RATE, record=ENERGIES)
    assert sound.diagnostics.energy_error < 1e-11
