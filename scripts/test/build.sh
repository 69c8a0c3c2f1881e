#!/usr/bin/env bash
# Builds everything with lints and documentation, runs the examples in the documentation, and writes one step for each test binary to
# target/test/binaries.mk.
set -euo pipefail
export RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/rustc-checked.sh
# Both with the same kind of compilation: otherwise the examples would compile all crates once more.
scripts/first-build.sh bash -euo pipefail -c '
  cargo test --workspace --no-run --message-format json-render-diagnostics > target/test/artifacts.json
  cargo test --workspace --doc'
python3 scripts/test/binaries.py < target/test/artifacts.json > target/test/binaries.mk
