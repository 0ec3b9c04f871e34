"""Struck bars, plates, skins, glasses and bells: hammers, blows, materials, nodes, contact times, partials and tunes."""

import numpy as np
import pytest
from scipy.optimize import brentq
from struck_measures import HAMMERS, amplitude, blow, contacts, first_centroid, hammer, partial

import rosin
from rosin import ParameterError
from rosin.analysis import cents
from rosin.analysis.centroid import mean_frequency
from rosin.instruments.performance import perform
from rosin.playing.midi.score import Note, Score
from rosin.playing.touch import SOFTEST_BLOW
from rosin.shapes.bar import Bar


def struck(instrument, speed=1.0, duration=0.2, **given):
    return instrument.render(blow(speed), duration=duration, record="force", **given)


@pytest.mark.parametrize("name", ["struck_bar", "xylophone", "marimba", "struck_plate", "struck_glass", "bell", "gong"])
def test_a_harder_hammer_is_brighter(name):
    centroids = [first_centroid(struck(rosin.instrument(name).with_changes(hammer(head)))) for head in HAMMERS]
    assert np.diff(centroids[2:]).min() > 0
    assert max(centroids[:2]) < centroids[2]
    if name == "struck_bar":
        assert centroids[-1] > 3 * centroids[2]


@pytest.mark.parametrize("name", ["struck_bar", "xylophone", "struck_plate", "struck_glass", "bell", "gong"])
def test_a_harder_blow_is_louder_and_brighter(name):
    sounds = [struck(rosin.instrument(name), speed) for speed in (0.3, 1.0, 3.0)]
    centroids = [first_centroid(sound) for sound in sounds]
    assert min(np.divide(centroids[1:], centroids[:-1])) > 1.03
    assert np.diff([sound.peak for sound in sounds]).min() > 0


@pytest.mark.parametrize("ratio", [0.25, 1.0, 4.0])
def test_mass_over_stiffness_sets_the_contact_time(ratio):
    """Hertz's blow on something heavy: t = 2.943 x / v, x = (5 m v^2 / 4 k)^(2/5)."""
    bar = rosin.instrument("struck_bar").with_changes({"interaction.dissipation": 0.02})
    speed, mass, stiffness = 1.0, 0.01, 1e8
    expected = 2.943 / speed * (1.25 * ratio * mass * speed**2 / stiffness) ** 0.4
    for changes in ({"exciter.mass": ratio * mass}, {"interaction.stiffness": stiffness / ratio}):
        begins, ends = contacts(struck(bar.with_changes(changes), duration=0.02, sample_rate=384_000).traces["force"])
        assert (ends[0] - begins[0]) / 384_000 == pytest.approx(expected, rel=0.05)


def test_materials_decay_as_they_lose_and_sound_different():
    """At equal pitch T60 = 2.2 / (f eta): steel, glass, wood, plastic and rubber, from the longest to the shortest."""
    rate, pitch, found = 48_000, 664.0, []
    for name in ("steel", "glass", "wood", "plastic", "rubber"):
        bar = rosin.instrument("struck_bar").with_changes({"resonator.material": name, "resonator.frequency": pitch})
        expected = 2.2 / (pitch * bar.setup.resonator.material.loss_factor)
        sound = struck(bar, 0.5, duration=0.06 + expected)
        first = contacts(sound.traces["force"])[1][0] + int((0.1 * expected + 0.002) * rate)
        later, size = int(0.3 * expected * rate), max(int(0.1 * expected * rate), 72)
        fall = np.divide(*(amplitude(sound.audio[0, at : at + size], rate, pitch) for at in (first, first + later)))
        found.append(later / rate * 3 / np.log10(fall))
        assert found[-1] == pytest.approx(expected, rel=0.05), name
    assert max(np.divide(found[1:], found[:-1])) < 0.5


