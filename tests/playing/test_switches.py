"""How a score, a file or a page says how notes are bowed: names, key switches, controller 32, the pedal."""

import re
from pathlib import Path

import mido
import pytest

from rosin import ParameterError, instrument
from rosin.instruments.instrument import Instrument
from rosin.instruments.setups.bowed_strings import BowedStrings
from rosin.playing.bowing.articulations import ARTICULATIONS, FIRST_KEY, Articulation, key_switches
from rosin.playing.bowing.line import bowed
from rosin.playing.midi.file import read_score
from rosin.playing.midi.score import Note, Score
from rosin.studio.plan import sampled_gesture


def midi(path, *messages):
    """A file of messages (ticks of 1/960 s, message)."""
    track, before = mido.MidiTrack(), 0
    for tick, message in messages:
        track.append(message.copy(time=tick - before))
        before = tick
    mido.MidiFile(tracks=[track], ticks_per_beat=480).save(path)
    return path


def pressed(key, begin, end, velocity=80):
    return [(begin, mido.Message("note_on", note=key, velocity=velocity)), (end, mido.Message("note_off", note=key))]


def test_key_switches_choose_and_are_not_heard(tmp_path):
    spiccato, tremolo = (FIRST_KEY + list(ARTICULATIONS).index(how) for how in ("spiccato", "tremolo"))
    events = [*pressed(64, 96, 400), *pressed(spiccato, 450, 470), *pressed(65, 480, 800), *pressed(66, 900, 1100)]
    events += [*pressed(tremolo, 1100, 1200), *pressed(67, 1100, 1500)]
    score = read_score(midi(tmp_path / "switches.mid", *sorted(events, key=lambda event: event[0])))
    cello = instrument("cello")
    understood = cello.setup.understood(score)
    assert [(note.key, note.articulation) for note in understood.notes] == [
        (64, ""),
        (65, "spiccato"),
        (66, "spiccato"),
        (67, "tremolo"),
    ]
    assert cello.setup.understood(understood) == understood
    assert {played.name for played in cello.played(score=score)} == {"A"}
    assert [note.articulation for note in cello.varied_score(score, 1).notes] == [note.articulation for note in understood.notes]
    assert max(key_switches()) < 28  # below the E of a double bass
    with pytest.raises(ParameterError, match="no notes"):
        cello.played(score=Score((Note(0, 1, spiccato),), 1.0))


def test_controller_32_chooses_before_key_switches(tmp_path):
    flautando = (460, mido.Message("control_change", control=32, value=8))
    none = (850, mido.Message("control_change", control=32, value=0))
    events = [*pressed(FIRST_KEY + 1, 0, 10), *pressed(64, 96, 400), flautando, *pressed(65, 480, 800), none, *pressed(66, 900, 1100)]
    score = read_score(midi(tmp_path / "controller.mid", *events))
    assert [note.articulation for note in instrument("cello").setup.understood(score).notes] == ["detache", "flautando", "detache"]


def test_the_pedal_slurs(tmp_path):
    down, up = (mido.Message("control_change", control=64, value=value) for value in (127, 0))
    events = [(50, down), *pressed(52, 96, 300), *pressed(54, 480, 600), *pressed(55, 700, 800), (960, up)]
    score = read_score(midi(tmp_path / "pedal.mid", *events))
    notes = instrument("cello").setup.understood(score).notes
    assert [note.start for note in notes] == pytest.approx([0.1, 0.5, 700 / 960])
    assert [note.end for note in notes] == pytest.approx([0.5, 700 / 960, 1.0])
    (strokes,) = bowed([list(notes)])
    assert [stroke.slurred for stroke in strokes] == [False, True, True]


def test_wrong_names_are_refused_with_the_right_ones():
    with pytest.raises(ParameterError, match=r"'spicato' does not exist; did you mean 'spiccato'\? Known: arco"):
        instrument("violin").with_changes({"articulation": "spicato"})
    with pytest.raises(ParameterError, match="articulation 'bowed' does not exist"):
        instrument("violin").render(score=Score((Note(0, 1, 60, articulation="bowed"),), 1.0))
    with pytest.raises(ParameterError, match="entry 0: articulation 'col'"):
        Instrument.from_dict(instrument("cello").to_dict() | {"notes": [[0, 1, 60, 1, "col"]]})
    with pytest.raises(ParameterError, match="plucked or struck; it must be a time"):
        Articulation(text="", controller=120, pull=1.0)
    with pytest.raises(ParameterError, match="needs a player"):
        BowedStrings(player="dry", articulation="tremolo")


def test_a_file_keeps_how_its_notes_are_bowed():
    notes = (Note(0.1, 0.5, 50, 0.5, articulation="martele"), Note(0.5, 1.0, 52, 0.5))
    cello = instrument("cello").with_changes({"articulation": "legato"}).replace(notes=notes)
    again = Instrument.from_dict(cello.to_dict())
    assert again.notes == notes
    assert again.setup.articulation == "legato"
    assert [note.articulation for note in cello.varied(3).notes] == ["martele", ""]


def test_the_guide_has_every_articulation_with_its_key_and_controller():
    guide = (Path(__file__).parents[2] / "docs/pages/guide/bowed_strings.md").read_text(encoding="utf-8")
    assert len({how.controller for how in ARTICULATIONS.values()}) == len(ARTICULATIONS)
    for key, name in key_switches().items():
        how = ARTICULATIONS[name]
        assert re.search(rf"\| `{name}` \| {key} \(\S+\) \| {how.controller:.0f} \| {re.escape(how.text)} \|", guide), name


def test_the_page_replays_what_the_bow_does():
    cello = instrument("cello").replace(notes=(Note(0.1, 0.5, 69, articulation="harmonic"), Note(0.6, 0.9, 60, articulation="tremolo")))
    rows = sampled_gesture(cello)["rows"]
    assert {frozenset(row) for row in rows.values()} == {frozenset(("velocity", "normal_force", "position", "finger"))}
