"""Many voices on a graphics card; where there is none, on this processor as the card would have them."""

import ctypes
import shutil
import subprocess

import numpy as np
import pytest

from rosin.bodies.hammer import Hammer
from rosin.bodies.hand import Hand
from rosin.bodies.modal import Modal
from rosin.bodies.rim import Rim
from rosin.bodies.stiff_string import StiffString
from rosin.bodies.waveguide_string import WaveguideString
from rosin.compiler.emulate import Emulated
from rosin.compiler.gpu import WARP, ptx
from rosin.engine import driver
from rosin.engine.contact_voice import voice_layout
from rosin.engine.cuda import CudaBatch
from rosin.engine.grids import HOPPER, Way, grid_of, places_of, writer_of
from rosin.engine.voice import Voice
from rosin.interactions.elasto_plastic import ElastoPlastic
from rosin.interactions.hunt_crossley import HuntCrossley
from rosin.interactions.thermal import Thermal
from rosin.model.errors import ParameterError, RosinError
from rosin.playing.controls import CONTROLS
from rosin.playing.gesture import Gesture
from rosin.scenes.contact import Contact
from rosin.sound.many import render_many

RATE = 44_100
BRISTLES = ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0)
STRING = StiffString(length=1.0, radius=5e-4, frequency=196.0)
MODES = Modal(frequencies=(300.0, 410.0, 530.0), decay_times=0.3, masses=0.05)
CONTACTS = {
    "modes": Contact(Hand(), ElastoPlastic(), MODES),
    "string": Contact(Hand(), BRISTLES, STRING),
    "waveguide": Contact(Hand(), Thermal(), WaveguideString(frequency=196.0, impedance=0.37)),
    "rim": Contact(Hand(), ElastoPlastic(), Rim(radius=0.03, frequencies=(400.0, 900.0), decay_times=0.5, masses=0.01)),
    "hammer": Contact(Hammer(mass=0.01, distance=1e-4), HuntCrossley(stiffness=1e6, exponent=1.5), MODES),
}
HELD = frozenset(range(len(CONTROLS)))


class Processor:
    """A device of the same face, on this processor, thread by thread."""

    def __init__(self, layout, groups, dtype, wholes):
        self.layout, self.memory, self.programs = layout, np.zeros((groups, layout.size, WARP), dtype), {}
        self.wholes, self.first_wholes = wholes.copy(), wholes.copy()

    def put(self, first, table):
        self.memory[:, first : first + table.shape[1]] = table

    def put_group(self, group, arenas):
        self.memory[group] = arenas

    def begin(self, arenas):
        self.memory[:] = arenas
        self.wholes = self.first_wholes.copy()

    def copy(self, first, other, other_first, rows):
        self.memory[:, first : first + rows] = other.memory[:, other_first : other_first + rows]

    def take(self, first, rows):
        return self.memory[:, first : first + rows].copy()

    def run(self, way, voices, samples):
        if way not in self.programs:
            self.programs[way] = Emulated(writer_of(self.layout, way), "process")
        self.wholes = self.programs[way](self.memory, self.wholes, voices, samples)


def layout_of(contact):
    return voice_layout(contact, RATE, output="velocity", observe=False, block=64)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("name", "real"),
    [("modes", "double"), ("modes", "float"), ("string", "double"), ("string", "float"), ("waveguide", "float"), ("rim", "float")],
)
def test_assembled(tmp_path, name, real):
    grid = grid_of(layout_of(CONTACTS[name]), Way(real, HELD, True))
    assert ".entry process" in grid.text
    assert grid.threads == (2 if name == "string" else 1)
    if real == "float":
        assert "f64" not in grid.text
        assert "double" not in grid.text
    if shutil.which("ptxas"):
        (tmp_path / "grid.ptx").write_text(grid.text)
        subprocess.run(["ptxas", "-O0", "-arch=sm_90", "grid.ptx", "-o", "grid.cubin"], cwd=tmp_path, check=True)


def test_rows_of_a_string_lie_in_shared_memory():
    layout = layout_of(CONTACTS["string"])
    places = places_of(layout, Way("double", HELD, True), HOPPER, 2)
    assert places["resonator.s.rows"] == "shared"
    assert places["law.s.few"] == places["head.s.few"] == "private"
    assert places["head.controls.0"] == "held"
    small = HOPPER._replace(shared_of_processor=65_536, shared_of_block=65_536)
    assert "resonator.s.rows" not in places_of(layout, Way("double", HELD, True), small, 2)
    assert "f64" in ptx(writer_of(layout, Way("double", HELD, True), small).module())


