#!/usr/bin/env bash
# Fast checks: format, lints, documentation, types and unit tests. No database, no browser.
# Called by `make check`, which builds the web pages first. `make test` must pass before a change lands.
set -euo pipefail
cd "$(dirname "$0")/.."
step() { printf '\n== %s\n' "$1"; }

step 'format'
cargo fmt --check
cargo fmt --check --manifest-path fuzz/Cargo.toml

step 'lints and documentation'
export RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/rustc-checked.sh
cargo test --workspace --no-run --quiet

step 'unit tests and tidy'
cargo test --workspace --lib --bins --test tidy --quiet

step 'web types and lints'
(cd web && npm run --silent check)

step 'web tests'
(cd web && npm test --silent)
