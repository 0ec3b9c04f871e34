"""Recordings of real things, from Debian's packages: fluid-soundfont-gm, freepats, hydrogen-drumkits, alsa-utils, sonic-pi-samples."""

from pathlib import Path

import numpy as np
import pytest

from rosin import ParameterError, fit
from rosin.analysis.distance import Distance, distance
from rosin.compare.kinds import KINDS
from rosin.compare.matching import recordings, references
from rosin.compare.soundfont import SoundFont
from rosin.compare.take import RATE
from rosin.fitting.building import OnsetModes, build, played
from rosin.fitting.recording import read_recording, recording_of
from rosin.fitting.strikes import strikes_of

GENERAL_MIDI = Path("/usr/share/sounds/sf2/FluidR3_GM.sf2")
KITS = Path("/usr/share/hydrogen/data/drumkits")
HAND, STEREO, PEARL = KITS / "Gimme A Hand 1.0", KITS / "ForzeeStereo", KITS / "The Black Pearl 1.0"
PATCHES = Path("/usr/share/midi/freepats")
SPEECH = Path("/usr/share/sounds/alsa")
LOOPS = Path("/usr/share/sonic-pi/samples")

patches = pytest.mark.skipif(not PATCHES.exists(), reason="no recordings: apt-get install freepats")
fonts = pytest.mark.skipif(not GENERAL_MIDI.exists(), reason="no recordings: apt-get install fluid-soundfont-gm")
kits = pytest.mark.skipif(not STEREO.exists(), reason="no recordings: apt-get install hydrogen-drumkits")
speech = pytest.mark.skipif(not (SPEECH / "Front_Center.wav").exists(), reason="no recordings: apt-get install alsa-utils")
loops = pytest.mark.skipif(not LOOPS.exists(), reason="no recordings: apt-get install sonic-pi-samples")


def mono(path):
    recording = read_recording(path)
    return recording_of(recording.loudest, recording.sample_rate, recording.name)


def strike(path):
    recording = mono(path)
    return recording.samples[0, strikes_of(recording)[0].onset :]


def ratio(found, others):
    """How far the instrument is from its recording, over how far other recordings of such things are."""
    gaps = [distance(found.original[0], other[: found.original.shape[1]], found.sample_rate) for other in others]
    return found.distance.over(Distance.mean(gaps))


@fonts
def test_a_marimba():
    bar = next(sample for sample in SoundFont(GENERAL_MIDI).samples(0, 12) if sample.name == "Marimba C 6(L)")
    found = fit(recording_of(bar.values, bar.sample_rate, "marimba"))
    assert found.left < -25
    first = found.strikes[0][0]
    heard = OnsetModes(
        found.modes.frequencies, found.modes.rates, (found.modes.amplitudes * found.modes.poles ** -(first.begin - first.onset))[None]
    )
    rate = found.sample_rate
    bare = played(build(heard), found.modal.shape[1], rate)
    after = slice(first.begin - first.onset, None)
    faded = np.minimum(np.arange(found.modal[0, after].size) / (0.01 * rate), 1)
    assert distance(faded * found.modal[0, after], faded * bare[0, after], rate).mel < 1


@fonts
@patches
@pytest.mark.parametrize("name", ["Xylophone C 5(L)", "Xylophone F# 6(L)", "Xylophone C 7(L)"])
def test_a_bar_is_nearer_than_another_recording_of_its_note(name):
    kind = KINDS["xylophone"]
    known = next(each for each in references(kind, recordings(kind), 12) if each.take.name == name)
    found = fit(recording_of(known.take.samples, RATE, name))
    assert found.distance.over(Distance.mean(other.gap for other in known.others)) < 0.5


@kits
def test_a_dry_bell():
    found = fit(mono(HAND / "Cowbell-Med.wav"))
    assert (
        ratio(found, [strike(HAND / "WaterglassLo-Med.wav"), strike(PEARL / "PaisteBell-Med.wav"), strike(STEREO / "AgogoLow-3.wav")]) < 0.5
    )


@kits
def test_a_tom():
    found = fit(mono(STEREO / "TomHigh-2.wav"))
    assert ratio(found, [strike(PEARL / "PearlTom1-Med.wav"), strike(KITS / "BJA_Pacific" / "TM_04.aiff")]) < 1.2


@kits
def test_a_cymbal_is_not_refused():
    assert len(fit(mono(STEREO / "RideBell-2.wav")).modes) > 10


@speech
@pytest.mark.parametrize("name", ["Front_Center", "Rear_Center", "Side_Left", "Noise"])
def test_speech_and_noise_are_refused(name):
    with pytest.raises(ParameterError, match=r"no strike|not alike|no ringing|a blow every"):
        fit(SPEECH / f"{name}.wav")


@loops
@pytest.mark.parametrize("name", ["loop_compus", "loop_garzul", "ambi_glass_rub", "ambi_drone"])
def test_music_and_rubbing_are_refused(name):
    with pytest.raises(ParameterError, match=r"no strike|not alike|no ringing|a blow every"):
        fit(LOOPS / f"{name}.flac")
