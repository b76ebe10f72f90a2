# Two commands for a newcomer: `make compile` and `make test`. Both set up what they need in .venv.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: compile test check example bench fuzz
.DEFAULT_GOAL := compile

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

compile: $(VENV)/.installed          ## read every conversation on this machine into the vault
	$(BIN)/musubi compile $(ARGS)

test: $(VENV)/.installed-dev         ## the tests
	$(BIN)/pytest -n auto tests $(ARGS)

check: $(VENV)/.installed-dev        ## lint, types, import contracts, then the tests (the example vault rebuilt and compared)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=. $(BIN)/lint-imports
	$(MAKE) test

example: $(VENV)/.installed          ## rebuild vault_example/vault from vault_example/sources
	$(BIN)/python -m bench.example

bench: $(VENV)/.installed-dev        ## the figures of README and CHANGELOG, on generated data
	$(BIN)/python -m bench

fuzz: $(VENV)/.installed-dev         ## 10^6 cases an adapter; minutes to hours
	$(BIN)/python -m bench.fuzz
