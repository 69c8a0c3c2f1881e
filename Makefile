# Two commands matter: `make demo` and `make test`. Both work on a fresh clone and set up what they need.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

help: ## show this list
	@sed -nE 's/^([a-z]+):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name words; do printf '  make %-9s %s\n' "$$name" "$$words"; done

demo: web ## build and run everything on this machine, and print its address
	cargo build --profile demo --bin stormwire
	./target/demo/stormwire demo

check: web ## format, lints, types and unit tests: the fast answer while working
	scripts/check.sh

test: setup web ## format, lints, documentation, all tests on both databases, web tests
	scripts/test.sh

tidy: ## check imports, sizes, dependencies and migrations
	cargo test --quiet -p stormwire-tidy

deny: ## check licenses, versions and sources of dependencies with cargo-deny
	@command -v cargo-deny > /dev/null || { echo 'cargo-deny is not installed. Install it: cargo install --locked cargo-deny' >&2; exit 1; }
	cargo deny check bans licenses sources

bench: setup web ## measure, print the table, write bench/RESULTS.md
	bench/peers/setup.sh
	cargo build --release --bin stormwire --bin bench
	./target/release/bench

soak: setup ## the long runs that do not fit into make test; writes bench/SOAK.md
	cargo build --release --bin queue-worker --bin watch-worker --bin soak
	./target/release/soak

web: web/dist/portal.html ## build the pages

setup: ## install what the tests need (PostgreSQL with PostGIS, Chromium, Python)
	scripts/setup.sh

openapi: web ## write docs/openapi.json
	cargo run --quiet --bin stormwire -- openapi > docs/openapi.json.new
	mv docs/openapi.json.new docs/openapi.json

shots: setup web ## take all screenshots into target/screenshots and refresh docs/screenshots
	cargo build --bin stormwire
	cd web && STORMWIRE_BINARY=../target/debug/stormwire npm run --silent shots

clean: ## remove everything that was built
	rm -rf target web/dist web/node_modules

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci
	touch $@

# schema.d.ts is generated from docs/openapi.json, also by `npm run check`: its date says nothing.
web/dist/portal.html: web/node_modules/.package-lock.json docs/openapi.json $(shell find docs/guide web/src web/build web/*.html web/vite.config.ts web/vite.element.config.ts web/tsconfig.json -type f ! -name schema.d.ts)
	cd web && npm run build

.PHONY: help demo check test tidy deny bench soak web setup openapi shots clean
