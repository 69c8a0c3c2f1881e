#!/usr/bin/env bash
# Everything that must hold before a change lands. Called by `make test`, which has set up what this needs.
set -euo pipefail
cd "$(dirname "$0")/.."
step() { printf '\n== %s\n' "$1"; }

step 'format'
cargo fmt --check

step 'lints'
cargo clippy --workspace --all-targets --quiet -- -D warnings

step 'documentation'
RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items --quiet

step 'tests'
mkdir -p target
cargo test --workspace 2>&1 | tee target/test.log

# Every test of the store and the queue stands in the log twice, once per database; a missing half is a failure.
sqlite=$(grep -cE '^test [a-z_]+::sqlite::.* ok$' target/test.log || true)
postgres=$(grep -cE '^test [a-z_]+::postgres::.* ok$' target/test.log || true)
printf '\ntests per database: %s on SQLite, %s on PostgreSQL\n' "$sqlite" "$postgres"
if [ "$sqlite" -eq 0 ] || [ "$sqlite" -ne "$postgres" ]; then
  echo 'the two databases did not run the same tests' >&2
  exit 1
fi

step 'the emulator, judged by clients that were not written here'
crates/emulator/conformance/run.sh target/debug/stormwire

step 'web types and lints'
(cd web && npm run --silent check)

step 'web tests'
(cd web && npm test --silent)

step 'journeys in a browser'
(cd web && STORMWIRE_BINARY=../target/debug/stormwire npm run --silent journeys)
