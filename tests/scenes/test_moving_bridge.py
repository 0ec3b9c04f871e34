"""A string whose end moves: free, under a mass, and joined to a body, against closed forms."""

import numpy as np
import pytest
from scipy.optimize import brentq

from rosin import ElastoPlastic, Hammer, Hand, HuntCrossley, InertialMass, Modal, Rigid, Scene, StiffString, Touch, Voice, Wall

RATE = 48_000
LENGTH, TENSION, RADIUS, DENSITY = 0.7, 100.0, 4e-4, 7850.0
LINE_MASS = DENSITY * np.pi * RADIUS**2
SPEED = np.sqrt(TENSION / LINE_MASS)
ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy")
BLOW = {"blow.velocity": 1.0}


def struck(string, bodies=(), seconds=1.0, ends="supported", at=0.4, **given):
    """A string that moves at its bridge, struck once, with bodies joined there; its voice after so many seconds, and what is heard."""
    lossless = {"damping": 0.0, "frequency_damping": 0.0}
    made = StiffString(LENGTH, RADIUS, DENSITY, tension=TENSION, bridge="moving", pickups=[0.3], ends=ends, **(lossless | string))
    scene = Scene(
        bodies={"hammer": Hammer(2e-3), "string": made} | dict(bodies),
        contacts={"blow": Touch("hammer", "string", HuntCrossley(1e6, 1.5, 0.5), at=(0, at))},
        joints=[Rigid("string", name, at=(0, 0)) for name, _ in bodies],
        heard={"string": 1.0},
    )
    voice = Voice(scene, RATE, block=RATE, **given)
    return voice, voice.process(round(seconds * RATE), BLOW)[0]


def lines(sound, near):
    """The strongest frequency within 3 % of each of these (Hz)."""
    spectrum = np.abs(np.fft.rfft(sound * np.hanning(len(sound)), 8 * len(sound)))
    frequencies = np.fft.rfftfreq(8 * len(sound), 1 / RATE)
    found = []
    for each in near:
        inside = np.flatnonzero(np.abs(frequencies / each - 1) < 0.03)
        found.append(frequencies[inside[np.argmax(spectrum[inside])]])
    return np.array(found)


def test_a_free_end_has_the_odd_partials_of_a_string_twice_as_long():
    expected = (np.arange(1, 6) - 0.5) * SPEED / (2 * LENGTH)
    _, sound = struck({"youngs_modulus": 0.0})
    np.testing.assert_allclose(lines(sound, expected), expected, rtol=2e-3)


def test_a_mass_at_its_end_lowers_it_as_the_wave_equation_says():
    """cot(w L / c) = w m / Z."""
    mass, impedance = 0.01, np.sqrt(TENSION * LINE_MASS)
    step = np.pi * SPEED / LENGTH

    def balance(omega):
        return np.cos(omega * LENGTH / SPEED) - omega * mass / impedance * np.sin(omega * LENGTH / SPEED)

    expected = np.array([brentq(balance, n * step + 1e-6, (n + 0.5) * step) for n in range(4)]) / (2 * np.pi)
    _, sound = struck({"youngs_modulus": 0.0}, [("load", InertialMass(mass))], seconds=2.0)
    np.testing.assert_allclose(lines(sound, expected), expected, rtol=2e-3)


