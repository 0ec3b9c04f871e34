"""Parts are compiled once and kept; any combination of them is linked. The cache stays small and survives what happens to it."""

import multiprocessing
import os
import time

import numpy as np
import pytest

from rosin import Contact, Dahl, ElastoPlastic, Hand, InertialMass, LuGre, MassSpringDamper, Modal, ParameterError, Voice, render_many
from rosin.engine import cache, compiling, linking
from rosin.engine.fingerprint import maker_fingerprint
from rosin.engine.scenes import bodies, contacts, coupling
from rosin.engine.scenes.loop import compose_scene
from rosin.playing.gesture import Gesture

STEADY = {"velocity": 0.1, "normal_force": 1.0}
PLATE = Modal([300, 470, 640], 0.3, 0.05)


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """An empty cache, and a process that has loaded nothing; what is compiled is counted."""
    monkeypatch.setenv("ROSIN_CACHE", str(tmp_path))
    made = []
    for name in ("part_text", "loop_text", "one_voice"):
        plain = getattr(compiling, name)
        monkeypatch.setattr(compiling, name, lambda *given, plain=plain, name=name: (made.append(name), plain(*given))[1])
    for cached in (linking.part_addresses, linking.in_parts, linking._loop_code, linking.as_a_whole):
        cached.cache_clear()
    yield made
    for cached in (linking.part_addresses, linking.in_parts, linking._loop_code, linking.as_a_whole):
        cached.cache_clear()


def test_a_new_combination_compiles_nothing(fresh):
    Voice(Contact(Hand(), ElastoPlastic(), PLATE)).process(10, STEADY)
    assert sorted(fresh) == ["loop_text", *["part_text"] * 4]
    Voice(Contact(InertialMass(0.05), Dahl(), MassSpringDamper(0.1, 1e5))).process(10, {"normal_force": 1.0})
    assert len(fresh) == 5 + 3
    for exciter in (Hand(), InertialMass(0.05)):
        for law in (ElastoPlastic(), Dahl()):
            for body in (PLATE, MassSpringDamper(0.1, 1e5)):
                Voice(Contact(exciter, law, body)).process(10, {"normal_force": 1.0})
    assert len(fresh) == 5 + 3
    for cached in (linking.part_addresses, linking.in_parts, linking._loop_code):
        cached.cache_clear()
    Voice(Contact(InertialMass(0.05), ElastoPlastic(), PLATE)).process(10, {"normal_force": 1.0})
    assert len(fresh) == 5 + 3


def test_the_same_body_may_be_on_both_sides():
    """Each side has its own memory, though the code is one."""
    left, right = MassSpringDamper(0.1, 1e5, 0.5), MassSpringDamper(0.1, 4e5, 0.5)
    contact = Contact(left, LuGre(), right)
    native, python = (Voice(contact, target=target).process(200, {"normal_force": 1.0}) for target in ("native", "python"))
    np.testing.assert_allclose(native, python, atol=1e-14)


def test_the_whole_program_takes_over_without_a_click():
    contact = Contact(Hand(), ElastoPlastic(), PLATE)
    alone = Voice(contact)
    wanted = np.concatenate([alone.play(256, **STEADY) for _ in range(60)], axis=1)
    voice = Voice(contact)
    heard = [voice.play(256, **STEADY) for _ in range(20)]
    voice.hurry()
    linking.as_a_whole(voice.machine.layout.program)
    heard += [voice.play(256, **STEADY) for _ in range(40)]
    np.testing.assert_allclose(np.concatenate(heard, axis=1), wanted, atol=1e-12 * np.abs(wanted).max())


