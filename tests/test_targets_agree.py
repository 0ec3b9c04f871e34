"""Every body and law sounds the same on every target: parts or whole, WebAssembly, C, and each lane of a batch, steady and moving."""

import shutil

import numpy as np
import pytest

import rosin
from rosin import Contact, ElastoPlastic, Fractal, Gesture, Hand, Modal, StiffString, Voice, WaveguideString, render, render_many
from rosin.bench.contacts import BODIES, LAWS, RATE, modes_at_work, single_contacts
from rosin.engine.batch import VECTORS, lanes_of, one_vector

SAMPLES = 12_000
TIMES = np.arange(SAMPLES) / RATE
SOUNDING = {f"{section} {name}": make for section, name, make in single_contacts() if section in (BODIES, LAWS)}
STRINGS = {
    "clamped string": Contact(Hand(), ElastoPlastic(1e5), StiffString(1.0, 5e-4, frequency=196.0, ends="clamped", pickups=[0.1, 0.37])),
    "twisting string": Contact(
        rosin.Bow(),
        ElastoPlastic(3e4, 0.1, 0.0, 1.05, 0.4),
        WaveguideString(147.0, 0.55, torsion_impedance=1.5, bridge_resistance=20.0, quality=[(147, 400), (1000, 700), (4000, 300)]),
    ),
}
OTHERS = {
    "falling damping": Contact(Hand(), ElastoPlastic(damping_law="velocity"), Modal([300, 470, 640], 0.3, 0.05)),
    "noise": Contact(Hand(), ElastoPlastic(noise=0.1), Modal([300, 470, 640], 0.3, 0.05), Fractal(1.0)),
    "points": Contact(
        Hand(), ElastoPlastic(), Modal([300, 470, 640], 0.3, 0.05, [[1, 1, 1], [1, -0.5, 0.3]], [[1, 0.5, 0.2], [0.1, 0.4, 1]], 0.01)
    ),
}
STEADY = {"velocity": 0.1, "normal_force": 1.0, "position": 0.2, "finger": 0.1, "bend": 0.0}


def work(name):
    """A contact and its controls."""
    if name in SOUNDING:
        made = SOUNDING[name]()
        return made.contact, {key: value for key, value in made.controls.items() if key in made.contact.controls}
    contact = (STRINGS | OTHERS)[name]
    return contact, {key: value for key, value in STEADY.items() if key in contact.controls}


def over_time(contact, controls, moving):
    """The controls as arrays; a hand that moves drifts by a fifth, and its finger shakes."""
    rows = {key: np.resize(value, SAMPLES).astype(float) for key, value in controls.items()}
    if moving:
        drifts = {"velocity": 0.2, "normal_force": 0.2, "position": 0.2}
        rows = {key: row * (1 + drifts.get(key, 0.0) * np.sin(2 * np.pi * 2 * TIMES)) for key, row in rows.items()}
        if "finger" in contact.controls:
            rows["finger"] = 0.1 + 0.002 * np.sin(2 * np.pi * 5.5 * TIMES)
        if "bend" in contact.controls:
            rows["bend"] = 0.3 * np.sin(2 * np.pi * 4 * TIMES)
    return rows


def difference(contact, a, b):
    """Relative to the largest value; stick and slip of a string makes rounding grow without end, so its beginning is compared."""
    n = 3000 if isinstance(contact.resonator, StiffString | WaveguideString) else SAMPLES
    return np.abs(a - b)[:, :n].max() / max(np.abs(b).max(), 1e-300)


def tolerance(contact):
    """How far targets may part."""
    return 1e-9 if isinstance(contact.resonator, StiffString | WaveguideString) else 1e-11


FEW = ["bodies Rim", "bodies StiffString", "bodies StretchingModes", "bodies Bow", "laws Thermal", "noise", "points"]


@pytest.mark.sweep
@pytest.mark.parametrize("moving", [False, True], ids=["steady", "moving"])
@pytest.mark.parametrize("name", [*FEW, "bodies Hammer", "laws Stulov", "twisting string"])
def test_linked_parts_sound_like_the_whole_program(name, moving):
    contact, controls = work(name)
    rows = over_time(contact, controls, moving)
    whole, parts = (Voice(contact, RATE, target=target, seed=3).process(SAMPLES, rows) for target in ("whole", "native"))
    assert difference(contact, parts, whole) < tolerance(contact)


@pytest.mark.sweep
@pytest.mark.parametrize("name", [*SOUNDING, *STRINGS, *OTHERS])
def test_python_itself_agrees(name):
    """The kernels as CPython runs them are the meaning of the dialect."""
    contact, controls = work(name)
    rows = {key: row[:150] for key, row in over_time(contact, controls, moving=True).items()}
    native, python = (
        Voice(contact, RATE, target=target, seed=3, observe=True, block=150).process(150, rows) for target in ("native", "python")
    )
    assert difference(contact, native, python) < 1e-11


@pytest.mark.sweep
@pytest.mark.parametrize("name", FEW[:5])
def test_webassembly_agrees(name):
    contact, controls = work(name)
    rows = over_time(contact, controls, moving=True)
    native, module = (Voice(contact, RATE, target=target, seed=3).process(SAMPLES, rows) for target in ("whole", "wasm"))
    assert difference(contact, module, native) < tolerance(contact)


@pytest.mark.sweep
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc)")
@pytest.mark.parametrize("name", FEW[:5])
def test_c_agrees(name):
    contact, controls = work(name)
    rows = over_time(contact, controls, moving=True)
    native, in_c = (Voice(contact, RATE, target=target, seed=3).process(SAMPLES, rows) for target in ("whole", "c"))
    assert difference(contact, in_c, native) < tolerance(contact)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "voices"), [*((name, 3) for name in (*FEW, "bodies Hammer", "laws Stribeck", "laws Stulov")), ("laws Stribeck", 11)]
)
def test_each_lane_is_a_voice(name, voices):
    """A few voices in one vector, or more of them in two."""
    contact, controls = work(name)
    few = 3000
    rows = {key: row[:few] for key, row in over_time(contact, controls, moving=True).items()}
    gestures = [
        Gesture(**{key: row * (0.6 + 0.1 * voice) if key in ("velocity", "normal_force") else row for key, row in rows.items()})
        for voice in range(voices)
    ]
    seeds = list(range(voices))
    many = render_many(contact, gestures, duration=few / RATE, sample_rate=RATE, seeds=seeds)
    for gesture, seed, sound in zip(gestures, seeds, many, strict=True):
        alone = render(contact, gesture, duration=few / RATE, sample_rate=RATE, seed=seed, silence_is_told=False)
        assert difference(contact, sound.audio, alone.audio) < tolerance(contact)


@pytest.mark.parametrize("precision", ["double", "single"])
def test_two_vectors_go_where_their_rows_stay_in_the_fastest_cache(precision):
    vector = one_vector(precision)
    short, long = (modes_at_work("", modes).contact for modes in (10, 200))
    assert lanes_of(precision, short, RATE) == VECTORS * vector
    assert lanes_of(precision, short, RATE, voices=vector) == lanes_of(precision, long, RATE) == vector
    assert long.resonator.swept(RATE) > 200 > 12 > short.interaction.swept(RATE) == 0
    low, high = (WaveguideString(frequency, 0.55) for frequency in (50.0, 500.0))
    assert low.swept(RATE) == high.swept(RATE), "a delay line is not gone through"
