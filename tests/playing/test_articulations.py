"""How notes are bowed: every articulation speaks, and each does with bow and string what its name says."""

import numpy as np
import pytest

from rosin import ParameterError, instrument
from rosin.bench.speaking import repetition
from rosin.engine.bowing import Hands
from rosin.instruments.setups.bowed_strings import BowedStrings
from rosin.playing.bowing.articulations import ARTICULATIONS
from rosin.playing.bowing.line import bowed
from rosin.playing.bowing.stopping import stop_of
from rosin.playing.gesture import Gesture
from rosin.playing.midi.score import Note, Score
from rosin.scenes.contact import Contact
from rosin.sound.rendering import render

RATE = 48_000
BEGIN = 0.05  # s
KEYS = {"violin": 70, "viola": 63, "cello": 51, "double bass": 40}
SETUPS = {name: BowedStrings(instrument=name) for name in KEYS}
IN_TUNE = [name for name in ARTICULATIONS if name != "scratch"]


def gesture(name, *notes, **changes):
    """The contact and the hands of the one string that plays some notes."""
    setup = SETUPS[name].replace(**changes) if changes else SETUPS[name]
    (string,) = setup.play(Score(notes, notes[-1].end), RATE, {})
    return string.layer.source, string.gesture


def hands(name, *notes, length=1.0, **changes):
    """Velocity, force and finger that play some notes, sample by sample."""
    return gesture(name, *notes, **changes)[1].block(0, round(length * RATE), RATE)


def force(name, how, *, length=0.5, key=None, velocity=0.5, after=0.05, **changes):
    """What the bridge feels of one note, from its start."""
    note = Note(BEGIN, BEGIN + length, key or KEYS[name], velocity, articulation=how)
    source, moved = gesture(name, note, **changes)
    output = {"output": "bridge_force"} if isinstance(source, Contact) else {}
    return render(source, moved, duration=note.end + after, **output).audio[0][round(BEGIN * RATE) :]


def steady(name):
    """A player who never wavers, on rosin without noise."""
    still = dict.fromkeys(("speed_jitter", "force_jitter", "place_jitter", "pitch_jitter", "rate_wander", "noise", "vibrato"), 0.0)
    return SETUPS[name].player.replace(**still)


def part(x, begin, end):
    return x[round(begin * RATE) : round(end * RATE)]


def centroid(x):
    power = np.abs(np.fft.rfft((x - x.mean()) * np.hanning(len(x)))) ** 2
    return (power * np.fft.rfftfreq(len(x), 1 / RATE)).sum() / power.sum()


def level(x):
    return 20 * np.log10(np.std(x))


@pytest.mark.sweep
@pytest.mark.parametrize("name", KEYS)
def test_every_articulation_speaks_in_tune_and_at_a_level_like_others(name):
    levels = {}
    for how in IN_TUNE:
        rings = ARTICULATIONS[how].plucked or ARTICULATIONS[how].strike > 0
        key = KEYS[name] + (24 if ARTICULATIONS[how].harmonic else 0)
        frequency = Note(0, 1, key).frequency()
        moving = min(ARTICULATIONS[how].moving(0.5, frequency), 0.45)
        sound = part(force(name, how, key=key), 0.5 * moving + 0.02 * rings, moving + 0.05 + 0.1 * rings)
        off, repeated = repetition(sound, frequency, RATE)
        assert abs(off) < 20, (how, off)
        assert repeated > 0.75, (how, repeated)
        levels[how] = level(sound)
    assert max(levels.values()) - min(levels.values()) < 12, levels


def test_a_scratch_has_no_pitch():
    for name, key in KEYS.items():
        assert repetition(part(force(name, "scratch"), 0.2, 0.5), Note(0, 1, key).frequency(), RATE)[1] < 0.6


