#!/usr/bin/env bash
# Builds everything with lints and documentation, and writes one step for each test binary to target/test/binaries.mk.
set -euo pipefail
export RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/rustc-checked.sh
scripts/first-build.sh cargo test --workspace --no-run --message-format json-render-diagnostics > target/test/artifacts.json
python3 scripts/test/binaries.py < target/test/artifacts.json > target/test/binaries.mk