def test_materials_have_their_own_pitch():
    """Of equal bars, as sqrt(E / rho): steel and glass near each other, wood below, plastic lower still."""
    bar = rosin.instrument("struck_bar")
    for name, pitch in {"steel": 664, "glass": 655, "wood": 558, "plastic": 216}.items():
        sound = struck(bar.with_changes({"resonator.material": name}), duration=0.6)
        assert partial(sound.audio[0, 1200:], 48_000, pitch) == pytest.approx(pitch, rel=0.005), name


@pytest.mark.parametrize("mode", [0, 1, 2])
def test_a_blow_on_a_node_leaves_its_mode_out(mode):
    bar = rosin.instrument("struck_bar")
    modes = bar.setup.resonator.modes()
    node = brentq(lambda x: modes.weights(x)[0, mode], (0.1, 0.4, 0.3)[mode], (0.4, 0.6, 0.4)[mode])
    strengths = []
    for at in (node, node + 0.05):
        audio = struck(bar.with_changes({"at": at}), duration=0.3).audio[0, 1000:]
        strengths.append([amplitude(audio, 48_000, frequency) for frequency in modes.frequencies[:3]])
    missing, present = np.array(strengths)[:, mode]
    assert missing < 1e-3 * present
    others = [other for other in range(3) if other != mode]
    assert (np.array(strengths)[0, others] > 0.1 * np.array(strengths)[1, others]).all()


@pytest.mark.parametrize(
    ("name", "lowest", "ratios"),
    [
        ("struck_bar", 664.0, (1, 2.7565, 5.4039, 8.9330)),
        ("xylophone", 523.25, (1, 3, 6)),
        ("marimba", 130.81, (1, 4, 10)),
        ("drum", 130.0, (1, 1.523, 2.114, 2.301)),
        ("gong", 86.6, (1, 9.069 / 5.262, 12.244 / 5.262)),
        ("gong.crash", 50.7, (1, 9.069 / 5.262, 12.244 / 5.262)),
        ("struck_plate", 260.0, (1, 25 / 13, 40 / 13)),
        ("bell", 440.0, (0.5, 1, 1.2, 1.5, 2)),
    ],
)
def test_partials_stand_where_published_ratios_put_them(name, lowest, ratios):
    instrument = rosin.instrument(name)
    nominal = {"resonator.material.poisson_ratio": 0.33}
    changes = {"bell": {"resonator.split": 0.0}, "gong": nominal, "gong.crash": nominal}.get(name, {})
    sound = instrument.with_changes(changes | hammer("wood")).render(blow(), duration=1.5)
    first = lowest * ratios[0]
    low = partial(sound.audio.sum(axis=0), 48_000, first, 0.5)
    assert low == pytest.approx(first, rel=0.005)
    for ratio in ratios[1:]:
        wanted = low * ratio / ratios[0]
        assert partial(sound.audio[0], 48_000, wanted, 0.4) == pytest.approx(wanted, rel=0.003), ratio


def test_bars_are_cut_to_their_ratios():
    even, cut = Bar(0.3, 0.02, 0.04).modes(), Bar(0.3, 0.02, 0.04, ratios=[1, 3, 6]).modes()
    np.testing.assert_allclose(cut.frequencies[:3] / even.frequencies[0], [1, 3, 6])
    np.testing.assert_allclose(cut.frequencies[3:6] / 6, even.frequencies[3:6] / (even.frequencies[2] / even.frequencies[0]))
    assert Bar(0.3, 0.02, ratios=[1, 3, 6]).modes(most=2).frequencies[1] == pytest.approx(3 * Bar(0.3, 0.02).modes().frequencies[0])
    for wrong in ([2, 3], [1, 3, 3]):
        with pytest.raises(ParameterError, match="the first must be 1"):
            Bar(0.3, 0.02, ratios=wrong)


def test_glasses_that_are_not_round_beat():
    """At f d = 2.3 Hz: strong, weak after half a period, strong again, but for the decay."""
    glass = rosin.instrument("struck_glass")
    shape = glass.setup.resonator
    pitch = shape.replace(split=0.0).modes().frequencies[0]
    audio = struck(glass, duration=1.2).audio[0]
    beat = 48_000 / (pitch * shape.split)
    size = int(0.2 * beat)
    strengths = [amplitude(audio[at : at + size], 48_000, pitch) for at in 1000 + np.arange(0, 2 * beat, beat / 8).astype(int)]
    strengths *= np.exp(np.pi * pitch * shape.loss_factor * np.arange(len(strengths)) * beat / 8 / 48_000)
    assert strengths[:9].min() < 0.5 * strengths[:9].max()
    np.testing.assert_allclose(strengths[8:], strengths[:8], rtol=0.1)


