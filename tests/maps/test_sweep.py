"""Sweeps: every point is what one take of it is, wherever and in whatever pieces it was computed."""

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, ParameterError, RosinError, WaveguideString, instrument, render, sweep
from rosin.analysis import motion
from rosin.engine import linking
from rosin.maps.asking import study_of
from rosin.maps.cores import Cores
from rosin.maps.store import Store
from rosin.meters.bowed_motion import REGIMES
from rosin.model.extras import need

RATE, F0, LASTS = 44_100, 147.0, 0.3
STRING = WaveguideString(frequency=F0, impedance=0.55)
CELLO = Contact(Hand(), ElastoPlastic(bristle_stiffness=1e5, bristle_damping=0.1, viscosity=0.0), STRING)
AXES = {"position": [0.07, 0.1, 0.14], "normal_force": [0.2, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0]}
GIVEN = {"fixed": {"velocity": 0.1}, "duration": LASTS}


@pytest.fixture(scope="module")
def swept():
    return sweep(CELLO, AXES, backend="cores", **GIVEN)


def test_a_point_is_what_its_take_is(swept):
    for place, force in ((0.07, 2.0), (0.1, 1.0), (0.14, 0.5)):
        gesture = Gesture(velocity=[(0, 0), (0.05, 0.1)], normal_force=force, position=place)
        take = render(CELLO, gesture, duration=LASTS, sample_rate=RATE, record="relative_velocity")
        speed = 0.1 * np.minimum(np.arange(len(take.audio[0])) / (0.05 * RATE), 1)
        wanted = motion(take.traces["relative_velocity"], RATE, frequency=F0, velocity=speed, position=place)
        point = swept.sel(position=place, normal_force=force)
        assert REGIMES[int(point.regime)] == wanted.regime
        assert float(point.slips_per_period) == pytest.approx(wanted.slips_per_period, rel=1e-9)
        end = take.audio[0][-round(20 * RATE / F0) :]
        assert float(point.level) == pytest.approx(np.sqrt(np.mean(end**2)), rel=1e-6)
        assert float(point.iterations) == pytest.approx(take.diagnostics.iterations_mean, rel=1e-9)


def test_results_say_what_they_are(swept):
    assert swept.sizes == {"position": 3, "normal_force": 7}
    assert swept.normal_force.units == "N"
    assert swept.pitch.units == "Hz"
    assert swept.regime.flag_meanings.split()[0] == "Helmholtz"
    assert "WaveguideString" in swept.source
    assert "side by side" in swept.computed_on


def test_parameters_of_any_part_are_axes_and_strings_of_other_lengths_go_apart():
    found = sweep(
        CELLO,
        {"resonator.frequency": [110.0, 147.0, 220.0], "interaction.static_friction": [0.6, 0.8]},
        fixed={"velocity": 0.1, "normal_force": 1.0, "position": 0.1},
        duration=LASTS,
        backend="cores",
    )
    assert found["resonator.frequency"].units == "Hz"
    tuned = found.pitch.values[:, 1]
    np.testing.assert_allclose(tuned, [110, 147, 220], rtol=0.02)


def test_a_faster_start_is_a_shorter_rise():
    by_time = sweep(CELLO, {"rise": [0.05, 0.1]}, **_held(), backend="cores")
    by_acceleration = sweep(CELLO, {"acceleration": [2.0, 1.0]}, **_held(), backend="cores")
    np.testing.assert_array_equal(by_time.level.values, by_acceleration.level.values)
    with pytest.raises(ParameterError, match="not both"):
        sweep(CELLO, {"rise": [0.05]}, fixed={"velocity": 0.1, "acceleration": 1.0, "normal_force": 1.0, "position": 0.1})


def _held():
    return {"fixed": {"velocity": 0.1, "normal_force": 1.0, "position": 0.1}, "duration": LASTS}


def test_points_that_are_spread_lie_between_the_ends_and_are_the_same_again():
    axes = {"position": [0.05, 0.2], "normal_force": [0.1, 10.0]}
    one, other = (
        sweep(CELLO, axes, spread="sobol", count=20, seed=3, logarithmic=["normal_force"], backend="cores", **GIVEN) for _ in "ab"
    )
    assert one.sizes == {"point": 20}
    assert ((one.position > 0.05) & (one.position < 0.2)).all()
    assert float(np.median(one.normal_force)) == pytest.approx(1.0, rel=0.3)
    assert one.equals(other)