def played(batch, contact, voices, samples):
    """A batch under moving and held controls, and each of its voices alone."""
    pressed = 5.0 if contact.resonator is STRING else 1.0
    swell = 0.1 * np.minimum(np.arange(samples) / 30, 1.0)
    given = [{"velocity": (1 + 0.02 * v) * swell, "normal_force": pressed, "position": 0.25} for v in range(voices)]
    controls = [{name: value for name, value in own.items() if name in contact.controls} for own in given]
    sound = np.concatenate([batch.process(samples, controls), batch.process(7, [{} for _ in controls])], 2)
    for v in range(voices):
        voice = Voice(contact, RATE, seed=v, target="native", block=64)
        alone = np.concatenate([voice.process(samples, controls[v]), voice.process(7, {})], 1)
        yield sound[v], alone, batch.evaluations[v], voice.evaluations


@pytest.mark.sweep
@pytest.mark.parametrize("name", CONTACTS)
def test_every_voice_sounds_as_alone(name):
    contact = CONTACTS[name]
    batch = CudaBatch([contact] * 3, RATE, seeds=range(3), block=64, device=Processor)
    for sound, alone, evaluations, counted in played(batch, contact, 3, 150):
        assert np.abs(alone).max() > 0
        np.testing.assert_allclose(sound, alone, rtol=0, atol=1e-9 * np.abs(alone).max())
        assert evaluations == pytest.approx(counted, abs=2)


def test_a_finger_on_a_string_of_two_threads():
    finger = np.linspace(0.0, 0.3, 100)
    controls = {"velocity": 0.1, "normal_force": 5.0, "position": 0.1, "finger": finger}
    batch = CudaBatch([CONTACTS["string"]], RATE, observe=True, block=64, device=Processor)
    voice = Voice(CONTACTS["string"], RATE, observe=True, block=64)
    alone = voice.process(100, controls)
    np.testing.assert_allclose(batch.process(100, [controls])[0], alone, rtol=0, atol=1e-9 * np.abs(alone).max())
    np.testing.assert_allclose(batch.trace("stored_energy", 36)[0], voice.trace("stored_energy", 36), rtol=1e-9)


def test_noise_and_traces():
    contact = Contact(Hand(), ElastoPlastic(noise=0.5), MODES)
    batch = CudaBatch([contact] * 2, RATE, seeds=(3, 4), observe=True, block=64, device=Processor)
    batch.process(64, [{"velocity": 0.1, "normal_force": 1.0}] * 2)
    for v in range(2):
        voice = Voice(contact, RATE, seed=3 + v, observe=True, block=64)
        voice.process(64, {"velocity": 0.1, "normal_force": 1.0})
        np.testing.assert_allclose(batch.trace("force", 64)[v], voice.trace("force", 64), rtol=1e-9)


def test_contacts_of_one_form():
    other = Contact(Hand(), ElastoPlastic(), Modal(frequencies=(300.0,) * 9, decay_times=0.3, masses=0.05))
    with pytest.raises(ParameterError, match="same kinds"):
        CudaBatch([CONTACTS["modes"]] * 40 + [other], RATE, device=Processor)
    with pytest.raises(ParameterError, match="at least one"):
        CudaBatch([], RATE, device=Processor)


def test_without_a_driver(monkeypatch):
    monkeypatch.setattr(driver, "LIBRARY", "libnone.so.1")
    driver.card.cache_clear()
    with pytest.raises(RosinError, match=r"No CUDA driver: .*lanes"):
        render_many(CONTACTS["modes"], Gesture(velocity=0.1, normal_force=1.0), duration=0.01, target="cuda")


def test_targets_have_names():
    with pytest.raises(ParameterError, match="cuda, lanes"):
        render_many(CONTACTS["modes"], Gesture(velocity=0.1, normal_force=1.0), duration=0.01, target="card")


def has_card():
    try:
        driver.card()
    except RosinError:
        return False
    return True


@pytest.mark.skipif(not has_card(), reason="no CUDA card")
@pytest.mark.parametrize("name", CONTACTS)
def test_on_a_card(name):
    contact = CONTACTS[name]
    batch = CudaBatch([contact] * 40, RATE, seeds=range(40), block=64)
    for sound, alone, _, _ in played(batch, contact, 40, 150):
        np.testing.assert_allclose(sound, alone, rtol=0, atol=1e-9 * np.abs(alone).max())


@pytest.mark.skipif(not has_card(), reason="no CUDA card")
@pytest.mark.parametrize("precision", ["double", "single"])
def test_many_on_a_card(precision):
    gestures = [Gesture(velocity=0.01 * (n + 1), normal_force=[(0.0, 0.0), (0.01, 1.0)]) for n in range(50)]
    given = {"duration": 0.03, "sample_rate": RATE, "record": ["force"], "precision": precision}
    lanes, cuda = (render_many(CONTACTS["modes"], gestures, target=target, **given) for target in ("lanes", "cuda"))
    for one, other in zip(lanes, cuda, strict=True):
        near = (1e-9 if precision == "double" else 1e-3) * np.abs(one.audio).max()
        np.testing.assert_allclose(other.audio, one.audio, rtol=0, atol=near)
        assert other.traces["force"].shape == one.traces["force"].shape


def test_a_copy_of_rows_is_as_the_driver_has_it():
    assert ctypes.sizeof(driver.Copy) == 128
