"""Programs in C, built and run; what they ask of memory may be counted."""

import subprocess

WRAPPED = ("malloc", "calloc", "realloc", "free")
COUNTER = """
#include <stdio.h>
#include <stdlib.h>
static int counting, calls;
void *__real_malloc(size_t); void *__real_calloc(size_t, size_t); void *__real_realloc(void *, size_t); void __real_free(void *);
void *__wrap_malloc(size_t n) { calls += counting; return __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t m) { calls += counting; return __real_calloc(n, m); }
void *__wrap_realloc(void *p, size_t n) { calls += counting; return __real_realloc(p, n); }
void __wrap_free(void *p) { calls += counting; __real_free(p); }
"""


def built(folder, program, *options):
    """What a program says that is built in a folder."""
    subprocess.run(
        ["cc", "-std=c99", "-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror", *options, "-o", str(program)], cwd=folder, check=True
    )
    return subprocess.run([str(program)], capture_output=True, check=True, timeout=60).stdout


def counted(folder, program, source, *objects):
    """What a program says that finds in `calls` how often memory was asked for or given back since `counting`."""
    program.with_suffix(".c").write_text(COUNTER + source)
    return built(folder, program, str(program.with_suffix(".c")), "-I.", *objects, *(f"-Wl,--wrap={name}" for name in WRAPPED), "-lm")