def test_an_instrument_is_played_as_usual():
    study = study_of(instrument("cello"), {"normal_force": [0.5, 1.0]}, duration=LASTS)
    assert {"velocity", "position", "finger"} <= set(study.fixed)
    assert study.nominal(study.points.between(0, 1))[0] == pytest.approx(146.8, abs=0.1)


def test_a_stopped_sweep_goes_on_where_it_was(tmp_path, swept):
    study = study_of(CELLO, AXES, **GIVEN)
    kept = Store(study, tmp_path / "map")
    assert list(kept.missing(1)) == [(0, 21)]
    shares = []
    whole = sweep(CELLO, AXES, store=tmp_path / "map", backend="cores", progress=shares.append, **GIVEN)
    assert shares == [1.0]
    assert list(Store(study, tmp_path / "map").missing(1)) == []

    class Idle:
        together = 1

        def measured(self, ranges):
            assert not list(ranges)
            return iter(())

    again = sweep(CELLO, AXES, store=tmp_path / "map", backend=Idle(), **GIVEN)
    for name in swept:
        np.testing.assert_array_equal(again[name].values, whole[name].values)
        np.testing.assert_array_equal(again[name].values, swept[name].values)
    with pytest.raises(ParameterError, match="another study"):
        sweep(CELLO, AXES, store=tmp_path / "map", **GIVEN | {"duration": 0.4})


def test_open_chunks_alone_are_computed_again(tmp_path, monkeypatch, swept):
    monkeypatch.setattr("rosin.maps.store.CHUNK", 4)
    study = study_of(CELLO, AXES, **GIVEN)
    kept = Store(study, tmp_path / "map")
    right = {name: swept[name].values.ravel() for name in study.measures}
    for start, stop in ((0, 4), (12, 16), (20, 21)):
        kept.write(start, stop, {name: np.nan_to_num(values[start:stop], nan=-7.0) for name, values in right.items()})
    resumed = Store(study, tmp_path / "map")
    assert resumed.missing_points() == 12
    assert list(resumed.missing(8)) == [(4, 12), (16, 20)]
    assert list(resumed.missing(100)) == [(4, 12), (16, 20)]


def test_a_killed_process_loses_its_open_chunks_alone(tmp_path):
    code = """
import os, signal, sys
sys.path[:0] = {path!r}
import rosin.maps.store
rosin.maps.store.CHUNK = 3
from test_sweep import AXES, CELLO, GIVEN
from rosin import sweep
class OneByOne:
    together = 1
    def measured(self, ranges):
        from rosin.maps.cores import Cores
        from rosin.maps.asking import study_of
        done = 0
        for found in Cores(study_of(CELLO, AXES, **GIVEN)).measured(ranges):
            if done == 3:
                os.kill(os.getpid(), signal.SIGKILL)
            done += 1
            yield found
sweep(CELLO, AXES, store={store!r}, backend=OneByOne(), **GIVEN)
"""
    store = tmp_path / "map"
    filled = code.format(path=[str(Path(__file__).parent)], store=str(store))
    assert subprocess.run([sys.executable, "-c", filled], check=False).returncode == -signal.SIGKILL
    shares = []
    whole = sweep(CELLO, AXES, store=store, backend="cores", progress=shares.append, **GIVEN)
    assert shares[0] == pytest.approx(9 / 21)
    np.testing.assert_array_equal(whole.level.values, sweep(CELLO, AXES, backend="cores", **GIVEN).level.values)


def test_a_disk_that_takes_no_more_is_told(tmp_path):
    code = f"""
import resource, sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
from test_sweep import AXES, CELLO, GIVEN
from rosin import RosinError, sweep
from rosin.maps.cores import Cores
class Full(Cores):
    def measured(self, ranges):
        for found in super().measured(ranges):
            resource.setrlimit(resource.RLIMIT_FSIZE, (40, resource.RLIM_INFINITY))  # bytes of a file from here on
            yield found
from rosin.maps.asking import study_of
try:
    sweep(CELLO, AXES, store={str(tmp_path / "map")!r}, backend=Full(study_of(CELLO, AXES, **GIVEN)), **GIVEN)
except RosinError as error:
    print(error)
"""
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert "cannot be written" in said
    assert "stays good" in said
    assert Store(study_of(CELLO, AXES, **GIVEN), tmp_path / "map").missing_points() == 21
    assert sweep(CELLO, AXES, store=tmp_path / "map", backend="cores", **GIVEN).regime.shape == (3, 7)


