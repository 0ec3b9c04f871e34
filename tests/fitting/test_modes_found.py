"""Modes of bells that are known are found: how many, how exactly, and with the uncertainty that is claimed."""

import numpy as np
import pytest
from bells import ONSET, RATE, bell, matched

from rosin.fitting.damped import amplitudes_of, gram, gram_later, poles_of, synthesised
from rosin.fitting.modes import find_modes
from rosin.fitting.refining import deviations, refined

AFTER = 0.003  # s after the onset, where the fit begins


def found_in(truth):
    return find_modes([truth.sound[round((ONSET + AFTER) * RATE) :]], RATE)


@pytest.mark.sweep
@pytest.mark.parametrize(("snr", "within", "cents", "decay"), [(60, 40, 0.1, 0.001), (20, 20, 0.1, 0.015)])
def test_the_modes_of_a_bell(snr, within, cents, decay):
    truth = bell(3, snr)
    found = found_in(truth)
    true, ours, count, false = matched(truth, found, within, AFTER)
    assert len(true) >= 0.97 * count
    assert false <= 1
    assert np.median(np.abs(1200 * np.log2(found.frequencies[ours] / truth.frequencies[true]))) < cents
    errors = found.rates[ours] / truth.rates[true] - 1
    assert np.median(np.abs(errors)) < decay
    claimed = found.rate_deviations[ours] / truth.rates[true]
    assert 0.4 < np.median(np.abs(errors) / claimed) / 0.6745 < 1.8


def test_a_pair_that_beats_is_two_modes():
    poles = poles_of([440.0, 441.1, 1250.0], [1.2, 1.5, 4.0], RATE)
    ringing = synthesised(poles, np.array([1.0, 0.7j, 0.3]), RATE)
    found = find_modes([ringing + 1e-4 * np.random.default_rng(1).normal(size=RATE)], RATE)
    assert found.frequencies == pytest.approx([440.0, 441.1, 1250.0], abs=1e-3)
    assert found.rates == pytest.approx([1.2, 1.5, 4.0], rel=2e-3)


def test_signals_share_their_poles():
    """A mode that is weak in one place is found by the other, and both amplitudes are right."""
    poles = poles_of([300.0, 707.0], [3.0, 6.0], RATE)
    random = np.random.default_rng(2)
    rows = np.array([[1.0, 0.004j], [0.002, 0.8]])
    signals = [synthesised(poles, row, RATE // 2) + 1e-3 * random.normal(size=RATE // 2) for row in rows]
    found = find_modes(signals, RATE)
    assert found.frequencies == pytest.approx([300.0, 707.0], abs=1e-2)
    assert np.abs(found.amplitudes) == pytest.approx(np.abs(rows), abs=1e-4)


def test_noise_has_no_modes():
    assert len(find_modes([np.random.default_rng(3).normal(size=RATE // 2)], RATE)) <= 1


def test_closed_sums_are_the_sums():
    poles = poles_of([100.0, 103.0, 2000.0], [2.0, 5.0, 50.0], RATE)
    n = np.arange(3000)
    powers = (poles.conj()[:, None] * poles)[..., None] ** n
    assert gram(poles, 3000) == pytest.approx(powers.sum(-1), rel=1e-9)
    for order, each in enumerate(gram_later(poles, 3000), 1):
        assert each == pytest.approx((powers * n**order).sum(-1), rel=1e-6)


def test_refining_reaches_the_bound():
    """Of many noisy trials, errors have the standard deviation of Cramer and Rao."""
    truth, strengths = poles_of([500.0, 530.0], [5.0, 8.0], 8000), np.array([1.0, 0.5j])
    clean = synthesised(truth, strengths, 4000)
    random = np.random.default_rng(4)
    start = poles_of([500.3, 529.8], [5.5, 7.4], 8000)
    errors = []
    for _ in range(150):
        signal = clean + 0.05 * random.normal(size=4000)
        poles, _ = refined([signal], start, amplitudes_of(signal, start)[0][None], 8)
        errors.append(np.log(poles) - np.log(truth))
    bound = deviations([clean], truth, strengths[None], np.full(2, 0.05**2))
    assert np.std(np.real(errors), axis=0) == pytest.approx(bound, rel=0.2)
    assert np.std(np.imag(errors), axis=0) == pytest.approx(bound, rel=0.2)
