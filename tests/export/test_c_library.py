"""An instrument as a C library is the instrument: the same bits, at any rate, in blocks of any size, and nothing else."""

import re
import shutil
import subprocess
import threading

import numpy as np
import pytest
from hosts import Exported, InPython, library

from rosin.export.code import BaselineMachine
from rosin.export.library import Library, write_library
from rosin.export.platforms import Platform, fast_here, here, this_one
from rosin.model.errors import RosinError

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
CHALK = {"velocity": 0.17, "normal_force": 1.2}
BLOCKS = (1, 37, 128, 1000) * 4
MEMORY = {"malloc", "free", "memset", "memcpy", "memcmp", "memchr", "memmove"}


def in_blocks(it):
    return np.hstack([it.process(size) for size in BLOCKS])


@pytest.mark.parametrize("rate", [44_100, 48_000, 96_000, 37_123])
def test_a_contact_is_equal_to_its_voice_at_any_rate_in_any_blocks(rate):
    it, python = Exported("chalk", rate), InPython("chalk", rate)
    for each in (it, python):
        each.set(**CHALK)
    heard = in_blocks(it)
    assert np.array_equal(heard, python.process(sum(BLOCKS)))
    assert np.abs(heard).max() > 0.1
    it.close()


@pytest.mark.skipif(not fast_here(), reason="this processor has no vectors of 512 bits: it runs what all run")
def test_a_processor_without_wide_vectors_is_served_too(monkeypatch, tmp_path):
    monkeypatch.setattr(Platform, "fast", None)  # as `wide` says there
    write_library(library("chalk")[0], tmp_path)
    fast, plain = Exported("chalk", 48_000), Exported("chalk", 48_000, (library("chalk")[0], tmp_path))
    python = InPython("chalk", 48_000, BaselineMachine)
    for each in (fast, plain, python):
        each.set(**CHALK)
    heard = in_blocks(plain)
    assert np.array_equal(heard, python.process(sum(BLOCKS)))
    other = in_blocks(fast)
    assert not np.array_equal(heard, other)  # a product and a sum are rounded once there
    assert np.abs(heard - other)[:, :100].max() < 1e-9


def test_what_is_built_for_this_processor_alone_is_the_same_with_one_kernel_of_each_kind(tmp_path):
    for_all, folder = library("chalk")
    alone = Library(for_all.exported, this_one())
    write_library(alone, tmp_path)
    one, other = Exported("chalk", 48_000), Exported("chalk", 48_000, (alone, tmp_path))
    for each in (one, other):
        each.set(**CHALK)
    assert np.array_equal(in_blocks(one), in_blocks(other))
    assert "#define ROSIN_FAST 0" in alone.texts()["rosin_chalk.c"]
    if fast_here():
        assert (tmp_path / "librosin_chalk.so").stat().st_size < (folder / "librosin_chalk.so").stat().st_size


def test_c_is_compiled_once_for_what_reads_the_same(monkeypatch, tmp_path):
    monkeypatch.setenv("ROSIN_CACHE", str(tmp_path / "cache"))
    run, ran = Platform._run, []
    monkeypatch.setattr(Platform, "_run", lambda self, *words: ran.append(words) or run(self, *words))
    (tmp_path / "it.h").write_text("#define VALUE 1\n")

    def compiled(source, *options):
        """The object code, and whether the compiler made it."""
        ran.clear()
        (tmp_path / "it.c").write_text(source)
        here().compile(tmp_path / "it.c", tmp_path / "it.o", *options)
        return (tmp_path / "it.o").read_bytes(), any("-c" in words for words in ran)

    source = '#include "it.h"\nint it(void) { return VALUE; } // é\n'
    first, made = compiled(source)
    assert made
    assert compiled(source + "// no more than words\n") == (first, False)
    assert compiled(source, "-DMORE")[1]
    (tmp_path / "it.h").write_text("#define VALUE 2\n")
    second, made = compiled(source)
    assert made
    assert second != first
    with pytest.raises(RosinError, match="cc failed"):
        compiled("int it(void) { return }")
    assert compiled(source) == (second, False)


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["marimba", "bell", "sitar", "violin"])
def test_a_library_is_small(name):
    made, folder = library(name)
    assert (folder / f"lib{made.prefix}.so").stat().st_size < 300_000