def test_on_a_body_that_hardly_moves_it_is_the_string_with_a_fixed_bridge():
    _, moving = struck({}, [("bed", InertialMass(1e6))], seconds=0.2)
    fixed = StiffString(LENGTH, RADIUS, DENSITY, tension=TENSION, pickups=[0.3], damping=0.0, frequency_damping=0.0)
    scene = Scene(
        bodies={"hammer": Hammer(2e-3), "string": fixed, "aside": InertialMass(1.0)},
        contacts={"blow": Touch("hammer", "string", HuntCrossley(1e6, 1.5, 0.5), at=(0, 0.4))},
        heard={"string": 1.0},
    )
    held = Voice(scene, RATE, block=RATE).process(RATE // 5, BLOW)[0]
    np.testing.assert_allclose(moving, held, atol=1e-4 * np.abs(held).max())


@pytest.mark.parametrize("ends", ["supported", "clamped"])
@pytest.mark.parametrize("losses", [{}, {"damping": 1.0, "frequency_damping": 5e-3}])
def test_it_accounts_for_its_energy(ends, losses):
    body = Modal([200.0, 450.0], 0.3, 0.2)
    voice, _ = struck(losses, [("body", body)], seconds=0.3, ends=ends, observe=True)
    stored, supplied, dissipated = (voice.trace(name, int(0.3 * RATE)) for name in ENERGIES)
    assert np.abs(stored + dissipated - supplied).max() < 1e-11 * supplied[-1]
    assert voice.machine.number("body.s.v") != 0


@pytest.mark.parametrize("at", [0.0, 1e-3, 0.008, 0.015])
@pytest.mark.parametrize("ends", ["supported", "clamped"])
def test_a_blow_next_to_the_bridge_accounts_for_its_energy(ends, at):
    voice, _ = struck({}, [("body", Modal([200.0, 450.0], 0.3, 0.2))], seconds=0.1, ends=ends, at=at, observe=True)
    stored, supplied, dissipated = (voice.trace(name, RATE // 10) for name in ENERGIES)
    assert supplied[-1] > 0
    assert np.abs(stored + dissipated - supplied).max() < 1e-11 * supplied[-1]


@pytest.mark.parametrize("ends", ["supported", "clamped"])
def test_a_free_end_is_stable_on_the_coarsest_grid(ends):
    """Of a stiff string, for a second, without any loss."""
    voice, _ = struck({"youngs_modulus": 4e11}, ends=ends, observe=True)
    stored = voice.trace("stored_energy", RATE)
    assert np.ptp(stored[RATE // 2 :]) < 1e-9 * stored[-1]


@pytest.mark.parametrize("place", [0.001, 0.02, 0.1])
def test_a_single_contact_and_a_scene_are_the_same(place):
    """Both look at the same string, whose end is free; the bow of a single contact stays two cells off it."""
    string = StiffString(LENGTH, RADIUS, DENSITY, tension=TENSION, bridge="moving")
    place = max(place, 2.0 / string.cells(RATE))
    alone = Scene(
        bodies={"bow": Hand(), "string": string},
        contacts={"bowing": Touch("bow", "string", ElastoPlastic(bristle_stiffness=1e4), at=(0, place))},
        heard={"string": 1.0},
    )
    within = alone.replace(bodies=alone.bodies | {"aside": InertialMass(1.0)})
    controls = {"bowing.velocity": 0.1, "bowing.normal_force": 0.5}
    one, other = (Voice(scene, RATE).process(2000, controls) for scene in (alone, within))
    assert alone.as_contact() is not None
    assert within.as_contact() is None
    np.testing.assert_allclose(other, one, atol=1e-9 * np.abs(one).max())


def on_a_curved_bridge():
    """A bowed string whose end moves with a body, and that lies on a wall with a profile."""
    heights = (0.0, -1e-7, -4e-7)
    touches = {f"touch {i}": Touch("wall", "string", HuntCrossley(3e5, 1.3, 0.3), at=(i / 2, 0.01 * i)) for i in range(3)}
    return Scene(
        bodies={
            "bow": Hand(),
            "string": StiffString(LENGTH, RADIUS, DENSITY, tension=TENSION, bridge="moving"),
            "wall": Wall(position=heights),
            "body": Modal([200.0, 450.0], 0.3, 0.2),
        },
        contacts={"bowing": Touch("bow", "string", ElastoPlastic(bristle_stiffness=1e4), at=(0, 0.1)), **touches},
        joints=(Rigid("string", "body"),),
        heard={"string": 1.0, "body": 1.0},
    )


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["wasm", "python"])
def test_targets_agree_on_it(target):
    samples, controls = 60, {"bowing.velocity": -0.1, "bowing.normal_force": 0.5}
    native = Voice(on_a_curved_bridge(), RATE, observe=True, block=samples)
    expected = native.process(samples, controls)
    assert native.trace("touch 1.force", samples).max() > 0
    sound = Voice(on_a_curved_bridge(), RATE, target=target).process(samples, controls)
    np.testing.assert_allclose(sound, expected, atol=1e-9 * np.abs(expected).max())