TUNE = [(0.1, 72, 0.9), (0.5, 76, 0.5), (0.9, 79, 0.7), (1.3, 84, 1.0), (1.3, 67, 0.8)]


@pytest.mark.parametrize(("name", "fastest"), [("struck_bar", 2.5), ("xylophone", 1.5), ("marimba", 1.5), ("bell", 1.2)])
def test_tunes_are_in_tune_and_on_time(name, fastest):
    """Full velocity is the hardest blow (m/s) of the default gesture; the hammer flies for its distance over its speed."""
    instrument = rosin.instrument(name)
    score = Score(tuple(Note(start, start + 0.3, key, velocity) for start, key, velocity in TUNE), 1.7)
    sound = perform(instrument.played(score=score), duration=2.2, record="force")
    distance = instrument.setup.exciter.distance
    for start, key, velocity in TUNE:
        force = sound.traces[f"key {key}.force"]
        begins, ends = contacts(force)
        flight = distance / (fastest * SOFTEST_BLOW ** (1 - velocity))
        assert begins[0] / 48_000 == pytest.approx(start + flight, abs=1e-4)
        pitch = 440 * 2 ** ((key - 69) / 12)
        alone = perform(
            instrument.played(score=Score(tuple(note for note in score.notes if note.key == key), 1.7)),
            duration=start + 0.9,
            record="force",
        )
        found = partial(alone.audio[0, ends[0] :], 48_000, pitch, 0.5)
        assert abs(cents(found, pitch)) < 2, key


def test_a_higher_key_of_the_same_material_dies_sooner():
    """T60 = 2.2 / (f eta): an octave up, half as long."""
    (played,) = rosin.instrument("struck_bar").played(score=Score((Note(0, 1, 69), Note(0, 1, 81)), 1))
    low, high = (played.layer.source.bodies[f"key {key} resonator"] for key in (69, 81))
    np.testing.assert_allclose(low.decay_times[0], 2 * high.decay_times[0])


def test_takes_of_a_tune_keep_its_rhythm():
    tune = rosin.instrument("xylophone")
    take = tune.varied(3)
    stretch = take.duration / tune.duration
    assert stretch != 1
    np.testing.assert_allclose([note.start for note in take.notes], [stretch * note.start for note in tune.notes])
    assert [note.key for note in take.notes] == [note.key for note in tune.notes]
    assert all(0 < note.velocity <= 1 for note in take.notes)
    assert len({note.velocity / before.velocity for note, before in zip(take.notes, tune.notes, strict=True)}) > 4


def note(name, velocity, key):
    """A single note of an instrument."""
    return rosin.instrument(name).render(score=Score((Note(0.05, 1.0, key, velocity),), 1.0), duration=1.0, sample_rate=44_100).audio[0]


@pytest.mark.parametrize(("name", "key"), [("drum", 45), ("marimba", 60), ("xylophone", 79), ("bell", 69), ("piano_note", 60)])
def test_velocity_spans_twenty_decibels(name, key):
    soft, hard = (np.square(note(name, velocity / 127, key)).sum() for velocity in (10, 127))
    assert 20 < 10 * np.log10(hard / soft) < 30


def test_a_drum_brightens_as_it_is_struck_harder():
    """Recorded toms by 6.9 to 7.3 semitones, from the softest to the hardest sample."""
    spectra = [np.abs(np.fft.rfft(note("drum", velocity, 45))) ** 2 for velocity in (0.2, 0.5, 1.0)]
    means = [mean_frequency(power, np.arange(len(power))) for power in spectra]
    assert means == sorted(means)
    assert 12 * np.log2(means[-1] / means[0]) > 5
