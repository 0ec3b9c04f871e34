"""Many bodies that lie on one: Newton's way through their impacts, held against statics."""

import numpy as np
import pytest

from rosin import HuntCrossley, InertialMass, Modal, PowerLaw, Scene, Stulov, Touch
from rosin.engine.scenes.voice import SceneVoice

RATE, GRAVITY, BALLS = 48_000, 9.81, 8
LAWS = {
    "Hunt-Crossley": HuntCrossley(stiffness=2e7, exponent=1.5, dissipation=1.5),
    "power law": PowerLaw(stiffness=2e7, exponent=1.7),
    "felt": Stulov(stiffness=1e7, exponent=2.2, relaxation=0.4, relaxation_time=2e-3),
}
MASSES = np.linspace(2e-4, 9e-4, BALLS)


def lying(law, height=1e-5):
    """Balls of different weights that drop a little onto a tray that dies away fast."""
    tray = Modal(
        frequencies=[150, 310, 620, 1400],
        decay_times=[0.02, 0.01, 0.005, 0.003],
        masses=[0.02, 0.03, 0.03, 0.04],
        shapes=np.cos(np.outer(np.linspace(0, np.pi, BALLS), np.arange(4))).tolist(),
    )
    bodies = {"tray": tray} | {
        f"ball {i}": InertialMass(mass=float(mass), position=-height, gravity=GRAVITY) for i, mass in enumerate(MASSES)
    }
    contacts = {f"on {i}": Touch(first=f"ball {i}", second="tray", interaction=law, at=(0.0, i / (BALLS - 1))) for i in range(BALLS)}
    return Scene(bodies=bodies, contacts=contacts, heard={"tray": 1.0})


@pytest.mark.sweep
@pytest.mark.parametrize("name", LAWS)
def test_what_lies_still_presses_with_its_weight(name):
    """And every law is asked once a pass, though each feels all others."""
    voice = SceneVoice(lying(LAWS[name]), RATE, observe=True, block=480)
    for _ in range(200):
        voice.process(480, {})
    before, passes = voice.evaluations[0], voice.passes[0]
    means = np.zeros(BALLS)
    for _ in range(100):
        voice.process(480, {})
        means += [voice.trace(f"on {i}.force", 480).mean() / 100 for i in range(BALLS)]
    np.testing.assert_allclose(means, MASSES * GRAVITY, rtol=0.02 if name == "power law" else 1e-4)
    assert voice.passes[2] == 0
    passed = voice.passes[0] - passes
    assert passed <= 2.5 * 100 * 480
    assert voice.evaluations[0] - before <= 1.1 * BALLS * passed
    stored, supplied, lost = (voice.trace(f"{what}_energy", 480) for what in ("stored", "supplied", "dissipated"))
    assert np.abs(stored - supplied + lost).max() <= 1e-10 * voice.trace("exchanged_energy", 480).max()
