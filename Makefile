# Each target makes the virtual environment and installs what it needs by itself.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
EXTRAS := dev,docs,train,scenes,onnx,raw,exr,heic,web

.PHONY: demo test ray-test lint fuzz faults audit wheel-test lock docs pictures viewer browser onnx-header clean

demo: $(VENV)/.core
	$(BIN)/blurry-edges demo --output demo-output --overwrite

test: lint browser onnx-header
	$(BIN)/python -m pytest

# The page is tested in a real browser; Debian's is installed where that is allowed.
browser:
	@sh scripts/find_browser.sh

# The C++ example is built in a test, where ONNX Runtime's header is here or can be had.
onnx-header:
	@sh scripts/find_onnx_header.sh

# Ray takes 240 MB, so `make test` does without it.
ray-test: $(VENV)/.dev locks/ray.txt
	$(HASHED) -r locks/ray.txt
	$(BIN)/python -m pytest tests/test_ray.py

# Damaged files and awkward calls, for so many minutes; goes on where the last run stopped. Bugs are kept in fuzz/found.
MINUTES ?= 5
fuzz: $(VENV)/.dev
	$(BIN)/python -m fuzz --minutes $(MINUTES)

# Kills at random moments, full disks, read-only folders, two processes at once: what must survive them. Linux only.
KILLS ?= 50
faults: $(VENV)/.dev
	$(BIN)/python -m faults --kills $(KILLS)

# Known vulnerabilities of what is installed, where their list can be reached; and licences against docs/third-party.md.
audit: $(VENV)/.dev
	$(PIP) pip-audit
	$(BIN)/python scripts/audit.py $(AUDIT)

# The wheel, in an environment of its own, outside of this checkout.
wheel-test: $(VENV)/.core
	$(PIP) build
	TORCH_INDEX=$(TORCH_INDEX) $(BIN)/python scripts/wheel_test.py

# The documentation site, in build/site: first what it shows is made from the package itself, then the pages.
docs: $(VENV)/.docs
	$(BIN)/python scripts/docs/generate.py build/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

# The README's pictures, from the bundled pair; to be made again when the weights change.
pictures: $(VENV)/.core
	$(BIN)/python scripts/docs/readme_pictures.py

# Bundles viewer/ into the package; only needed after a change there. The bundle is in the repository.
viewer:
	cd viewer && npm ci --no-audit --no-fund && npm run build

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

# First what locks/ lists, by its hashes; then torch and whatever is left, by the versions of constraints.txt. Torch comes
# from the index that pip is set up with, or from TORCH_INDEX.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
HASHED := $(PIP) --require-hashes --no-deps
TORCH_INDEX ?=

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(HASHED) -r locks/pip.txt

$(VENV)/.core: pyproject.toml constraints.txt locks/core.txt | $(BIN)/python
	$(HASHED) -r locks/core.txt
	$(if $(TORCH_INDEX),$(PIP) --no-deps -c constraints.txt --index-url $(TORCH_INDEX) torch)
	$(PIP) -c constraints.txt -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.core locks/dev.txt
	$(HASHED) -r locks/dev.txt
	$(PIP) -c constraints.txt -e '.[$(EXTRAS)]'
	@touch $@

# Writes locks/ anew, after a change of constraints.txt.
lock: | $(BIN)/python
	$(PIP) uv
	sh scripts/lock.sh $(BIN)/uv $(EXTRAS)

$(VENV)/.docs: $(VENV)/.core
	$(PIP) -c constraints.txt -e '.[docs]'
	@touch $@

clean:
	rm -rf $(VENV) build demo-output .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
