# `make demo` and `make test` work in a fresh clone: Python 3.11 and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTEST_ARGS ?=
WORKERS ?= 2

.PHONY: help setup demo test lint verify verify-list bench fuzz mutants studies docs docs-files docs-intervals clean

help:
	@echo "make demo            rate the shipped event into demo/index.html, and run a quick study"
	@echo "make test            style, types, layers and every test (PYTEST_ARGS=... for more)"
	@echo "make lint            the first three alone"
	@echo "make verify          slow statistical checks (NAME=... for some); verify-list names them"
	@echo "make bench           speed against named peers, written to docs/benchmarks.md"
	@echo "make studies         every simulation study at its quick scale, into studies/"
	@echo "make fuzz            readers against mutated files, 10 CPU minutes each (SECONDS=, REAL=)"
	@echo "make mutants         tests against random small changes of the code (hours; COUNT=, SEED=)"
	@echo "make docs            README output, docs/rules.md and docs/images, from the code"
	@echo "make docs-intervals  docs/intervals, with measured coverage (some minutes)"
	@echo "make docs-files      docs/files.md, what became of each real file (REAL=folder)"
	@echo "make clean           everything that was built"

$(READY): constraints.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r constraints.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

setup: $(READY)

demo: $(READY)
	$(BIN)/tprstats demo -o demo
	rm -rf demo/study
	$(BIN)/tprstats study run rating-noise --scale quick -o demo/study

# Every study at its quick scale, into studies/; some minutes.
studies: $(READY)
	rm -rf studies
	for file in experiments/*/study.toml experiments/*/bootstrap.toml; do \
	  $(BIN)/tprstats study run $$file --scale quick --workers $(WORKERS) \
	    -o studies/$$(echo $$file | tr / -) || exit 1; \
	done

test: lint
	$(BIN)/pytest -n $(WORKERS) $(PYTEST_ARGS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

verify: $(READY)
	$(BIN)/pytest tests/verification -k "$(NAME)" $(PYTEST_ARGS)

verify-list: $(READY)
	@$(BIN)/pytest tests/verification --collect-only -q

bench: $(READY)
	$(BIN)/python tests/benchmarks/run.py

SECONDS ?= 600
# A folder of real files with their manifest.csv; the files are not part of the project.
REAL ?=

fuzz: $(READY)
	$(BIN)/python tests/unit/readers/run_fuzz.py --seconds $(SECONDS) --workers $(WORKERS) \
	  $(if $(REAL),--real-files $(REAL))

COUNT ?= 300
SEED ?= 1

# docs/mutants.md; cosmic-ray only makes the changes, and stays out of the project's environment.
mutants: $(READY)
	$(PYTHON) -m venv mutants/venv
	mutants/venv/bin/pip install --quiet --disable-pip-version-check cosmic-ray==8.7.0
	mutants/venv/bin/python tests/mutation/draw.py --seed $(SEED) --count $(COUNT) -o mutants/sample.json
	$(BIN)/python tests/mutation/run.py mutants/sample.json

docs-files: $(READY)
	$(if $(REAL),,$(error give the folder of real files: make docs-files REAL=folder))
	$(BIN)/python docs/build_files_page.py $(REAL)

EVENT := tprstats/data/bunratty_masters_2011.trf

docs: $(READY)
	sed -i '/^<!-- generated/q' docs/rules.md
	$(BIN)/tprstats methods --format markdown >> docs/rules.md
	$(BIN)/tprstats rate $(EVENT) --player Dreskakgp --figure docs/images/rules.svg > /dev/null
	$(BIN)/python docs/build_readme.py

docs-intervals: $(READY)
	$(BIN)/python docs/build_interval_pages.py

clean:
	rm -rf $(VENV) demo studies mutants dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks \
	  .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
