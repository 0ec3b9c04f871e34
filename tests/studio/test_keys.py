"""Keys in the page: each note has a body of its own, so that what was played rings on."""

import numpy as np
import pytest
from browsing import told
from hands import RATE, hear, until
from keyboards import off, on, peak, send, sounding

import rosin
from rosin.analysis import cents
from rosin.playing.midi.score import pitch_of_key

pytestmark = pytest.mark.realtime

ONE_BY_ONE = """async (messages) => {
  const {engine} = studio;
  engine.record(true);
  for (const message of messages) {
    const from = engine.heard;
    send(message);
    while (engine.heard < from + 14400) await new Promise((done) => setTimeout(done, 5));
  }
  engine.record(false);
  return Array.from((await engine.take())[0]);
}"""


def strength(sound, frequency):
    """Of a partial."""
    turns = np.exp(-2j * np.pi * frequency * np.arange(len(sound)) / RATE)
    return 2 * abs(np.mean(sound * np.hanning(len(sound)) * turns))


def test_a_second_key_of_a_marimba_leaves_the_first_ringing(keyboard):
    """The first tone falls at its own rate before the second blow and after it."""
    page = keyboard("marimba")
    sound = np.array(told(page, ONE_BY_ONE, [on(60, 120), on(67, 120)]))
    size = 2400
    first, second = (
        np.array([strength(sound[at : at + size], pitch_of_key(key)) for at in range(0, len(sound) - size, size)]) for key in (60, 67)
    )
    blow = int(np.argmax(np.diff(second))) + 1
    begin = int(np.argmax(first)) + 1
    assert first.max() > 0.01
    assert second[blow + 1] > 0.01
    assert blow > begin + 1
    rate = np.log(first[begin] / first[blow + 3]) * RATE / size / (blow + 3 - begin)
    bar = rosin.instrument("marimba").setup.tuned(pitch_of_key(60))
    assert rate == pytest.approx(1 / bar.decay_times[0], rel=0.1)


@pytest.mark.parametrize("name", ["glass_armonica", "glass_harmonica"])
def test_two_keys_rub_two_cups(keyboard, name):
    page = keyboard(name)
    send(page, on(67, 110), on(76, 110))
    hear(page, 0.8)
    sound = hear(page, 0.5)
    for key in (67, 76):
        pitch = pitch_of_key(key)
        assert strength(sound, pitch) > 1e-3, key
        assert abs(cents(peak(sound, pitch), pitch)) < 15, key
    send(page, off(67), off(76))
    until(page, "studio.engine.hands.hand.normal_force === 0")
    after = hear(page, 0.3)
    assert strength(after, pitch_of_key(67)) > 1e-4


def test_more_notes_than_pairs_take_the_oldest(keyboard):
    """Seventeen keys on sixteen bars: the first one's bar plays the last."""
    page = keyboard("marimba")
    assert page.evaluate("studio.engine.plan.layers.keys.keys.pairs.length") == 16
    send(page, *(on(key, 60) for key in range(48, 65)))
    sound = hear(page, 0.5)
    assert np.isfinite(sound).all()
    spectrum = {key: strength(sound[4800:], pitch_of_key(key)) for key in (48, 56, 64)}
    assert spectrum[64] > 3e-4
    assert spectrum[56] > 3e-4
    assert spectrum[48] < 0.1 * spectrum[56]


def test_turning_a_bar_leaves_its_keys_in_tune(keyboard):
    """A parameter of the resonator tunes every pair anew: thicker felt or other damping, the same pitches."""
    page = keyboard("marimba")
    send(page, on(64, 120))
    page.evaluate("studio.preset.turn('resonator.damping', 6.0)")
    until(page, "studio.engine.plan.parameters.find(({path}) => path === 'resonator.damping').value === 6")
    sound = sounding(page, 0.4, on(64, 120))[2400:]
    pitch = pitch_of_key(64)
    assert abs(cents(peak(sound, pitch), pitch)) < 5
    early, late = (strength(part, pitch) for part in (sound[:8000], sound[8000:16000]))
    rate = np.log(early / late) * RATE / 8000
    bar = rosin.instrument("marimba").with_changes({"resonator.damping": 6.0}).setup.tuned(pitch)
    assert rate == pytest.approx(1 / bar.decay_times[0], rel=0.1)
