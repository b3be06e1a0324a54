# `make demo` and `make test` work in a fresh clone: Python 3.11 and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PYTEST_ARGS ?=
WORKERS ?= 2

.PHONY: help setup demo test lint verify verify-list bench fuzz studies notebooks docs docs-files docs-intervals package oldest docs-published papers mutants clean

help:
	@echo "make setup           the environment in .venv, which every other target makes by itself"
	@echo "make demo            rate the shipped event into demo/index.html, and run a quick study"
	@echo "make test            style, types, layers and every test (PYTEST_ARGS=... for more)"
	@echo "make lint            the first three alone"
	@echo "make verify          slow statistical checks (NAME=... for some); verify-list names them"
	@echo "make bench           speed against named peers, written to docs/benchmarks.md"
	@echo "make studies         every simulation study at its quick scale, into studies/"
	@echo "make notebooks       run the notebooks and keep what they say (NAME=03 for some)"
	@echo "make papers          both manuscripts as PDF, tables as LaTeX, into papers/_build"
	@echo "make fuzz            readers against mutated files, 10 CPU minutes each (SECONDS=, REAL=)"
	@echo "make docs            the site docs/_build/html, after what is generated from the code"
	@echo "make mutants         tests against random small changes of the code (hours; COUNT=, SEED=)"
	@echo "make docs-intervals  docs/intervals, with measured coverage (some minutes)"
	@echo "make docs-published  docs/published.md, others' figures computed again (some minutes)"
	@echo "make docs-files      docs/files.md, what became of each real file (REAL=folder)"
	@echo "make package         wheel, sdist, list of dependencies; the wheel alone runs every command"
	@echo "make oldest          the commands and golden runs with the oldest versions allowed"
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
	$(BIN)/tprstats study run tpr-variance --scale quick -o demo/study
	@echo "Open demo/index.html in a browser; the study is in demo/study."

# Every study at its quick scale, into studies/; some minutes.
studies: $(READY)
	rm -rf studies
	for file in experiments/*/study.toml experiments/*/bootstrap.toml; do \
	  $(BIN)/tprstats study run $$file --scale quick --workers $(WORKERS) \
	    -o studies/$$(echo $$file | tr / -) || exit 1; \
	done

# Writes outputs back; set NOTEBOOK_SCALE for a larger run, which is not for committing.
notebooks: $(READY)
	$(BIN)/python tests/notebooks/execution.py $(NAME)

# Numbers, tables and figures come from experiments/*/published; needs no network.
papers: $(READY)
	$(BIN)/python papers/build.py

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

# What is generated in the pages, then the site.
docs: $(READY)
	$(BIN)/python docs/build_rule_pages.py
	$(BIN)/python docs/build_cli_page.py
	$(BIN)/python docs/build_json_page.py
	$(BIN)/python docs/build_api_pages.py
	$(BIN)/python docs/build_architecture.py
	$(BIN)/tprstats rate $(EVENT) --player Dreskakgp --figure docs/images/rules.svg > /dev/null
	$(BIN)/tprstats norm --opponents 2450,2500,2550,2400,2480,2520,2490,2380,2600 \
	  --results 1,1,.5,.5,1,.5,.5,1,.5 --own 2480 --strength-sd 50 --title GM \
	  --figure docs/images/norm.svg > /dev/null
	$(BIN)/python docs/build_examples.py
	$(BIN)/python -m sphinx $(SPHINX) . docs/_build/html

SPHINX := -b html -c docs -d docs/_build/doctrees -j 2 -n -W --keep-going -q

docs-intervals: $(READY)
	$(BIN)/python docs/build_interval_pages.py

# Wheel, sdist and a CycloneDX list of dependencies into dist/; then the wheel alone, installed from
# nothing, runs every command.
package: $(READY)
	rm -rf dist build/clean
	$(BIN)/python -m hatchling build -d dist
	$(PYTHON) -m venv build/clean
	build/clean/bin/pip install --quiet --disable-pip-version-check dist/*.whl
	mkdir build/clean/empty
	$(BIN)/python tests/packaging/installed_commands.py $(CURDIR)/build/clean/bin/python build/clean/empty
	$(BIN)/cyclonedx-py environment build/clean/bin/python --pyproject pyproject.toml \
	  --output-reproducible -o dist/sbom.cdx.json

# The oldest versions allowed: the commands run, and golden runs come out as they are kept.
oldest: $(READY)
	rm -rf build/oldest
	$(PYTHON) -m venv build/oldest
	$(PYTHON) tests/packaging/oldest.py > build/oldest/requirements.txt
	build/oldest/bin/pip install --quiet --disable-pip-version-check -r build/oldest/requirements.txt .
	mkdir build/oldest/empty
	build/oldest/bin/python tests/golden/runs.py
	$(BIN)/python tests/packaging/installed_commands.py $(CURDIR)/build/oldest/bin/python \
	  build/oldest/empty default

docs-published: $(READY)
	$(BIN)/python docs/build_published_page.py

clean:
	rm -rf $(VENV) demo studies mutants docs/_build papers/_build dist build .pytest_cache \
	  .mypy_cache .ruff_cache .hypothesis .benchmarks .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
