# `make` alone lists the targets. Needs Python 3.11 and make; everything else is installed into .venv.
.DEFAULT_GOAL := help
SHELL := /bin/sh
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq install --require-hashes

export PORT ?= 8000

# The first of these that runs and is new enough; a shim that only complains is passed over.
PYTHON ?= $(shell for p in python3.11 python3 python; do \
	"$$p" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo "$$p" && break; done)

.PHONY: help
help: ## Print the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
		while IFS='|' read -r name text; do printf '%-14s%s\n' "$$name" "$$text"; done

# ---- environments: each stamp is renewed when its lock changes ----

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, with its venv module."; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.txt | $(BIN)/python
	@echo "Installing what the server needs ..."
	@$(PIP) -r requirements.txt
	@touch $@

$(VENV)/.dev: requirements-dev.txt | $(BIN)/python
	@echo "Installing what the tests need ..."
	@$(PIP) -r requirements-dev.txt
	@touch $@

$(VENV)/.bench: requirements-bench.txt $(VENV)/.dev | $(BIN)/python
	@echo "Installing the yardsticks ..."
	@$(PIP) -r requirements-bench.txt
	@touch $@

.PHONY: .venv
.venv: $(VENV)/.dev

# ---- playing ----

.PHONY: run
run: $(VENV)/.run ## Migrate the database and serve page and API on http://localhost:8000 (PORT changes it)
	@mkdir -p var
	@$(BIN)/flask --app api db upgrade
	@echo "Open http://localhost:$(PORT) - Ctrl-C ends it."
	@exec $(BIN)/gunicorn --config api/gunicorn.conf.py 'api:create_app()'

# ---- checking ----

.PHONY: lint
lint: $(VENV)/.dev ## Style, types, import arrows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict engine
	$(BIN)/lint-imports

.PHONY: test
test: lint ## Everything: lint, then all tests, then the page's own
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"
	@if command -v node >/dev/null; then node --test tests/page/*.test.mjs; \
		elif [ -n "$$NO_SKIP" ]; then echo "Node.js is not there: tests/page cannot run." && exit 1; \
		else echo "skipped tests/page: Node.js is not there"; fi

.PHONY: laws
laws: $(VENV)/.dev ## The laws over 100,000 random games (hours; LAWS_GAMES changes it)
	LAWS_GAMES=$${LAWS_GAMES:-100000} $(BIN)/python -m pytest -n auto --timeout 0 tests/laws

.PHONY: fuzz
fuzz: $(VENV)/.dev ## Requests made up by five identities, 300 for each operation (FUZZ changes it)
	FUZZ=$${FUZZ:-300} $(BIN)/python -m pytest -n 2 --timeout 0 tests/api/test_fuzz.py

.PHONY: bench
bench: $(VENV)/.bench ## Speed, each figure beside its yardstick
	$(BIN)/python -m tests.benchmarks

# ---- upkeep ----

COMPILE := $(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-config \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

.PHONY: lock
lock: $(VENV)/.dev ## Renew requirements*.txt from requirements*.in (UPGRADE=1 takes the newest)
	$(COMPILE) requirements.in -o requirements.txt
	$(COMPILE) -c requirements.txt requirements-dev.in -o requirements-dev.txt
	$(COMPILE) -c requirements-dev.txt requirements-bench.in -o requirements-bench.txt

.PHONY: clean
clean: ## Remove the environment and all caches; var/ with its database stays
	rm -rf $(VENV) .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache .coverage htmlcov
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
