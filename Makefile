# Lariat. `make demo` and `make test` need nothing but Rust on Debian 12: they install the rest themselves.

CARGO ?= cargo
export PATH := $(CURDIR)/.deps/bin:$(PATH)

.PHONY: help setup setup-dev build demo test lint format clippy licences docs fresh bench fuzz clean

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 16

setup: ## install what is missing (Debian packages, the Z3 library)
	@./scripts/setup.sh

setup-dev:
	@./scripts/setup.sh dev

build: setup ## build the release binary, target/release/lariat
	$(CARGO) build --release --locked -p lariat

demo: build ## find the two bugs hidden in examples/ini.c, and show them
	@./scripts/demo.sh

test: setup-dev format clippy ## everything that must hold: formatting, lints, tests, docs
	$(CARGO) test --workspace --locked
	@$(MAKE) --no-print-directory docs
	@echo 'make test: all is well'

lint: format clippy licences ## rustfmt, clippy with warnings denied, licences of dependencies

format:
	$(CARGO) fmt --all --check

clippy: setup
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

licences:
	@./scripts/setup.sh licences
	$(CARGO) deny --log-level error check bans licenses sources

docs: setup ## build the documentation, warnings denied
	RUSTDOCFLAGS='-D warnings' $(CARGO) doc --workspace --no-deps --document-private-items --locked

fresh: ## make demo and make test of the last commit on a fresh Debian 12 (needs root)
	@./scripts/fresh.sh

bench: build ## print the tables: loading real code, terms and queries per second, Lariat beside KLEE
	@./scripts/bench.sh

fuzz: build ## property tests and random C programs, without end (FUZZ_SECONDS=n stops)
	@./scripts/fuzz.sh

clean: ## remove what was built; what was downloaded stays in the cache
	$(CARGO) clean
	rm -rf .deps lariat-out
