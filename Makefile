# The main commands are `make demo`, `make test` and `make test-system`. They work on a fresh clone and install what they need.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

help: ## show this list
	@sed -nE 's/^([a-z-]+):.*## /\1\t/p' $(MAKEFILE_LIST) | while IFS=$$'\t' read -r name text; do printf '  make %-12s %s\n' "$$name" "$$text"; done

demo: web ## build and run the demo, print its address
	scripts/first-build.sh cargo build --bin stormwire
	./target/debug/stormwire demo

check: web ## fast checks: format, lints, types, unit tests
	scripts/check.sh

test: setup ## all checks of the code: format, lints, documentation, tests on both databases, web tests, browser
	scripts/test.sh code

test-system: setup ## all checks of the system from outside: package, mail clients, generated requests
	scripts/test.sh system

tidy: ## check imports, file sizes, dependencies and migrations
	cargo test --quiet -p stormwire-tidy

deny: ## check licenses and sources of dependencies with cargo-deny
	@command -v cargo-deny > /dev/null || { echo 'cargo-deny is not installed. Install it: cargo install --locked cargo-deny' >&2; exit 1; }
	cargo deny check bans licenses sources

sbom: web ## write the bill of materials (CycloneDX) to target/sbom
	scripts/sbom.sh

package: web ## build the .deb and the .tar.gz into target/package
	cargo build --profile dist --bin stormwire
	scripts/package/build.sh target/dist/stormwire target/package

package-test: web ## install, run, upgrade and remove the package in a clean Debian
	cargo build --quiet --bin stormwire
	scripts/package/test.sh target/debug/stormwire

bench: setup web ## run the benchmarks, write bench/RESULTS.md and the charts of the guide
	bench/peers/setup.sh
	cargo build --release --bin stormwire --bin bench
	./target/release/bench

soak: setup web ## run the long tests, write bench/SOAK.md
	cargo build --release --bin test-worker --bin stormwire --bin soak
	./target/release/soak

fuzz: web ## fuzz all parsers: SECONDS=60 for each, or one TARGET=html
	scripts/fuzz.sh $(or $(SECONDS),60) $(TARGET)

web: web/dist/portal.html ## build the web pages

setup: ## install the test dependencies (PostgreSQL with PostGIS, Chromium, Python)
	scripts/setup.sh

openapi: web ## generate docs/openapi.json
	cargo run --quiet --bin stormwire -- openapi > docs/openapi.json.new
	mv docs/openapi.json.new docs/openapi.json

shots: setup web ## take all screenshots, update docs/screenshots; OUT=FOLDER keeps them all there
	cargo build --bin stormwire
	cd web && STORMWIRE_BINARY=../target/debug/stormwire npm run --silent shots -- $(if $(OUT),--out $(abspath $(OUT)))

clean: ## delete all build output
	rm -rf target web/dist web/node_modules

web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm ci
	touch $@

# schema.d.ts is excluded: `npm run check` generates it from docs/openapi.json, which changes its date.
web/dist/portal.html: web/node_modules/.package-lock.json docs/openapi.json $(shell find docs/guide web/src web/build web/*.html web/vite.config.ts web/vite.element.config.ts web/tsconfig.json -type f ! -name schema.d.ts)
	cd web && npm run build

.PHONY: help demo check test test-system tidy deny sbom package package-test bench soak fuzz web setup openapi shots clean
