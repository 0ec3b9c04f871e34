"""What every registered law, body and texture must do, whoever wrote it: these tests find it by themselves."""

import inspect
import sys

import numpy as np
import pytest

import rosin
from rosin import Contact, Gesture, Hand, InertialMass, Modal, Voice, Wall, White, render
from rosin.bodies.body import Body
from rosin.interactions.interaction import Interaction
from rosin.kernels.dialect import flags
from rosin.model.description import Description
from rosin.model.registry import modules
from rosin.textures.texture import Texture

ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
EXAMPLES = {
    "StiffString": {"length": 1.0, "radius": 5e-4, "frequency": 440.0},
    "WaveguideString": {"frequency": 440.0, "impedance": 0.3, "bridge_resistance": 20.0, "torsion_impedance": 1.0},
    "Hammer": {"mass": 0.05},
    "InertialMass": {"mass": 0.05},
    "MassSpringDamper": {"mass": 0.1, "stiffness": 1e5},
    "Rim": {"radius": 0.03, "frequencies": [500, 1300], "decay_times": 0.3, "masses": 0.005, "split": 0.01},
    "RollingBall": {"mass": 0.03, "radius": 0.01, "length": 2e-3, "longest_wave": 1e-3, "shortest_wave": 1e-4},
    "RollingWheel": {"mass": 0.03, "radius": 0.01, "length": 2e-3, "longest_wave": 1e-3, "shortest_wave": 1e-4},
    "Modal": {"frequencies": [300, 700], "decay_times": 0.2, "masses": 0.05},
    "StretchingModes": {
        "frequencies": [300, 700, 1100, 1600],
        "decay_times": 0.2,
        "masses": 0.05,
        "stretching": 1e9,
        "couplings": [[0.5] * 64],
    },
}
MODELS = [*Body.registry.values(), *Interaction.registry.values(), *Texture.registry.values()]
LAWS = list(Interaction.registry.values())
OPTIONS = [rosin.ElastoPlastic(solver="linear"), rosin.ElastoPlastic(damping_law="velocity")]


def example(model):
    return model(**EXAMPLES.get(model.__name__, {}))


def contact_of(law, pressed=False):
    """A contact that keeps a law at work: dragged through a spring, or just meeting (or pressed together) at the start."""
    if law.friction:
        return Contact(InertialMass(0.03, 0.0, 0.0, 800.0, 1.0), law, Modal([120], 0.3, 0.05)), Gesture(velocity=0.25, normal_force=0.4)
    law = law.replace(stiffness=1e6) if "stiffness" in type(law).fields else law
    hammer = InertialMass(0.05, 0.0, 3e-4) if pressed else InertialMass(0.05, 0.5, 0.0)
    return Contact(hammer, law, Modal([120], 0.3, 0.5)), Gesture(force=0.0)


@pytest.mark.parametrize("folder", rosin.KINDS)
def test_a_part_lies_in_the_file_of_its_name(folder):
    for name, part in rosin.parts_of(folder).items():
        assert part.__module__ == modules(f"rosin.{folder}")[name.lower()]
        assert getattr(rosin, name) is part


@pytest.mark.parametrize("law", LAWS)
def test_a_law_stays_finite_and_accounts_for_its_energy(law):
    contact, gesture = contact_of(law())
    sound = render(contact, gesture, duration=0.5, record=("force", *ENERGIES, *law.observes))
    assert all(np.isfinite(trace).all() for trace in sound.traces.values())
    assert np.abs(sound.traces["force"]).max() > 0
    assert sound.diagnostics.energy_error < 1e-12


@pytest.mark.sweep
@pytest.mark.parametrize("law", [*(law() for law in LAWS), *OPTIONS])
def test_a_law_is_the_same_in_webassembly_and_in_python(law):
    contact, gesture = contact_of(law)
    native = render(contact, gesture, duration=0.05).audio
    np.testing.assert_allclose(render(contact, gesture, duration=0.05, target="wasm").audio, native, atol=1e-9 * np.abs(native).max())
    python = render(contact, gesture, duration=0.01, target="python").audio
    np.testing.assert_allclose(python, native[:, : python.shape[1]], atol=1e-9 * np.abs(python).max())


