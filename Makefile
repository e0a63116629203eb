# Two commands from a fresh clone: `make run` opens the house, `make test` proves it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: help setup run test check soak bench lock playthroughs clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

setup: $(VENV)/.ready  ## everything the house needs, into .venv

$(VENV)/.ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

run: setup  ## open the house
	$(BIN)/ludotheque

test: check  ## all tests
	$(BIN)/python -m pytest -n $(WORKERS)
	$(BIN)/python -m tests.clause_coverage

check: setup  ## lint, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

soak: setup  ## the same tests with their full counts
	$(BIN)/python -m pytest -n $(WORKERS) --soak

bench: setup  ## speed against real peers, as ratios (see docs/benchmarks.md)
	$(MAKE) -C bench

playthroughs: setup  ## write the golden playthroughs anew, to be read before they are committed
	$(BIN)/python -m tests.playthroughs --write

lock:  ## pin every dependency by hash
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --all-extras --python-version 3.11 pyproject.toml -o requirements.lock

clean:  ## remove what was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .hypothesis
