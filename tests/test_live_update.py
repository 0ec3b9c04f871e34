"""A parameter that is set to what it is changes nothing, whatever moves; one that changes takes effect."""

import numpy as np
import pytest

from rosin import Bow, Contact, ElastoPlastic, Hand, Modal, Rim, StiffString, Voice, WaveguideString
from rosin.bodies.body import Body
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
