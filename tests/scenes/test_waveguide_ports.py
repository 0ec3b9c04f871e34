"""A waveguide string touched at several places: it keeps its pitch, its energy, and what one place feels of another."""

import numpy as np
import pytest

from rosin import (
    Contact,
    ElastoPlastic,
    Gesture,
    Hammer,
    Hand,
    Heard,
    HuntCrossley,
    LuGre,
    Modal,
    Rigid,
    Scene,
    Touch,
    WaveguideString,
    render,
)
from rosin.analysis.pitch import cents, pitch
from rosin.engine.scenes.voice import SceneVoice

RATE = 48_000
BOW = ElastoPlastic(bristle_stiffness=3e4, bristle_damping=0.1, static_friction=1.0, dynamic_friction=0.4)
FLESH = LuGre(bristle_stiffness=1e4, bristle_damping=1.0, viscosity=2.0)
HAMMER = Hammer(mass=0.002)
PLUCK = Gesture(velocity=[(0, 1.0), (0.002, 1.0), (0.002, 0.0)])


def struck(string, place=0.3, also=0.6, hammer=HAMMER):
    """A string under a hammer, and a finger that may touch it elsewhere."""
    return Scene(
        bodies={"hammer": hammer, "finger": Hand(), "string": string},
        contacts={
            "blow": Touch("hammer", "string", HuntCrossley(stiffness=1e6), at=(0, place)),
            "touch": Touch("finger", "string", FLESH, at=(0, also)),
        },
        heard={"string": Heard(output="bridge_force")},
    )


@pytest.mark.parametrize("torsion", [np.inf, 2.0])
def test_energy_closes_while_both_hands_move_and_the_string_is_stopped_anew(torsion):
    string = WaveguideString(frequency=147, impedance=0.55, torsion_impedance=torsion)
    bodies = {"bow": Hand(), "finger": Hand(), "string": string}
    contacts = {"bowing": Touch("bow", "string", BOW), "touch": Touch("finger", "string", FLESH)}
    sound = render(
        Scene(bodies=bodies, contacts=contacts, heard={"string": 1.0}),
        {
            "bowing": Gesture(velocity=0.1, normal_force=0.6, position=[(0, 0.05), (0.3, 0.3)], finger=[(0, 0), (0.1, 0.2), (0.2, 0.1)]),
            "touch": Gesture(velocity=0.0, normal_force=[(0, 0), (0.1, 0.5), (0.2, 0)], position=[(0, 0.7), (0.3, 0.2)]),
        },
        duration=0.3,
        record=("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy"),
    )
    assert sound.diagnostics.energy_error < 1e-12
    assert sound.peak > 1e-3


@pytest.mark.parametrize(("frequency", "finger"), [(147.0, 0.0), (440.0, 0.0), (147.0, 0.25), (659.3, 0.0)])
def test_it_is_in_tune(frequency, finger):
    string = WaveguideString(frequency=frequency, impedance=0.4, quality=2000.0, inharmonicity=0.0)
    gestures = {"blow": PLUCK, "touch": Gesture(velocity=0.0, normal_force=0.0)}
    gestures["blow"] = PLUCK.replace(finger=finger)
    sound = render(struck(string), gestures, duration=1.0, sample_rate=RATE)
    goal = frequency / (1 - finger)
    assert cents(pitch(sound.audio[0, 4800:], RATE, goal), goal) == pytest.approx(0, abs=0.5)


def test_a_place_feels_another_as_that_one_feels_it():
    """Reciprocity: what a blow at one place moves at the other is what it moves there if they change places."""
    heard = []
    for place, other in ((0.25, 0.45), (0.45, 0.25)):
        string = WaveguideString(frequency=100, impedance=0.4, pickups=[other])
        scene = struck(string, place, hammer=Hammer(mass=1e-5))  # gone before anything comes back
        scene = scene.replace(heard={"string": Heard()})
        heard.append(SceneVoice(scene, RATE).process(4800, {"blow.velocity": np.r_[np.full(96, 1.0), np.zeros(4704)]})[0])
    assert np.corrcoef(heard[0], heard[1])[0, 1] > 0.999


def test_a_scene_bows_it_as_a_contact_does():
    string = WaveguideString(frequency=147, impedance=0.55)
    bodies = {"bow": Hand(), "finger": Hand(), "string": string}
    contacts = {"bowing": Touch("bow", "string", BOW, at=(0, 0.11)), "touch": Touch("finger", "string", FLESH, at=(0, 0.5))}
    scene = Scene(bodies=bodies, contacts=contacts, heard={"string": Heard(output="bridge_force")})
    stroke = Gesture(velocity=[(0, 0), (0.03, 0.1)], normal_force=0.7, position=0.11)
    many = render(scene, {"bowing": stroke, "touch": Gesture(velocity=0.0, normal_force=0.0)}, duration=1.0).audio[0, 24_000:]
    one = render(Contact(Hand(), BOW, string), stroke, duration=1.0, output="bridge_force").audio[0, 24_000:]
    assert cents(*(pitch(sound - sound.mean(), RATE, 147) for sound in (many, one))) == pytest.approx(0, abs=1.0)
    assert 20 * np.log10(many.std() / one.std()) == pytest.approx(0, abs=0.5)


def sympathetic(off):
    """Level, dB, of a string 0.1 s after another on the same bridge, which was plucked, has been damped; 0 is what that one had."""
    modes = [(175.0, 40, 0.2), (290.0, 30, 0.15), (440.0, 35, 0.1), (620.0, 30, 0.1)]
    bridge = Modal([f for f, _, _ in modes], [q / (np.pi * f) for f, q, _ in modes], [m for _, _, m in modes])
    strings = {
        name: WaveguideString(frequency=220 * 2 ** (shift / 1200), impedance=0.4, quality=700.0, inharmonicity=0.0, bridge="moving")
        for name, shift in (("plucked", 0), ("other", off))
    }
    scene = Scene(
        bodies={"hammer": HAMMER, "finger": Hand(), "bridge": bridge, **strings},
        contacts={
            "blow": Touch("hammer", "plucked", HuntCrossley(stiffness=1e6), at=(0, 0.2)),
            "damp": Touch("finger", "plucked", FLESH, at=(0, 0.4)),
        },
        joints=(Rigid("plucked", "bridge"), Rigid("other", "bridge")),
        heard={"other": Heard(output="bridge_force", pan=-1), "plucked": Heard(output="bridge_force", pan=1)},
    )
    damping = Gesture(velocity=0.0, normal_force=[(0, 0), (1.0, 0), (1.01, 2.0)])
    other, plucked = render(scene, {"blow": PLUCK, "damp": damping}, duration=1.3, sample_rate=RATE).audio
    return 20 * np.log10(other[52_800:].std() / plucked[:9_600].std())


def test_a_string_in_tune_answers_by_itself():
    assert sympathetic(0) > sympathetic(8) + 20