@pytest.mark.parametrize("pressed", [False, True])
@pytest.mark.parametrize("law", [law for law in LAWS if law.smooth])
def test_a_smooth_law_is_of_second_order(law, pressed):
    """The relative velocity at fixed times, against a run 16 times finer: each halving of the step divides the error by four."""
    contact, gesture = contact_of(law(), pressed)
    times = np.linspace(1e-3, 2.4e-3, 60)

    def at(rate):
        v = render(contact, gesture, duration=4e-3, sample_rate=rate, record="relative_velocity").traces["relative_velocity"]
        samples = times * rate - 0.5  # sample n stands at (n + 1/2) T after the start
        first = np.floor(samples).astype(int) - 2
        local = samples - first
        total = np.zeros_like(times)
        for j in range(6):  # Lagrange through six samples
            weight = np.prod([(local - k) / (j - k) for k in range(6) if k != j], axis=0)
            total += weight * v[first + j]
        return total

    rates = [48_000, 96_000, 192_000]
    finest = at(16 * rates[-1])
    errors = [np.sqrt(np.mean((at(rate) - finest) ** 2)) for rate in rates]
    order = -np.polyfit(np.log(rates), np.log(errors), 1)[0]
    assert 1.7 < order < 2.4, errors


@pytest.mark.parametrize("model", MODELS)
def test_a_model_survives_json(model):
    made = example(model)
    contact = Contact(Hand(), rosin.ElastoPlastic(), Modal([100], float("inf"), 1.0))
    role = {"body": "resonator", "interaction": "interaction", "texture": "texture"}[model.kind]
    if not issubclass(model, Hand):
        contact = contact.replace(**({"exciter": InertialMass(0.1)} | {role: made}))
    again = Contact.from_json(contact.to_json())
    assert again == contact
    assert again.to_json() == contact.to_json()


@pytest.mark.parametrize("model", MODELS)
def test_a_model_is_documented(model):
    assert inspect.getdoc(model)
    text = sys.modules[model.__module__].__doc__
    assert text
    assert len(text) > 20
    if model.kind == "interaction":
        assert "f = " in text, "the law's equation stands in the docstring of its file"
    for name, description, default in model.describe():
        assert isinstance(description, Description)
        assert description.text
        assert name.islower()
        assert description.range is None or description.range[0] < description.range[1]
        if isinstance(default, float):
            assert description.admits(default)


@pytest.mark.parametrize("model", MODELS)
def test_every_kernel_of_a_model_is_marked_and_explained(model):
    for function in example(model).kernels[1:]:
        assert flags(function) is not None
        assert function.__doc__


@pytest.mark.parametrize("model", [model for model in MODELS if any(d.range for _, d, _ in model.describe())])
def test_every_parameter_changes_something(model):
    """Each number goes into the packed parameters: nothing is silently dropped."""
    made = example(model)
    for name, description, _ in model.describe():
        value = getattr(made, name)
        if not isinstance(value, float) or name == "noise":
            continue
        other = next(x for x in (value * 1.01, value * 0.99, value + 0.01) if description.admits(x) and x != value)
        if name == "dynamic_friction":
            other = value * 0.99
        if name == "seed":
            other = value + 1
        assert made.replace(**{name: other}).packed() != made.packed(), name


@pytest.mark.parametrize("law", [law for law in LAWS if "noise" in law.fields])
def test_the_noise_of_a_friction_law_is_heard(law):
    contact, gesture = contact_of(law(noise=0.2))
    rough = render(contact, gesture, duration=0.2).audio
    smooth = render(contact.replace(interaction=law()), gesture, duration=0.2).audio
    assert np.abs(rough - smooth).max() > 1e-4 * np.abs(smooth).max()


def test_voices_of_all_bodies_run():
    for exciter in Body.registry:
        for resonator in Body.registry:
            if issubclass(Body.registry[resonator], Hand) or (exciter == resonator == "Wall"):
                continue
            contact = Contact(example(Body.registry[exciter]), rosin.ElastoPlastic(), example(Body.registry[resonator]), White())
            controls = dict.fromkeys(contact.controls, 0.1)
            assert np.isfinite(Voice(contact, 48_000, target="python").process(50, controls)).all()
    assert Wall().rigid
