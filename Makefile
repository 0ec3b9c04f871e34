# make demo   every instrument to out/, with out/index.html to hear and see them
# make test   lint, types and tests; the studio is played in chromium, if that is installed
# make setup  the virtual environment alone (both of the above make it on first use)
# make studio-test  the studio alone
# make studio-bench  what each instrument costs in a real browser, and a minute without a gap
# make bench  speed, against the papers in plain C and other peers in the same run

PYTHON ?= python3
BIN := .venv/bin
# hands that move in real time may be late on a busy machine, so what fails is tried again
STUDIO = $(BIN)/python -m pytest --override-ini addopts=-q --numprocesses 3 --reruns 2 --reruns-delay 20 tests/studio

.PHONY: setup demo test studio-test studio-bench bench clean

setup: .venv/ready

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: .venv/ready
	$(BIN)/rosin demo --output out

test: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --numprocesses 2
	$(STUDIO)

studio-test: .venv/ready
	$(STUDIO)

studio-bench: .venv/ready
	$(BIN)/python benchmarks/studio.py

bench: .venv/ready
	$(BIN)/rosin bench --peers

clean:
	rm -rf .venv out
