"""The hands of a player: what they do with a stroke, what wanders, and which notes share a stroke."""

import numpy as np
import pytest

from rosin.engine.bowing import CONTROLS, Hands
from rosin.kernels.dialect import view
from rosin.playing.bowing.line import bowed
from rosin.playing.bowing.player import Player
from rosin.playing.bowing.stroke import BEGIN, END, MOVE, SLUR, blank
from rosin.playing.bowing.strokes import Strung, messages
from rosin.playing.bowing.wander import Pace, Wandering, set_pace, settle, wander
from rosin.playing.midi.score import ControllerCurve, Note

RATE = 48_000
STEADY = dict.fromkeys(("speed_jitter", "force_jitter", "place_jitter", "pitch_jitter", "rate_wander", "depth_wander"), 0.0)
STEADY |= {"jitter_corner": 20.0, "vibrato_rate": 5.0}
UNSTEADY = STEADY | {"speed_jitter": 0.1, "force_jitter": 0.1, "place_jitter": 0.05, "pitch_jitter": 0.02, "rate_wander": 0.1}
GOALS = {"kind": BEGIN, "speed": 0.2, "acceleration": 4.0, "force": 1.5, "start_force": 0.5, "hold": 0.05, "ease": 0.05, "place": 0.1}
STROKE = blank() | GOALS | {"swell_from": 1.0, "pitch": 7.0, "glide": 0.02, "release": 0.05}
CELLO_D = Strung(146.83, 0.55, 0.1, 1.1, 0.65)


def bow(events, duration, habits=STEADY, target="native"):
    """The controls that come of messages (s, stroke)."""
    hands = Hands(habits, np.ones(25), RATE, seed=3, target=target)
    out = {name: np.zeros(round(duration * RATE)) for name in CONTROLS}
    for (time, stroke), (until, _) in zip(events, [*events[1:], (duration, {})], strict=True):
        hands.send(stroke)
        hands.play(round(until * RATE) - round(time * RATE), out, round(time * RATE))
    return out


def at(row, time):
    return row[round(time * RATE)]


def test_a_stroke_comes_to_its_speed_and_force_and_ends():
    out = bow([(0.0, STROKE), (0.3, STROKE | {"kind": END})], 0.5)
    assert at(out["velocity"], 0.02) == pytest.approx(4.0 * 0.02, rel=0.02)  # v = a t
    assert at(out["velocity"], 0.2) == pytest.approx(0.2)
    assert at(out["normal_force"], 0.04) == pytest.approx(0.5 * 1.5, rel=0.01)
    assert at(out["normal_force"], 0.075) == pytest.approx(0.75 * 1.5, rel=0.1)
    assert at(out["normal_force"], 0.2) == pytest.approx(1.5, rel=0.01)
    assert at(out["finger"], 0.2) == pytest.approx(1 - 2 ** (-7 / 12))
    assert at(out["position"], 0.2) == pytest.approx(0.1 * 2 ** (-7 / 12))
    assert at(out["velocity"], 0.36) == 0
    assert at(out["normal_force"], 0.45) == 0


def test_a_turning_bow_passes_rest_and_a_slurred_one_does_not():
    turned = bow([(0.0, STROKE), (0.3, STROKE | {"direction": -1.0})], 0.6)["velocity"]
    assert turned[-1] == pytest.approx(-0.2)
    slurred = bow([(0.0, STROKE), (0.3, STROKE | {"kind": SLUR, "pitch": 9.0})], 0.6)
    assert slurred["velocity"][RATE // 10 :].min() > 0.199
    assert slurred["finger"][-1] == pytest.approx(1 - 2 ** (-9 / 12))


def test_vibrato_grows_into_the_note_at_its_rate():
    out = bow([(0.0, STROKE | {"vibrato": 0.2, "vibrato_delay": 0.2, "vibrato_growth": 0.5})], 2.0)
    pitch = -12 * np.log2(1 - out["finger"]) - 7
    assert np.abs(pitch[: RATE // 6]).max() < 1e-9
    assert np.abs(pitch[RATE:]).max() == pytest.approx(0.2, rel=0.02)
    crossings = np.flatnonzero((pitch[RATE:-1] < 0) & (pitch[RATE + 1 :] >= 0))
    assert len(crossings) == 5


def test_hands_are_the_same_in_webassembly_and_in_python():
    events = [(0.0, STROKE), (0.02, STROKE | {"kind": MOVE, "pitch": 7.5}), (0.04, STROKE | {"kind": END})]
    native = bow(events, 0.06, UNSTEADY)
    for target in ("wasm", "python"):
        other = bow(events, 0.06, UNSTEADY, target)
        for name in CONTROLS:
            np.testing.assert_allclose(other[name], native[name], atol=1e-12)


def test_what_wanders_has_unit_variance_and_falls_as_one_over_f():
    pace, state, words = view(Pace, np.zeros(8), None), view(Wandering, np.zeros(4), None), np.arange(1.0, 7.0) * 12_345
    dt = 1 / 200
    set_pace(pace, 20.0, dt)
    settle(state, words)
    x = np.array([wander(pace, state, words) for _ in range(20_000)])
    assert x.std() == pytest.approx(1, abs=0.15)
    power, frequencies = np.abs(np.fft.rfft(x)) ** 2, np.fft.rfftfreq(len(x), dt)
    octaves = [power[(frequencies >= low) & (frequencies < 2 * low)].sum() for low in (0.5, 1.0, 2.0, 4.0, 8.0)]
    assert max(octaves) < 2.5 * min(octaves)


def test_detached_notes_turn_the_bow_and_slurred_ones_share_it_across_strings():
    low = [Note(0.0, 0.5, 50), Note(0.5, 1.0, 52), Note(1.7, 2.0, 52)]
    high = [Note(1.0, 1.5, 57)]
    (first, second, last), (other,) = bowed([low, high])
    assert first.direction == second.direction == other.direction == -last.direction
    assert second.slurred
    assert not other.slurred  # another string: its hands begin anew, in the same direction
    assert first.goes_on
    assert not second.goes_on


def test_a_player_is_told_of_controllers_as_they_move():
    bend = ControllerCurve(((0.0, 0.0), (0.3, 1.0)))
    swelling = ControllerCurve(((0.0, 0.5), (0.4, 1.0)))
    ((strokes,),) = ([bowed([[Note(0.1, 0.6, 52, 0.5, bend=bend, expression=swelling)]])[0]],)
    told = messages(strokes, CELLO_D, Player.of("cello"))
    assert [(time, stroke["kind"]) for time, stroke in told] == [(0.1, BEGIN), (0.3, MOVE), (0.4, MOVE), (0.6, END)]
    begin, bent, loud, _ = (stroke for _, stroke in told)
    assert bent["pitch"] == pytest.approx(begin["pitch"] + 1)
    assert loud["speed"] == pytest.approx(2 * begin["speed"])
    assert loud["force"] == pytest.approx(2**0.85 * begin["force"])