def test_spiccato_leaves_the_string_which_rings_by_its_own_loss():
    note = Note(BEGIN, BEGIN + 0.5, 70, 0.6, articulation="spiccato")
    source, moved = gesture("violin", note)
    pressed = moved.block(0, RATE, RATE)["normal_force"]
    assert part(pressed, note.start + 0.01, note.start + 0.05).min() > 0
    assert part(pressed, note.start + 0.25, 1.0).max() == 0
    sound = part(render(source, moved, duration=0.6, output="bridge_force").audio[0], note.start + 0.25, note.end)
    time, frequency, string = np.arange(len(sound)) / RATE, note.frequency(), source.resonator
    window = np.hanning(round(0.05 * RATE))
    strength = np.abs(np.convolve(sound * np.exp(-2j * np.pi * frequency * time), window, "valid"))
    decay = -np.polyfit(time[: len(strength)], np.log(strength), 1)[0]
    quality = np.interp(frequency, *np.array(string.quality).T)
    assert decay == pytest.approx(2 * string.impedance * frequency / string.bridge_resistance + np.pi * frequency / quality, rel=0.1)


def test_staccato_rests_on_the_string_and_damps_it():
    note = Note(BEGIN, BEGIN + 0.5, 70, 0.6, articulation="staccato")
    moved = hands("violin", note)
    at_rest = slice(round((note.start + 0.32) * RATE), round((note.start + 0.4) * RATE))
    assert np.abs(moved["velocity"][at_rest]).max() == 0
    assert moved["normal_force"][at_rest].min() > 0
    stopped, ringing = force("violin", "staccato", velocity=0.6, after=0.4), force("violin", "spiccato", velocity=0.6)
    ends = (stopped, 0.25), (ringing, 0.06)
    damped, rung = (level(part(x, end, end + 0.04)) - level(part(x, end + 0.08, end + 0.12)) for x, end in ends)
    assert damped > 20 > 10 > rung
    lifted, played = (level(np.diff(part(stopped, *times))) for times in ((0.4, 0.9), (0.15, 0.25)))
    assert lifted < played - 30  # nor is the string plucked as the bow is lifted


@pytest.mark.parametrize(("name", "key", "rate"), [("violin", 70, 13), ("cello", 45, 110 / 12)])  # twelve periods for a stroke
def test_tremolo_turns_at_its_rate_without_a_leap(name, key, rate):
    note = Note(BEGIN, BEGIN + 2.0, key, articulation="tremolo")
    velocity = part(hands(name, note, length=2.0, player=steady(name))["velocity"], 0.1, 2.0)
    turns = np.flatnonzero(velocity[1:] * velocity[:-1] < 0)
    assert np.diff(turns) / RATE == pytest.approx(1 / rate, abs=17 / RATE)
    assert np.abs(np.diff(velocity)).max() < 0.02 * np.abs(velocity).max()


def test_a_turning_bow_does_not_click():
    """Where it turns, the force on the bridge is no rougher than where it goes on."""
    sound = force("cello", "tremolo", length=1.5, player=steady("cello"))
    usual = np.abs(np.diff(part(force("cello", "detache", length=1.5, player=steady("cello")), 0.5, 1.5))).max()
    assert np.abs(np.diff(part(sound, 0.1, 1.5))).max() < 1.5 * usual


@pytest.mark.parametrize("name", KEYS)
def test_the_place_and_the_weight_of_the_bow_colour_the_tone(name):
    bright = {how: centroid(part(force(name, how), 0.25, 0.5)) for how in ("arco", "flautando", "sul tasto", "sul ponticello")}
    assert max(bright["flautando"], bright["sul tasto"]) < 0.95 * bright["arco"]
    assert bright["sul ponticello"] > 1.5 * bright["arco"]


@pytest.mark.parametrize("name", KEYS)
def test_martele_bites(name):
    def rise(how):
        """Seconds to three quarters of the strength of an arco note."""
        strength = np.abs(np.convolve(force(name, how) ** 2, np.hanning(round(0.02 * RATE)), "same"))
        return np.argmax(strength > 0.56 * usual) / RATE

    usual = np.median(np.convolve(part(force(name, "detache"), 0.3, 0.5) ** 2, np.hanning(round(0.02 * RATE)), "same"))
    assert rise("martele") < 0.5 * rise("detache")


