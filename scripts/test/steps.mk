# The steps of `make test`, and what each of them needs. scripts/test.sh runs them side by side, first `prepared`, then `tested`.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
STEP = @scripts/test/step.sh $@

.PHONY: prepared rust-build format web-modules web-pages web-check web-tests licenses conformance-clients schemathesis-client clean-debian
prepared: rust-build format web-check web-tests licenses conformance-clients schemathesis-client clean-debian

format:
	$(STEP) scripts/test/format.sh
web-modules:
	$(STEP) $(MAKE) --silent web/node_modules/.package-lock.json
web-pages: web-modules
	$(STEP) $(MAKE) --silent web
web-check: web-modules
	$(STEP) npm --prefix web run --silent check
web-tests: web-modules
	$(STEP) npm --prefix web test --silent
licenses:
	$(STEP) scripts/test/licenses.sh
conformance-clients:
	$(STEP) crates/emulator/conformance/setup.sh
schemathesis-client:
	$(STEP) scripts/schemathesis/setup.sh
clean-debian:
	$(STEP) scripts/package/clean-root.sh
# One build: lints, documentation with its examples, all tests, and the programs that the steps below start.
rust-build: web-pages
	$(STEP) scripts/test/build.sh

# What takes longest starts first.
.PHONY: tested journeys schemathesis package conformance
tested: journeys schemathesis

journeys:
	$(STEP) env STORMWIRE_BINARY=../target/debug/stormwire npm --prefix web run --silent journeys
schemathesis:
	$(STEP) scripts/schemathesis/run.sh target/debug/stormwire
package:
	$(STEP) scripts/package/test.sh target/debug/stormwire
conformance:
	$(STEP) crates/emulator/conformance/run.sh target/debug/stormwire

# One step for each test binary, written by the build.
-include target/test/binaries.mk
tested: package conformance
