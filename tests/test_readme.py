"""What the README and the guide show really runs."""

import json
import re
import runpy
from pathlib import Path

import numpy as np
import pytest

import rosin
from rosin import Contact, Gesture, Hand, InertialMass, render
from rosin.interactions.interaction import Interaction

ENERGIES = ("stored_energy", "supplied_energy", "dissipated_energy", "exchanged_energy")
ROOT = Path(__file__).parents[1]


def blocks(path, language):
    return re.findall(rf"```{language}\n(.*?)```", (ROOT / path).read_text(), re.DOTALL)


def test_the_readmes_python_runs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    scope = {}
    for code in blocks("README.md", "python"):
        exec(code, scope)
    assert (tmp_path / "rub.wav").exists()
    for name in ("rub.png", "glass.wav", "glass.png", "window.png"):
        assert (tmp_path / name).exists()
    assert scope["first"].growth_rate(0.1, 1.5) > 0
    assert 50 < scope["rate"] < 300
    assert scope["block"].shape == (1, 128)
    assert scope["heard"].duration == pytest.approx(2.5)
    assert scope["seen"].regime == "Helmholtz"
    assert np.abs(scope["board"].errors).max() < 5


def test_the_readmes_description_renders():
    gesture, text = blocks("README.md", "json")
    assert set(Gesture.from_dict(json.loads(gesture)["gesture"]).controls) == {"velocity", "normal_force"}
    description = json.loads(text)
    sound = render(
        Contact.from_dict(description["contact"]), Gesture.from_dict(description["gesture"]), duration=description["render"]["duration"]
    )
    assert sound.peak > 0.01


def test_the_readme_names_every_law():
    text = (ROOT / "README.md").read_text()
    for name in set(Interaction.registry) & set(rosin.__all__):
        assert f"`{name}`" in text, name


def test_the_readme_names_every_instrument():
    text = (ROOT / "README.md").read_text()
    for name in rosin.instrument_names():
        assert f"`{name}`" in text, name


def test_the_guides_law_works(tmp_path):
    (code,) = blocks("docs/adding_a_law.md", "python")
    (tmp_path / "guide.py").write_text(code)
    try:
        scope = runpy.run_path(str(tmp_path / "guide.py"))
        contact = Contact(Hand(), scope["Viscous"](2.0), InertialMass(1.0))
        sound = render(contact, Gesture(velocity=1.0, normal_force=1.0), duration=1.0, record=("relative_velocity", *ENERGIES))
        assert rosin.Viscous is scope["Viscous"]
        assert sound.diagnostics.energy_error < 1e-12
        assert sound.traces["relative_velocity"][-1] == pytest.approx(0.1353, rel=1e-3)
    finally:
        Interaction.registry.pop("Viscous", None)
