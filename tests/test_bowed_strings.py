"""Strings under a bow, by finite differences and by waves: how they move, what they forgive, and where they change their mind."""

import numpy as np
import pytest

from rosin import (
    Bow,
    Contact,
    ElastoPlastic,
    Gesture,
    Hand,
    HuntCrossley,
    InertialMass,
    Modal,
    ParameterError,
    StiffString,
    Stribeck,
    Thermal,
    ThermalTable,
    Voice,
    Wall,
    WaveguideString,
    render,
)
from rosin.analysis import force_limits, motion, schelleng_limits, slip_friction
from rosin.interactions.interaction import Interaction

RATE = 48_000
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
STIFF = StiffString(0.69, 4.4e-4, 4457.0, 1.02e10, tension=111.6, damping=0.75, frequency_damping=0.0065)  # cello D
WAVES = WaveguideString(147.0, 0.55)
STRINGS = [STIFF, WAVES, WAVES.replace(torsion_impedance=1.8)]
BRISTLES = ElastoPlastic(3e4, 0.1, 0.0, 1.05, 0.4, 0.1, 0.7)
SHARP = ElastoPlastic(1e5, 0.1, 0.0, 0.8, 0.3, 0.1, 0.7)
CURVE = Stribeck(static_friction=0.8, dynamic_friction=0.3, stribeck_velocity=0.1, curve="hyperbolic")
LOSSY = WAVES.replace(quality=80.0)
ATTACK = [(0, 0), (0.05, 0.1)]  # 2 m/s^2


def played(string, law, force=1.1, position=0.1, velocity=0.1, duration=2.0, exciter=None, **options):
    """A stroke from rest, and the motion it ends in."""
    gesture = Gesture(velocity=[(0, 0), (velocity / 2, velocity)], normal_force=force, position=position)
    record = ("relative_velocity", "force")
    sound = render(Contact(exciter or Hand(), law, string), gesture, duration=duration, record=record, output="bridge_force", **options)
    return sound, motion(sound.traces["relative_velocity"], sound.trace_rate, frequency=147.0, velocity=velocity, position=position)


@pytest.mark.parametrize("law", [BRISTLES, Thermal()], ids=["bristles", "thermal"])
@pytest.mark.parametrize("string", STRINGS, ids=["stiff", "waves", "twisting"])
def test_a_cello_string_moves_as_helmholtz_saw_it(string, law):
    """147 Hz, 0.1 m/s, 1.1 N at a tenth of the string: slip speed, bridge force, pitch, and a loop that is wider on the way in."""
    sound, seen = played(string, law)
    assert seen.regime == "Helmholtz"
    assert seen.slips_per_period == pytest.approx(1, abs=0.02)
    assert seen.slip_speed == pytest.approx(0.1 * 0.9 / 0.1, rel=0.2)
    assert -30 < seen.cents < 10
    heard = sound.audio[0][RATE:] - sound.audio[0][RATE:].mean()
    turn = np.exp(-2j * np.pi * seen.pitch / RATE * np.arange(len(heard)))
    first = 4 * abs((heard * np.hanning(len(heard)) * turn).mean())
    assert first == pytest.approx(2 * 0.55 * 0.1 / (np.pi * 0.1), rel=0.1)
    entering, leaving = friction_at_half_slip(sound)
    assert entering > leaving + 0.005


def friction_at_half_slip(sound):
    """Mean friction where the relative velocity passes half of its peak, upwards and downwards, over the last 20 periods."""
    return slip_friction(*(sound.traces[name][-int(20 * RATE / 147) :] for name in ("relative_velocity", "force")))


@pytest.mark.parametrize(
    ("take", "force", "level", "words"),
    [
        (np.zeros(9), np.zeros(9), 0.5, "no whole slip"),
        (np.zeros(9), np.zeros(8), 0.5, "same length"),
        (np.zeros(9), np.zeros(9), 1.0, "level = 1"),
    ],
)
def test_a_loop_that_cannot_be_read_is_refused(take, force, level, words):
    with pytest.raises(ParameterError, match=words):
        slip_friction(take, force, level)


def test_the_plastic_table_slips_twice_but_the_loop_is_there():
    """The table of the measured curve makes a second, small slip on both strings; its first harmonic and loop are those of Helmholtz."""
    for string in (STIFF, WAVES):
        sound, seen = played(string, ThermalTable())
        assert seen.regime == "double slip"
        assert -30 < seen.cents < 10
        entering, leaving = friction_at_half_slip(sound)
        assert entering > leaving + 0.1


def test_compliant_hair_keeps_the_motion_and_its_energy():
    contact = Contact(Bow(), BRISTLES, WAVES)
    sound = render(contact, Gesture(velocity=ATTACK, normal_force=1.1, position=0.1), duration=0.5, record=("relative_velocity", *ENERGIES))
    assert sound.diagnostics.energy_error < 1e-12
    _, seen = played(WAVES, BRISTLES, exciter=Bow())
    _, stiffer = played(WAVES, BRISTLES, exciter=Bow(stiffness=1e9, damping=1e6))
    _, rigid = played(WAVES, BRISTLES)
    assert seen.regime == rigid.regime == "Helmholtz"
    assert stiffer.slip_speed == pytest.approx(rigid.slip_speed, rel=1e-3)
    assert seen.slip_speed != pytest.approx(rigid.slip_speed, rel=1e-3)


