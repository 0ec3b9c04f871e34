# make demo   every instrument to out/, with out/index.html to hear and see them; INSTRUMENTS="chalk door" for some of them
# make test   lint, types and tests, also of the studio, played in chromium if that is installed; of sweeps over all instruments, laws
#             or exhibits one case each, and nothing that takes long for what others touch; what could not be tested is told at the end
# make test-all  the same with all of it
# make setup  the virtual environment alone (both of the above make it on first use)
# make studio-test  the studio alone, with all cases: every instrument, every size of screen
# make studio-bench  what each instrument costs in a real browser, and a minute without a gap
# make fuzz   random and damaged input for all that is read, a minute for each target; make fuzz SECONDS=600 TARGETS="midi scenes"
# make soak   an hour of sound as fast as it goes, and the studio's server under 500 connections; make soak HOURS=24
# make docs   the documentation, as a site in site/: every block of code runs, every sound and figure is made anew, links are followed
# make mutation  small mistakes in what solves contacts: do the tests notice? make mutation COUNT=300 PARTS="solver scenes"
# make coverage  the lines of Rosin that no test runs, apart from kernels, which are compiled
# make bench  speed, against the papers in plain C and other peers in the same run

PYTHON ?= python3
BIN := .venv/bin
# tests that play in real time are tried again where the machine was late, and named at the end
TESTS = OPENBLAS_NUM_THREADS=1 $(BIN)/python -m pytest --numprocesses 2 --dist worksteal -rR
STUDIO = $(BIN)/python -m pytest --override-ini addopts=-q --numprocesses 2 --dist worksteal -rR tests/studio
FEW = --cases 1
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile
export ROSIN_UNTESTED := $(CURDIR)/.venv/untested
# bytecode is kept even where Python is told not to: or else every process that a test starts compiles all that it imports anew
export PYTHONDONTWRITEBYTECODE :=
export PYTHONPYCACHEPREFIX := $(CURDIR)/.venv/bytecode

.PHONY: setup demo test test-all coverage docs studio-test studio-bench bench fuzz soak mutation clean

setup: .venv/ready

# uv takes a third of pip's time; where it cannot be had, or knows no index that can be reached, pip does it
.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	{ $(PIP) uv && VIRTUAL_ENV=$(CURDIR)/.venv $(BIN)/uv pip install --quiet --editable '.[dev]'; } || $(PIP) --editable '.[dev]'
	touch $@

demo: .venv/ready
	$(BIN)/rosin demo $(INSTRUMENTS) --output out

test-all: FEW =
test-all: test

test: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	# beside it, bytecode of the tests is made once for both workers; two that check have three seconds to start: where that is too short, one does it
	$(BIN)/python -m pytest --collect-only $(FEW) >/dev/null 2>&1 & { $(BIN)/mypy --num-workers 2 || $(BIN)/mypy; }; typed=$$?; wait; exit $$typed
	rm -f $(ROSIN_UNTESTED)
	$(TESTS) $(FEW)
	$(STUDIO) $(FEW)
	@test ! -e $(ROSIN_UNTESTED) || { printf '\n!!! NOT TESTED HERE: install what is named, and run it again !!!\n'; cat $(ROSIN_UNTESTED); }

coverage: .venv/ready
	$(TESTS) $(FEW) --cov --cov-report=
	$(STUDIO) $(FEW) --cov --cov-append --cov-report term

studio-test: .venv/ready
	$(STUDIO)

studio-bench: .venv/ready
	$(BIN)/python benchmarks/studio.py

.venv/docs: .venv/ready
	$(PIP) --editable '.[docs]'
	touch $@

docs: .venv/docs
	PYTHONPATH=docs $(BIN)/python -m making

bench: .venv/ready
	$(BIN)/rosin bench --peers

SECONDS ?= 60
HOURS ?= 1
SEED ?= 0

fuzz: .venv/ready
	$(BIN)/python -m fuzz $(TARGETS) --seconds $(SECONDS) --seed $(SEED) --results fuzz.json

soak: .venv/ready
	$(BIN)/python -m soak --hours $(HOURS) --seed $(SEED) --results soak.json

COUNT ?= 60

.venv/mutation: .venv/ready
	$(PIP) --editable '.[mutation]'
	touch $@

mutation: .venv/mutation
	$(BIN)/python -m mutation $(PARTS) --count $(COUNT) --seed $(SEED) --results mutation.json

clean:
	rm -rf .venv out build site
