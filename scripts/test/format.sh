#!/usr/bin/env bash
set -euo pipefail
cargo fmt --check
cargo fmt --check --manifest-path fuzz/Cargo.toml