def test_where_it_is_computed_is_said_with_the_reason():
    asked = {"fixed": {"velocity": 0.1, "position": 0.1}, "duration": 0.2}
    assert "a card pays from" in sweep(CELLO, {"normal_force": [1.0]}, **asked).computed_on
    if not Path("/dev/nvidia0").exists():
        with pytest.raises(RosinError, match=r'No CUDA driver.*backend="cores"'):
            sweep(CELLO, {"normal_force": [1.0]}, backend="cuda", **asked)


@pytest.mark.parametrize("name", ["xarray", "zarr", "distributed"])
def test_what_is_missing_is_named(name, monkeypatch):
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(RosinError, match=r"rosin\[maps\]"):
        need(name)


@pytest.mark.parametrize(
    ("axes", "more", "words"),
    [
        ({}, {}, ["at least one axis"]),
        ({"colour": [1]}, {}, ["axis", "colour", "normal_force"]),
        ({"resonator.colour": [1]}, {}, ["parameter", "colour"]),
        ({"resonator.impedance": [0.5, -1.0]}, {}, ["impedance"]),
        ({"normal_force": [-1.0]}, {}, ["normal_force", "at least 0"]),
        ({"normal_force": []}, {}, ["one or more"]),
        ({"rise": [0.0]}, {}, ["rise", "more than 0"]),
        ({"normal_force": [1.0]}, {"fixed": {"velocity": 0.1, "normal_force": 1.0}}, ["normal_force", "fixed"]),
        ({"normal_force": [1.0]}, {"fixed": {}}, ["velocity", "axis"]),
        ({"normal_force": [1.0]}, {"measure": ["beauty"]}, ["measure", "beauty"]),
        (AXES, {"duration": 0.05}, ["periods", "20"]),
        ({"normal_force": [1.0]}, {"spread": "sobol"}, ["count"]),
        (AXES, {"backend": "abacus"}, ["backend", "abacus", "cores"]),
    ],
)
def test_wrong_sweeps_are_refused(axes, more, words):
    with pytest.raises(ParameterError) as caught:
        sweep(CELLO, axes, **GIVEN | more)
    for word in words:
        assert word in str(caught.value)


def test_modes_are_judged_by_the_lowest_or_as_asked():
    plate = Contact(Hand(), ElastoPlastic(), Modal([220.0, 517.0], 0.4, 0.03))
    axes = {"normal_force": [0.5, 0.7]}
    np.testing.assert_array_equal(study_of(plate, axes, **GIVEN).nominal({"normal_force": np.ones(2)}), [220, 220])
    np.testing.assert_array_equal(study_of(plate, axes, frequency=517.0, **GIVEN).nominal({"normal_force": np.ones(2)}), [517, 517])
    assert sweep(plate, axes, **GIVEN).sizes == {"normal_force": 2}


def test_rosin_without_maps_does_not_load_them():
    code = "import sys, rosin; rosin.Contact; assert not {'xarray', 'zarr', 'pandas', 'dask'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_any_number_of_threads_finds_the_same(swept):
    study = study_of(CELLO, AXES, **GIVEN)
    for threads in (1, 3):
        [(_, _, found)] = Cores(study, threads=threads).measured([(0, len(study.points))])
        for name, values in found.items():
            if name not in ("pitch", "transient"):
                np.testing.assert_array_equal(values, swept[name].values.ravel(), err_msg=name)


def test_threads_that_want_one_program_compile_it_once(monkeypatch):
    made = []
    kept = linking._kept
    monkeypatch.setattr(linking, "_kept", lambda *given: made.append(given) or kept(*given))
    linking._in_lanes.cache_clear()
    study = study_of(CELLO, AXES, **GIVEN)
    [(_, _, found)] = Cores(study, threads=4).measured([(0, len(study.points))])
    assert np.isfinite(found["level"]).all()
    assert len(made) == len({repr(given[1]) for given in made}) == 2  # of voices and of meters
