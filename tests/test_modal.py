"""Modes: exact poles, the papers' bilinear form to the letter, positive real, touched and heard at any point."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Gesture, Hand, InertialMass, Modal, PowerLaw, Voice, render
from rosin.analysis import cents, pitch
from rosin.bodies.modal import kernels as modal_kernels
from rosin.kernels.record import fill

RATE = 48_000
T = 1 / RATE


def opened(body, rate=RATE):
    """Coefficients and state of a body, ready to run in Python."""
    p, c, s = body.memory.blank(body.form(rate))
    fill(p, body.packed())
    modal_kernels.prepare(p, float(rate), c)
    modal_kernels.start(c, s)
    return c, s


def step_matrix(body, rate=RATE):
    """What one free step does to (w_x, w_v) of a single mode, column by column, from the kernel itself."""
    columns = []
    for unit in np.eye(2):
        c, s = opened(body, rate)
        s.x[0], s.w[0], s.v[0] = *unit, s.h1[0] * unit[0] + s.h2[0] * unit[1]
        modal_kernels.advance(c, s)
        columns.append((s.x[0], s.w[0]))
    return np.array(columns).T


@pytest.mark.parametrize("rate", [22_050, 48_000, 192_000])
def test_exact_modes_have_the_poles_of_the_continuous_mode(rate):
    for frequency in rate * np.array([0.0005, 0.003, 0.02, 0.1, 0.25, 0.4, 0.45, 0.495]):
        for decay_time in (0.02, 0.1, 10.0, np.inf):
            s = -1 / decay_time + 1j * np.sqrt((2 * np.pi * frequency) ** 2 - 1 / decay_time**2)
            poles = np.linalg.eigvals(step_matrix(Modal([frequency], decay_time, 0.1), rate))
            pole = np.log(poles[np.argmax(poles.imag)]) * rate
            assert abs(1200 * np.log2(pole.imag / s.imag)) < 0.01
            if np.isinf(decay_time):
                assert abs(pole.real) < 1e-9 * rate
            else:
                assert pole.real == pytest.approx(s.real, rel=1e-4)


def test_overdamped_modes_have_their_two_real_poles():
    for frequency, decay_time in ((50, 1e-3), (300, 2e-4), (5000, 1e-5), (20, 7e-3)):
        decay, omega = 1 / decay_time, 2 * np.pi * frequency
        assert decay > omega
        exact = -decay + np.array([-1, 1]) * np.sqrt(decay**2 - omega**2)
        poles = np.sort(np.linalg.eigvals(step_matrix(Modal([frequency], decay_time, 0.1))).real)
        np.testing.assert_allclose(poles, np.exp(exact * T), rtol=1e-8, atol=1e-14)


@pytest.mark.parametrize("integrator", ["exact", "bilinear"])
def test_the_admittance_is_positive_real_and_right_at_resonance(integrator):
    for frequency in (30, 1000, 9000, 20_000, 23_900):
        for decay_time in (1e-5, 1e-3, 1.0):
            body = Modal([frequency], decay_time, 0.2, integrator=integrator)
            _, s = opened(body)
            h1, h2, b = s.h1[0], s.h2[0], s.b[0]
            angles = np.linspace(1e-4, np.pi - 1e-4, 4000)
            z = np.exp(1j * angles)
            phi, drive = step_matrix(body), np.array([T * b, 2 * b])
            motion = np.linalg.solve(z[:, None, None] * np.eye(2) - phi, np.broadcast_to(drive, (len(z), 2))[..., None])[..., 0]
            admittance = b + motion @ np.array([h1, h2])
            assert (admittance.real >= -1e-12 * np.abs(admittance)).all()
    body = Modal([1000], 0.05, 0.2)
    sound = drive_by(body, np.cos(2 * np.pi * 1000 * T * np.arange(RATE * 6 // 10)))
    assert np.abs(sound[-RATE // 10 :]).max() == pytest.approx(0.05 / (2 * 0.2), rel=1e-3)


def drive_by(body, forces, displaced=False):
    """The response at the first pickup to a given force at the contact."""
    c, s = opened(body)
    answer = []
    for f in forces:
        modal_kernels.free(c, s, 0.0, 0.0, 0.0, 0.0)
        modal_kernels.push(c, s, f)
        answer.append(modal_kernels.pickup(c, s, 0, displaced))
    return np.array(answer)


def test_bilinear_modes_are_the_papers_to_the_letter():
    frequency, decay_time, mass = 1234.0, 0.02, 0.3
    omega = 2 * np.pi * frequency
    delta = RATE**2 + RATE / decay_time + omega**2 / 4
    A = np.array([[delta - omega**2 / 2, RATE], [-RATE * omega**2, 2 * RATE**2 - delta]]) / delta  # (8.7)
    b = np.array([1, 2 * RATE]) / (4 * delta * mass)
    forces = np.random.default_rng(1).normal(size=3000)
    x, before, literal = np.zeros(2), 0.0, []
    for f in forces:
        x = A @ x + b * (f + before)
        before = f
        literal.append(x)
    literal = np.array(literal).T
    body = Modal([frequency], decay_time, mass, integrator="bilinear")
    for row, displaced in ((literal[0], True), (literal[1], False)):
        np.testing.assert_allclose(drive_by(body, forces, displaced), row, atol=1e-12 * np.abs(row).max())


def test_a_force_is_projected_on_signed_shapes():
    """Force at point j drives mode l by t_jl / m_l; a pickup hears the sum of its own weights."""
    shapes, pickups = [[1.0, -0.5], [0.2, 0.8]], [[0.3, 0.7], [1.0, 0.0]]
    body = Modal([500, 900], 0.1, [0.1, 0.4], shapes, pickups)
    forces = np.random.default_rng(2).normal(size=500)
    alone = [drive_by(Modal([f], 0.1, m), forces) for f, m in ((500, 0.1), (900, 0.4))]
    heard = drive_by(body, forces)
    np.testing.assert_allclose(heard, 0.3 * 1.0 * alone[0] + 0.7 * -0.5 * alone[1], atol=1e-13)
    assert body.channels() == 2


def test_a_contact_that_moves_between_points_keeps_its_word():
    """At every position the velocity that was solved is the one the modes then have, and in between shapes are interpolated."""
    random = np.random.default_rng(3)
    shapes = random.uniform(-1, 1, (5, 7))
    body = Modal(np.linspace(200, 3000, 7), 0.2, 0.05, shapes)
    c, s = opened(body)
    for position in random.uniform(0, 1, 200):
        v_free, y = modal_kernels.free(c, s, 0.0, 0.0, position, 0.0)
        f = random.normal()
        modal_kernels.push(c, s, f)
        weights = [np.interp(4 * position, np.arange(5), column) for column in shapes.T]
        modes = s.v[:7] + s.heavy[:7] * f
        assert v_free + y * f == pytest.approx(np.dot(weights, modes), abs=1e-12)


def test_positions_at_points_are_the_points():
    shapes = np.array([[1.0, 0.1], [0.1, 1.0], [1.0, 1.0]])
    for point in range(3):
        at_point = Contact(Hand(), ElastoPlastic(), Modal([300, 500], 0.2, 0.05, shapes))
        alone = Contact(Hand(), ElastoPlastic(), Modal([300, 500], 0.2, 0.05, [shapes[point]], [shapes[0]]))
        moved = render(at_point, Gesture(velocity=0.1, normal_force=1, position=point / 2), duration=0.1)
        fixed = render(alone, Gesture(velocity=0.1, normal_force=1), duration=0.1)
        np.testing.assert_allclose(moved.audio, fixed.audio, atol=1e-9)


def test_a_struck_mode_rings_at_its_frequency_with_its_decay():
    contact = Contact(InertialMass(0.001, velocity=1.0, position=-1e-6), PowerLaw(1e9, 1.5), Modal([440], 0.25, 0.5))
    audio = render(contact, Gesture(), duration=1.0).audio[0]
    crossings = np.flatnonzero((audio[:-1] < 0) & (audio[1:] >= 0))
    times = crossings + audio[crossings] / (audio[crossings] - audio[crossings + 1])
    assert RATE * (len(times) - 1) / (times[-1] - times[0]) == pytest.approx(np.sqrt(440**2 - (1 / 0.25 / 2 / np.pi) ** 2), rel=1e-5)
    early, late = np.abs(audio[4800:9600]).max(), np.abs(audio[28_800:33_600]).max()
    assert early / late == pytest.approx(np.exp(0.5 / 0.25), rel=0.02)


def test_retuning_a_sounding_voice_keeps_it_sounding():
    contact = Contact(InertialMass(0.001, velocity=1.0, position=-1e-6), PowerLaw(1e9, 1.5), Modal([440], 1.0, 0.5))
    voice = Voice(contact, RATE)
    first = voice.process(4800, {})
    voice.update(contact.replace(resonator=Modal([880], 1.0, 0.5)))
    second = voice.process(4800, {})
    assert np.abs(np.diff(np.concatenate([first[:, 100:], second], axis=1))).max() < 1.5 * np.abs(np.diff(second)).max()
    assert np.argmax(np.abs(np.fft.rfft(second[0]))) == pytest.approx(88, abs=1)


def test_bend_and_press_raise_the_pitch_and_their_work_is_booked():
    saw = Modal([440.0], 2.0, 0.03, stiffening=0.05)
    glide = Gesture(
        velocity=[(0, 0), (0.15, 0.12)],
        normal_force=[(0, 0.6), (1.5, 0.6), (1.6, 1.0)],
        bend=[(0, 0), (0.7, 0), (0.9, 4), (1.5, 4), (1.6, -7)],
    )
    energies = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
    sound = render(Contact(Hand(), ElastoPlastic(3e5, 0.3), saw), glide, duration=2.4, record=energies)
    assert sound.diagnostics.energy_error < 1e-12
    for begin, end, semitones, newtons in ((0.45, 0.7, 0, 0.6), (1.0, 1.5, 4, 0.6), (1.9, 2.4, -7, 1.0)):
        wanted = 440 * 2 ** (semitones / 12) * (1 + 0.05 * newtons)
        heard = pitch(sound.audio[0][int(begin * 48_000) : int(end * 48_000)], 48_000, wanted)
        assert abs(cents(heard, wanted)) < 12


def vibrato(seconds):
    """A bend of a quarter of a semitone, six times a second, which then rests at 0.1."""
    time = np.arange(int(seconds * RATE)) / RATE
    return np.where(time < 1.0, 0.25 * np.sin(2 * np.pi * 6 * time) ** 2 + 0.1 * time, 0.1)


def test_a_vibrato_is_followed_within_a_cent_and_met_where_it_rests():
    voice, bend = Voice(Contact(Hand(), ElastoPlastic(), Modal([700.0], 1.0, 0.05)), RATE, block=1), vibrato(1.1)
    body, tunings, last = voice.machine.view("resonator.s.bend"), 0, 0.0
    for i in range(0, len(bend)):
        voice.process(1, {"velocity": 0.1, "normal_force": 1.0, "bend": bend[i : i + 1]})
        assert abs(body[0] - bend[i]) <= 0.01
        tunings += body[0] != last
        last = body[0]
    assert body[0] == bend[-1]
    assert tunings < len(bend) / 24


def test_a_struck_mode_under_vibrato_is_the_same_in_blocks_of_any_size():
    bend = vibrato(1.3)
    velocity = np.where(np.arange(len(bend)) < 96, 1.0, 0.0)
    sounds = []
    for block in (1, 37, 128, 4096):
        voice = Voice(Contact(InertialMass(0.01), PowerLaw(1e6, 1.5), Modal([700.0, 1900.0], 0.5, 0.05)), RATE, block=block)
        sounds.append(voice.process(len(bend), {"force": velocity, "bend": bend}))
    assert np.abs(sounds[0]).max() > 0
    for sound in sounds[1:]:
        np.testing.assert_allclose(sound, sounds[0], rtol=0, atol=1e-12 * np.abs(sounds[0]).max())


def test_a_bend_beyond_the_sample_rate_stays_finite():
    sound = render(
        Contact(Hand(), ElastoPlastic(), Modal([5000.0], 1.0, 0.01)), Gesture(velocity=0.1, normal_force=1.0, bend=60.0), duration=0.2
    )
    assert np.isfinite(sound.audio).all()
    assert sound.peak < 1
