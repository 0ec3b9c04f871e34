"""Scenes are swept as contacts are: one of their contacts is led and judged, any parameter of any body is an axis."""

import numpy as np
import pytest

from rosin import Contact, ElastoPlastic, Gesture, Hand, Modal, ParameterError, RosinError, render, sweep
from rosin.analysis import centroid
from rosin.analysis.regimes import motion
from rosin.instruments.opening import instrument
from rosin.interactions.hunt_crossley import HuntCrossley
from rosin.maps.asking import study_of
from rosin.maps.subject import Subject
from rosin.meters.bowed_motion import REGIMES
from rosin.scenes.joint import Spring
from rosin.scenes.scene import Heard, Scene, Touch

RATE, F0, LASTS = 24_000, 220.0, 0.3
BAR = Modal([F0, 611.0], 0.4, 0.03)
ROSIN = ElastoPlastic()
SCENE = Scene(
    bodies={"bow": Hand(), "bar": BAR, "post": Modal([90.0], 0.2, 0.5)},
    contacts={
        "bowing": Touch(first="bow", second="bar", interaction=ROSIN),
        "buzz": Touch(first="post", second="bar", interaction=HuntCrossley()),
    },
    joints=(Spring(first="post", second="bar", stiffness=2000.0),),
    heard={"bar": Heard(gain=2.0)},
)
OPTIONS = {"duration": LASTS, "sample_rate": RATE, "backend": "cores"}


def test_a_point_is_what_the_scene_sounds_like():
    axes = {"normal_force": [0.4, 0.7], "joints.0.stiffness": [500.0, 8000.0]}
    found = sweep(SCENE, axes, within="bowing", fixed={"velocity": 0.1}, sound=True, measure=["regime", "level", "centroid"], **OPTIONS)
    assert found["joints.0.stiffness"].units == "N/m"
    for force in (0.4, 0.7):
        gesture = {"bowing": Gesture(velocity=[(0, 0), (0.05, 0.1)], normal_force=force)}
        joints = (Spring(first="post", second="bar", stiffness=8000.0),)
        take = render(SCENE.replace(joints=joints), gesture, duration=LASTS, sample_rate=RATE, record="bowing.relative_velocity")
        point = found.sel({"normal_force": force, "joints.0.stiffness": 8000.0})
        np.testing.assert_allclose(point.sound.values, take.audio[0], rtol=1e-5, atol=1e-6 * np.abs(take.audio).max())
        end = take.audio[0][-round(20 * RATE / F0) :]
        assert float(point.level) == pytest.approx(np.sqrt(np.mean(end**2)), rel=2e-3)
        assert float(point.centroid) == pytest.approx(centroid(end, RATE), rel=1e-3)
        speed = 0.1 * np.minimum(np.arange(take.audio.shape[1]) / (0.05 * RATE), 1)
        seen = motion(take.traces["bowing.relative_velocity"], RATE, frequency=F0, velocity=speed, position=0.5)
        assert REGIMES[int(point.regime)] == seen.regime


@pytest.mark.thorough
def test_a_contact_as_a_scene_is_the_same():
    axes, fixed = {"normal_force": [0.3, 0.6]}, {"velocity": 0.1}
    alone = sweep(Contact(Hand(), ROSIN, BAR), axes, fixed=fixed, **OPTIONS)
    scene = Scene(
        bodies={"bow": Hand(), "bar": BAR},
        contacts={"bowing": Touch(first="bow", second="bar", interaction=ROSIN)},
        heard={"bar": Heard()},
    )
    as_scene = sweep(scene, axes, fixed=fixed, **OPTIONS)
    np.testing.assert_array_equal(alone.regime.values, as_scene.regime.values)
    np.testing.assert_allclose(alone.level.values, as_scene.level.values, rtol=1e-6)


