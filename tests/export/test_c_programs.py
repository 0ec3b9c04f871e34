"""Programs in C that use an exported instrument: clean under sanitizers, and without a hand on memory while it sounds."""

import shutil
import subprocess

import numpy as np
import pytest
from hosts import Exported, library

from rosin.export.library import write_source

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler: exports are not built")
SANITIZED = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")

COUNTING = """
#include "rosin_chalk.h"
#include <stdio.h>
#include <stdlib.h>
static int counting, calls;
void *__real_malloc(size_t); void *__real_calloc(size_t, size_t); void *__real_realloc(void *, size_t); void __real_free(void *);
void *__wrap_malloc(size_t n) { calls += counting; return __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t m) { calls += counting; return __real_calloc(n, m); }
void *__wrap_realloc(void *p, size_t n) { calls += counting; return __real_realloc(p, n); }
void __wrap_free(void *p) { calls += counting; __real_free(p); }
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


def built(folder, program, *options):
    subprocess.run(
        ["cc", "-std=c99", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", *options, "-o", str(program)], cwd=folder, check=True
    )
    return subprocess.run([str(program)], capture_output=True, check=True, timeout=60).stdout


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
    (tmp_path / "counting.c").write_text(COUNTING)
    wrapped = [f"-Wl,--wrap={name}" for name in ("malloc", "calloc", "realloc", "free")]
    said = built(folder, tmp_path / "counting", str(tmp_path / "counting.c"), "-I.", f"lib{made.prefix}.a", *wrapped)
    assert said.split() == [b"1", b"0", b"1"]
