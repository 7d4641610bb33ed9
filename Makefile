# A machine needs make and Python 3.11 or newer with venv; every target prepares .venv from the lock files by itself.
PYTHON ?= python3
BIN := .venv/bin
PORT ?= 8765
# The tests start many processes: each would compile the program anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play stop check types rules browser test soak bench lock format clean

help:                  ## this list
	@grep -hE '^[a-z]+:.*##' $(firstword $(MAKEFILE_LIST)) | sed -E 's/:[^#]*##/\t/' | expand -t 12

.venv/run: requirements-local.lock
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed.") if sys.version_info < (3, 11) else None'
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-local.lock
	@touch $@

.venv/dev: requirements-dev.lock .venv/run
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

play: .venv/run        ## the card room on this machine, in the browser (FRESH=1 starts anew)
	@$(BIN)/python -m bot $(if $(FRESH),--fresh) --port $(PORT)

stop: .venv/run        ## close what `make play` has opened: the bot, and the local Discord
	@$(BIN)/python -m bot --stop

check: .venv/dev       ## at every step: ruff, pyright, engine and rules; no random match is played
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory --jobs 2 types rules

types: .venv/dev
	@$(BIN)/pyright

rules: .venv/dev
	@$(BIN)/python -m pytest -n logical -m "not soak" tests/test_layers.py tests/engine tests/games \
	    --ignore-glob "*/test_house_*" $(ARGS)

browser: .venv/dev     ## a Chromium and fonts for the tests: looked for, fetched or installed
	@$(BIN)/python -m tests.machine

test: .venv/dev        ## all that a change must pass
	@$(BIN)/python -m tests.machine || true
	@test -d tests/__pycache__ || $(BIN)/python -m pytest --collect-only -qq > /dev/null   # compiled once, for all workers
	@$(BIN)/python -m pytest -n auto --dist worksteal -m "not soak" $(ARGS)

soak: .venv/dev        ## many seeds of the same, and the long hunts
	@$(BIN)/python -m pytest -n auto -m soak --timeout 7200 $(ARGS)

bench: .venv/dev       ## medians; SKETCH=dir measures a sketch beside it
	@$(BIN)/python -m tests.bench $(if $(SKETCH),--sketch $(SKETCH)) $(ARGS)

format: .venv/dev      ## put the code in order
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

lock:                  ## pin every dependency anew (needs uv)
	uv pip compile --universal --generate-hashes --no-emit-index-url -q --python-version 3.11 \
	    --custom-compile-command "make lock" pyproject.toml -o requirements.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url -q --python-version 3.11 --extra local \
	    --custom-compile-command "make lock" pyproject.toml -o requirements-local.lock
	uv pip compile --universal --generate-hashes --no-emit-index-url -q --python-version 3.11 --extra local \
	    --extra dev --custom-compile-command "make lock" pyproject.toml -o requirements-dev.lock

clean:                 ## forget .venv, all tables and all chips
	rm -rf .venv data