@pytest.mark.parametrize("law", [law for law in Interaction.registry.values() if law.friction])
@pytest.mark.parametrize("string", STRINGS[::2], ids=["stiff", "twisting"])
def test_every_friction_law_bows_every_string(string, law):
    contact = Contact(Hand(), law(), string)
    sound = render(
        contact, Gesture(velocity=ATTACK, normal_force=1.0, position=0.12, finger=0.2), duration=0.3, record=("force", *ENERGIES)
    )
    assert np.isfinite(sound.audio).all()
    assert np.abs(sound.traces["force"]).max() > 0.05
    assert sound.diagnostics.energy_error < 1e-11


@pytest.mark.parametrize("string", STRINGS[:2], ids=["stiff", "waves"])
def test_an_unpressed_bow_is_silent_and_a_lifted_one_forgotten(string):
    contact = Contact(Hand(), BRISTLES, string)
    with pytest.warns(UserWarning, match="silent"):
        assert not render(contact, Gesture(velocity=0.1, normal_force=0.0, position=0.2), duration=0.1).audio.any()
    heard = []
    for velocity in (0.1, -0.7):
        voice = Voice(contact, RATE)
        voice.process(9600, {"velocity": 0.1, "normal_force": 1.1, "position": 0.1})
        heard.append(voice.process(4800, {"velocity": velocity, "normal_force": 0.0, "position": 0.1}))
    assert np.abs(heard[0]).max() > 0.01
    assert np.array_equal(*heard)


