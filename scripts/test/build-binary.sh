#!/usr/bin/env bash
# Builds the program as `make test` does, so that neither builds again what the other has built.
set -euo pipefail
export RUSTC_WORKSPACE_WRAPPER=$PWD/scripts/rustc-checked.sh
scripts/first-build.sh cargo build --workspace --bin stormwire
