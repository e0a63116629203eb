# Two commands from a fresh clone: `make run` opens the house, `make test` proves it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# One more than cores: many tests wait, for a clock, a database or a browser.
WORKERS ?= 3
# Tests write much and keep nothing: into memory, where there is room for it. A slow disk takes minutes to forget it all again.
SCRATCH := $(shell df --output=avail -BG /dev/shm 2>/dev/null | awk 'NR == 2 && $$1 + 0 >= 4 { print "/dev/shm" }')
PAGES := src/ludotheque/server/pages/sources.sha256
WEB_SOURCES := $(shell find web/src web/public web/index.html web/vite.config.ts web/svelte.config.js -type f 2>/dev/null)

.PHONY: help setup build pages pocket linker run test test-python test-web test-pages check packages parts types soak bench screenshots files words studies playthroughs lock clean

help:  ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 16

# Setting up ------------------------------------------------------------------------------------------------------------

setup: $(VENV)/.ready  ## everything Python needs, into .venv

$(VENV)/.ready: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

web/node_modules/.ready: web/package-lock.json
	cd web && npm ci --no-audit --no-fund --loglevel=error
	touch $@

build: pages pocket  ## all that is made: the pages, and a pocket house with its kernels

pages: $(PAGES)  ## the pages of the house, into the Python package

$(PAGES): web/node_modules/.ready $(WEB_SOURCES)
	cd web && npm run --silent build

pocket: setup web/node_modules/.ready linker parts  ## a pocket house, into build/pocket: any web server can hand it out
	cd web && npm run --silent build:pocket
	$(BIN)/ludotheque pocket build/pocket

parts: setup  ## what a page's Python needs besides Pyodide (npm brings that): fetched once, kept in the user's cache
	@$(BIN)/python -m ludotheque.packing.runtime

linker:
	@sh tests/packages.sh linker

packages:  ## Debian packages that the tests need: installed when missing and we are root, otherwise named
	@sh tests/packages.sh

# Using -----------------------------------------------------------------------------------------------------------------

run: setup pages  ## open the house on http://localhost:8000
	$(BIN)/ludotheque serve

# Proving ---------------------------------------------------------------------------------------------------------------

ifneq ($(SCRATCH),)
test test-python test-pages soak: export TMPDIR := $(SCRATCH)
endif

test: setup pages packages check test-python test-web test-pages  ## all tests
	$(BIN)/python -m tests.clause_coverage

check: setup web/node_modules/.ready  ## lint, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	cd web && npm run --silent check

test-python: setup pages packages parts
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --ignore=tests/web

test-web: web/node_modules/.ready
	cd web && npm test --silent

test-pages: setup pages packages  # a run of its own: synchronous Playwright breaks asynchronous tests in the same process
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal tests/web

soak: setup packages build  ## the same tests with their full counts
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --soak -o faulthandler_timeout=0 --ignore=tests/web
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --soak -o faulthandler_timeout=0 tests/web

types: setup  ## the TypeScript types of the messages, from the Python ones
	$(BIN)/python -m ludotheque.server.typescript web/src

screenshots: setup pages packages  ## every page and board, phone and desktop, day and night; film strips of every kind of event
	$(BIN)/python -m tests.web.screenshots
	$(BIN)/python -m tests.web.strips

bench: setup build packages  ## speed against real peers, as ratios (see docs/benchmarks.md)
	$(MAKE) -C bench

files: setup  ## the tables of files in docs/architecture.md, from the first sentence of every file
	$(BIN)/python docs/files.py

words: setup  ## mend the typography of every text: no-break spaces, apostrophes, quotes; name what pages compose by hand
	$(BIN)/python -m ludotheque.texts.typography --write src web/src examples tests/web/stalls
	$(BIN)/python -m ludotheque.texts.composed web/src

studies: setup  ## play what pages show of every box anew (hours; stopped, it goes on), into each game's own folder
	$(BIN)/ludotheque studies --rounds $(or $(ROUNDS),100) --workers $(WORKERS)

playthroughs: setup  ## write the golden playthroughs anew, to be read before they are committed
	for folder in tests/games/*/; do $(BIN)/ludotheque playthrough $$(basename $$folder) --write $$folder; done

# Keeping ---------------------------------------------------------------------------------------------------------------

lock: setup  ## pin every dependency by hash
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-emit-index-url --all-extras \
		--python-version 3.11 pyproject.toml -o requirements.lock

clean:  ## remove what was built
	rm -rf $(VENV) build dist web/node_modules src/ludotheque/server/pages src/ludotheque/packing/pages .mypy_cache .ruff_cache .hypothesis .pytest_cache
