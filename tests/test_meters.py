"""Meters hear sample by sample what an analysis sees in a whole take: in any blocks, in lanes, and on every target."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Gesture, Hand, WaveguideString, render
from rosin.engine.filter import OpenFilter
from rosin.engine.metering import meter_layout, metered
from rosin.meters.bowed_motion import NEVER, REGIMES, BowedMotion
from rosin.meters.meter import ROWS

RATE, F0 = 44_100, 147.0
CELLO = Contact(
    Hand(), ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0), WaveguideString(frequency=F0, impedance=0.55)
)


def take(force, position=0.1, samples=RATE // 2):
    """Rows of a stroke."""
    time = np.arange(samples) / RATE
    speed = 0.1 * np.minimum(time / 0.05, 1)
    gesture = Gesture(velocity=[(0, 0), (0.05, 0.1)], normal_force=force, position=position)
    sound = render(CELLO, gesture, duration=samples / RATE, sample_rate=RATE, record=("relative_velocity", "force"))
    return {"velocity": speed, **sound.traces, "sound": sound.audio[0]}


def meter(position=0.1, samples=RATE // 2, **more):
    return BowedMotion(frequency=F0, position=position, samples=float(samples), **more)


def test_a_bowed_string_is_judged_while_it_sounds():
    found = metered(meter(), RATE, **take(1.0))
    assert REGIMES[int(found["regime"])] == "Helmholtz"
    assert found["slips_per_period"] == pytest.approx(1, abs=0.03)
    assert found["slip_speed"] == pytest.approx(0.1 * 0.9 / 0.1, rel=0.15)
    assert found["stick_share"] == pytest.approx(0.9, abs=0.04)
    assert found["pitch"] == pytest.approx(F0, rel=0.005)
    assert 0 <= found["transient"] < 40


def test_level_is_that_of_the_judged_periods():
    rows = take(1.0)
    end = rows["sound"][-round(20 * RATE / F0) :]
    assert metered(meter(), RATE, **rows)["level"] == pytest.approx(np.sqrt(np.mean(end**2)), rel=1e-9)


def test_power_is_the_work_of_friction_and_brightness_the_frequency_of_a_sine():
    rows = take(1.0)
    end = slice(-round(20 * RATE / F0), None)
    found = metered(meter(), RATE, **rows)
    assert found["power"] == pytest.approx(np.mean((rows["force"] * rows["relative_velocity"])[end]), rel=1e-9)
    assert found["power"] > 0
    for frequency in (100.0, 1000.0, 8000.0):
        sine = np.sin(2 * np.pi * frequency * np.arange(RATE // 2) / RATE)
        assert metered(meter(), RATE, **rows | {"sound": sine})["brightness"] == pytest.approx(frequency, rel=0.01)


@pytest.mark.parametrize(("depth", "rate"), [(0.3, 6.0), (0.8, 10.0), (0.0, 0.0)])
def test_a_level_that_swings_does_so_by_its_depth_and_rate(depth, rate):
    samples, time = 2 * RATE, np.arange(2 * RATE) / RATE
    sound = (1 + depth * np.sin(2 * np.pi * rate * time)) * np.sin(2 * np.pi * F0 * time)
    found = metered(meter(samples=samples, periods=1.5 * F0), RATE, velocity=0.1, relative_velocity=np.full(samples, 0.1), sound=sound)
    assert found["swing"] == pytest.approx(depth, abs=0.03)
    assert found["swings"] == pytest.approx(rate, abs=0.7)


@pytest.mark.parametrize("target", ["native", "whole", "python", "c"])
def test_any_blocks_on_any_target_come_to_the_same(target):
    samples = 8000
    rows = take(1.0, samples=samples)
    wanted = metered(meter(samples=samples), RATE, **rows)
    at_work = OpenFilter(meter(samples=samples), meter_layout(meter()), RATE, target)
    given, begin = np.array([rows[name] for name in ROWS]), 0
    for n in (1, 37, 128, 1000, samples):
        at_work.filtered(given[:, begin : begin + n])
        begin += n
    for name, value in wanted.items():
        assert at_work.machine.number(f"filter.s.{name}") == pytest.approx(value, rel=1e-9), name


def test_a_hand_that_goes_the_other_way_and_one_that_rests():
    rows = take(1.0)
    turned = {name: -row for name, row in rows.items()}
    assert metered(meter(), RATE, **turned) == metered(meter(), RATE, **rows)
    still = metered(meter(), RATE, velocity=0.1, relative_velocity=np.full(RATE // 2, 0.1))
    assert REGIMES[int(still["regime"])] == "silent"
    assert still["transient"] == NEVER
    assert still["pitch"] == 0
