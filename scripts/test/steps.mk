# The steps of `make test` (`code`) and of `make test-system` (`system`), and what each of them needs. scripts/test.sh runs those of one
# half side by side, first `…-prepared`, then `…-tested`.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
STEP = @scripts/test/step.sh $@

.PHONY: code-prepared code-tested system-prepared system-tested
code-prepared: rust-build format web-check web-tests licenses
# What takes longest starts first.
code-tested: journeys
system-prepared: binary conformance-clients schemathesis-client clean-debian
system-tested: schemathesis package conformance

.PHONY: format web-modules web-pages web-check web-tests licenses rust-build
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
# One build: lints, documentation with its examples, all tests, and the programs that the steps below start.
rust-build: web-pages
	$(STEP) scripts/test/build.sh

.PHONY: journeys
journeys:
	$(STEP) env STORMWIRE_BINARY=../target/debug/stormwire npm --prefix web run --silent journeys

# One step for each test binary, written by the build.
-include target/test/binaries.mk

.PHONY: binary conformance-clients schemathesis-client clean-debian
# Nothing is left to build after `make test`.
binary: web-pages
	$(STEP) scripts/test/build-binary.sh
conformance-clients:
	$(STEP) crates/emulator/conformance/setup.sh
schemathesis-client:
	$(STEP) scripts/schemathesis/setup.sh
clean-debian:
	$(STEP) scripts/package/clean-root.sh

.PHONY: schemathesis package conformance
schemathesis:
	$(STEP) scripts/schemathesis/run.sh target/debug/stormwire
package:
	$(STEP) scripts/package/test.sh target/debug/stormwire
conformance:
	$(STEP) crates/emulator/conformance/run.sh target/debug/stormwire