def test_strings_through_a_soundbox_are_equal_to_their_voices():
    it, python = Exported("violin", 48_000), InPython("violin", 48_000)
    for each in (it, python):
        each.set(A_velocity=0.2, A_normal_force=0.5, A_finger=0.2, G_velocity=-0.1, G_normal_force=0.6)
    heard = in_blocks(it)
    assert np.array_equal(heard, python.process(sum(BLOCKS)))
    assert np.abs(heard).max() > 0.05
    it.close()


def test_singles_are_the_doubles_rounded():
    one, other = Exported("chalk", 48_000), Exported("chalk", 48_000)
    for each in (one, other):
        each.set(**CHALK)
    assert np.array_equal(one.process(2000, kind=np.float32), other.process(2000).astype(np.float32))


def test_a_parameter_that_is_turned_makes_the_changed_instrument():
    it, python = Exported("chalk", 48_000), InPython("chalk", 48_000)
    changed = python.instrument.with_changes({"interaction.stribeck_velocity": 0.02, "output.volume": -12.0})
    python.voices[0].update(changed.setup.layers()["hand"].contact)
    python.chain.update(changed.output)
    it.set(interaction_stribeck_velocity=0.02, output_volume=-12.0)
    for each in (it, python):
        each.set(**CHALK)
    assert np.array_equal(in_blocks(it), python.process(sum(BLOCKS)))


def test_a_gain_in_decibels_is_one():
    plain, louder = Exported("chalk", 48_000), Exported("chalk", 48_000)
    plain.set(**CHALK, gain=-20.0)  # where the limiter has nothing to do
    louder.set(**CHALK, gain=-14.0)
    assert np.allclose(louder.process(3000), 10 ** (6 / 20) * plain.process(3000), rtol=1e-9, atol=1e-15)


def test_controls_say_what_they_are_and_stay_in_their_range():
    it = Exported("chalk", 48_000)
    force = it.described(it.controls["normal_force"])
    assert (force.symbol, force.label, force.group, force.unit) == (b"normal_force", b"normal force", b"hands", b"N")
    it.set(normal_force=1e9)
    assert it.get("normal_force") == force.high
    it.set(normal_force=np.nan)
    assert it.get("normal_force") == force.value
    assert not it.described(len(it.controls) - 1).low > it.described(len(it.controls) - 1).value


def test_a_state_is_kept_by_name_and_nonsense_is_refused():
    one, other = Exported("chalk", 48_000), Exported("chalk", 44_100)
    one.set(**CHALK, output_volume=-3.25)
    assert other.load(one.save()) == 1
    assert {name: other.get(name) for name in other.controls} == {name: one.get(name) for name in one.controls}
    newer = one.save() + b"of_another_version\0" + bytes(8)
    assert other.load(newer) == 1
    for nonsense in (b"", b"ROSIN 2\n", one.save()[:-3], one.save() + b"endless"):
        assert other.load(nonsense) == 0


def test_restarting_gives_the_same_again():
    it = Exported("chalk", 48_000)
    it.set(**CHALK)
    it.call("restart")
    first = it.process(3000)
    it.call("restart")
    assert np.array_equal(it.process(3000), first)


def test_a_rate_at_which_it_does_not_run_gives_nothing():
    for name, rate in (("chalk", 8000.0), ("chalk", 400_000.0), ("chalk", float("nan")), ("violin", 12_000.0)):
        assert not Exported(name, rate).handle


def test_four_threads_are_equal():
    found = [None] * 4

    def play(place):
        it = Exported("chalk", 48_000)
        it.set(**CHALK)
        found[place] = in_blocks(it)

    threads = [threading.Thread(target=play, args=(place,)) for place in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(np.array_equal(each, found[0]) for each in found)


def names(path, *options):
    listed = subprocess.run(["nm", *options, str(path)], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1].partition("@")[0] for line in listed.splitlines() if re.search(r" [A-Z] ", line)}


@pytest.mark.parametrize("ending", ["a", "so"])
def test_only_entry_points_are_seen_and_only_memory_is_asked_for(ending):
    made, folder = library("chalk")
    path = folder / f"lib{made.prefix}.{ending}"
    dynamic = ["-D"] if ending == "so" else []
    header = (folder / f"{made.prefix}.h").read_text()
    entries = set(re.findall(r"(rosin_chalk_\w+)\(", header))
    assert names(path, *dynamic, "--defined-only") == entries
    assert names(path, *dynamic, "--undefined-only") <= MEMORY
