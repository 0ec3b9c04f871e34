"""Takes measured on a graphics card; where there is none, on this processor as the card would have them."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Hand, StiffString, WaveguideString, sweep
from rosin.engine.metered_card import MeteredCard
from rosin.engine.metered_lanes import Lead, MeteredBatch
from rosin.maps.asking import study_of
from rosin.maps.cards import Cards
from rosin.meters.bowed_motion import REGIMES, BowedMotion
from test_cuda import Processor

RATE, SAMPLES, VOICES = 44_100, 3000, 5
BRISTLES = ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0)
STRINGS = {
    "waveguide": Contact(Hand(), BRISTLES, WaveguideString(frequency=400.0, impedance=0.55)),
    "stiff string": Contact(Hand(), BRISTLES, StiffString(length=0.5, radius=4e-4, frequency=400.0)),
}


def leads(voices):
    """Hands that rise at once, one after the other, and press differently."""
    which = np.minimum(np.arange(voices), VOICES - 1)
    return {
        "velocity": Lead.rising(np.full(voices, 0.1), 200.0 + 100.0 * which),
        "normal_force": Lead(0.3 + 0.4 * which, np.full(voices, 300.0), np.full(voices, 0.5), np.full(voices, 100.0)),
        "position": Lead.steady(0.08 + 0.02 * which),
    }


@pytest.mark.thorough
@pytest.mark.sweep
@pytest.mark.parametrize("name", STRINGS)
def test_a_card_finds_what_lanes_find(name):
    lanes = MeteredBatch([STRINGS[name]] * VOICES, BowedMotion, RATE)
    heard = {"frequency": 400.0, "samples": float(SAMPLES), "periods": 20.0}
    led = leads(lanes.lanes)
    wanted = lanes.play(SAMPLES, led, heard | {"position": led["position"].goal})
    voices = MeteredCard([STRINGS[name]] * VOICES, BowedMotion, RATE, precision="double", device=Processor)
    led = leads(VOICES)
    found, again = (voices.play(SAMPLES, led, heard | {"position": led["position"].goal}) for _ in range(2))
    assert len({REGIMES[int(regime)] for regime in found["regime"]}) > 1
    for measure, values in found.items():
        np.testing.assert_array_equal(values, again[measure])
        np.testing.assert_allclose(values, wanted[measure][:VOICES], rtol=1e-7, err_msg=measure)


@pytest.mark.thorough
def test_several_cards_share_what_is_to_do(monkeypatch):
    monkeypatch.setattr("rosin.maps.store.CHUNK", 2)
    axes = {"normal_force": [0.3, 0.6, 1.0]}
    options = {"fixed": {"velocity": 0.1, "position": 0.1}, "duration": 0.05}
    worker = Cards(study_of(STRINGS["waveguide"], axes, **options), devices=[Processor, Processor])
    used = []
    for one in worker._cards:
        monkeypatch.setattr(one, "found", lambda *points, one=one, found=one.found: used.append(one) or found(*points))
    shared, alone = sweep(STRINGS["waveguide"], axes, backend=worker, **options), sweep(STRINGS["waveguide"], axes, **options)
    assert set(used) == set(worker._cards)
    for name in alone:
        np.testing.assert_allclose(shared[name].values, alone[name].values, rtol=1e-7, err_msg=name)
