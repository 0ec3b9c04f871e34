"""Every instrument is the same in single precision, within a cent and a tenth of a decibel, or says why it needs double."""

import numpy as np
import pytest

from rosin import Contact, instrument, instrument_names, render, render_many
from rosin.instruments.setups.pairs import key_name

RATE = 48_000


def loudest_line(x):
    """Frequency (Hz) of the strongest line of a sound above 20 Hz."""
    spectrum = np.abs(np.fft.rfft((x - x.mean()) * np.hanning(len(x)), 8 * len(x)))
    spectrum[: 20 * 8 * len(x) // RATE] = 0
    k = int(spectrum.argmax())
    below, at, above = np.log(spectrum[k - 1 : k + 2])
    return (k + 0.5 * (below - above) / (below - 2 * at + above)) * RATE / (8 * len(x))


def _first(player, played):
    """The contact that sounds, and its gesture; of notes on several pairs, that of the first note."""
    source = played.layer.source
    if isinstance(source, Contact):
        return source, played.gesture
    name = key_name(player.notes[0].key)
    touch = source.contacts[name]
    first, second = source.bodies[touch.first], source.bodies[touch.second]
    return Contact(exciter=first, interaction=touch.interaction, resonator=second, texture=touch.texture), played.gesture[name]


@pytest.mark.sweep
@pytest.mark.parametrize("name", instrument_names())
def test_single_precision_is_the_same_or_double_is_asked_for(name):
    player = instrument(name)
    if player.needs_double:
        assert any(word in player.needs_double for word in ("random numbers", "solved in double precision"))
        return
    played = player.played(None, sample_rate=RATE)[0]
    duration = min(player.duration, 2.0)
    contact, gesture = _first(player, played)
    given = {"duration": duration, "sample_rate": RATE, "output": played.layer.output}
    double = render(contact, gesture, **given)
    (single,) = render_many(contact, gesture, precision="single", **given)
    level = 20 * np.log10(np.std(single.audio[0]) / np.std(double.audio[0]))
    assert abs(level) < 0.1
    for part in (slice(None), slice(RATE // 4), slice(-RATE // 2, None)):  # all of it, its beginning, its end
        assert abs(1200 * np.log2(loudest_line(single.audio[0][part]) / loudest_line(double.audio[0][part]))) < 1