@pytest.mark.parametrize("law", [BRISTLES, Thermal()], ids=["bristles", "thermal"])
@pytest.mark.parametrize("string", STRINGS[:2], ids=["stiff", "waves"])
def test_lifting_the_bow_does_not_click(string, law):
    """Over 20 ms: the bridge force above 4 kHz stays within 6 dB of its steady peak."""
    lift = [(0, 1.1), (1.0, 1.1), (1.02, 0.0)]
    sound = render(
        Contact(Hand(), law, string), Gesture(velocity=ATTACK, normal_force=lift, position=0.1), duration=1.5, output="bridge_force"
    )
    spectrum = np.fft.rfft(sound.audio[0])
    spectrum[np.fft.rfftfreq(sound.audio.shape[1], 1 / RATE) < 4000] = 0
    high = np.abs(np.fft.irfft(spectrum))
    assert high[RATE - 480 : RATE + 4800].max() < 2 * high[RATE // 2 : RATE - 480].max()


@pytest.mark.sweep
@pytest.mark.parametrize("string", STRINGS, ids=["stiff", "waves", "twisting"])
def test_strings_are_the_same_on_every_target_and_in_blocks_of_any_size(string):
    """Bow and finger moving; natively, in WebAssembly and in Python, and whatever the blocks."""
    contact = Contact(Bow(), BRISTLES, string)
    gesture = Gesture(
        velocity=ATTACK, normal_force=1.1, position=[(0, 0.08), (0.1, 0.12)], finger=lambda time: 0.2 + 0.02 * np.sin(200 * time)
    )
    whole = render(contact, gesture, duration=0.1, output="bridge_force").audio
    python = render(contact, gesture, duration=0.01, output="bridge_force", target="python").audio
    np.testing.assert_allclose(python, whole[:, :480], atol=1e-10)
    wasm = render(contact, gesture, duration=0.03, output="bridge_force", target="wasm").audio
    np.testing.assert_allclose(wasm, whole[:, :1440], atol=1e-9)
    voice = Voice(contact, RATE, output="bridge_force")
    begin, pieces = 0, []
    for size in (1, 7, 128, 1000, 4800 - 1136):
        pieces.append(voice.process(size, gesture.block(begin, size, RATE)))
        begin += size
    assert np.array_equal(np.concatenate(pieces, axis=1), whole)


def test_struck_strings_agree():
    """The same blow, by finite differences and by waves, has the same first partials at the bridge."""
    spectra = []
    for string in (STIFF.replace(youngs_modulus=0.0), WAVES.replace(inharmonicity=0.0)):
        strike = Contact(InertialMass(0.003, 1.0, -1e-5), HuntCrossley(1e6, 1.5, 0.1), string)
        heard = render(strike, Gesture(position=0.2), duration=0.25, output="bridge_force").audio[0]
        turns = np.exp(-2j * np.pi * np.outer(147.03 * np.arange(1, 7), np.arange(len(heard))) / RATE)
        spectra.append(np.abs(turns @ (heard * np.hanning(len(heard)))))
    np.testing.assert_allclose(spectra[0], spectra[1], rtol=0.15, atol=0.02 * spectra[0].max())


@pytest.mark.parametrize(
    ("string", "changes"),
    [
        (
            StiffString(1.0, 5e-4, frequency=196.0),
            {
                "length": 0.99,
                "radius": 4.9e-4,
                "density": 7700.0,
                "youngs_modulus": 1.9e11,
                "frequency": 195.0,
                "damping": 1.1,
                "frequency_damping": 5.2e-3,
                "ends": "clamped",
                "bridge": "moving",
                "finger_stop": "printed",
                "pickups": [0.11],
            },
        ),
        (
            WaveguideString(147.0, 0.55, torsion_impedance=1.8),
            {
                "frequency": 146.0,
                "impedance": 0.56,
                "quality": 490.0,
                "inharmonicity": 5.1e-5,
                "bridge_resistance": 1e4,
                "bridge": "moving",
                "torsion_impedance": 1.9,
                "torsion_speed": 5.1,
                "torsion_quality": 44.0,
                "pickups": [0.11],
            },
        ),
    ],
)
def test_every_parameter_changes_the_sound(string, changes):
    assert set(changes) | {"tension"} >= set(type(string).fields)
    stroke = Gesture(velocity=ATTACK, normal_force=1.1, position=0.1, finger=0.123)

    def sound(string):
        return render(Contact(Hand(), BRISTLES, string), stroke, duration=0.3).audio

    before = sound(string)
    for name, value in changes.items():
        after = sound(string.replace(**{name: value}))
        assert np.abs(after - before).max() > 1e-4 * np.abs(before).max(), name


def test_schellengs_limits():
    """A hyperbolic curve on a string with a resistive bridge and a one-pole loss at the nut: F_max within 20 %, F_min within 40 %."""
    impedance, resistance, corner = 0.55, 33.0, 7000.0
    partials = np.array([1, 2, 3, 5, 8, 13, 20, 30, 45])
    quality = 2 * np.pi * partials / np.log1p((147.0 * partials / corner) ** 2)
    string = WaveguideString(147.0, impedance, list(zip(147.0 * partials, quality, strict=True)), 0.0, resistance)
    print("\n  v m/s   beta   F_min N  Schelleng   F_max N  Schelleng")
    for velocity, position in ((0.1, 1 / 20), (0.1, 1 / 7), (0.2, 1 / 14), (0.2, 1 / 10)):
        drop = 0.8 - (0.3 + 0.5 * 0.1 / (0.1 + velocity / position))
        low, high = schelleng_limits(impedance, resistance, velocity, position, drop)
        found = force_limits(
            Contact(Hand(), CURVE, string), frequency=147.0, velocity=velocity, position=position, between=(0.3 * low, 3 * high)
        )
        print(f"{velocity:7.1f} {position:6.3f} {found.lowest:9.3f} {low:10.3f} {found.highest:9.2f} {high:10.2f}")
        assert found.highest == pytest.approx(high, rel=0.2)
        assert found.lowest == pytest.approx(low, rel=0.4)


@pytest.mark.parametrize(
    ("regime", "string", "law", "stroke"),
    [
        ("double slip", STIFF, BRISTLES, {"force": 0.2}),
        ("multiple slip", WAVES, SHARP, {"force": 0.2, "position": 0.05}),
        ("raucous", STIFF, Thermal(), {"force": 8.0}),
        ("raucous", WAVES, CURVE, {"force": 6.0}),
        ("quasi-sinusoidal", WAVES, Thermal(), {"force": 0.1, "position": 0.05}),
        ("anomalous low frequency", LOSSY, CURVE, {"force": 5.25, "position": 0.075}),
        ("anomalous low frequency", LOSSY, SHARP, {"force": 8.0}),
    ],
)
def test_other_regimes_are_produced_and_named(regime, string, law, stroke):
    _, seen = played(string, law, **stroke)
    assert seen.regime == regime


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: Gesture(velocity=0.1, normal_force=1.0, position=1.2), ["position", "1.2", "at most 1"]),
        (lambda: Gesture(velocity=0.1, normal_force=1.0, position=0.1, finger=-0.1), ["finger", "-0.1"]),
        (lambda: render(Contact(Hand(), BRISTLES, STIFF), Gesture(velocity=0.1, normal_force=1.0), duration=0.1), ["position", "bridge"]),
        (
            lambda: render(Contact(Hand(), BRISTLES, Modal([100], 1, 1)), Gesture(velocity=0.1, normal_force=1, finger=0.1), duration=1),
            ["finger", "no effect"],
        ),
        (
            lambda: render(Contact(Hand(), BRISTLES, Wall()), Gesture(velocity=0.1, normal_force=1), duration=1, output="bridge_force"),
            ["bridge_force", "displacement, velocity"],
        ),
        (lambda: force_limits(None, frequency=147, velocity=0.1, position=0.1, between=(2, 1)), ["between", "rising"]),
    ],
)
def test_what_is_wrong_is_named(wrong, words):
    with pytest.raises(ParameterError) as caught:
        wrong()
    for word in words:
        assert word in str(caught.value), str(caught.value)
