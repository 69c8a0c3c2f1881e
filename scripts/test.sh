#!/usr/bin/env bash
# All checks that must pass before a change lands. Called by `make test`, which installs the dependencies first.
set -euo pipefail
cd "$(dirname "$0")/.."
step() { printf '\n== %s\n' "$1"; }

# The first build of a clone gains nothing from incremental compilation, which doubles the disk space it needs.
if [ ! -d target/debug/incremental ]; then
  export CARGO_INCREMENTAL=0
  free_gb=$(($(df --output=avail --block-size=1G . | tail -n 1)))
  if [ "$free_gb" -lt 8 ]; then
    echo "!! The disk has $free_gb GB free. The first run of \`make test\` writes about 8 GB. Free some space if it stops." >&2
  fi
fi

step 'format'
cargo fmt --check
cargo fmt --check --manifest-path fuzz/Cargo.toml

step 'lints'
cargo clippy --workspace --all-targets --quiet -- -D warnings

step 'documentation'
RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --document-private-items --quiet

step 'tests'
mkdir -p target
# Most integration tests wait for databases and processes: more threads than cores take half the time.
export RUST_TEST_THREADS=6
cargo test --workspace 2>&1 | tee target/test.log

# Tests of `on_both_databases!` run once per database. A test that ran on one of them only is a failure.
passed_on() { sed -nE "s/^test ([a-z_]+)::$1::([a-z0-9_:]+) .*ok\$/\1::\2/p" target/test.log | sort; }
sqlite=$(passed_on sqlite)
postgres=$(passed_on postgres)
printf '\nTests per database: %s on SQLite, %s on PostgreSQL\n' "$(grep -c . <<< "$sqlite")" "$(grep -c . <<< "$postgres")"
if [ -z "$sqlite" ] || [ "$sqlite" != "$postgres" ]; then
  echo 'Tests differ between the databases (< only on SQLite, > only on PostgreSQL):' >&2
  diff <(echo "$sqlite") <(echo "$postgres") >&2 || true
  exit 1
fi

step 'emulator conformance with independent clients'
crates/emulator/conformance/run.sh target/debug/stormwire

step 'API against its OpenAPI document'
scripts/schemathesis/run.sh target/debug/stormwire

step 'package: install, run, upgrade, remove'
scripts/package/test.sh target/debug/stormwire

step 'licenses and sources of dependencies'
# crates/tidy has checked the same policy; cargo-deny is a second, independent reader of it.
if command -v cargo-deny > /dev/null; then
  cargo deny --offline check bans licenses sources
else
  echo '!! SKIPPED: cargo-deny is not installed, so only crates/tidy has checked deny.toml. Install it: cargo install --locked cargo-deny'
fi

step 'web types and lints'
(cd web && npm run --silent check)

step 'web tests'
(cd web && npm test --silent)

# The tests above have built the programs that the journeys start. `cargo build` would compile them again, because it does not
# unify the features of dependencies with those of tests.
step 'browser journeys'
(cd web && STORMWIRE_BINARY=../target/debug/stormwire npm run --silent journeys)
