"""A parameter that is set to what it is changes nothing, whatever moves; one that changes takes effect."""

import numpy as np
import pytest

from rosin import Bow, Contact, ElastoPlastic, Hand, Heard, Modal, ParameterError, Rim, Scene, StiffString, Touch, Voice, WaveguideString
from rosin.bodies.body import Body
from rosin.engine.scenes.voice import SceneVoice
from rosin.interactions.interaction import Interaction
from test_registry import contact_of, example

RATE = 48_000
BODIES = {
    "modes": Modal([300, 470, 640], 0.3, 0.05, [[1, 1, 1], [1, -0.5, 0.3]], None, 0.01),
    "stiff string": StiffString(1.0, 5e-4, frequency=196.0),
    "waves": WaveguideString(147.0, 0.55, torsion_impedance=1.8, bridge_resistance=40.0),
    "rim": Rim(0.03, [500, 1300], 0.3, 0.005, 0.01),
}
MOVING = {
    "velocity": lambda t: 0.1 + 0.02 * np.sin(30 * t),
    "normal_force": lambda t: 1.0 + 0.2 * np.sin(20 * t),
    "position": lambda t: 0.2 + 0.05 * np.sin(15 * t),
    "finger": lambda t: 0.1 + 0.02 * np.sin(35 * t),
    "bend": lambda t: 0.3 * np.sin(25 * t),
}


def played(contact, update=None, target="native", again=8):
    """Blocks under moving hands, with something done between them."""
    voice = Voice(contact, RATE, target=target, seed=1)
    heard = []
    for block in range(again):
        times = (block * 512 + np.arange(512)) / RATE
        heard.append(voice.process(512, {name: move(times) for name, move in MOVING.items() if name in contact.controls}))
        if update:
            update(voice, block)
    return np.concatenate(heard, axis=1)


@pytest.mark.parametrize("name", BODIES)
def test_the_same_parameters_change_nothing_while_hands_glide(name):
    contact = Contact(Bow() if name == "waves" else Hand(), ElastoPlastic(3e4, 0.1, noise=0.1), BODIES[name])
    same = Contact.from_json(contact.to_json())
    np.testing.assert_array_equal(played(contact, lambda voice, _: voice.update(same)), played(contact))


@pytest.mark.parametrize("name", BODIES)
def test_preparing_anew_changes_nothing_but_rounding(name):
    """What follows from coefficients and hands is the same again: a host that prepares without need hears no difference."""
    contact = Contact(Hand(), ElastoPlastic(1e3, 0.1), BODIES[name])
    alone, anew = played(contact), played(contact, lambda voice, _: voice.machine.call("prepare"))
    assert np.abs(anew - alone).max() < 1e-9 * np.abs(alone).max()


@pytest.mark.parametrize("law", list(Interaction.registry.values()))
def test_every_law_takes_the_same_parameters_without_a_change(law):
    contact, _ = contact_of(law())
    alone = played(contact, again=4)
    assert np.abs(played(contact, lambda voice, _: voice.machine.call("prepare"), again=4) - alone).max() <= 1e-13 * np.abs(alone).max()


@pytest.mark.sweep
@pytest.mark.parametrize("body", [name for name, kind in Body.registry.items() if name != "Wall" and not issubclass(kind, Hand)])
def test_every_body_takes_the_same_parameters(body):
    resonator = example(Body.registry[body])
    contact = Contact(Hand(), ElastoPlastic(), resonator)
    alone = played(contact, again=4)
    assert np.abs(played(contact, lambda voice, _: voice.machine.call("prepare"), again=4) - alone).max() <= 1e-9 * np.abs(alone).max()


def test_a_change_takes_effect_at_once():
    low, high = (Contact(Hand(), ElastoPlastic(), Modal([frequency], 0.3, 0.05)) for frequency in (300, 600))
    changed = played(low, lambda voice, block: voice.update(high) if block == 3 else None)
    np.testing.assert_array_equal(changed[:, : 4 * 512], played(low)[:, : 4 * 512])
    assert np.abs(changed - played(low))[:, 4 * 512 + 60 :].max() > 0.1 * np.abs(changed).max()


def stroke(voice):
    return voice.process(9600, {"velocity": 0.1, "normal_force": 1.0, "position": 0.11})


def test_a_waveguide_that_is_tuned_higher_has_room_enough_and_sounds_as_if_made_so():
    low, high = (Contact(Bow(), ElastoPlastic(3e4, 0.1), BODIES["waves"].replace(frequency=frequency)) for frequency in (100.0, 400.0))
    voice = Voice(low, RATE)
    voice.update(high)
    np.testing.assert_allclose(stroke(voice), stroke(Voice(high, RATE)), rtol=1e-9, atol=1e-12)
    with pytest.raises(ParameterError, match="room of its lines"):
        Voice(high, RATE).update(low)