def test_the_cache_lets_the_oldest_go(tmp_path, monkeypatch):
    monkeypatch.setenv("ROSIN_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "LARGEST", 5000)
    for number in range(8):
        cache.remembered(f"file{number}", lambda: bytes(1000))
        os.utime(tmp_path / f"file{number}", (number, number))
    assert {path.name for path in tmp_path.iterdir()} >= {"file6", "file7"}
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 5000
    os.utime(tmp_path / "file4", (0, 0)) if (tmp_path / "file4").exists() else None
    cache.remembered("file7", lambda: b"never")
    assert time.time() - (tmp_path / "file7").stat().st_mtime < 60  # what is used is young again


def _write(folder, number):
    os.environ["ROSIN_CACHE"] = folder
    for again in range(40):
        assert cache.remembered(f"shared{again % 4}", lambda again=again: bytes([again % 4]) * 20_000) == bytes([again % 4]) * 20_000
        if number == 0 and again % 10 == 9:
            for path in cache.folder().iterdir():
                path.unlink(missing_ok=True)


def test_processes_share_a_cache(tmp_path):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write, args=(str(tmp_path), number)) for number in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert all(worker.exitcode == 0 for worker in workers)


class TestMany:
    def test_contacts_of_several_shapes_come_back_in_order(self):
        contacts = [Contact(Hand(), ElastoPlastic(), Modal(np.linspace(200, 900, n), 0.2, 0.05)) for n in (3, 9, 3, 5, 9)]
        gesture = Gesture(velocity=0.1, normal_force=[(0, 0), (0.01, 1.0)])
        sounds = render_many(contacts, gesture, duration=0.05, record=("force", "stored_energy"))
        assert [sound.contact for sound in sounds] == contacts
        for sound, again in zip(sounds, render_many(contacts[::-1], gesture, duration=0.05)[::-1], strict=True):
            np.testing.assert_array_equal(sound.audio, again.audio)
            assert set(sound.traces) == {"force", "stored_energy"}
            assert sound.diagnostics.iterations_mean > 0

    def test_a_voice_does_not_depend_on_its_neighbours(self):
        contact = Contact(Hand(), ElastoPlastic(noise=0.2), PLATE)
        gestures = [Gesture(velocity=0.1 + 0.01 * k, normal_force=1.0) for k in range(11)]
        many = render_many(contact, gestures, duration=0.05, seeds=range(11))
        for k in (0, 5, 10):
            (alone,) = render_many(contact, gestures[k], duration=0.05, seeds=[k])
            np.testing.assert_array_equal(alone.audio, many[k].audio)

    def test_threads_and_progress(self):
        contact = Contact(Hand(), ElastoPlastic(), PLATE)
        told = []
        gestures = [Gesture(velocity=0.1, normal_force=1.0 + k) for k in range(20)]
        one = render_many(contact, gestures, duration=0.02, threads=1, progress=told.append)
        two = render_many(contact, gestures, duration=0.02, threads=2)
        assert told[-1] == 1.0
        assert all(np.array_equal(a.audio, b.audio) for a, b in zip(one, two, strict=True))

    @pytest.mark.parametrize(
        ("wrong", "words"), [({"precision": "half"}, "precision 'half'.*double, single"), ({"target": "gpu"}, "cuda, lanes")]
    )
    def test_words_that_do_not_exist_are_told(self, wrong, words):
        with pytest.raises(ParameterError, match=words):
            render_many(Contact(Hand(), ElastoPlastic(), PLATE), Gesture(velocity=0.1, normal_force=1.0), duration=0.1, **wrong)

    @pytest.mark.parametrize(
        ("given", "words"),
        [
            (([], Gesture()), "a Contact or Scene, or several of them, not nothing"),
            ((["x"], Gesture()), "not str"),
            (([Contact(Hand(), ElastoPlastic(), PLATE)] * 2, [Gesture(velocity=0.1, normal_force=1.0)] * 3), "2 contacts and 3 gestures"),
        ],
    )
    def test_wrong_calls_are_told(self, given, words):
        with pytest.raises(ParameterError, match=words):
            render_many(*given, duration=0.1)


def test_the_loop_of_scenes_is_known_by_all_that_makes_it(monkeypatch):
    """Kernels that functions make for the loop count too: what was compiled of others is never taken for it."""
    before = maker_fingerprint(compose_scene.__wrapped__)
    assert maker_fingerprint(compose_scene.__wrapped__) == before
    for module, name, value in ((bodies, "BODY", 99), (contacts, "CONTACT", 99), (coupling, "MOST_PASSES", 7)):
        with monkeypatch.context() as changed:
            changed.setattr(module, name, value)
            assert maker_fingerprint(compose_scene.__wrapped__) != before, name
