"""Programs in C that use an exported instrument: clean under sanitizers, and without a hand on memory while it sounds."""

import shutil

import numpy as np
import pytest
from hosts import Exported, library
from programs import built, counted

from rosin.export.library import write_kernels, write_source

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler (apt-get install gcc): exports are not built")
SANITIZED = ("-g", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

COUNTING = """
#include "rosin_chalk.h"
int main(void) {
  static double left[1000], right[1000];
  double *out[] = {left, right};
  counting = 1;
  rosin_chalk *it = rosin_chalk_create(48000);
  int in_create = calls;
  rosin_chalk_set(it, ROSIN_CHALK_VELOCITY, 0.2), rosin_chalk_set(it, ROSIN_CHALK_NORMAL_FORCE, 1);
  for (int i = 0; i < 20; i++) {
    rosin_chalk_set(it, ROSIN_CHALK_INTERACTION_STRIBECK_VELOCITY, 0.01 * (i + 1));
    rosin_chalk_process(it, out, 2, 1 + 49 * i);
  }
  rosin_chalk_restart(it);
  int while_sounding = calls - in_create;
  rosin_chalk_destroy(it);
  printf("%d %d %d\\n", in_create, while_sounding, calls - in_create - while_sounding);
  return 0;
}
"""


PLAYING = """
#include "rosin_bell.h"
#include <stdio.h>
int main(void) {
  static double left[300], right[300];
  double *out[] = {left, right}, most = 0;
  unsigned seed = 1;
  rosin_bell *it = rosin_bell_create(44100);
  for (int i = 0; i < 400; i++) {
    seed = seed * 1664525u + 1013904223u;
    int kind = (int)(seed >> 28), one = (int)(seed >> 8 & 127), two = (int)(seed >> 16 & 127);
    rosin_bell_midi(it, (kind < 8 ? 0x90 : 16 * kind) + (int)(seed >> 4 & 15), one, two);
    rosin_bell_midi(it, 0x1000, -1, 200);
    if (i >= 200) rosin_bell_set(it, (int)(seed >> 12 & 15) - 2, 1e9 / (1 + two));  /* knobs at their ends may leave it silent */
    rosin_bell_process(it, out, 2, 1 + one);
    for (int k = 0; k <= one; k++) most = left[k] > most ? left[k] : most;
  }
  char state[4096];
  size_t size = rosin_bell_save(it, state, sizeof state);
  printf("%d %d\\n", rosin_bell_load(it, state, size), most > 0.01 && most <= 1);
  rosin_bell_destroy(it);
  return 0;
}
"""


def reference():
    it = Exported("chalk", 48_000)
    for name in ("velocity", "normal_force"):
        it.set(**{name: float(f"{0.4 * it.described(it.controls[name]).high:.6g}")})
    return it.process(96_000, kind=np.float32)


def test_the_example_plays_with_the_static_library_and_with_the_shared_one(tmp_path):
    made, folder = library("chalk")
    shared = ("example.c", f"lib{made.prefix}.so", f"-Wl,-rpath,{folder}")
    for options in (("example.c", f"lib{made.prefix}.a"), shared):
        heard = np.frombuffer(built(folder, tmp_path / "example", *options), np.float32)
        assert np.array_equal(heard.reshape(-1, 2).T, reference())


def test_the_source_is_clean_under_sanitizers_and_equal_within_rounding(tmp_path):
    made, _ = library("chalk")
    files = write_source(made, tmp_path)
    sources = sorted(path.name for path in files if path.suffix == ".c")
    heard = np.frombuffer(built(tmp_path, tmp_path / "example", *SANITIZED, *sources, "-lm"), np.float32).reshape(-1, 2).T
    early = slice(0, 4800)  # what rounding differs by grows with every slip
    assert np.abs(heard[:, early] - reference()[:, early]).max() < 1e-6
    assert abs(np.std(heard) / np.std(reference()) - 1) < 0.02


def test_no_memory_is_taken_or_given_back_while_it_sounds(tmp_path):
    made, folder = library("chalk")
    said = counted(folder, tmp_path / "counting", COUNTING, f"lib{made.prefix}.a")
    assert said.split() == [b"1", b"0", b"1"]


def test_random_messages_are_clean_under_sanitizers(tmp_path):
    made, _ = library("bell")
    for name, text in {**made.texts(), "playing.c": PLAYING}.items():
        (tmp_path / name).write_text(text)
    kernels = [path.name for path in write_kernels(made, tmp_path)]
    said = built(tmp_path, tmp_path / "playing", *SANITIZED, "playing.c", f"{made.prefix}.c", *kernels)
    assert said.split() == [b"1", b"1"]