def test_a_string_without_room_keeps_a_grid_that_is_hardly_coarser_than_the_finest():
    """Less stiff, more cells would fit: up to 3 % are forgone, and no partial below a quarter of them is 3 cents flat."""
    string = StiffString(0.69, 4e-4, frequency=164.81, youngs_modulus=2e10)
    contact = Contact(Hand(), ElastoPlastic(3e4, 0.1), string)
    voice, cells = Voice(contact, RATE), string.cells(RATE)
    softer = next(
        soft for share in np.linspace(1, 0, 200) if (soft := string.replace(youngs_modulus=2e10 * share)).cells(RATE) == cells + 2
    )
    voice.update(contact.replace(resonator=softer))
    assert voice.machine.number("resonator.c.cells_now") == cells
    kept, finest = (partials(softer, n)[: cells // 4] for n in (cells, cells + 2))
    assert 1200 * np.abs(np.log2(kept / finest)).max() < 3
    assert np.isfinite(stroke(voice)).all()
    with pytest.raises(ParameterError, match="numbers of modes or cells"):
        voice.update(contact.replace(resonator=string.replace(frequency=100.0)))


@pytest.mark.parametrize("change", [{"frequency": 82.4}, {"frequency": 329.6}, {"youngs_modulus": 2e9}, {"length": 1.0}, {"radius": 8e-4}])
def test_a_string_with_room_has_the_finest_grid_and_sounds_as_if_made_so(change):
    string = StiffString(0.69, 4e-4, frequency=164.81, youngs_modulus=2e10)
    after = string.replace(**change)
    contact, other = (Contact(Hand(), ElastoPlastic(3e4, 0.1), body) for body in (string, after))
    voice = Voice(contact, RATE, room=True)
    np.testing.assert_array_equal(stroke(voice), stroke(Voice(contact, RATE)))
    voice.restart()
    voice.update(other)
    assert voice.machine.number("resonator.c.cells_now") == after.cells(RATE) != string.cells(RATE)
    np.testing.assert_array_equal(stroke(voice), stroke(Voice(other, RATE)))


@pytest.mark.parametrize("frequency", [110.0, 138.6, 185.0, 220.0])
@pytest.mark.parametrize("scene", [False, True])
def test_a_string_that_rings_goes_on_at_its_new_pitch_when_its_grid_changes(frequency, scene):
    """No jump: what is heard where the grid changes moves no more than before, and it keeps most of its energy."""
    string = StiffString(0.69, 4e-4, frequency=164.81, youngs_modulus=2e10, pickups=(0.3,))
    contacts = [Contact(Hand(), ElastoPlastic(3e4, 0.1), body) for body in (string, string.replace(frequency=frequency))]
    if scene:
        scenes = [
            Scene(
                bodies={"hand": each.exciter, "string": each.resonator},
                contacts={"rub": Touch("hand", "string", each.interaction, at=(0.0, 0.11))},
                heard={"string": Heard(output="displacement")},
            )
            for each in contacts
        ]
        voice, names = SceneVoice(scenes[0], RATE, room=True), ("rub.velocity", "rub.normal_force")
    else:
        voice, names = Voice(contacts[0], RATE, room=True, output="displacement"), ("velocity", "normal_force")
    there = {} if scene else {"position": 0.11}
    voice.process(4800, dict(zip(names, (0.1, 1.0), strict=True)) | there)
    rings = voice.process(4800, there)[0]
    voice.update((scenes if scene else contacts)[1])
    goes_on = voice.process(RATE // 2, there)[0]
    across = np.abs(np.diff(np.concatenate([rings[-2:], goes_on[:3]]))).max()
    assert across <= 1.5 * np.abs(np.diff(rings)).max()
    assert np.abs(goes_on[:4800]).max() == pytest.approx(np.abs(rings).max(), rel=0.7)
    window = np.abs(np.fft.rfft(goes_on * np.hanning(len(goes_on)), 1 << 18))
    low = int(0.7 * frequency / RATE * (1 << 18))
    found = (low + np.argmax(window[low : int(1.4 * frequency / RATE * (1 << 18))])) * RATE / (1 << 18)
    assert abs(1200 * np.log2(found / frequency)) < 5


def partials(string, cells):
    """Of a grid of so many cells, from its own dispersion relation: sin^2(w k / 2) = (c k / h)^2 s^2 + (2 K k / h^2)^2 s^4, in Hz."""
    s2 = np.sin(np.pi * np.arange(1, cells) / (2 * cells)) ** 2
    h, k = string.length / cells, 1 / RATE
    return (
        RATE
        / np.pi
        * np.arcsin(np.sqrt(string.wave_speed_squared() * (k / h) ** 2 * s2 + string.stiffness_squared() * (2 * k * s2 / h**2) ** 2))
    )