def test_instruments_that_are_scenes_are_swept():
    study = study_of(instrument("wolf_cello"), {"normal_force": [0.4, 0.5]}, duration=0.5)
    assert study.subject.within
    assert study.nominal(study.points.between(0, 1))[0] > 50


def test_what_is_told_by_a_function_is_a_measure_too():
    def loudest(sound, sample_rate):
        """Highest sample."""
        assert sample_rate == RATE
        return np.abs(sound).max()

    axes = {"normal_force": [0.3, 0.6], "bodies.bar.masses": [0.03, 0.06]}
    found = sweep(SCENE, axes, within="bowing", fixed={"velocity": 0.1}, measure=["level", loudest], **OPTIONS)
    assert found.loudest.long_name == "Highest sample."
    assert ((found.loudest > found.level) & (found.loudest < 10 * found.level)).all()
    for source, measures in ((SCENE.alone("bowing"), [loudest]), (SCENE, ["level"])):
        with pytest.raises(RosinError, match=r'on cores, not on a card.*backend="cores"'):
            sweep(
                Subject(source, "bowing" * (source is SCENE)),
                {"normal_force": [0.5]},
                fixed={"velocity": 0.1},
                measure=measures,
                **OPTIONS | {"backend": "cuda"},
            )


def test_a_parameter_may_follow_from_others():
    axes = {"bodies.bar.frequencies.0": [200.0, 300.0]}
    told = {"bodies.bar.frequencies.1": lambda values: 3 * values["bodies.bar.frequencies.0"]}
    sources = study_of(SCENE, axes, within="bowing", fixed={"velocity": 0.1, "normal_force": 0.5} | told, duration=LASTS).sources(
        {"bodies.bar.frequencies.0": np.array([200.0, 300.0])}
    )
    assert [source.bodies["bar"].frequencies for source in sources] == [(200.0, 600.0), (300.0, 900.0)]


def test_kept_sounds_lie_in_the_store_and_are_read_when_asked_for(tmp_path):
    axes, options = {"normal_force": [0.3, 0.5, 0.7]}, {"within": "bowing", "fixed": {"velocity": 0.1}, "sound": True, **OPTIONS}
    stored, here = sweep(SCENE, axes, store=tmp_path / "s", **options), sweep(SCENE, axes, **options)
    assert stored.sound.chunks is not None
    np.testing.assert_array_equal(stored.sound.values, here.sound.values)
    assert stored.sound.dims == ("normal_force", "time")


@pytest.mark.thorough
def test_what_needs_double_says_so_in_single_precision():
    with pytest.warns(UserWarning, match="solved in double precision"):
        found = sweep(SCENE, {"normal_force": [0.5]}, within="bowing", fixed={"velocity": 0.1}, precision="single", **OPTIONS)
    assert np.isfinite(found.level).all()


@pytest.mark.parametrize(
    ("source", "more", "words"),
    [
        (SCENE, {}, ["several contacts", "bowing", "buzz"]),
        (SCENE, {"within": "plucking"}, ["plucking", "bowing"]),
        (SCENE, {"within": "buzz"}, ["velocity", "buzz"]),
        (Contact(Hand(), ROSIN, BAR), {"within": "bowing"}, ["single contact"]),
        (BAR, {}, ["Contact", "Scene", "Modal"]),
        (SCENE, {"within": "bowing", "axes": {"resonator.masses": [1.0]}}, ["axis", "bodies.PARAMETER"]),
        (SCENE, {"within": "bowing", "measure": []}, ["needs a measure"]),
        (SCENE, {"within": "bowing", "measure": [lambda sound, rate: 0.0]}, ["name of its own"]),
    ],
)
def test_wrong_scenes_and_measures_are_refused(source, more, words):
    axes = more.pop("axes", {"normal_force": [0.5]})
    with pytest.raises(ParameterError) as caught:
        sweep(source, axes, fixed={"velocity": 0.1}, **OPTIONS, **more)
    for word in words:
        assert word in str(caught.value)
