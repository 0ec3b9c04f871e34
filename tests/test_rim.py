"""The rubbed rim against an independent integration of its equations, and its account of energy."""

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from rosin import Contact, ElastoPlastic, Exponential, Gesture, Hand, ParameterError, Rim, render

RATE = 192_000
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")


def rubbed(law, **changes):
    given = {"frequencies": [574.5, 1598.9], "decay_times": [0.8, 0.3], "masses": [5.2e-3, 4.6e-3], "split": 0.01, "finger_damping": 0.5}
    return Contact(Hand(), law, Rim(0.033, **(given | changes)))


def test_the_rim_follows_its_differential_equation():
    speed, damping, stickiness, duration = 0.3, 0.5, 4.0, 0.02

    def force(time):
        return 0.4 * np.sin(np.pi * time / duration) ** 2

    contact = rubbed(Exponential(stickiness))
    sound = render(contact, Gesture(velocity=speed, normal_force=force), duration=duration, sample_rate=RATE)
    rim = contact.resonator
    orders = np.repeat([2, 3], 2)
    omega = 2 * np.pi * np.repeat(rim.frequencies, 2) * (1 + np.tile([-0.5, 0.5], 2) * rim.split)
    decay, mass = 1 / np.repeat(rim.decay_times, 2), np.repeat(rim.masses, 2)
    cosine = np.tile([True, False], 2)

    def motion(time, state):
        x, v = state[:4], state[4:]
        angle = orders * speed * time / rim.radius
        along = np.where(cosine, -np.sin(angle), np.cos(angle)) / orders
        across = np.where(cosine, np.cos(angle), np.sin(angle))
        slip = speed - along @ v
        friction = force(time) * math.sqrt(2 * stickiness) * slip * math.exp(0.5 - stickiness * slip**2)
        return np.concatenate([v, (along * friction - across * damping * (across @ v)) / mass - 2 * decay * v - omega**2 * x])

    times = np.arange(sound.audio.shape[1]) / sound.sample_rate
    exact = solve_ivp(motion, (0, duration), np.zeros(8), t_eval=times, rtol=1e-10, atol=1e-14).y[4:]
    heard = [cosine.astype(float), np.where(cosine, np.cos(orders * np.pi / 4), np.sin(orders * np.pi / 4))]
    for channel, weights in zip(sound.audio, heard, strict=True):
        wanted = weights @ exact
        np.testing.assert_allclose(channel, wanted, atol=1e-4 * np.abs(wanted).max())


def test_a_vessel_that_turns_is_heard_where_the_finger_is():
    law = Exponential(4.0)
    gesture = Gesture(velocity=0.3, normal_force=0.4)
    turning = render(rubbed(law, turns="vessel", listeners=[0.0]), gesture, duration=0.5, output="displacement").audio[0]
    standing = render(rubbed(law, listeners=np.arange(16) / 16), gesture, duration=0.5, output="displacement").audio
    sample = np.arange(2000, 24_000, 500)
    angle = 2 * np.pi * sample * 0.3 / 48_000 / (2 * np.pi * 0.033)
    order = np.fft.rfftfreq(16, 1 / 16)
    seen = 2 / 16 * np.real((np.fft.rfft(standing[:, sample], axis=0) * np.exp(1j * np.outer(order, angle))).sum(axis=0))
    np.testing.assert_allclose(turning[sample], seen, atol=1e-9 * np.abs(turning).max())


@pytest.mark.parametrize("law", [ElastoPlastic(3e5, 0.3, noise=0.05), Exponential(100.0)])
def test_energy_closes_while_the_finger_travels_presses_and_lifts(law):
    gesture = Gesture(velocity=[(0, 0), (0.1, 0.15), (0.6, -0.1)], normal_force=[(0, 0), (0.1, 0.5), (0.4, 0.5), (0.45, 0)])
    assert render(rubbed(law), gesture, duration=0.6, record=ENERGIES).diagnostics.energy_error < 1e-12


def test_what_cannot_be_is_refused():
    with pytest.raises(ParameterError, match="does not match the 2 frequencies"):
        rubbed(Exponential(), masses=[1.0])
    with pytest.raises(ParameterError, match="23950 Hz is not below half the sample rate"):
        render(rubbed(Exponential(), frequencies=[23_950], decay_times=0.5, masses=0.1), Gesture(velocity=0, normal_force=0), duration=0.1)
    with pytest.raises(ParameterError, match="listeners"):
        rubbed(Exponential(), listeners=[])