def test_a_plucked_string_is_pulled_aside_and_rings_as_one():
    """P = 2 Z f d / (b (1 - b)) pulls it by d; the bridge feels P (1 - b), and later pulses that last for the share b of a period."""
    note = Note(0.1, 0.6, 51, 0.6, articulation="pizzicato")
    source, moved = gesture("cello", note, player=steady("cello"))
    hand = moved.block(0, round(0.4 * RATE), RATE)
    sound = render(source, moved, duration=0.4, output="bridge_force", record="force")
    let_go = round(note.start * RATE)
    place = (hand["position"] / (1 - hand["finger"]))[let_go]
    given_way = sound.audio[0][:let_go].sum() / (RATE * source.resonator.bridge_resistance)  # by the bridge
    pulled = hand["velocity"][:let_go].sum() / RATE - (1 - place) * given_way
    pull = 2 * source.resonator.impedance * note.frequency() * pulled / (place * (1 - place))
    assert sound.traces["force"][let_go - 1] == pytest.approx(pull, rel=0.1)
    assert sound.audio[0][let_go - 1] == pytest.approx(pull * (1 - place), rel=0.1)
    assert hand["normal_force"][let_go + round(0.0015 * RATE) :].max() == 0
    ringing = part(sound.audio[0], note.start + 0.005, note.start + 0.105)
    assert (ringing > 0.5 * ringing.max()).mean() == pytest.approx(place, rel=0.25)


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "key", "partial"), [("cello", 69, 2), ("cello", 76, 3), ("violin", 86, 4), ("double bass", 60, 4)])
def test_a_harmonic_is_one_partial_of_the_stopped_string_and_its_multiples(name, key, partial):
    note = Note(BEGIN, BEGIN + 0.8, key, 0.5, articulation="harmonic")
    source, moved = gesture(name, note)
    hand, place = moved["bow"].block(0, RATE, RATE), moved["tip"].values("position", np.array([0.5]))[0]
    assert place == pytest.approx((1 - hand["finger"][RATE // 2]) * (1 - 1 / partial), abs=0.003)  # a node
    sound = part(force(name, "harmonic", length=0.8, key=key), 0.4, 0.8)
    power = np.abs(np.fft.rfft((sound - sound.mean()) * np.hanning(len(sound)))) ** 2
    order = np.fft.rfftfreq(len(sound), 1 / RATE) / note.frequency()
    sounding = np.abs(order - np.round(order)) < 0.1
    assert 10 * np.log10(power[~sounding].sum() / power.sum()) < -12
    without = part(render(source, moved | {"tip": Gesture(velocity=0, normal_force=0)}, duration=0.85).audio[0], BEGIN + 0.4, BEGIN + 0.8)
    alike = repetition(without, note.frequency(), RATE)[1]
    assert alike < 0.98 * repetition(sound, note.frequency(), RATE)[1]  # the string would rather sound as a whole


def test_harmonics_are_those_that_hands_reach():
    open_d = 146.83
    assert stop_of(2 * open_d, open_d, harmonic=True) == (0.0, 2)
    assert stop_of(3 * open_d, open_d, harmonic=True) == (0.0, 3)
    semitones, partial = stop_of(4 * 2 ** (5 / 12) * open_d, open_d, harmonic=True)
    assert (round(semitones, 9), partial) == (5, 4)
    assert stop_of(1.3 * open_d, open_d, harmonic=True) is None
    assert stop_of(1.3 * open_d, open_d, harmonic=False).partial == 1
    with pytest.raises(ParameterError, match="no harmonic that hands reach on a cello"):
        gesture("cello", Note(0, 1, 47, articulation="harmonic"))


def test_col_legno_bounces_off_the_string_as_off_a_spring():
    """T / (L b (1 - b)) = 2 Z f / (b (1 - b)) sends the stick back after half a period, pi sqrt(m / k); then the string rings alone."""
    note = Note(0.1, 0.6, 70, 0.6, articulation="col legno")
    source, moved = gesture("violin", note)
    sound = render(source, moved, duration=0.5, record=("stick.force", "bow.force"))
    touching = np.flatnonzero(sound.traces["stick.force"])
    assert touching[0] / RATE == pytest.approx(note.start, abs=0.001)
    place = moved["stick"].values("position", np.array([0.2]))[0] / (1 - moved["bow"].block(0, RATE // 5, RATE)["finger"][-1])
    spring = 2 * source.bodies["string"].impedance * note.frequency() / (place * (1 - place))
    assert np.ptp(touching) / RATE == pytest.approx(np.pi * np.sqrt(source.bodies["stick"].mass / spring), rel=0.25)
    assert not sound.traces["bow.force"].any()
    off, alike = repetition(part(sound.audio[0], 0.15, 0.4), note.frequency(), RATE)
    assert abs(off) < 10
    assert alike > 0.99


def test_portamento_glides_without_turning_back_on_one_string():
    notes = [Note(0.1, 0.6, 64, articulation="portamento"), Note(0.6, 1.2, 71, articulation="portamento")]
    finger = hands("violin", *notes, player=steady("violin"))["finger"]  # on the D string, though 71 is on the A string else
    glide = part(finger, 0.55, 0.9)
    assert (np.diff(glide) >= 0).all()
    semitones = -12 * np.log2(1 - finger)
    inside = np.flatnonzero((semitones > semitones[round(0.5 * RATE)] + 0.1) & (semitones < semitones[round(0.9 * RATE)] - 0.1))
    assert np.ptp(inside) / RATE == pytest.approx(ARTICULATIONS["portamento"].glide, rel=0.1)


def test_strokes_are_shared_as_the_articulation_says():
    def directions(how, *times):
        ((*strokes,),) = bowed([[Note(start, end, 60 + i, articulation=how) for i, (start, end) in enumerate(times)]])
        return [stroke.direction for stroke in strokes], [stroke.end for stroke in strokes]

    touching, apart = ((0, 0.5), (0.5, 1)), ((0, 0.4), (0.5, 1))
    assert directions("arco", *touching)[0] == [1, 1]
    assert directions("arco", *apart)[0] == [1, -1]
    assert directions("detache", *touching)[0] == [1, -1]
    assert directions("legato", *apart) == ([1, 1], [0.5, 1])  # over the rest
    assert directions("spiccato", *touching)[0] == [1, -1]


def test_the_same_seed_is_the_same_take_of_every_articulation():
    notes = tuple(Note(0.05 + 0.15 * i, 0.2 + 0.15 * i, 67 + i % 4, 0.6, articulation=how) for i, how in enumerate(ARTICULATIONS))
    first, again = (instrument("cello").render(score=Score(notes, notes[-1].end), duration=notes[-1].end, seed=4) for _ in range(2))
    np.testing.assert_array_equal(first.audio, again.audio)
    assert np.abs(first.audio).max() < 1


def test_thrown_and_turning_hands_are_the_same_on_every_target():
    _, moved = gesture("cello", *(Note(0.01 * i, 0.01 * i + 0.01, 51, articulation=how) for i, how in enumerate(("tremolo", "spiccato"))))
    quick = [(time, stroke | {"turns": 150.0, "contact": stroke["contact"] and 0.004}) for time, stroke in moved.messages]
    found = []
    for target in ("native", "wasm", "python"):
        bow = Hands(moved.habits, moved.table, RATE, seed=2, target=target)
        out = {name: np.zeros(round(0.03 * RATE)) for name in moved.controls}
        for (time, stroke), (until, _) in zip(quick, [*quick[1:], (0.03, {})], strict=True):
            bow.send(stroke)
            bow.play(round(until * RATE) - round(time * RATE), out, round(time * RATE))
        found.append(out)
    assert (found[0]["velocity"] < 0).any()
    for other in found[1:]:
        for name, row in found[0].items():
            np.testing.assert_allclose(other[name], row, atol=1e-12)


def test_any_notes_in_any_order_can_be_bowed():
    random = np.random.default_rng(5)
    times = np.cumsum(random.choice((0.0, 0.003, 0.05, 0.3), 120))
    names = random.choice(list(ARTICULATIONS), 120)
    notes = tuple(
        Note(time, time + random.choice((0.01, 0.1, 0.5)), int(random.choice((69, 71, 76))), random.random(), articulation=str(how))
        for time, how in zip(times, names, strict=True)
    )
    for string in SETUPS["cello"].play(Score(notes, times[-1] + 1), RATE, {}):
        bow = string.gesture["bow"] if isinstance(string.gesture, dict) else string.gesture
        moved = bow.block(0, round(times[-1] * RATE), RATE)
        assert all(np.isfinite(row).all() for row in moved.values())
        assert moved["normal_force"].min() >= 0
        pressed = moved["normal_force"][:-1] > 0.01  # N
        assert np.abs(np.diff(moved["velocity"]))[pressed].max() < 0.02  # m/s
