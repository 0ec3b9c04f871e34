"""The wolf: a bowed string on a body whose mode lies at its note beats; on a heavier body, or beside the note, it does not.

The string is a cello's (Z = 0.89 kg/s) with Q = 500 at its lowest partial, standing on one mode of 175 Hz and Q = 90.
"""

import functools

import numpy as np
import pytest

from rosin import ElastoPlastic, Gesture, Hand, Heard, Modal, Rigid, Scene, StiffString, Touch, WaveguideString, render

RATE = 44_100
MODE, QUALITY = 175.0, 90.0  # of the body, Hz
LENGTH, IMPEDANCE = 0.7, 0.89  # m, kg/s
BOWED, SPEED, FORCE = 0.107, 0.0632, 0.49  # of the length, m/s, N
STROKE = Gesture(velocity=[(0, 0), (0.05, SPEED)], normal_force=FORCE)
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def stiff(frequency):
    """By finite differences, with Q = 500 at the lowest partial and a steady fall above."""
    line_mass = IMPEDANCE / (2 * LENGTH * frequency)
    return StiffString(
        length=LENGTH,
        radius=float(np.sqrt(line_mass / (np.pi * 7850))),
        frequency=frequency,
        youngs_modulus=2e9,
        damping=1.1,
        frequency_damping=6.9e-3,
        bridge="moving",
    )


def waveguide(frequency):
    """By travelling waves, with the same losses."""
    falls = [(n * frequency, 500 / (1 + 0.05 * (n * n - 1) / n)) for n in (1, 2, 4, 8, 16, 32)]
    return WaveguideString(frequency=frequency, impedance=IMPEDANCE, quality=falls, inharmonicity=1e-5, bridge="moving")


def on_a_body(string, mass, ratio):
    """A string tuned to the mode times a ratio, whose end is the bridge of a body of one mode."""
    rosin = ElastoPlastic(
        bristle_stiffness=2.9e4, bristle_damping=0.1, static_friction=1.05, dynamic_friction=0.4, stribeck_velocity=0.1, breakaway=0.7
    )
    return Scene(
        bodies={"bow": Hand(), "string": string(MODE * ratio), "body": Modal([MODE], QUALITY / (np.pi * MODE), mass)},
        contacts={"bowing": Touch("bow", "string", rosin, at=(0, BOWED))},
        joints=(Rigid("string", "body", at=(0, 0)),),
        heard={"body": Heard(pan=-1), "string": Heard(output="bridge_force", pan=1)},
    )


@functools.cache
def beating(string, mass, ratio):
    """Of body velocity and bridge force: depth of the envelope, (98 % - 2 %) / (98 % + 2 %), and its strongest line above 1 Hz."""
    found = []
    for heard in render(on_a_body(string, mass, ratio), {"bowing": STROKE}, duration=5.0, sample_rate=RATE).audio:
        periods = np.ones(round(2 * RATE / (MODE * ratio)))
        power = np.convolve((heard - heard.mean()) ** 2, periods / len(periods), "same")
        envelope = np.sqrt(np.maximum(power, 0))[::44][1500:-60]
        low, high = np.percentile(envelope, [2, 98])
        lines = np.abs(np.fft.rfft((envelope - envelope.mean()) * np.hanning(len(envelope)), 1 << 16))
        frequencies = np.fft.rfftfreq(1 << 16, 44 / RATE)
        found.append(((high - low) / (high + low), frequencies[np.argmax(lines * (frequencies > 1))]))
    return found


@pytest.mark.parametrize("string", [stiff, waveguide])
@pytest.mark.parametrize(("mass", "rate"), [(0.286, 8.3), (0.38, 6.0), (0.45, 4.4)])
def test_a_light_body_makes_the_note_beat(string, mass, rate):
    """At the rates that a travelling-wave model of the same string and body found."""
    body, force = beating(string, mass, 1.003)
    assert body[0] > 0.5
    assert force[0] > 0.2
    assert force[1] == pytest.approx(rate, rel=0.1)


@pytest.mark.parametrize("string", [stiff, waveguide])
def test_a_heavier_body_beats_more_slowly_until_it_does_not(string):
    light, middle, heavy = (beating(string, mass, 1.003)[1][1] for mass in (0.286, 0.38, 0.45))
    assert light > 1.2 * middle > 1.4 * heavy
    assert max(depth for depth, _ in beating(string, 0.57, 1.003)) < 0.02


@pytest.mark.parametrize("string", [stiff, waveguide])
@pytest.mark.parametrize("ratio", [0.97, 0.985, 1.02, 1.03])
def test_beside_the_note_there_is_no_wolf(string, ratio):
    assert max(depth for depth, _ in beating(string, 0.286, ratio)) < 0.02


@pytest.mark.parametrize("string", [stiff, waveguide])
def test_the_wolf_accounts_for_its_energy(string):
    sound = render(on_a_body(string, 0.286, 1.003), {"bowing": STROKE}, duration=0.5, sample_rate=RATE, record=ENERGIES)
    assert sound.diagnostics.energy_error < 1e-11
